// SPDX-License-Identifier: Apache-2.0
//
// forward_case: tensors as the forward pipeline takes them, and the levels that it finds.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_forward.sv
//   Test  tb/tdr/tdr_forward_test.cc, tb/tdr/tdr_enc_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/tdr/part.h"
#include "model/tdr/test_cases.h"
#include "sim/tdr_beats.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {

/// The streams into the forward pipeline; one tensor after the other is added.
class ForwardCase {
 public:
  sim::TdrEncBeats streams;
  std::vector<SymbolBlock> blocks;
  std::vector<tdr::Part> parts;  ///< what the model makes of each block

  /// `count_bits`: of the values of each lane that a command ends with, if any. `dropped`: how many
  /// bits fewer values have than they may, int8 apart.
  explicit ForwardCase(unsigned count_bits = 0, unsigned dropped = 0)
      : streams(count_bits), dropped_(dropped) {}

  /// Lines are columns. `header`: Qp, quantiser and tools.
  void add(const tdr::TestTensor& tensor, tdr::Header header);

 private:
  unsigned dropped_;
};

/// Tools of every kind; with DCT-8 across lines the last group of them must not be of 9 to 15.
[[nodiscard]] tdr::Header random_tools(Rng& rng, std::uint32_t cols);

}  // namespace tern::tb
