// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_reserve_pkg: the sizes with which no mixture of messages stops the encoder's intake.
//
// The order lags by at most the `slowest` steps that a word may take to complete. Whatever messages
// come meanwhile have a place; docs/architecture.md derives how many that takes.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       none: timing only
//   Test        tb/huff/encoder_mixture_test.cc
//   Doc         docs/architecture.md#reserve

`default_nettype none

package huff_enc_reserve_pkg;

  // A header is written three cycles before its message's first step is packed, and needs a place
  // in the one before; the last words in front of it may wait a cycle for the output.
  localparam int unsigned OpenCycles = 5;

  // Messages between their command and their first word, without Reserve.
  localparam int unsigned Titles = 9;

  // Places for headers: no message takes less than two cycles.
  function automatic int unsigned titles(input int unsigned reserve, slowest);
    titles = Titles;
    if (reserve != 0 && slowest + OpenCycles > 2 * Titles) begin
      titles = (slowest + OpenCycles + 1) / 2;
    end
  endfunction

  // Words of a lane; `value` and `code` are the unit's ValueBits and MaxCodeLen. Every word that
  // waits has a pass that was not taken. Where the longest tokens fill half a word at most, no run
  // of messages makes a word in each cycle: two words take three steps, or each takes two.
  function automatic int unsigned lane_words(input int unsigned slowest, word, value, code);
    if (2 * (value + code) > word) begin
      lane_words = slowest + 1;
    end else if (3 * (value + code) > word) begin
      lane_words = (2 * slowest + 2) / 3 + ((slowest > word) ? 3 : 2);
    end else begin
      lane_words = (slowest + 1) / 2 + 3;
    end
  endfunction

endpackage

`default_nettype wire
