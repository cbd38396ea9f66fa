// SPDX-License-Identifier: Apache-2.0
//
// huff_dec: names the ports of the decoder, once for all its parameters.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/huff_dec_test.cc
#pragma once

#include <memory>
#include <utility>

#include "sim/decoder_dut.h"

namespace tern::sim {

/// An instance of the Verilated class `V`, which was built with the parameters of `config`.
template <typename V>
DecoderDut make_huff_dec(const DecoderConfig& config, std::uint64_t seed) {
  auto circuit = std::make_unique<VerilatedCircuit<V>>(seed);
  V& top = circuit->top();
  DecoderPins pins;

  pins.clk = Pin(top.clk_i);
  pins.rst_n = Pin(top.rst_ni);

  pins.in.valid = Pin(top.in_tvalid_i);
  pins.in.ready = Pin(top.in_tready_o);
  pins.in.data = Port(top.in_tdata_i, config.lanes * config.word_bits);
  pins.in.keep = Port(top.in_tkeep_i, config.lanes * config.word_bits / 8);
  pins.in.last = Pin(top.in_tlast_i);

  pins.out.valid = Pin(top.out_tvalid_o);
  pins.out.ready = Pin(top.out_tready_i);
  pins.out.data = Port(top.out_tdata_o, config.lanes * config.value_bits);
  pins.out.keep = Port(top.out_tkeep_o, config.lanes * config.value_bits / 8);
  pins.out.last = Pin(top.out_tlast_o);

  pins.done.valid = Pin(top.done_tvalid_o);
  pins.done.ready = Pin(top.done_tready_i);
  pins.done_error = Port(top.done_error_o, 4);
  pins.done_dtype = Port(top.done_dtype_o, 4);
  pins.done_count = Port(top.done_count_o, 32);

  pins.book.valid = Pin(top.book_tvalid_i);
  pins.book.ready = Pin(top.book_tready_o);
  pins.book.data = Port(top.book_data_i, 20);
  pins.book_index = Port(top.book_index_i, 9);

  pins.err_load = Pin(top.err_load_o);
  pins.err_clear = Pin(top.err_clear_i);
  pins.busy = Pin(top.busy_o);

  return DecoderDut{config, std::move(circuit), pins};
}

}  // namespace tern::sim
