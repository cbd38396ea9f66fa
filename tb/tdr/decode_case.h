// SPDX-License-Identifier: Apache-2.0
//
// decode_case: words of blocks, and what the decoder must make of them.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_decode.sv
//   Test  tb/tdr/tdr_decode_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {

/// The words of a block whose values send these tokens, by lane.
[[nodiscard]] std::vector<std::uint32_t> words_of(const std::vector<std::vector<Token>>& lanes,
                                                  bool bounded);

/// What the golden model makes of the words of a block.
struct DecodedSteps {
  std::vector<std::vector<Token>> lanes;   ///< values decoded, by lane
  std::size_t steps = 0;                   ///< that are whole
  std::vector<std::int32_t> coefficients;  ///< of the whole steps, by Header::index()
  bool truncated = false;
  std::size_t words = 0;       ///< taken
  std::size_t late_steps = 0;  ///< in which a lane took a word because its value was not whole
};

/// Precondition: `words` are those of a block with these classes, damaged or not.
[[nodiscard]] DecodedSteps decode_steps(const SymbolBlock& block,
                                        const std::vector<std::uint32_t>& words);

/// Lines without dead ones, four for each lane; `size`: about the bits of a value.
[[nodiscard]] SymbolBlock dense_block(Rng& rng, std::uint8_t lanes_log2, std::uint8_t states_log2,
                                      std::uint32_t positions, unsigned size);

/// All streams of the decoder of 2^lanes_log2 lanes; one block after the other is added.
class DecodeCase {
 public:
  explicit DecodeCase(std::uint8_t lanes_log2) : lanes_log2_(lanes_log2) {}

  std::vector<Beat> commands;
  std::vector<Beat> places;
  std::vector<Beat> in;
  std::vector<Beat> out;
  std::size_t given_words = 0;
  std::size_t late_steps = 0;

  void add(const SymbolBlock& block, const std::vector<std::uint32_t>& words,
           bool empty_end = false);

 private:
  std::uint8_t lanes_log2_;
};

}  // namespace tern::tb
