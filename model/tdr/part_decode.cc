// SPDX-License-Identifier: Apache-2.0
//
// part_decode.cc: the stages of the decoder, one behind the other.
//
//   Spec  docs/transform.md#2-a-stream
//   Test  model/tdr/stream_test.cc
#include <utility>

#include "model/common/bits.h"
#include "model/tdr/order.h"
#include "model/tdr/part.h"

namespace tern::tdr {
namespace {

class DecoderSide {
 public:
  DecoderSide(const Header& header, const Classes& classes, const DecodeBooks& books, Words words)
      : words_(words) {
    for (std::uint32_t lane = 0; lane < 1U << header.lanes_log2; ++lane) {
      lanes_.emplace_back(header, classes, books, lane);
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> counts;
    for (const LaneDecoder& lane : lanes_) counts.push_back(lane.count());
    return counts;
  }
  void set_target(std::int32_t* coefficients) { coefficients_ = coefficients; }

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t /*index*/) {
    return lanes_[lane].bits();
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    if (words_.count == 0) return false;
    lanes_[lane].append(words_.front());
    words_.skip(1);
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t /*index*/) {
    return lanes_[lane].consume(coefficients_);
  }
  [[nodiscard]] const Words& words() const { return words_; }

 private:
  Words words_;
  std::vector<LaneDecoder> lanes_;
  std::int32_t* coefficients_ = nullptr;
};

}  // namespace

std::uint32_t Words::front() const {
  return static_cast<std::uint32_t>(load_word(bytes, kWordBits));
}

TdrError decode_raw(const Header& header, Words& words, std::vector<std::uint8_t>& values) {
  if (header.values() > std::uint64_t{words.count} * kWordBytes) return TdrError::kTruncated;
  const std::uint64_t bytes = header.values() * element_bytes(header.dtype);
  const std::uint64_t needed = (bytes + kWordBytes - 1) / kWordBytes;
  if (needed > words.count) return TdrError::kTruncated;
  values.assign(words.bytes, words.bytes + bytes);
  words.skip(needed);
  return TdrError::kNone;
}

namespace {

// `make_target` gives zeros, as many as there are values.
template <typename MakeTarget>
TdrError decode_coefficients(const Header& header, const DecodeBooks& books, Words& words,
                             SideInfo& side, MakeTarget make_target) {
  std::size_t used = 0;
  if (const TdrError error = read_side(header, words.bytes, words.count, side, used);
      error != TdrError::kNone) {
    return error;
  }
  words.skip(used);
  DecoderSide lanes(header, side.classes, books, words);
  const std::vector<std::uint64_t> counts = lanes.counts();
  std::uint64_t coded = 0;
  for (const std::uint64_t count : counts) coded += count;
  // A symbol has at least one bit; what cannot be there is found before memory is reserved.
  if (coded > std::uint64_t{words.count} * kWordBits * kMaxDigits) return TdrError::kTruncated;
  lanes.set_target(make_target());
  if (!run_order(counts, lanes, header.bounded)) return TdrError::kTruncated;
  words = lanes.words();
  return TdrError::kNone;
}

}  // namespace

TdrError decode_part(const Header& header, const DecodeBooks& books, Words& words,
                     std::vector<std::int32_t>& integers) {
  SideInfo side;
  std::vector<std::int32_t> coefficients;
  const TdrError error = decode_coefficients(header, books, words, side, [&] {
    coefficients.resize(header.values());
    return coefficients.data();
  });
  if (error == TdrError::kNone) {
    integers = reconstruct_integers(header, side.means, std::move(coefficients));
  }
  return error;
}

TdrError decode_values(const Header& header, const DecodeBooks& books, Words& words,
                       std::vector<std::uint8_t>& values) {
  SideInfo side;
  const TdrError error =
      decode_coefficients(header, books, words, side, [&] { return make_room(header, values); });
  if (error == TdrError::kNone) reconstruct_values(header, side.means, values);
  return error;
}

const DecodeBooks& shipped_decode_books() {
  static const DecodeBooks books(shipped_books());
  return books;
}

}  // namespace tern::tdr
