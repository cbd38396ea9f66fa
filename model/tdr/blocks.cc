// SPDX-License-Identifier: Apache-2.0
//
// blocks.cc: bands of rows, and the ladder of modes that each of them climbs.
//
//   Spec  docs/transform.md#15-blocks
//   Test  model/tdr/blocks_test.cc
#include "model/tdr/blocks.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/common/bits.h"
#include "model/tdr/align.h"
#include "model/tdr/block.h"
#include "model/tdr/rate.h"

namespace tern::tdr {
namespace {

// Smaller blocks cost side information, larger ones lose more to one value that is not finite.
constexpr std::uint64_t kBandValues = 4096;
// What a block is held in while it is coded takes some ten times its values: a large tensor is
// split, so that this does not grow with it. Groups of lines stay whole.
constexpr std::uint64_t kMostValues = std::uint64_t{1} << 20;
constexpr std::uint64_t kRowGroup = 16;
constexpr std::int64_t kOctaveQp = 6 << kQpFractionBits;

/// One band of the tensor, and what is decided about it once.
struct Band {
  Source source;
  std::optional<std::int16_t> exponent;  // nothing if a value is not finite
  Tools tools;
};

bool all_finite(const Source& source) {
  return align_exponent(source.dtype, source.data, source.size).has_value();
}

std::uint32_t band_rows_of(const Source& source, const BlockOptions& options) {
  if (options.band_rows > 0) return options.band_rows;
  const std::uint32_t all = std::max(source.rows, 1U);
  if (source.cols == 0) return all;
  std::uint64_t rows = (kBandValues + source.cols - 1) / source.cols;
  if (all_finite(source)) {
    if (std::uint64_t{all} * source.cols <= kMostValues) return all;
    rows = std::max<std::uint64_t>(kMostValues / source.cols / kRowGroup, 1) * kRowGroup;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, all));
}

/// Bands, and the options of those that are lossy.
class Plan {
 public:
  Plan(const Source& source, const BlockOptions& options) : options_(options) {
    header_ = {source.dtype, source.rows, source.cols, band_rows_of(source, options)};
    header_.bounded = options.lossy.bounded;
    const std::size_t row = std::size_t{source.cols} * element_bytes(source.dtype);
    for (std::uint64_t first = 0; first < source.rows && row > 0; first += header_.band_rows) {
      Band band;
      band.source = source;
      band.source.rows = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(header_.band_rows, source.rows - first));
      band.source.data = source.data + first * row;
      band.source.size = band.source.rows * row;
      band.exponent = align_exponent(source.dtype, band.source.data, band.source.size);
      if (band.exponent) top_ = std::max(top_, *band.exponent);
      bands_.push_back(band);
    }
  }

  void choose_tools(const EncodeOptions& lossy) {
    for (Band& band : bands_) {
      band.tools = plain_tools(band.source);
      if (options_.choose && band.exponent) {
        band.tools = tdr::choose_tools(band.source, options_for(band, lossy));
      }
    }
  }

  [[nodiscard]] Encoded encode(const EncodeOptions& lossy) const {
    Encoded encoded;
    encoded.header.dtype = header_.dtype;
    encoded.header.rows = header_.rows;
    encoded.header.cols = header_.cols;
    TensorHeader header = header_;
    const auto put_header = [&](std::vector<std::uint8_t>& stream) {
      for (const std::uint32_t word : pack_tensor_header(header)) {
        append_word(stream, word, kWordBits);
      }
    };
    put_header(encoded.stream);
    // Grown bit by bit, they would have room for twice what they hold. A stream is about as long as
    // raw values at most; memory that is not written takes none.
    if (bands_.size() > 1) {
      encoded.values.reserve(header_.values() * element_bytes(header_.dtype));
      encoded.stream.reserve(header_.values() * element_bytes(header_.dtype) + bands_.size() * 64);
    }
    for (const Band& band : bands_) {
      Block block = block_of(band, lossy);
      header.has_8x8 |= block.header.transform == Transform::kDct8x8;
      encoded.blocks.push_back({block.header, block.words.size(), block.certificate, block.lambda});
      if (bands_.size() == 1) {
        // The only block is as large as the tensor: no copy of it is made.
        encoded.values = std::move(block.values);
        block.words.insert(block.words.begin(), encoded.stream.begin(), encoded.stream.end());
        encoded.stream = std::move(block.words);
        continue;
      }
      encoded.stream.insert(encoded.stream.end(), block.words.begin(), block.words.end());
      encoded.values.insert(encoded.values.end(), block.values.begin(), block.values.end());
    }
    // Only now it is known which version the stream needs.
    std::vector<std::uint8_t> words;
    put_header(words);
    std::copy(words.begin(), words.end(), encoded.stream.begin());
    put_check(encoded.stream);
    return encoded;
  }

