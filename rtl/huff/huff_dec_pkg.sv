// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_pkg: the sizes of the decoder that follow from its ValueBits.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#the-loop-of-a-step

`default_nettype none

package huff_dec_pkg;

  // Bits that the window of a lane gets at once: no token has more.
  function automatic int unsigned unit_bits(input int unsigned value);
    unit_bits = (value == 32) ? 64 : 32;
  endfunction

  // Counts bits modulo a unit.
  function automatic int unsigned rest_bits(input int unsigned value);
    rest_bits = (value == 32) ? 6 : 5;
  endfunction

  // Counts the bits that a lane may hold, up to three words.
  function automatic int unsigned bound_bits(input int unsigned word, value);
    bound_bits = $clog2(3 * word / unit_bits(value) + 1) + rest_bits(value);
  endfunction

  // Extra bits of a lane's port; a unit for bytes has no use for them.
  function automatic int unsigned extra_bits(input int unsigned value);
    extra_bits = (value == 32) ? 32'(huff_pkg::WideExtraBits) : 32'(huff_pkg::SplitExtraBits);
  endfunction

endpackage

`default_nettype wire
