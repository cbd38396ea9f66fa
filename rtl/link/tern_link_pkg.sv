// SPDX-License-Identifier: Apache-2.0
//
// tern_link_pkg: how much a receiver must be able to hold so that the link never locks up.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       none: timing only
//   Test        tb/link/loopback_test.cc
//   Doc         docs/architecture.md#the-link

`default_nettype none

package tern_link_pkg;

  // Steps that may be inside encoder and decoder when no further value comes: a demanded word needs
  // so many steps until it is complete, the decoder demands that far ahead, and a beat is sent when
  // it is full. Behind the buffer of the best choice, which needs two chunks.
  function automatic int unsigned min_window(input int unsigned value, word, token, best, lanes);
    int unsigned wide;
    int unsigned split;
    int unsigned bytes;
    begin
      wide  = (value == 32) ? steps_inside(huff_enc_pkg::WideExtra, word, token) : 0;
      split = (value >= 16) ? steps_inside(huff_enc_pkg::SplitExtra, word, token) : 0;
      bytes = steps_inside(0, word, token);
      min_window = huff_enc_pkg::most(wide, split, bytes) + 8
                   + ((best == 0) ? 0 : 2 * best + huff_enc_pkg::choice_steps(lanes) + 8);
    end
  endfunction

  function automatic int unsigned steps_inside(input int unsigned extra, word, token);
    int unsigned least;
    begin
      least = huff_enc_pkg::min_token(extra, token);
      steps_inside = huff_enc_pkg::steps_to_word(extra, word, token) + (word + least - 1) / least;
    end
  endfunction

endpackage

`default_nettype wire
