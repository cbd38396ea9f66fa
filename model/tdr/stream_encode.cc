// SPDX-License-Identifier: Apache-2.0
//
// stream_encode.cc: the encoder, composed of its stages.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/stream_test.cc
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "model/common/bits.h"
#include "model/huff/crc32.h"
#include "model/tdr/align.h"
#include "model/tdr/fit.h"
#include "model/tdr/levels.h"
#include "model/tdr/order.h"
#include "model/tdr/predict.h"
#include "model/tdr/stream.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/transform.h"
#include "model/tdr/viterbi.h"

namespace tern::tdr {
namespace {

constexpr std::size_t kWordBytes = kWordBits / 8;
constexpr std::uint32_t kLeastFitLambda = 100;

void put_header(const Header& header, std::vector<std::uint8_t>& stream) {
  for (const std::uint32_t word : pack_header(header)) append_word(stream, word, kWordBits);
}

void put_check(std::vector<std::uint8_t>& stream) {
  append_word(stream, huff::crc32(0, stream.data(), stream.size()), kWordBits);
}

class EncoderSide {
 public:
  EncoderSide(std::vector<LaneBits> lanes, std::vector<std::uint8_t>& stream)
      : lanes_(std::move(lanes)), sent_(lanes_.size()), stream_(stream) {}

  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> counts;
    for (const LaneBits& lane : lanes_) counts.push_back(lane.pieces.size());
    return counts;
  }
  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t index) const {
    return lanes_[lane].pieces[index].bits;
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    assert(sent_[lane] < lanes_[lane].words.size());
    append_word(stream_, lanes_[lane].words[sent_[lane]++], kWordBits);
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) const {
    return lanes_[lane].pieces[index].digits;
  }

 private:
  std::vector<LaneBits> lanes_;
  std::vector<std::size_t> sent_;
  std::vector<std::uint8_t>& stream_;
};

std::uint8_t default_lanes(std::uint64_t values) {
  return values >= 16384 ? 4 : values >= 2048 ? 2 : 0;
}

// Low bits with which all means together are shortest.
std::uint8_t mean_bits_of(const std::vector<std::int32_t>& means) {
  std::uint8_t best = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint8_t low = 0; low < 16; ++low) {
    std::uint64_t bits = 0;
    for (const std::int32_t mean : means) {
      const std::uint32_t high = fold_sign(mean) >> low;
      bits += high > kMaxTail ? 1U << 20 : tail_bits(high) + low;
    }
    if (bits < least) {
      least = bits;
      best = low;
    }
  }
  return best;
}

Encoded raw_with(const Source& source, Header header) {
  Encoded encoded;
  header.mode = Mode::kRaw;
  encoded.header = header;
  put_header(header, encoded.stream);
  encoded.stream.insert(encoded.stream.end(), source.data, source.data + source.size);
  while (encoded.stream.size() % kWordBytes != 0) encoded.stream.push_back(0);
  put_check(encoded.stream);
  encoded.values.assign(source.data, source.data + source.size);
  return encoded;
}

}  // namespace

Encoded encode_raw(const Source& source) {
  Header header;
  header.dtype = source.dtype;
  header.rows = source.rows;
  header.cols = source.cols;
  return raw_with(source, header);
}

Certificate certify(const Source& source, const std::vector<std::uint8_t>& values) {
  Certificate certificate;
  const std::optional<Aligned> before = align(source.dtype, source.data, source.size);
  if (!before) return certificate;
  certificate.exponent = before->exponent;
  certificate.largest = largest_difference(source.dtype, source.data, values.data(), source.size);
  const std::vector<std::int32_t> after =
      align_to(source.dtype, values.data(), values.size(), before->exponent);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::int64_t difference = std::int64_t{before->values[i]} - after[i];
    const auto error = static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
    certificate.max_error = std::max(certificate.max_error, static_cast<std::uint32_t>(error));
    const std::uint64_t room =
        std::numeric_limits<std::uint64_t>::max() - certificate.squared_error;
    certificate.squared_error += std::min(error * error, room);
  }
  return certificate;
}

Encoded encode(const Source& source, const EncodeOptions& options, const Books& books,
               Statistics* statistics) {
  Header header;
  header.dtype = source.dtype;
  header.rows = source.rows;
  header.cols = source.cols;
  header.lanes_log2 = options.lanes_log2 < 0 ? default_lanes(header.values())
                                             : static_cast<std::uint8_t>(options.lanes_log2);
  header.lines_are_rows = options.tools.lines_are_rows;
  header.states_log2 = static_cast<std::uint8_t>(options.states_log2);
  header.predict = options.tools.predict;
  header.transform = options.tools.transform;
  header.along_rows = options.tools.along_rows;
  header.qp = static_cast<std::uint16_t>(options.qp);
  assert(source.size == header.values() * element_bytes(source.dtype));

  std::optional<Aligned> aligned = align(source.dtype, source.data, source.size);
  if (!aligned) return raw_with(source, header);
  header.exponent = aligned->exponent;
  Matrix matrix{source.rows, source.cols, std::move(aligned->values)};
  SideInfo side;
  side.means = find_means(header, matrix);
  header.mean_bits = mean_bits_of(side.means);
  add_means(header, side.means, -1, matrix);
  forward_transform(header.transform, header.along_rows, matrix);

  Search search(books, options.qp, options.states_log2, options.lambda);
  // Classes are about bits, even where levels are not.
  const Search fit_search(books, options.qp, options.states_log2,
                          std::max(options.lambda, kLeastFitLambda));
  Fit fit =
      fit_classes(header.predict == Predict::kDelta ? line_differences(header, matrix) : matrix,
                  fit_search, options.rounds);
  side.classes = std::move(fit.classes);
  header.bias = fit.bias;
  if (options.blank) {
    std::fill(side.classes.rows.begin(), side.classes.rows.end(), kDeadClass);
    std::fill(side.classes.cols.begin(), side.classes.cols.end(), kDeadClass);
  }
  const std::vector<std::int32_t> levels = search_levels(header, side.classes, matrix, search);

  Encoded encoded;
  encoded.header = header;
  put_header(header, encoded.stream);
  BitWriter writer(kWordBits);
  write_side(header, side, writer);
  for (const std::uint64_t word : writer.finish()) append_word(encoded.stream, word, kWordBits);
  std::vector<LaneBits> lanes;
  for (std::uint32_t lane = 0; lane < 1U << header.lanes_log2; ++lane) {
    lanes.push_back(symbolize(header, side.classes, books, levels, lane,
                              statistics != nullptr ? &statistics->symbols : nullptr));
  }
  EncoderSide sender(std::move(lanes), encoded.stream);
  static_cast<void>(run_order(sender.counts(), sender));
  put_check(encoded.stream);
  const std::size_t raw = (kHeaderWords + 1) * kWordBytes + source.size;
  if (encoded.stream.size() > (raw + kWordBytes - 1) / kWordBytes * kWordBytes) {
    return raw_with(source, header);
  }
  encoded.values = reconstruct_values(
      header, side.means, coefficients_of(header, side.classes, books, levels, matrix, statistics));
  encoded.certificate = certify(source, encoded.values);
  return encoded;
}

}  // namespace tern::tdr
