// SPDX-License-Identifier: Apache-2.0
//
// tdr_symbolize: levels to joint symbols and the bits that follow their codewords.
//
// A beat of levels is of a value for each lane of the stream, where the lane's line is live. A beat
// at the output is a step of the stream: of every lane that has values left, the next one. It
// brings a symbol if its book has no digits left. The last step of a block is marked; where lines
// are dead in the last beat, a beat of no lane may follow it and have the mark.
//
//   Latency     9 cycles, and until the symbols of the step are whole or closed
//   Throughput  1 beat per cycle
//   Storage     Depth values of each lane
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

`include "tern_assert.svh"

module tdr_symbolize #(
  parameter int unsigned Lanes = 16,
  // A power of two. A lane may be behind another by Depth - 2 * DigitValues - 16 values, that is
  // have so many dead ones more.
  parameter int unsigned Depth = 4096,
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Extra = tdr_pkg::ExtraBits
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // As tdr_quantize has them.
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [Lanes*Level-1:0] in_magnitude_i,
  input  logic [Lanes-1:0]       in_negative_i,
  input  logic [Lanes-1:0]       in_quantizer_i,
  input  logic [Lanes*3-1:0]     in_bin_i,
  input  logic [Lanes*4-1:0]     in_low_i,
  input  logic [Lanes-1:0]       in_live_i,
  input  logic                   in_block_last_i,

  // Of each lane: whether it has a value; whether that brings a symbol, of which book; the bits
  // that follow, the first one lowest, and how many.
  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [Lanes-1:0]       out_keep_o,
  output logic [Lanes-1:0]       out_fresh_o,
  output logic [Lanes*4-1:0]     out_book_o,
  output logic [Lanes*8-1:0]     out_symbol_o,
  output logic [Lanes*Extra-1:0] out_extra_o,
  output logic [Lanes*6-1:0]     out_count_o,
  output logic                   out_last_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_symbolize: Lanes must be at least 1");
  end

  localparam int unsigned Value = Level + 9;

  logic [Lanes-1:0] room;
  logic             fire;

  assign in_ready_o = &room;
  assign fire       = in_valid_i && in_ready_o;

  ///////////
  // Steps //
  ///////////

  localparam int unsigned Side = Lanes * (1 + 1 + 4 + 8) + 1;

  logic               advance, step, ends;
  logic [Lanes-1:0]   valid, keep, last, fresh, done_d, done_q;
  logic [Lanes*4-1:0] book;
  logic [Lanes*8-1:0] symbol;
  logic [Lanes*Extra-1:0] extra;
  logic [Lanes*6-1:0] count;
  logic [1:0]         made;
  logic [2*Side-1:0]  side;

  // Lanes whose block has ended wait for the others.
  assign step   = &(valid | done_q);
  assign ends   = &(last | done_q);
  assign done_d = !(advance && step) ? done_q : ends ? '0 : done_q | last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= '0;
    end else begin
      done_q <= done_d;
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [Value-1:0] pushed, popped, value;
    logic [7:0]       whole;
    logic             is_value, is_last, is_fresh;

    assign pushed = {in_magnitude_i[i*Level +: Level], in_negative_i[i], in_low_i[i*4 +: 4],
                     in_bin_i[i*3 +: 3], in_quantizer_i[i]};

    tdr_gather_lane #(.Depth(Depth)) u_gather (
      .clk_i, .rst_ni, .push_i(fire && in_live_i[i]), .last_i(fire && in_block_last_i),
      .value_i(pushed), .room_o(room[i]), .out_valid_o(valid[i]),
      .out_ready_i(advance && step && !done_q[i]), .out_keep_o(is_value), .out_last_o(is_last),
      .out_value_o(popped), .out_fresh_o(is_fresh), .out_symbol_o(whole)
    );

    // What has no value is 0 at the output.
    assign keep[i]          = is_value && !done_q[i];
    assign last[i]          = is_last && !done_q[i];
    assign fresh[i]         = is_fresh && !done_q[i];
    assign value            = keep[i] ? popped : '0;
    assign book[i*4 +: 4]   = value[3:0];
    assign symbol[i*8 +: 8] = fresh[i] ? whole : '0;

    tdr_extra_lane u_extra (
      .clk_i, .advance_i(advance), .magnitude_i(value[Value-1 -: Level]), .negative_i(value[8]),
      .bin_i(value[3:1]), .low_i(value[7:4]), .extra_o(extra[i*Extra +: Extra]),
      .count_o(count[i*6 +: 6])
    );
  end

  tdr_delay #(.Stages(2), .Width(Side)) u_side (
    .clk_i, .rst_ni, .advance_i(advance), .valid_i(step),
    .data_i({ends, keep, fresh, book, symbol}), .valid_o(made), .data_o(side)
  );

  tern_skid #(.Width(Side + Lanes*(Extra + 6))) u_skid (
    .clk_i, .rst_ni, .in_valid_i(made[1]), .in_ready_o(advance),
    .in_data_i({side[2*Side-1:Side], extra, count}), .out_valid_o, .out_ready_i,
    .out_data_o({out_last_o, out_keep_o, out_fresh_o, out_book_o, out_symbol_o, out_extra_o,
                 out_count_o})
  );

  logic unused_side;
  assign unused_side = ^{made[0], side[Side-1:0]};

  tdr_params u_params ();

endmodule

`default_nettype wire
