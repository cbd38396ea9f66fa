// SPDX-License-Identifier: Apache-2.0
//
// tdr_circuit: the blocks of a TDR stream through the circuits, and what differs from the model.
//
//   Spec  docs/cli.md#circuits-of-lossy-coding
//   Test  tb/apps/tdr_rtl_test.py
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/tdr/stream.h"
#include "sim/apps/json_text.h"
#include "sim/run_options.h"

namespace tern::apps {

/// Smallest and largest number so far.
struct Span {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  void add(std::uint64_t number);
};

/// What one circuit did for a tensor.
struct TdrWay {
  std::string sha256;  ///< empty if no block ran
  std::uint64_t blocks = 0;
  std::uint64_t blocks_run = 0;
  std::map<std::string, std::uint64_t> not_run;  ///< blocks by reason
  std::uint64_t values = 0;                      ///< of the blocks that ran
  std::uint64_t cycles = 0;
  std::uint64_t stall_cycles = 0;  ///< in which input was offered and not taken
  std::uint64_t bubbles = 0;       ///< without output on offer, from the first to the last
  Span first;                      ///< cycles of a block from its first beat in to the first out
  Span last;                       ///< and from its last beat in to the last out
  std::string mismatch;            ///< empty, or the first difference
};

/// Both of them.
struct TdrCircuits {
  TdrWay encode;
  TdrWay decode;
  double seconds = 0;

  /// Empty if everything that ran is right, and something ran.
  [[nodiscard]] std::string mismatch() const;
};

/// Runs what the circuits take. `streamed`: the stream effort made the blocks, so that the circuit
/// must make the same words. Precondition: the model decodes the stream.
[[nodiscard]] TdrCircuits run_tdr_circuits(const tdr::Source& source, const tdr::Encoded& encoded,
                                           bool streamed, const sim::RunOptions& options);

[[nodiscard]] OrderedJson circuits_json(const TdrCircuits& circuits);

/// Blocks and values per cycle for a cell of a table.
[[nodiscard]] std::string way_text(const TdrWay& way);

/// A line for each circuit that did not run all blocks of this tensor, with the reasons.
[[nodiscard]] std::string remarks_of(const std::string& name, const TdrCircuits& circuits);

}  // namespace tern::apps
