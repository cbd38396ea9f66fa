// SPDX-License-Identifier: Apache-2.0
//
// tern_loopback: names the ports of a link, once for all its parameters.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/loopback_test.cc
#pragma once

#include <memory>
#include <utility>

#include "sim/dut/huff_enc.h"
#include "sim/loopback_dut.h"

namespace tern::sim {

/// An instance of the Verilated class `V`, which was built with the parameters of `config`.
template <typename V>
LoopbackDut make_tern_loopback(const LoopbackConfig& config, std::uint64_t seed) {
  auto circuit = std::make_unique<VerilatedCircuit<V>>(seed);
  V& top = circuit->top();
  LoopbackPins pins;
  pins.encoder = encoder_inputs(top, config.encoder);

  EncoderPins& ports = pins.encoder;
  ports.out.valid = Pin(top.out_tvalid_o);
  ports.out.ready = Pin(top.out_tready_i);
  ports.out.data = Port(top.out_tdata_o, config.encoder.lanes * config.encoder.value_bits);
  ports.out.keep = Port(top.out_tkeep_o, config.encoder.lanes * config.encoder.value_bits / 8);
  ports.out.last = Pin(top.out_tlast_o);

  pins.done.valid = Pin(top.done_tvalid_o);
  pins.done.ready = Pin(top.done_tready_i);
  pins.done_error = Port(top.done_error_o, 4);
  pins.done_dtype = Port(top.done_dtype_o, 4);
  pins.done_count = Port(top.done_count_o, 32);

  pins.link_beat = Pin(top.link_beat_o);
  pins.link_keep = Port(top.link_keep_o, config.encoder.lanes * config.encoder.word_bits / 8);

  return LoopbackDut{config, std::move(circuit), pins};
}

}  // namespace tern::sim
