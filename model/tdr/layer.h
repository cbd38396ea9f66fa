// SPDX-License-Identifier: Apache-2.0
//
// layer: what is missing from a reconstruction to the very bits.
//
// The fewer places a number has below its own first one, the fewer bits are missing, so the base
// says how many to expect. Where the base is zero it says nothing but that the number is small.
//
//   Spec  docs/transform.md#17-the-second-layer
//   Test  model/tdr/layer_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/dtype.h"
#include "model/tdr/part.h"

namespace tern::tdr {

inline constexpr std::uint32_t kLayerWords = 2;  // in front of the part
inline constexpr std::uint32_t kMaxLayerBits = 287;

struct Layer {
  std::uint32_t top = 0;            ///< no magnitude whose base is zero is above it
  std::uint32_t bits = 0;           ///< raw bits at exponent 0
  std::vector<std::uint8_t> words;  ///< of the layer
};

/// The shortest layer from `base` to `wanted`, both in that dtype. Nothing if a difference is too
/// large for every number of raw bits.
[[nodiscard]] std::optional<Layer> encode_layer(Dtype dtype, const std::vector<std::uint8_t>& base,
                                                const std::uint8_t* wanted);

/// Brings `values`, the base, to what was wanted; `layer.words` is not used. Takes from `words`.
[[nodiscard]] TdrError decode_layer(Dtype dtype, const Layer& layer, Words& words,
                                    std::vector<std::uint8_t>& values);

}  // namespace tern::tdr
