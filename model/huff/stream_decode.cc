// SPDX-License-Identifier: Apache-2.0
//
// stream_decode.cc: the decoder, composed of its stages.
//
// deframe, distribute, decode, desymbolize; the values are handed over only when all checks passed.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/huff/stream_test.cc
#include <algorithm>
#include <map>

#include "model/huff/choice.h"
#include "model/huff/chunk.h"
#include "model/huff/decode.h"
#include "model/huff/deframe.h"
#include "model/huff/desymbolize.h"
#include "model/huff/distribute.h"
#include "model/huff/frame.h"
#include "model/huff/order.h"
#include "model/huff/stream.h"

namespace tern::huff {
namespace {

/// The decoder's side of the order: it knows a token as soon as the lane has all its bits.
class DecoderSide {
 public:
  /// There is room for `possible` values.
  DecoderSide(const Deframed& frame, const BookSet& books, std::uint8_t* values,
              std::uint64_t possible)
      : frame_(frame),
        books_(books),
        chunks_(frame.geometry.lanes, frame.header.chunk_log2, frame.header.count),
        distributor_(frame.payload, frame.payload_words, frame.geometry),
        values_(values),
        choice_(first_choice(frame.header)) {
    choices_.reserve(Chunks(frame.geometry.lanes, frame.header.chunk_log2, possible).number());
    use(frame.book);
  }

  [[nodiscard]] bool start_step(std::uint64_t step) {
    if (!chunks_.begins(step)) return true;
    choice_ = unpack_choice(next_choice_);
    next_choice_ = 0;
    if (is_reserved(choice_)) {
      error_ = StreamError::kReserved;
      return false;
    }
    const Resolved resolved = resolve(choice_, frame_.dtype, frame_.header.min_len, books_);
    error_ = resolved.error;
    if (error_ != StreamError::kNone) return false;
    use(resolved.book);
    return true;
  }

  [[nodiscard]] std::uint32_t token_length(std::uint32_t lane, std::uint64_t index) {
    return next_token(lane, chunks_.choice_bit(index) != Chunks::kNoBit).len;
  }

  [[nodiscard]] bool take(std::uint32_t lane, std::uint64_t /*step*/, std::uint32_t /*pass*/) {
    if (distributor_.take(lane)) return true;
    error_ = StreamError::kTruncated;
    return false;
  }

  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) {
    const std::uint32_t bit = chunks_.choice_bit(index);
    const DecodedToken token = next_token(lane, bit != Chunks::kNoBit);
    if (token.choice) next_choice_ |= 1U << bit;
    distributor_.lane(lane).take(token.len);
    store_value(frame_.dtype, values_, index,
                desymbolize(frame_.dtype, token.value, frame_.header.offset));
    return token.len;
  }

  /// The choice that came last.
  [[nodiscard]] const Choice& choice() const { return choice_; }

  /// Why the order stopped.
  [[nodiscard]] StreamError error() const { return error_; }

  /// Words behind the last one that a lane has taken.
  [[nodiscard]] std::uint64_t left() const { return distributor_.left(); }

  [[nodiscard]] std::vector<const Book*>& choices() { return choices_; }

 private:
  // Tables are built when they are first needed: a book set may hold many books.
  void use(const Book* book) {
    choices_.push_back(book);
    auto found = tables_.find(book);
    if (found == tables_.end()) {
      found = tables_.emplace(book, DecodeTable(frame_.dtype, book)).first;
    }
    table_ = &found->second;
  }

  [[nodiscard]] DecodedToken next_token(std::uint32_t lane, bool has_choice) {
    return decode_token(*table_, distributor_.lane(lane).peek(kMaxTokenBits).value, has_choice);
  }

  const Deframed& frame_;
  const BookSet& books_;
  Chunks chunks_;
  Distributor distributor_;
  std::uint8_t* values_;
  std::map<const Book*, DecodeTable> tables_;
  const DecodeTable* table_ = nullptr;  // of the chunk under way
  Choice choice_;
  std::uint32_t next_choice_ = 0;     // bits of the next one that have come
  std::vector<const Book*> choices_;  // so far
  StreamError error_ = StreamError::kNone;
};

// `left`: payload words that no lane took.
StreamError decode_payload(const Deframed& frame, const BookSet& books, Decoded& decoded,
                           std::uint64_t& left) {
  const std::uint32_t min_token = min_token_bits(frame.dtype, frame.header.min_len);
  const std::uint64_t count = frame.header.count;
  // No more values than this get decoded before the words run out, whatever the header claims.
  const std::uint64_t possible =
      std::min(count, frame.payload_words * frame.geometry.word_bits / min_token);
  decoded.values.resize(possible * value_bytes(frame.dtype));
  DecoderSide side(frame, books, decoded.values.data(), possible);
  const OrderRule rule{frame.geometry.lanes, frame.geometry.word_bits, min_token, count};
  static_cast<void>(run_order(rule, side));
  decoded.choices = std::move(side.choices());
  decoded.choice = side.choice();
  left = side.left();
  return side.error();
}

// `used`: bytes of the message if others may follow; nullptr: all of them belong to it.
Decoded decode_part(const std::uint8_t* message, std::size_t size, const BookSet& books,
                    const std::optional<Geometry>& geometry, std::size_t* used) {
  Decoded decoded;
  const Deframed frame = deframe(message, size, books, geometry);
  decoded.dtype = frame.dtype;
  decoded.offset = frame.header.offset;
  decoded.choice = first_choice(frame.header);
  decoded.error = frame.error;
  std::uint64_t left = 0;
  if (decoded.error == StreamError::kNone) {
    decoded.error = decode_payload(frame, books, decoded, left);
  }
  if (decoded.error == StreamError::kNone && left > 0 && used == nullptr) {
    decoded.error = StreamError::kExcess;
  }
  // The trailer is the word behind the last one taken.
  const std::size_t own = size - left * (frame.geometry.word_bits / 8);
  if (decoded.error == StreamError::kNone && !trailer_matches(message, own, frame.geometry)) {
    decoded.error = StreamError::kCrc;
  }
  if (used != nullptr) *used = own;
  if (decoded.error != StreamError::kNone) {
    decoded.values = {};
    decoded.choices = {};
  }
  return decoded;
}

}  // namespace

Decoded decode(const std::uint8_t* message, std::size_t size, const BookSet& books,
               const std::optional<Geometry>& geometry) {
  return decode_part(message, size, books, geometry, nullptr);
}

Decoded decode_front(const std::uint8_t* bytes, std::size_t size, const BookSet& books,
                     std::size_t& used) {
  // Whole words, whatever follows.
  if (size >= kHeaderBits / 8) {
    size -= size % (unpack_header(load_header(bytes)).word_code != 0 ? 8 : 4);
  }
  return decode_part(bytes, size, books, std::nullopt, &used);
}

}  // namespace tern::huff
