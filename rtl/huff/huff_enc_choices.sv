// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_choices: choices that were made and wait for their chunks.
//
// A shift register, because the slots of all of them must be seen: none may be overwritten.
//
//   Latency     1 cycle
//   Throughput  1 choice per cycle
//   Storage     Depth * 6 bits
//   Model       none: timing only
//   Test        tb/huff/encoder_best_test.cc
//   Doc         docs/architecture.md#best-choice

`default_nettype none

`include "tern_assert.svh"

module huff_enc_choices #(
  parameter int unsigned Books = 2,
  parameter int unsigned Depth = 8,
  parameter int unsigned Room = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_room_o,    // for so many more
  input  logic             in_raw_i,
  input  logic [3:0]       in_slot_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic             out_raw_o,
  output logic [3:0]       out_slot_o,

  output logic [Books-1:0] uses_o
);

  logic [Depth-1:0]   valid_d, valid_q, raw_d, raw_q;
  logic [4*Depth-1:0] slot_d, slot_q;
  logic               take;

  assign take = valid_q[0] && out_ready_i;

  always_comb begin
    valid_d = take ? valid_q >> 1 : valid_q;
    raw_d   = take ? raw_q >> 1 : raw_q;
    slot_d  = take ? slot_q >> 4 : slot_q;
    // The first free place.
    if (in_valid_i) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (!valid_d[i] && (i == 0 || valid_d[(i == 0) ? 0 : i-1])) begin
          raw_d[i]       = in_raw_i;
          slot_d[4*i+:4] = in_slot_i;
        end
      end
      valid_d = (valid_d << 1) | Depth'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    raw_q  <= raw_d;
    slot_q <= slot_d;
  end

  always_comb begin
    uses_o = '0;
    for (int unsigned i = 0; i < Depth; i++) begin
      for (int unsigned k = 0; k < Books; k++) begin
        if (valid_q[i] && !raw_q[i] && slot_q[4*i+:4] == 4'(k)) begin
          uses_o[k] = 1'b1;
        end
      end
    end
  end

  assign in_room_o   = !valid_q[Depth-Room];
  assign out_valid_o = valid_q[0];
  assign out_raw_o   = raw_q[0];
  assign out_slot_o  = slot_q[3:0];

  `TERN_ASSERT(Fits, !in_valid_i || !valid_q[Depth-1])
  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, {out_raw_o, out_slot_o})

endmodule

`default_nettype wire
