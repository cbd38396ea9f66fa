// SPDX-License-Identifier: Apache-2.0
//
// loopback_dut: pins and parameters of a Verilated link, both ends back to back.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/loopback_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/encoder_dut.h"

namespace tern::sim {

/// Parameters of the circuit, named as in the RTL.
struct LoopbackConfig {
  /// The values of a variant, in the order of tern_add_loopbacks().
  LoopbackConfig(std::uint32_t lanes, std::uint32_t word_bits, std::uint32_t value_bits,
                 std::uint32_t max_code_len, std::uint32_t min_token_bits, std::uint32_t books,
                 std::uint32_t best_steps, std::uint32_t credits, std::uint32_t book_kind,
                 std::uint32_t top_symbols)
      : encoder{lanes,          word_bits,   value_bits, max_code_len,
                min_token_bits, books,       best_steps, 0,
                book_kind,      top_symbols, 0},
        window(credits) {}

  EncoderConfig encoder;
  std::uint32_t window;
};

/// Every port of the circuit: those of an encoder, whose output is the values again, and more.
struct LoopbackPins {
  EncoderPins encoder;

  StreamPins done;  ///< valid and ready only
  Port done_error;
  Port done_dtype;
  Port done_count;

  Pin link_beat;
  Port link_keep;
};

/// One instance.
struct LoopbackDut {
  LoopbackConfig config;
  std::unique_ptr<Model> model;
  LoopbackPins pins;
};

/// A circuit that was built, and how to make an instance of it.
struct LoopbackVariant {
  const char* name;
  LoopbackConfig config;
  LoopbackDut (*make)(const LoopbackConfig& config, std::uint64_t seed);
};

}  // namespace tern::sim
