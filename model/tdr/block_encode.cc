// SPDX-License-Identifier: Apache-2.0
//
// block_encode.cc: one block in each of the modes.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/blocks_test.cc
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "model/common/bits.h"
#include "model/tdr/align.h"
#include "model/tdr/block.h"
#include "model/tdr/bound.h"
#include "model/tdr/layer.h"
#include "model/tdr/lossless.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kInfinity = 0x7F800000;

void put_header(const Header& header, Bytes& words) {
  for (const std::uint32_t word : pack_block_header(header)) append_word(words, word, kWordBits);
}

Header shape_of(const Source& source, Mode mode) {
  Header header;
  header.mode = mode;
  header.dtype = source.dtype;
  header.rows = source.rows;
  header.cols = source.cols;
  return header;
}

bool is_finite(Dtype dtype, const std::uint8_t* data) {
  return dtype == Dtype::kInt8 || (float32_of(dtype, data) >> 23 & 0xFF) != 0xFF;
}

Block exact_of(const Source& source, Mode mode) {
  Block block;
  block.header = shape_of(source, mode);
  block.values.assign(source.data, source.data + source.size);
  put_header(block.header, block.words);
  return block;
}

// A stream of version 1 has the words of a part between its header and its check.
Block block_of(Encoded& encoded, Mode mode) {
  Block block;
  block.header = encoded.header;
  block.header.mode = mode;
  put_header(block.header, block.words);
  block.values = std::move(encoded.values);
  block.certificate = encoded.certificate;
  block.lambda = encoded.lambda;
  return block;
}

void put_part(const Encoded& encoded, Block& block) {
  constexpr auto kHeaderBytes = static_cast<std::ptrdiff_t>(kHeaderWords * kWordBytes);
  block.words.insert(block.words.end(), encoded.stream.begin() + kHeaderBytes,
                     encoded.stream.end() - static_cast<std::ptrdiff_t>(kWordBytes));
}

// The unit of which all values are multiples, if the largest then has at most kAlignBits bits.
std::optional<std::int16_t> common_unit(const Source& source) {
  const std::uint32_t bytes = element_bytes(source.dtype);
  std::int32_t low = 1000;
  std::int32_t top = -1000;
  for (std::size_t at = 0; at < source.size; at += bytes) {
    if (!is_finite(source.dtype, source.data + at)) return std::nullopt;
    const Parts parts = parts_at(source.dtype, source.data + at);
    auto rest = static_cast<std::uint32_t>(std::abs(parts.significand));
    if (rest == 0) continue;
    std::int32_t exponent = parts.exponent;
    while ((rest & 1) == 0) {
      rest >>= 1;
      ++exponent;
    }
    low = std::min(low, exponent);
    while (rest != 0) {
      rest >>= 1;
      ++exponent;
    }
    top = std::max(top, exponent);
  }
  if (top < low || source.dtype == Dtype::kInt8) return std::int16_t{0};
  if (top - low > static_cast<std::int32_t>(kAlignBits)) return std::nullopt;
  return static_cast<std::int16_t>(low);
}

// The shortest part that leaves the values as they are. Nothing if none does.
std::optional<Part> integer_part(const Header& header, const Source& source, bool bounded) {
  std::optional<Part> best;
  const auto compete = [&](Predict predict, bool lines_are_rows) {
    EncodeOptions options;
    options.tools.predict = predict;
    options.tools.lines_are_rows = lines_are_rows;
    options.qp = kLosslessQp;
    options.states_log2 = 0;
    options.lambda = 0;
    options.bounded = bounded;
    Part part =
        encode_part(header, align_to(source.dtype, source.data, source.size, header.exponent),
                    options, shipped_books(), nullptr);
    part.header.mode = Mode::kInteger;
    // Not so if a zero has a sign, for one.
    if (!std::equal(part.values.begin(), part.values.end(), source.data)) return;
    part.values = Bytes();  // those of the source
    if (!best || part.payload.size() < best->payload.size()) best = std::move(part);
  };
  for (const Predict predict : {Predict::kNone, Predict::kRowMean, Predict::kColumnMean}) {
    compete(predict, header.rows == 1);
  }
  compete(Predict::kDelta, false);
  compete(Predict::kDelta, true);
  return best;
}

}  // namespace

