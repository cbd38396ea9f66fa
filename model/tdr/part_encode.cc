// SPDX-License-Identifier: Apache-2.0
//
// part_encode.cc: the stages of the encoder, one behind the other.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/stream_test.cc
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

#include "model/common/bits.h"
#include "model/huff/crc32.h"
#include "model/tdr/fit.h"
#include "model/tdr/levels.h"
#include "model/tdr/order.h"
#include "model/tdr/part.h"
#include "model/tdr/predict.h"
#include "model/tdr/quick_fit.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/transform.h"
#include "model/tdr/viterbi.h"
#include "model/tdr/window.h"

namespace tern::tdr {
namespace {

constexpr std::uint32_t kLeastFitLambda = 100;

using LaneWords = std::vector<std::uint32_t>;

// Decodes what it sends, which says how many bits values have, and what a decoder will make of
// them.
class EncoderSide {
 public:
  EncoderSide(const Header& header, const Classes& classes, const DecodeBooks& books,
              std::vector<LaneWords> lanes, std::vector<std::uint8_t>& stream)
      : lanes_(std::move(lanes)), sent_(lanes_.size()), stream_(stream) {
    for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
      decoders_.emplace_back(header, classes, books, lane);
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> counts;
    for (const LaneDecoder& lane : decoders_) counts.push_back(lane.count());
    return counts;
  }
  void set_target(std::int32_t* coefficients) { coefficients_ = coefficients; }

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t /*index*/) {
    return decoders_[lane].bits();
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    const LaneWords& words = lanes_[lane];
    // Only bounded parts take what no value needs.
    const std::uint32_t word = sent_[lane] < words.size() ? words[sent_[lane]] : 0;
    append_word(stream_, word, kWordBits);
    decoders_[lane].append(word);
    ++sent_[lane];
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t /*index*/) {
    return decoders_[lane].consume(coefficients_);
  }

 private:
  std::vector<LaneWords> lanes_;
  std::vector<std::size_t> sent_;
  std::vector<std::uint8_t>& stream_;
  std::vector<LaneDecoder> decoders_;
  std::int32_t* coefficients_ = nullptr;
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

// Leaves the matrix as it was.
Fit fit_of(const Header& header, Matrix& matrix, const EncodeOptions& options, const Books& books) {
  if (options.effort == Effort::kStream) {
    return quick_fit(matrix, step_of(header.qp));
  }
  // Classes are about bits, even where levels are not.
  const Search search(books, options.qp, options.states_log2,
                      std::max(options.lambda, kLeastFitLambda));
  const auto fit = [&] {
    return fit_classes(matrix, search, options.rounds, options.without.classes);
  };
  if (header.predict != Predict::kDelta) return fit();
  // Differences take the place of the values for a while; sums of them clip nothing.
  matrix = line_differences(header, std::move(matrix));
  Fit found = fit();
  integrate(header, matrix);
  return found;
}

std::vector<std::int32_t> levels_of(const Header& header, const Classes& classes, Matrix matrix,
                                    const EncodeOptions& options, const Books& books) {
  if (options.effort == Effort::kStream) {
    assert(header.predict != Predict::kDelta);
    WindowSearch search(books, options.qp, options.states_log2, options.lambda, options.window);
    return search_levels(header, classes, std::move(matrix),
                         [&](const std::vector<LinePoint>& line, std::vector<std::int32_t>& found) {
                           search.run(line, found);
                         });
  }
  Search search(books, options.qp, options.states_log2, options.lambda);
  const bool delta = header.predict == Predict::kDelta;
  return search_levels(header, classes, std::move(matrix),
                       [&](const std::vector<LinePoint>& line, std::vector<std::int32_t>& found) {
                         search.run(line, delta, found);
                       });
}

// Appends the lanes to the payload, and leaves in `part` what a decoder makes of them.
void send_lanes(const SideInfo& side, const Books& books, std::vector<LaneWords> lanes,
                Part& part) {
  const std::optional<DecodeBooks> own =
      &books == &shipped_books() ? std::nullopt : std::make_optional<DecodeBooks>(books);
  std::size_t words = 0;
  for (const LaneWords& lane : lanes) words += lane.size();
  part.payload.reserve(part.payload.size() + words * kWordBytes);
  {
    EncoderSide sender(part.header, side.classes, own ? *own : shipped_decode_books(),
                       std::move(lanes), part.payload);
    sender.set_target(make_room(part.header, part.values));
    static_cast<void>(run_order(sender.counts(), sender, part.header.bounded));
  }
  reconstruct_values(part.header, side.means, part.values);
}

}  // namespace

void put_check(std::vector<std::uint8_t>& stream) {
  append_word(stream, huff::crc32(0, stream.data(), stream.size()), kWordBits);
}

void put_raw(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& stream) {
  stream.insert(stream.end(), data, data + size);
  for (std::size_t at = size; at % kWordBytes != 0; ++at) stream.push_back(0);
}

Part encode_part(Header header, std::vector<std::int32_t> integers, const EncodeOptions& options,
                 const Books& books, Statistics* statistics) {
  header.mode = Mode::kLossy;
  header.lanes_log2 = options.lanes_log2 < 0 ? default_lanes(header.values())
                                             : static_cast<std::uint8_t>(options.lanes_log2);
  header.lines_are_rows = options.tools.lines_are_rows;
  header.states_log2 = static_cast<std::uint8_t>(options.states_log2);
  header.predict = options.tools.predict;
  header.transform = options.tools.transform;
  header.along_rows = options.tools.along_rows;
  header.qp = static_cast<std::uint16_t>(options.qp);
  header.bounded = options.bounded;

  Matrix matrix{header.rows, header.cols, std::move(integers)};
  SideInfo side;
  side.means = find_means(header, matrix);
  header.mean_bits = mean_bits_of(side.means);
  add_means(header, side.means, -1, matrix);
  forward_transform(header.transform, header.along_rows, matrix);

  Fit fit = fit_of(header, matrix, options, books);
  side.classes = std::move(fit.classes);
  header.bias = fit.bias;
  if (options.blank) {
    std::fill(side.classes.rows.begin(), side.classes.rows.end(), kDeadClass);
    std::fill(side.classes.cols.begin(), side.classes.cols.end(), kDeadClass);
  }
  const Matrix before = statistics != nullptr ? matrix : Matrix{};
  std::vector<std::int32_t> levels =
      levels_of(header, side.classes, std::move(matrix), options, books);

  Part part;
  part.header = header;
  BitWriter writer(kWordBits);
  write_side(header, side, writer);
  for (const std::uint64_t word : writer.finish()) append_word(part.payload, word, kWordBits);
  std::vector<LaneWords> lanes;
  const FreeDigits free =
      options.effort == Effort::kStream ? FreeDigits::kCheapestDigit : FreeDigits::kCheapestSymbol;
  for (std::uint32_t lane = 0; lane < 1U << header.lanes_log2; ++lane) {
    const LaneBits bits = symbolize(header, side.classes, books, levels, lane,
                                    statistics != nullptr ? &statistics->symbols : nullptr, free,
                                    statistics != nullptr ? &statistics->digits : nullptr);
    lanes.emplace_back(bits.words.begin(), bits.words.end());
  }
  if (statistics != nullptr) {
    static_cast<void>(
        coefficients_of(header, side.classes, books, std::move(levels), before, statistics));
  }
  // Levels go before their coefficients come.
  std::vector<std::int32_t>().swap(levels);
  send_lanes(side, books, std::move(lanes), part);
  return part;
}

}  // namespace tern::tdr
