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
  EncoderConfig encoder;
  std::uint32_t window = 128;
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
