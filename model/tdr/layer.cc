// SPDX-License-Identifier: Apache-2.0
//
// layer.cc: differences of codes, one after the other.
//
//   Spec  docs/transform.md#17-the-second-layer
//   Test  model/tdr/layer_test.cc
#include "model/tdr/layer.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "model/common/tensor.h"
#include "model/tdr/codes.h"
#include "model/tdr/tail.h"
#include "model/tdr/word_reader.h"

namespace tern::tdr {
namespace {

/// What the base says of a value.
struct Context {
  bool zero = false;           // its magnitude is sent as a distance from the top
  std::uint32_t exponent = 0;  // field of the base
};

std::uint32_t mantissa_bits(Dtype dtype) {
  if (dtype == Dtype::kInt8) return 0;
  return dtype == Dtype::kFp32 ? 23U : float_format_of(dtype)->mantissa_bits;
}

Context context_of(Dtype dtype, std::uint64_t base) {
  if (dtype == Dtype::kInt8) return {};
  const std::uint64_t magnitude = base & low_bits(code_bits(dtype) - 1);
  return {magnitude == 0, static_cast<std::uint32_t>(magnitude >> mantissa_bits(dtype))};
}

// Raw bits of a difference whose base is not zero.
std::uint32_t raw_bits(Dtype dtype, std::uint32_t bits, const Context& context) {
  const std::uint32_t left = bits - std::min(bits, context.exponent);
  return std::min(left, code_bits(dtype));
}

// Differences at most -2^(n-1) and 2^(n-1) - 1, as 0, -1, 1 ...
std::uint64_t fold(std::int64_t value) {
  return value < 0 ? 2 * static_cast<std::uint64_t>(-(value + 1)) + 1
                   : 2 * static_cast<std::uint64_t>(value);
}

std::int64_t unfold(std::uint64_t folded) {
  const auto half = static_cast<std::int64_t>(folded >> 1);
  return (folded & 1) != 0 ? -half - 1 : half;
}

std::uint64_t folded_difference(Dtype dtype, std::uint64_t base, std::uint64_t wanted) {
  const std::int64_t way = ordered_of(dtype, wanted) - ordered_of(dtype, base);
  return fold(sign_extend(static_cast<std::uint64_t>(way), code_bits(dtype)));
}

// The raw bits with which all differences are shortest.
std::optional<std::uint32_t> best_bits(Dtype dtype, const std::vector<std::uint8_t>& base,
                                       const std::uint8_t* wanted) {
  const std::uint32_t bytes = element_bytes(dtype);
  std::optional<std::uint32_t> best;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t bits = 0; bits <= kMaxLayerBits; ++bits) {
    std::uint64_t sum = 0;
    bool possible = true;
    for (std::size_t at = 0; at < base.size() && possible && sum < least; at += bytes) {
      const std::uint64_t from = load_code(dtype, &base[at]);
      const Context context = context_of(dtype, from);
      if (context.zero) continue;
      const std::uint32_t raw = raw_bits(dtype, bits, context);
      const std::uint64_t upper =
          folded_difference(dtype, from, load_code(dtype, wanted + at)) >> raw;
      possible = upper <= kMaxTail;
      if (possible) sum += tail_bits(static_cast<std::uint32_t>(upper)) + raw;
    }
    if (!possible || sum >= least) continue;
    least = sum;
    best = bits;
  }
  return best;
}

}  // namespace

std::optional<Layer> encode_layer(Dtype dtype, const std::vector<std::uint8_t>& base,
                                  const std::uint8_t* wanted) {
  const std::uint32_t bytes = element_bytes(dtype);
  const std::uint32_t mantissa = mantissa_bits(dtype);
  const std::uint64_t magnitude_mask = low_bits(code_bits(dtype) - 1);
  Layer layer;
  const std::optional<std::uint32_t> bits = best_bits(dtype, base, wanted);
  if (!bits) return std::nullopt;
  layer.bits = *bits;
  for (std::size_t at = 0; at < base.size(); at += bytes) {
    if (!context_of(dtype, load_code(dtype, &base[at])).zero) continue;
    const auto magnitude =
        static_cast<std::uint32_t>(load_code(dtype, wanted + at) & magnitude_mask);
    layer.top = std::max(layer.top, magnitude);
  }
  BitWriter writer(kWordBits);
  for (std::size_t at = 0; at < base.size(); at += bytes) {
    const std::uint64_t from = load_code(dtype, &base[at]);
    const std::uint64_t to = load_code(dtype, wanted + at);
    const Context context = context_of(dtype, from);
    const std::uint32_t raw = context.zero ? mantissa : raw_bits(dtype, layer.bits, context);
    const std::uint64_t number =
        context.zero ? layer.top - (to & magnitude_mask) : folded_difference(dtype, from, to);
    put_tail(static_cast<std::uint32_t>(number >> raw), writer);
    writer.put(number & low_bits(raw), raw);
    if (context.zero) writer.put(to > magnitude_mask ? 1 : 0, 1);
  }
  for (const std::uint64_t word : writer.finish()) append_word(layer.words, word, kWordBits);
  return layer;
}

TdrError decode_layer(Dtype dtype, const Layer& layer, Words& words,
                      std::vector<std::uint8_t>& values) {
  const std::uint32_t bytes = element_bytes(dtype);
  const std::uint32_t mantissa = mantissa_bits(dtype);
  WordReader reader(words.bytes, words.count);
  for (std::size_t at = 0; at < values.size(); at += bytes) {
    const std::uint64_t from = load_code(dtype, &values[at]);
    const Context context = context_of(dtype, from);
    const std::uint32_t raw = context.zero ? mantissa : raw_bits(dtype, layer.bits, context);
    const std::uint64_t window = reader.window();
    const Tail tail = parse_tail(window);
    // At most 30 bits and 32 bits.
    const std::uint64_t number =
        std::uint64_t{tail.value} << raw | (window >> tail.bits & low_bits(raw));
    const std::uint32_t used = tail.bits + raw;
    if (!reader.skip(used + (context.zero ? 1 : 0))) return TdrError::kTruncated;
    std::uint64_t code = 0;
    if (context.zero) {
      const std::uint64_t magnitude = (layer.top - number) & low_bits(code_bits(dtype) - 1);
      code = magnitude | (window >> used & 1) << (code_bits(dtype) - 1);
    } else {
      code = code_of(dtype, ordered_of(dtype, from) + unfold(number));
    }
    store_code(dtype, code, &values[at]);
  }
  words.skip(reader.words());
  return TdrError::kNone;
}

}  // namespace tern::tdr
