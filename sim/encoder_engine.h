// SPDX-License-Identifier: Apache-2.0
//
// encoder_engine: the Verilated encoder as a function from values to messages, with its cycles.
//
// The command line and the tests run the circuit through this one interface; Verilator's types stay
// behind it.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc, tb/huff/best_engine_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/counters.h"
#include "model/huff/stream.h"
#include "sim/run_options.h"

namespace tern::sim {

/// One message to encode. The pointers must outlive the run.
struct EncodeJob {
  huff::Dtype dtype = huff::Dtype::kBf16;
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;              ///< bytes
  const huff::Book* book = nullptr;  ///< nullptr: raw, or the best of `candidates`
  std::uint32_t chunk_log2 = 0;      ///< as in the header
  bool best = false;                 ///< each chunk takes the cheapest of `candidates` and raw
  std::vector<const huff::Book*> candidates = {};
  std::uint8_t offset = 0;  ///< as in the header
};

/// What one message took. A cycle number is that of the clock edge at which a beat moved.
struct MessageTrace {
  std::vector<std::uint8_t> bytes;        ///< the message as it left the circuit
  std::uint64_t first_in_cycle = 0;       ///< first value accepted
  std::uint64_t last_in_cycle = 0;        ///< last value accepted
  std::uint64_t first_payload_cycle = 0;  ///< first beat with a payload word offered
  std::uint64_t last_out_cycle = 0;       ///< beat with the trailer moved
  std::uint64_t input_stall_cycles = 0;   ///< cycles in which a beat was offered and not taken
  /// Latency of every step: from its acceptance to the beat with the last word that holds any of
  /// its bits. Index: latency in cycles; value: number of steps.
  std::vector<std::uint64_t> latency_histogram;
};

/// Everything that a run of several back-to-back messages gave.
struct EncodeRun {
  std::vector<MessageTrace> messages;
  std::uint64_t cycles = 0;  ///< from the first acceptance to the last beat, inclusive
  std::optional<huff::Counters> counters;  ///< if they were asked for and the circuit has some
};

/// A Verilated encoder with fixed parameters.
class EncoderEngine {
 public:
  virtual ~EncoderEngine() = default;

  /// Resets the circuit and sends the jobs back to back, loading books in between as needed. If
  /// a job takes the best, all books are loaded first, and must fit; the jobs of its dtype have the
  /// same candidates, or name one of them.
  /// Fails (kMismatch) when the watchdog fires or an assertion of the RTL does not hold.
  [[nodiscard]] virtual Result<EncodeRun> run(const std::vector<EncodeJob>& jobs,
                                              const RunOptions& options) = 0;

  /// The Verilated circuit: its top and the parameters that it was built with.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual huff::Geometry geometry() const = 0;
  /// How many books it holds.
  [[nodiscard]] virtual std::uint32_t books() const = 0;
};

/// The encoder for this geometry (16-bit values; with 64-bit words 32-bit ones), or an error that
/// lists those built. `best_steps`: it must choose the best book for chunks of so many steps; 0: it
/// need not choose at all.
[[nodiscard]] Result<std::unique_ptr<EncoderEngine>> make_encoder(const huff::Geometry& geometry,
                                                                  std::uint32_t best_steps = 0);

}  // namespace tern::sim
