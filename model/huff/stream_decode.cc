// SPDX-License-Identifier: Apache-2.0
//
// stream_decode.cc: the decoder, composed of its stages.
//
// deframe, distribute, decode, desymbolize; the values are handed over only when all checks passed.
//
//   Spec  docs/huffman_format.md#8-decoding-errors
//   Test  model/huff/stream_test.cc
#include "model/huff/decode.h"
#include "model/huff/deframe.h"
#include "model/huff/desymbolize.h"
#include "model/huff/distribute.h"
#include "model/huff/order.h"
#include "model/huff/stream.h"

namespace tern::huff {
namespace {

/// The decoder's side of the order: it knows a token as soon as the lane has all its bits.
class DecoderSide {
 public:
  DecoderSide(const Deframed& frame, std::uint8_t* values)
      : dtype_(frame.dtype),
        table_(frame.dtype, frame.book),
        distributor_(frame.payload, frame.payload_words, frame.geometry),
        values_(values) {}

  [[nodiscard]] std::uint32_t token_length(std::uint32_t lane, std::uint64_t /*index*/) {
    return next_token(lane).len;
  }

  [[nodiscard]] bool take(std::uint32_t lane, std::uint64_t /*step*/, std::uint32_t /*pass*/) {
    return distributor_.take(lane);
  }

  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) {
    const DecodedToken token = next_token(lane);
    distributor_.lane(lane).take(token.len);
    store_value(dtype_, values_, index, desymbolize(dtype_, token.value));
    return token.len;
  }

  [[nodiscard]] std::uint64_t words_left() const { return distributor_.left(); }

 private:
  [[nodiscard]] DecodedToken next_token(std::uint32_t lane) {
    const BitRead window = distributor_.lane(lane).peek(kMaxTokenBits);
    return decode_token(table_, static_cast<std::uint32_t>(window.value));
  }

  Dtype dtype_;
  DecodeTable table_;
  Distributor distributor_;
  std::uint8_t* values_;
};

StreamError decode_payload(const Deframed& frame, std::vector<std::uint8_t>& values) {
  const std::uint32_t min_token = min_token_bits(frame.dtype, frame.book);
  const std::uint64_t count = frame.header.count;
  // Only now is it safe to reserve memory: the payload can hold that many values.
  if (frame.payload_words * frame.geometry.word_bits < count * min_token) {
    return StreamError::kTruncated;
  }
  values.resize(count * value_bytes(frame.dtype));
  DecoderSide side(frame, values.data());
  const OrderRule rule{frame.geometry.lanes, frame.geometry.word_bits, min_token, count};
  if (!run_order(rule, side)) return StreamError::kTruncated;
  return side.words_left() == 0 ? StreamError::kNone : StreamError::kExcess;
}

}  // namespace

Decoded decode(const std::uint8_t* message, std::size_t size, const BookSet& books,
               const std::optional<Geometry>& geometry) {
  Decoded decoded;
  const Deframed frame = deframe(message, size, books, geometry);
  decoded.dtype = frame.dtype;
  decoded.error = frame.error;
  if (decoded.error == StreamError::kNone) decoded.error = decode_payload(frame, decoded.values);
  if (decoded.error == StreamError::kNone && !trailer_matches(message, size, frame.geometry)) {
    decoded.error = StreamError::kCrc;
  }
  if (decoded.error != StreamError::kNone) decoded.values = {};
  return decoded;
}

}  // namespace tern::huff