 private:
  [[nodiscard]] EncodeOptions options_for(const Band& band, EncodeOptions lossy) const {
    const std::int64_t octaves = top_ - band.exponent.value_or(top_);
    lossy.qp = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(lossy.qp + octaves * kOctaveQp, 0, kMaxQp));
    lossy = with_tools(lossy, band.tools);
    if (lossy.blank) lossy.tools = plain_tools(band.source);
    return lossy;
  }

  // From the mode that is wanted to the first that takes the block.
  [[nodiscard]] Block block_of(const Band& band, const EncodeOptions& with) const {
    const Source& source = band.source;
    const EncodeOptions lossy = options_for(band, with);
    std::optional<Block> block;
    switch (options_.wanted) {
      case Mode::kRaw:
        return raw_block(source);
      case Mode::kLossless:
        block = lossless_block(source);
        break;
      case Mode::kInteger:
        block = integer_block(source, header_.bounded);
        break;
      case Mode::kLayered:
        block = layered_block(source, lossy);
        break;
      case Mode::kLossy:
        if (band.exponent) block = lossy_block(source, lossy);
        if (block && options_.bound && *options_.bound < block->certificate.largest) block.reset();
        if (block || !options_.bound) break;
        [[fallthrough]];
      case Mode::kNear:
        if (band.exponent) block = near_block(source, *options_.bound, options_.choose, lossy);
        break;
    }
    if (!block) return exact_block(source, header_.bounded);
    if (raw_block_bytes(source) <= block->words.size()) return raw_block(source);
    return std::move(*block);
  }

  const BlockOptions& options_;
  TensorHeader header_;
  std::vector<Band> bands_;
  std::int16_t top_ = -149;  // of the exponents
};

Encoded encode_within_budget(const Source& source, const Budget& budget,
                             const BlockOptions& options) {
  EncodeOptions lossy = options.lossy;
  if (all_finite(source)) {
    lossy.qp = guess_qp(source, budget.rate);
  } else {
    const std::vector<std::uint8_t> finite = finite_part(source);
    Source guessed = source;
    guessed.data = finite.data();
    lossy.qp = guess_qp(guessed, budget.rate);
  }
  Plan plan(source, options);
  plan.choose_tools(lossy);
  const auto encoder = [&](const EncodeOptions& with) { return plan.encode(with); };
  return encode_at_most(source, encoder, budget, lossy);
}

}  // namespace

Encoded encode_blocks(const Source& source, const BlockOptions& options) {
  assert(options.wanted != Mode::kNear || options.bound);
  Plan plan(source, options);
  plan.choose_tools(options.lossy);
  return plan.encode(options.lossy);
}

Encoded encode_blocks_at_rate(const Source& source, std::uint32_t rate,
                              const BlockOptions& options) {
  return encode_within_budget(source, budget_of_rate(source, rate), options);
}

Encoded encode_blocks_in_slot(const Source& source, std::uint64_t bytes,
                              const BlockOptions& options) {
  BlockOptions raw = options;
  raw.wanted = Mode::kRaw;
  {
    Encoded encoded = encode_blocks(source, raw);
    if (encoded.stream.size() <= bytes) return encoded;
  }
  return encode_within_budget(source, budget_of_slot(source, bytes), options);
}

}  // namespace tern::tdr
