// SPDX-License-Identifier: Apache-2.0
//
// code_case: blocks of values as words, in the order of the stream, and the books that they need.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_code.sv
//   Test  tb/tdr/tdr_code_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/symbolize.h"
#include "sim/tdr_beats.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {

/// Bits of the count of each lane in a command of the coder alone.
inline constexpr unsigned kCodeCountBits = 11;

/// What a lane sends for its first `count` values; those that are lacking are a zero bit each.
[[nodiscard]] tdr::LaneBits lane_bits(const std::vector<Token>& tokens, const tdr::Books& books,
                                      std::size_t count);

/// The words of the lanes in their order.
[[nodiscard]] std::vector<std::uint32_t> words_of(const std::vector<tdr::LaneBits>& lanes);

/// Beats of `lanes.size()` words, as tdr_code sends them; two bits behind tlast are 0.
void add_words(const std::vector<tdr::LaneBits>& lanes, std::vector<Beat>& out);

/// Of each lane.
[[nodiscard]] std::vector<std::vector<Token>> all_tokens(const SymbolBlock& block);

/// All streams of the coder; one block after the other is added.
class CodeCase {
 public:
  std::size_t lanes;
  std::vector<Beat> commands;
  std::vector<Beat> books;
  std::vector<Beat> in;
  std::vector<Beat> out;

  explicit CodeCase(std::size_t of_lanes) : lanes(of_lanes) {
    sim::add_tdr_books(tdr::shipped_books(), books);
  }

  void add(const SymbolBlock& block);

  /// The command says other counts than the block has, or books are others than shipped.
  void add(const SymbolBlock& block, const tdr::Books& some,
           const std::vector<std::size_t>& counts);
};

}  // namespace tern::tb
