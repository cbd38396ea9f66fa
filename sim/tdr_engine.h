// SPDX-License-Identifier: Apache-2.0
//
// tdr_engine: the Verilated TDR units as functions between the values of blocks and their words.
//
//   Spec  docs/tdr_architecture.md
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/apps/tdr_rtl_test.py
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/tdr/classes.h"
#include "model/tdr/format.h"
#include "sim/run_options.h"

namespace tern::sim {

/// The part of a block, taken apart. Everything but the words of its lanes comes from the model.
struct TdrJob {
  tdr::Header header;
  tdr::SideInfo side;
  std::vector<std::uint32_t> words;      ///< of its lanes
  const std::uint8_t* source = nullptr;  ///< the values that were encoded; must outlive the run
  std::vector<std::uint8_t> values;      ///< what the model makes of the words
  std::uint32_t lambda = 0;              ///< with which its levels were searched
};

/// What tdr_enc lacks for a block: a word or two for each kind of reason, or nothing.
[[nodiscard]] std::string tdr_enc_lacks(const TdrJob& job);
[[nodiscard]] std::string tdr_dec_lacks(const TdrJob& job);

/// Cycles of one block: those of the clock edges at which its beats moved.
struct TdrTrace {
  std::uint64_t first_in = 0;
  std::uint64_t last_in = 0;
  std::uint64_t first_out = 0;
  std::uint64_t last_out = 0;
};

/// Blocks sent back to back.
struct TdrRun {
  std::vector<TdrTrace> traces;
  std::uint64_t cycles = 0;        ///< from the first beat in to the last one out, inclusive
  std::uint64_t stall_cycles = 0;  ///< in which a beat was offered and not taken
  std::uint64_t bubbles = 0;       ///< without a beat on offer, from the first to the last one
};

struct TdrEncodeRun : TdrRun {
  std::vector<std::vector<std::uint32_t>> words;
};

struct TdrVerdict {
  std::uint32_t error = 0;  ///< 0, 1 if a word is missing, 2 if words are left
  std::uint32_t words = 0;  ///< taken
};

struct TdrDecodeRun : TdrRun {
  std::vector<std::vector<std::uint8_t>> values;  ///< as the tensor has them
  std::vector<TdrVerdict> verdicts;
};

/// Values, classes and means to words. Preconditions: there are jobs, and tdr_enc lacks nothing for
/// them. Fails (kMismatch) when the watchdog fires, an assertion of the RTL does not hold or the
/// circuit reports an error.
[[nodiscard]] Result<TdrEncodeRun> tdr_encode(const std::vector<TdrJob>& jobs,
                                              const RunOptions& options);

/// Words, classes and means to values. The same for tdr_dec; also fails if a block has another
/// number of beats.
[[nodiscard]] Result<TdrDecodeRun> tdr_decode(const std::vector<TdrJob>& jobs,
                                              const RunOptions& options);

}  // namespace tern::sim
