// SPDX-License-Identifier: Apache-2.0
//
// tdr_pieces: the blocks of a TDR stream, taken apart for the circuits.
//
//   Spec  docs/transform.md#15-blocks
//   Test  tb/apps/tdr_rtl_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/tdr/layer.h"
#include "model/tdr/part.h"
#include "model/tdr/stream.h"
#include "sim/tdr_engine.h"

namespace tern::apps {

struct TdrPiece {
  sim::TdrJob job;
  std::string lacks;                ///< why the block has nothing for a circuit, or empty
  std::size_t words_at = 0;         ///< byte of the stream: the words of the lanes
  std::size_t values_at = 0;        ///< byte of the tensor
  std::optional<tdr::Layer> layer;  ///< what is added to the part's values
  tdr::Words layer_words;
};

/// The pieces point into `source` and `encoded`. Precondition: the model decodes the stream.
[[nodiscard]] std::vector<TdrPiece> tdr_pieces(const tdr::Source& source,
                                               const tdr::Encoded& encoded);

}  // namespace tern::apps
