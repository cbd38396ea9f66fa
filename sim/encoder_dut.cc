// SPDX-License-Identifier: Apache-2.0
//
// encoder_dut: pins and parameters of a Verilated encoder.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   RTL   rtl/huff/huff_enc_command.sv
//   Test  tb/huff/encoder_chunk_test.cc
#include "sim/encoder_dut.h"

#include <algorithm>

namespace tern::sim {

huff::Chunking EncoderConfig::chunking(huff::Dtype dtype, std::uint32_t chunk_log2) const {
  const std::uint32_t tokens = huff::extra_bits(dtype) + 1;
  const std::uint32_t min_len = min_token_bits > tokens ? min_token_bits - tokens : 0;
  return {chunk_log2, static_cast<std::uint8_t>(std::min(min_len, 7U))};
}

void CounterPins::count_all() {
  run.set(true);
  any.set(true);
  clear.set(false);
  read.valid.set(false);
  count.ready.set(false);
}

}  // namespace tern::sim
