// SPDX-License-Identifier: Apache-2.0
//
// stream_decode.cc: the decoder, composed of its stages.
//
//   Spec  docs/transform.md#11-decoding-errors
//   Test  model/tdr/stream_test.cc
#include <algorithm>

#include "model/common/bits.h"
#include "model/huff/crc32.h"
#include "model/tdr/align.h"
#include "model/tdr/desymbolize.h"
#include "model/tdr/order.h"
#include "model/tdr/predict.h"
#include "model/tdr/stream.h"
#include "model/tdr/transform.h"

namespace tern::tdr {
namespace {

constexpr std::size_t kWordBytes = kWordBits / 8;

class DecoderSide {
 public:
  DecoderSide(const Header& header, const Classes& classes, const DecodeBooks& books,
              const std::uint8_t* words, std::size_t count)
      : words_(words), left_(count) {
    for (std::uint32_t lane = 0; lane < 1U << header.lanes_log2; ++lane) {
      lanes_.emplace_back(header, classes, books, lane);
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> counts;
    for (const LaneDecoder& lane : lanes_) counts.push_back(lane.count());
    return counts;
  }
  void set_target(std::vector<std::int32_t>& coefficients) { coefficients_ = &coefficients; }

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t /*index*/) {
    return lanes_[lane].bits();
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    if (left_ == 0) return false;
    lanes_[lane].append(static_cast<std::uint32_t>(load_word(words_, kWordBits)));
    words_ += kWordBytes;
    --left_;
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t /*index*/) {
    return lanes_[lane].consume(*coefficients_);
  }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  const std::uint8_t* words_;
  std::size_t left_;
  std::vector<LaneDecoder> lanes_;
  std::vector<std::int32_t>* coefficients_ = nullptr;
};

// Both give in `left` the words behind the last one that they need.
TdrError decode_raw(const Header& header, const std::uint8_t* payload, std::size_t words,
                    std::vector<std::uint8_t>& values, std::size_t& left) {
  if (header.values() > std::uint64_t{words} * kWordBytes) return TdrError::kTruncated;
  const std::uint64_t bytes = header.values() * element_bytes(header.dtype);
  const std::uint64_t needed = (bytes + kWordBytes - 1) / kWordBytes;
  if (needed > words) return TdrError::kTruncated;
  left = words - needed;
  values.assign(payload, payload + bytes);
  return TdrError::kNone;
}

TdrError decode_lossy(const Header& header, const Books& books, const std::uint8_t* payload,
                      std::size_t words, std::vector<std::uint8_t>& values, std::size_t& left) {
  SideInfo side;
  std::size_t used = 0;
  if (const TdrError error = read_side(header, payload, words, side, used);
      error != TdrError::kNone) {
    return error;
  }
  const DecodeBooks tables(books);
  DecoderSide lanes(header, side.classes, tables, payload + used * kWordBytes, words - used);
  const std::vector<std::uint64_t> counts = lanes.counts();
  std::uint64_t coded = 0;
  for (const std::uint64_t count : counts) coded += count;
  // A symbol has at least one bit; what cannot be there is found before memory is reserved.
  if (coded > std::uint64_t{lanes.left()} * kWordBits * kMaxDigits) return TdrError::kTruncated;
  std::vector<std::int32_t> coefficients(header.values());
  lanes.set_target(coefficients);
  if (!run_order(counts, lanes)) return TdrError::kTruncated;
  left = lanes.left();
  values = reconstruct_values(header, side.means, std::move(coefficients));
  return TdrError::kNone;
}

}  // namespace

std::vector<std::uint8_t> reconstruct_values(const Header& header,
                                             const std::vector<std::int32_t>& means,
                                             std::vector<std::int32_t> coefficients) {
  Matrix matrix{header.rows, header.cols, std::move(coefficients)};
  if (header.predict == Predict::kDelta) integrate(header, matrix);
  inverse_transform(header.transform, header.along_rows, matrix);
  add_means(header, means, 1, matrix);
  const std::uint32_t bytes = element_bytes(header.dtype);
  std::vector<std::uint8_t> values(matrix.values.size() * bytes);
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    unalign(header.dtype, matrix.values[i], header.exponent, &values[i * bytes]);
  }
  return values;
}

namespace {

Decoded decode_whole(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
                     const Books& books, bool is_slot) {
  Decoded decoded;
  const auto refuse = [&](TdrError error) {
    decoded.error = error;
    decoded.values.clear();
    return decoded;
  };
  if ((size % kWordBytes != 0 && !is_slot) || size < (kHeaderWords + 1) * kWordBytes) {
    return refuse(TdrError::kSize);
  }
  PackedHeader packed{};
  for (std::size_t i = 0; i < packed.size(); ++i) {
    packed[i] = static_cast<std::uint32_t>(load_word(stream + i * kWordBytes, kWordBits));
  }
  if (const TdrError error = unpack_header(packed, decoded.header); error != TdrError::kNone) {
    return refuse(error);
  }
  if (decoded.header.values() > max_values) return refuse(TdrError::kTooLarge);
  const std::size_t words = size / kWordBytes - kHeaderWords - 1;
  const std::uint8_t* const payload = stream + kHeaderWords * kWordBytes;
  std::size_t left = 0;
  const TdrError error =
      decoded.header.mode == Mode::kRaw
          ? decode_raw(decoded.header, payload, words, decoded.values, left)
          : decode_lossy(decoded.header, books, payload, words, decoded.values, left);
  if (error != TdrError::kNone) return refuse(error);
  const std::size_t body = (kHeaderWords + words - left) * kWordBytes;
  const std::uint8_t* const behind = stream + body + kWordBytes;
  const bool ends =
      is_slot ? std::all_of(behind, stream + size, [](std::uint8_t byte) { return byte == 0; })
              : left == 0;
  if (!ends) return refuse(TdrError::kExcess);
  if (huff::crc32(0, stream, body) != load_word(stream + body, kWordBits)) {
    return refuse(TdrError::kCrc);
  }
  return decoded;
}

}  // namespace

Decoded decode(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
               const Books& books) {
  return decode_whole(stream, size, max_values, books, false);
}

Decoded decode_slot(const std::uint8_t* slot, std::size_t size, std::uint64_t max_values,
                    const Books& books) {
  return decode_whole(slot, size, max_values, books, true);
}

}  // namespace tern::tdr
