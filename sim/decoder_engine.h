// SPDX-License-Identifier: Apache-2.0
//
// decoder_engine: the Verilated decoder as a function from messages to values, with its cycles.
//
// Like the encoder's engine it hides Verilator's types from those who use it.
//
//   Spec  docs/streams.md#decoder
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_engine_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/stream.h"
#include "sim/run_options.h"

namespace tern::sim {

/// What became of one message. A cycle number is that of the clock edge at which a beat moved.
struct DecodeTrace {
  huff::StreamError error = huff::StreamError::kNone;  ///< the verdict
  huff::Dtype dtype = huff::Dtype::kBf16;              ///< meaningful without an error
  std::uint32_t count = 0;                             ///< of values, likewise
  std::vector<std::uint8_t> values;                    ///< as they left the circuit
  std::uint64_t first_in_cycle = 0;                    ///< first beat accepted
  std::uint64_t first_out_cycle = 0;                   ///< first values offered
  std::uint64_t last_out_cycle = 0;                    ///< last beat of values moved
  std::uint64_t done_cycle = 0;                        ///< verdict taken
  std::uint64_t input_stall_cycles = 0;  ///< cycles in which a beat was offered and not taken
  std::uint64_t bubble_cycles = 0;       ///< cycles without values on offer behind the first ones
};

/// Everything that a run of several back-to-back messages gave.
struct DecodeRun {
  std::vector<DecodeTrace> messages;
  std::uint64_t cycles = 0;  ///< from the first acceptance to the last verdict, inclusive
};

/// A Verilated decoder with fixed parameters.
class DecoderEngine {
 public:
  virtual ~DecoderEngine() = default;

  /// Resets the circuit, loads the books, and sends the messages back to back. A message that the
  /// circuit refuses is a finding, not an error. Fails (kMismatch) when the watchdog fires, an
  /// assertion of the RTL does not hold, or a book is refused; kUsage: too many books.
  [[nodiscard]] virtual Result<DecodeRun> run(std::vector<std::vector<std::uint8_t>> messages,
                                              const std::vector<const huff::Book*>& books,
                                              const RunOptions& options) = 0;

  /// The Verilated circuit: its top and the parameters that it was built with.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual huff::Geometry geometry() const = 0;
};

/// The decoder for this geometry (values of up to 16 bits), or an error that lists those built.
[[nodiscard]] Result<std::unique_ptr<DecoderEngine>> make_decoder(const huff::Geometry& geometry);

}  // namespace tern::sim