Bytes finite_part(const Source& source) {
  Bytes values(source.data, source.data + source.size);
  const std::uint32_t bytes = element_bytes(source.dtype);
  for (std::size_t at = 0; at < values.size(); at += bytes) {
    if (is_finite(source.dtype, &values[at])) continue;
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(at), bytes, std::uint8_t{0});
  }
  return values;
}

Block raw_block(const Source& source) {
  Block block = exact_of(source, Mode::kRaw);
  // And for the header and check of the tensor, so that it is not moved for these.
  block.words.reserve(raw_block_bytes(source) + (kTensorHeaderWords + 1) * kWordBytes);
  put_raw(source.data, source.size, block.words);
  return block;
}

std::size_t raw_block_bytes(const Source& source) {
  return kBlockHeaderWords * kWordBytes + (source.size + kWordBytes - 1) / kWordBytes * kWordBytes;
}

Block lossless_block(const Source& source) {
  Block block = exact_of(source, Mode::kLossless);
  const Bytes message = encode_message(source);
  block.words.insert(block.words.end(), message.begin(), message.end());
  return block;
}

std::optional<Block> integer_block(const Source& source, bool bounded) {
  const std::optional<std::int16_t> unit = common_unit(source);
  if (!unit) return std::nullopt;
  Header header = shape_of(source, Mode::kInteger);
  header.exponent = *unit;
  std::optional<Part> part = integer_part(header, source, bounded);
  if (!part) return std::nullopt;
  Block block;
  block.header = part->header;
  block.values.assign(source.data, source.data + source.size);
  put_header(block.header, block.words);
  block.words.insert(block.words.end(), part->payload.begin(), part->payload.end());
  return block;
}

Block exact_block(const Source& source, bool bounded) {
  // One at a time, and raw only if it wins: each is as large as the tensor.
  std::optional<Block> best = integer_block(source, bounded);
  if (best && best->words.size() >= raw_block_bytes(source)) best.reset();
  const std::size_t integer = best ? best->words.size() : raw_block_bytes(source);
  Block lossless = lossless_block(source);
  if (lossless.words.size() <= integer && lossless.words.size() < raw_block_bytes(source)) {
    return lossless;
  }
  lossless = {};
  return best ? std::move(*best) : raw_block(source);
}

std::optional<Block> lossy_block(const Source& source, const EncodeOptions& options) {
  Encoded encoded = encode(source, options);
  if (encoded.header.mode == Mode::kRaw) return std::nullopt;
  Block block = block_of(encoded, Mode::kLossy);
  put_part(encoded, block);
  return block;
}

std::optional<Block> near_block(const Source& source, const Magnitude& bound, bool choose,
                                const EncodeOptions& options) {
  std::optional<Encoded> quick;
  if (options.effort == Effort::kStream) {
    quick = encode_within_quickly(source, bound, options);
    if (!quick) return std::nullopt;
  }
  Encoded encoded = quick ? std::move(*quick) : encode_within(source, bound, choose, options);
  const std::uint32_t certified = binary32_above(encoded.certificate.largest);
  if (encoded.header.mode == Mode::kRaw || certified >= kInfinity) return std::nullopt;
  Block block = block_of(encoded, Mode::kNear);
  append_word(block.words, certified, kWordBits);
  put_part(encoded, block);
  return block;
}

std::optional<Block> layered_block(const Source& source, const EncodeOptions& options) {
  Bytes finite;
  Source base = source;
  if (!align_exponent(source.dtype, source.data, source.size)) {
    finite = finite_part(source);
    base.data = finite.data();
  }
  Encoded encoded = encode(base, options);
  if (encoded.header.mode == Mode::kRaw) return std::nullopt;
  Block block = block_of(encoded, Mode::kLayered);
  const std::optional<Layer> layer = encode_layer(source.dtype, block.values, source.data);
  if (!layer) return std::nullopt;
  append_word(block.words, layer->top, kWordBits);
  append_word(block.words, layer->bits, kWordBits);
  put_part(encoded, block);
  block.words.insert(block.words.end(), layer->words.begin(), layer->words.end());
  block.values.assign(source.data, source.data + source.size);
  block.certificate = {};
  return block;
}

}  // namespace tern::tdr
