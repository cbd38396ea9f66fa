// SPDX-License-Identifier: Apache-2.0
//
// symbol_case: levels of a block, and the symbols and bits that each value brings.
//
//   Spec  docs/transform.md#7-symbolise
//   RTL   rtl/tdr/tdr_symbolize.sv
//   Test  tb/tdr/tdr_symbolize_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/classes.h"
#include "model/tdr/format.h"
#include "model/tdr/params.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {

/// A block whose lines are columns.
struct SymbolBlock {
  tdr::Header header;
  tdr::Classes classes;
  std::vector<std::int32_t> levels;  ///< by Header::index()
};

/// What one value sends.
struct Token {
  bool fresh = false;  ///< it brings a symbol
  std::uint32_t book = 0;
  std::uint32_t symbol = 0;
  std::uint64_t extra = 0;
  std::uint32_t count = 0;  ///< bits of `extra`
  tdr::Bin bin;
  std::uint32_t quantizer = 0;
  std::int32_t level = 0;
  std::uint32_t slot = 0;  ///< which of the lines that the lane has in hand
  bool starts_line = false;
};

/// Of bounded digits. `size`: bits that levels have at most beside what their bin is for.
[[nodiscard]] SymbolBlock random_levels(Rng& rng, std::uint8_t lanes_log2, std::uint32_t lines,
                                        std::uint32_t positions, unsigned size);

/// The values of a lane in their order, found without the model's symboliser.
[[nodiscard]] std::vector<Token> tokens_of(const SymbolBlock& block, std::uint32_t lane);

/// Whether codewords and bits of the tokens are the words that the model's symboliser makes.
[[nodiscard]] bool is_what_the_model_sends(const SymbolBlock& block, std::uint32_t lane,
                                           const std::vector<Token>& tokens);

/// Bits of a lane of a step: extra bits, count, symbol, book, whether it brings one, keep.
inline constexpr unsigned kStepLane = tdr::shared::kExtraBits + 20;

/// The steps of a block. A beat without values ends it if the longest lane has none in its last
/// beat of levels.
void add_steps(const SymbolBlock& block, std::vector<Beat>& out);

}  // namespace tern::tb
