// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_chunks: counts the chunks of a message, and says which tokens have a choice bit.
//
// What it says of a step comes from registers: the choice bit is the first thing that a lane looks
// at.
//
//   Latency     1 cycle from setup to the first step
//   Throughput  1 step per cycle
//   Storage     about 50 bits, and 1 a lane
//   Model       model/huff/order.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#6-chunks

`default_nettype none

`include "tern_assert.svh"

module huff_dec_chunks #(
  parameter int unsigned Lanes = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             start_i,
  input  logic [3:0]       chunk_log2_i,
  // The cycle before the first step can be decoded: steps of the message but one.
  input  logic             setup_i,
  input  logic [31:0]      steps_less_i,
  // A step has been decoded.
  input  logic             go_i,

  // Of the step at hand: lanes whose token has a choice bit, also in the next cycle; any, and the
  // last ones of a choice.
  output logic [Lanes-1:0] choice_o,
  output logic [Lanes-1:0] choice_next_o,
  output logic             choice_any_o,
  output logic             choice_end_o,
  // It is the last one of a chunk, and another chunk follows.
  output logic             turn_o
);

  // Steps that carry a choice, and lanes of the last one of them.
  localparam int unsigned Parts     = (huff_pkg::ChoiceBits + Lanes - 1) / Lanes;
  localparam int unsigned LastLanes = huff_pkg::ChoiceBits - (Parts - 1) * Lanes;
  // Steps of the chunk that are left at the last choice step, that one included.
  localparam logic [15:0] EndLeft   = 16'(huff_pkg::ChoiceLead + 1);
  localparam logic [15:0] FirstLeft = EndLeft + 16'(Parts - 1);

  logic [3:0]       log2_d, log2_q;
  // Steps of the chunk that are left, the one at hand included; chunks behind it.
  logic [15:0]      left_d, left_q;
  logic [27:0]      after_d, after_q;
  logic             more_d, more_q;
  logic             turn_d, turn_q;
  logic             any_d, any_q;
  logic             end_d, end_q;
  logic [Lanes-1:0] choice_d;

  logic [15:0]      size;
  logic [31:0]      behind;

  assign size   = 16'd1 << log2_q;
  assign behind = steps_less_i >> log2_q;

  always_comb begin
    log2_d  = start_i ? chunk_log2_i : log2_q;
    left_d  = left_q;
    after_d = after_q;
    more_d  = more_q;
    turn_d  = turn_q;
    any_d   = any_q;
    end_d   = end_q;

    if (setup_i) begin
      left_d  = size;
      after_d = behind[27:0];
      more_d  = (log2_q != '0) && (behind != '0);
      turn_d  = 1'b0;
      any_d   = 1'b0;
      end_d   = 1'b0;
    end else if (go_i && turn_q) begin
      left_d  = size;
      after_d = after_q - 28'd1;
      more_d  = after_q != 28'd1;
      turn_d  = 1'b0;
    end else if (go_i) begin
      left_d = left_q - 16'd1;
      turn_d = more_q && (left_q == 16'd2);
      any_d  = more_q && (left_q > EndLeft) && (left_q <= FirstLeft + 16'd1);
      end_d  = more_q && (left_q == EndLeft + 16'd1);
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      choice_d[i] = any_d && ((i < LastLanes) || !end_d);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q   <= 1'b0;
      any_q    <= 1'b0;
      end_q    <= 1'b0;
    end else begin
      turn_q   <= turn_d;
      any_q    <= any_d;
      end_q    <= end_d;
    end
  end

  always_ff @(posedge clk_i) begin
    log2_q  <= log2_d;
    left_q  <= left_d;
    after_q <= after_d;
    more_q  <= more_d;
  end

  // A message that is one chunk may have more of them than fit the counter; it does not count.
  logic unused_behind;
  assign unused_behind = ^behind[31:28];

  // Each lane has its own: most are equal, and as one register they would need a tree of buffers.
  for (genvar i = 0; i < Lanes; i++) begin : gen_choice
    logic choice_q;
    (* keep *) always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        choice_q <= 1'b0;
      end else begin
        choice_q <= choice_d[i];
      end
    end
    assign choice_o[i] = choice_q;
  end

  assign choice_next_o = choice_d;
  assign choice_any_o = any_q;
  assign choice_end_o = end_q;
  assign turn_o       = turn_q;

  `TERN_ASSERT(ChoiceBeforeTurn, !turn_q || !any_q)

endmodule

`default_nettype wire
