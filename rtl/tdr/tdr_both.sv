// SPDX-License-Identifier: Apache-2.0
//
// tdr_both: the inverse transform of beats: one, across the lines or along them, or both passes.
//
// The pass across the lines of a DCT-8x8 is in front of tdr_axis or behind it, as rows are lines or
// not. A beat that takes another way than those in flight waits until they have left.
//
//   Latency     that of tdr_axis, and 3 cycles with DCT-8x8
//   Throughput  1 beat per cycle; less where blocks of another order begin
//   Storage     that of tdr_axis, with Both of tdr_cross
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_inverse_both_test.cc
//   Doc         docs/tdr_architecture.md#both-ways

`default_nettype none

`include "tern_assert.svh"

module tdr_both #(
  // 1: transforms may run along the lines; 1: DCT-8x8 may run both ways.
  parameter int unsigned Turn = 0,
  parameter int unsigned Both = 0,
  // Bits of what goes beside a beat.
  parameter int unsigned Side = 1,
  // Of the magnitude of a residual; a coefficient has two more.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned InWidth  = ValueBits + 3,
  localparam int unsigned OutWidth = ValueBits + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // As tdr_axis has them; ready may depend on what the beat is. `order`: one pass; across the lines
  // first, then along them; along them first. `cross`: as tdr_cross has it.
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [1:0]             in_transform_i,
  input  logic                   in_along_i,
  input  logic                   in_turn_last_i,
  input  logic [1:0]             in_order_i,
  input  logic [1:0]             in_cross_i,
  input  logic [16*InWidth-1:0]  in_data_i,
  input  logic [Side-1:0]        in_side_i,

  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [16*OutWidth-1:0] out_data_o,
  output logic [Side-1:0]        out_side_o
);

  if (Both > Turn) begin : gen_bad_both
    $fatal(1, "tdr_both: Both must be 0, or 1 with Turn");
  end

  // Beside a beat of tdr_axis: `cross` as well, for the pass behind it.
  localparam int unsigned Core = Side + 2;

  logic                   core_valid, core_ready, core_out_valid, core_out_ready, core_turn_last;
  logic                   core_along;
  logic [1:0]             core_transform;
  logic [16*InWidth-1:0]  core_data;
  logic [16*OutWidth-1:0] core_out;
  logic [Core-1:0]        core_side, core_out_side;

  tdr_axis #(.Inverse(1), .Turn(Turn), .Side(Core), .ValueBits(ValueBits)) u_axis (
    .clk_i, .rst_ni, .in_valid_i(core_valid), .in_ready_o(core_ready),
    .in_transform_i(core_transform), .in_along_i(core_along), .in_turn_last_i(core_turn_last),
    .in_data_i(core_data), .in_side_i(core_side), .out_valid_o(core_out_valid),
    .out_ready_i(core_out_ready), .out_data_o(core_out), .out_side_o(core_out_side)
  );

  assign core_out_ready = out_ready_i;

  if (Both != 0) begin : gen_both
    localparam logic [1:0] AcrossFirst = 2'd1;
    localparam logic [1:0] AlongFirst  = 2'd2;
    // More beats than can be in flight.
    localparam int unsigned CountBits = 9;
    localparam int unsigned CrossSide = Core + 4;

    logic [CountBits-1:0]   count_d, count_q;
    logic [1:0]             order, order_d, order_q;
    logic                   takes, fire, ahead, behind;
    logic                   cross_valid, cross_out_valid, cross_advance;
    logic [1:0]             cross_whole;
    logic [16*InWidth-1:0]  cross_data, widened;
    logic [16*OutWidth-1:0] cross_out;
    logic [CrossSide-1:0]   cross_side, cross_out_side, in_side;

    for (genvar i = 0; i < 16; i++) begin : gen_lane
      logic signed [OutWidth-1:0] narrow_core, narrow_cross;

      assign narrow_core  = core_out[i*OutWidth +: OutWidth];
      assign narrow_cross = cross_out[i*OutWidth +: OutWidth];
      assign cross_data[i*InWidth +: InWidth] =
          behind ? InWidth'(narrow_core) : in_data_i[i*InWidth +: InWidth];
      assign widened[i*InWidth +: InWidth] = InWidth'(narrow_cross);
    end

    assign order   = (count_q == '0) ? in_order_i : order_q;
    assign ahead  = order == AcrossFirst;
    assign behind  = order == AlongFirst;
    assign takes   = !in_valid_i || order == in_order_i;
    assign in_side = {in_transform_i, in_along_i, in_turn_last_i, in_cross_i, in_side_i};

    assign in_ready_o    = core_ready && takes;
    assign fire          = in_valid_i && in_ready_o;
    assign cross_advance = behind ? out_ready_i : core_ready;
    assign cross_valid   = behind ? core_out_valid : ahead && in_valid_i && takes;
    assign cross_side    = behind ? CrossSide'(core_out_side) : in_side;
    assign cross_whole   = cross_side[Side +: 2];

    tdr_cross #(.Side(CrossSide), .ValueBits(ValueBits)) u_cross (
      .clk_i, .rst_ni, .advance_i(cross_advance), .in_valid_i(cross_valid),
      .in_whole_i(cross_whole), .in_data_i(cross_data), .in_side_i(cross_side),
      .out_valid_o(cross_out_valid), .out_data_o(cross_out), .out_side_o(cross_out_side)
    );

    assign core_valid = ahead ? cross_out_valid : in_valid_i && takes;
    assign core_data  = ahead ? widened : in_data_i;
    assign {core_transform, core_along, core_turn_last, core_side} =
        ahead ? cross_out_side : in_side;

    assign out_valid_o = behind ? cross_out_valid : core_out_valid;
    assign out_data_o  = behind ? cross_out : core_out;
    assign out_side_o  = behind ? cross_out_side[Side-1:0] : core_out_side[Side-1:0];

    assign order_d = order;
    assign count_d = count_q + CountBits'(fire) - CountBits'(out_valid_o && out_ready_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
        order_q <= '0;
      end else begin
        count_q <= count_d;
        order_q <= order_d;
      end
    end

    `TERN_ASSERT(FlightFits, !fire || count_q != '1)
  end else begin : gen_one
    logic unused_both;

    assign core_valid     = in_valid_i;
    assign in_ready_o     = core_ready;
    assign core_transform = in_transform_i;
    assign core_along     = in_along_i;
    assign core_turn_last = in_turn_last_i;
    assign core_data      = in_data_i;
    assign core_side      = {in_cross_i, in_side_i};
    assign out_valid_o    = core_out_valid;
    assign out_data_o     = core_out;
    assign out_side_o     = core_out_side[Side-1:0];
    assign unused_both    = ^{in_order_i, core_out_side};
  end

endmodule

`default_nettype wire
