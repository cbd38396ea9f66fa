// SPDX-License-Identifier: Apache-2.0
//
// counters.h: what an encoder has counted, and the file that carries it to the trainer.
//
//   Spec  docs/streams.md#counters, docs/cli.md#counter-files
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  model/huff/counter_file_test.cc, tb/huff/encoder_counters_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/common/result.h"
#include "model/huff/histogram.h"
#include "model/huff/params.h"

namespace tern::huff {

/// What an encoder has counted.
struct Counters {
  Histogram samples{};                            ///< symbols, one of each step
  std::array<std::uint64_t, kNumBooks> chunks{};  ///< by slot
  std::uint64_t raw_chunks = 0;
  std::uint64_t raw_bytes = 0;  ///< of values, uncompressed
  std::uint64_t words = 0;      ///< of whole messages
  std::uint64_t escapes = 0;
};

/// Adds those of another run.
void add(Counters& sum, const Counters& more);

/// The counters of messages of one dtype, as a file has them.
struct CounterFile {
  Dtype dtype = Dtype::kBf16;
  std::uint32_t word_bits = 32;
  Counters counters;
};

/// Parses the text of a counter file. `name` is used in messages. Unknown keys, wrong types and
/// numbers out of range (counts have at most 53 bits) are refused.
[[nodiscard]] Result<CounterFile> parse_counters(const std::string& text, const std::string& name);

/// Text of a counter file, the same for the same counts.
[[nodiscard]] std::string format_counters(const CounterFile& file);

}  // namespace tern::huff
