// SPDX-License-Identifier: Apache-2.0
//
// huff_enc: names the ports of the encoder, once for all its parameters.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/huff_enc_test.cc
#pragma once

#include <memory>
#include <utility>

#include "sim/encoder_dut.h"

namespace tern::sim {

/// The ports of `top` on which an encoder takes things, and its errors.
template <typename V>
EncoderPins encoder_inputs(V& top, const EncoderConfig& config) {
  EncoderPins pins;
  pins.clk = Pin(top.clk_i);
  pins.rst_n = Pin(top.rst_ni);

  pins.command.valid = Pin(top.cmd_tvalid_i);
  pins.command.ready = Pin(top.cmd_tready_o);
  pins.command_dtype = Port(top.cmd_dtype_i, 4);
  pins.command_raw = Pin(top.cmd_raw_i);
  pins.command_best = Pin(top.cmd_best_i);
  pins.command_book = Port(top.cmd_book_i, 4);
  pins.command_chunk_log2 = Port(top.cmd_chunk_log2_i, 4);
  pins.command_offset = Port(top.cmd_offset_i, 8);
  pins.command_count = Port(top.cmd_count_i, 32);

  pins.in.valid = Pin(top.in_tvalid_i);
  pins.in.ready = Pin(top.in_tready_o);
  pins.in.data = Port(top.in_tdata_i, config.lanes * config.value_bits);
  pins.in.keep = Port(top.in_tkeep_i, config.lanes * config.value_bits / 8);
  pins.in.last = Pin(top.in_tlast_i);

  pins.book.valid = Pin(top.book_tvalid_i);
  pins.book.ready = Pin(top.book_tready_o);
  pins.book.data = Port(top.book_data_i, 20);
  pins.book_index = Port(top.book_index_i, 9);

  pins.err_book = Pin(top.err_book_o);
  pins.err_count = Pin(top.err_count_o);
  pins.err_cmd = Pin(top.err_cmd_o);
  pins.err_load = Pin(top.err_load_o);
  pins.err_clear = Pin(top.err_clear_i);
  pins.busy = Pin(top.busy_o);
  return pins;
}

/// An instance of the Verilated class `V`, which was built with the parameters of `config`.
template <typename V>
EncoderDut make_huff_enc(const EncoderConfig& config, std::uint64_t seed) {
  auto circuit = std::make_unique<VerilatedCircuit<V>>(seed);
  V& top = circuit->top();
  EncoderPins pins = encoder_inputs(top, config);
  pins.hold = Pin(top.hold_i);
  pins.begun = Pin(top.begun_o);

  pins.counters.run = Pin(top.count_run_i);
  pins.counters.clear = Pin(top.count_clear_i);
  pins.counters.any = Pin(top.count_any_i);
  pins.counters.dtype = Port(top.count_dtype_i, 4);
  pins.counters.book = Port(top.count_book_i, 4);
  pins.counters.read.valid = Pin(top.read_tvalid_i);
  pins.counters.read.ready = Pin(top.read_tready_o);
  pins.counters.read_index = Port(top.read_index_i, 9);
  pins.counters.count.valid = Pin(top.count_tvalid_o);
  pins.counters.count.ready = Pin(top.count_tready_i);
  pins.counters.count.data = Port(top.count_tdata_o, 32);

  pins.out.valid = Pin(top.out_tvalid_o);
  pins.out.ready = Pin(top.out_tready_i);
  pins.out.data = Port(top.out_tdata_o, config.lanes * config.word_bits);
  pins.out.keep = Port(top.out_tkeep_o, config.lanes * config.word_bits / 8);
  pins.out.last = Pin(top.out_tlast_o);

  return EncoderDut{config, std::move(circuit), pins};
}

}  // namespace tern::sim
