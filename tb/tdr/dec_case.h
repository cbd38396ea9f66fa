// SPDX-License-Identifier: Apache-2.0
//
// dec_case: blocks with their side information, and the values that the golden model makes of them.
//
//   Spec  docs/transform.md#2-a-stream
//   RTL   rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_dec_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "sim/tdr_beats.h"
#include "tb/tdr/decode_case.h"

namespace tern::tb {

/// All streams of the unit; one block after the other is added. Blocks have 16 lanes, and their
/// lines are columns.
class DecCase {
 public:
  sim::TdrDecBeats streams;
  std::vector<Beat> out;
  std::size_t late_steps = 0;

  /// `sent`: means of rows or columns, if the block has them. The levels are not looked at. Returns
  /// the values, as a tensor.
  std::vector<std::uint8_t> add(const SymbolBlock& block, const std::vector<std::int32_t>& sent,
                                const std::vector<std::uint32_t>& words);

 private:
  void add_beat(const tdr::Header& header, const std::vector<std::uint8_t>& values,
                std::uint32_t row, std::uint32_t first, std::uint32_t count);
};

}  // namespace tern::tb
