// SPDX-License-Identifier: Apache-2.0
//
// tdr_axis: the transform of beats, across the lines or along them.
//
// A beat has 16 lines at one position. For a transform along the lines tiles are turned over in
// front of the transform and back behind it, so that beats leave as they came; others go straight
// through both memories. Without Turn there are no memories, and only transforms across the lines.
//
//   Latency     that of the transform; with Turn 6 cycles more, and twice what tiles wait for
//               their last beat
//   Throughput  1 beat per cycle
//   Storage     that of the transform; with Turn the memories of two tdr_turn
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_inverse_test.cc tb/tdr/tdr_forward_test.cc
//   Doc         docs/tdr_architecture.md#turn

`default_nettype none

module tdr_axis #(
  // 1: the inverse transform.
  parameter int unsigned Inverse = 0,
  // 1: transforms may run along the lines.
  parameter int unsigned Turn = 0,
  // Bits of what goes beside a beat.
  parameter int unsigned Side = 1,
  // Of the magnitude of a residual; a coefficient has two more.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned InWidth  = ValueBits + ((Inverse != 0) ? 3 : 1),
  localparam int unsigned OutWidth = ValueBits + ((Inverse != 0) ? 1 : 3)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Without Turn ready is that of the output, and everything moves when it is high. `along`: the
  // position is of a block along the lines; whole tiles are, and groups take turns as in tdr_turn.
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [1:0]             in_transform_i,
  input  logic                   in_along_i,
  input  logic                   in_turn_last_i,
  input  logic [16*InWidth-1:0]  in_data_i,
  input  logic [Side-1:0]        in_side_i,

  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [16*OutWidth-1:0] out_data_o,
  output logic [Side-1:0]        out_side_o
);

  if (Inverse > 1 || Turn > 1) begin : gen_bad_kind
    $fatal(1, "tdr_axis: Inverse and Turn must be 0 or 1");
  end

  // The row of the transform, and what goes beside its beats.
  localparam int unsigned Beside = Side + ((Turn != 0) ? 3 : 0);
  localparam int unsigned Stages =
      (Inverse != 0) ? tdr_pkg::InverseLatency : tdr_pkg::ForwardLatency;

  logic                     row_valid, row_advance, row_out_valid, unused_valid;
  logic [1:0]               row_transform;
  logic [16*InWidth-1:0]    row_data;
  logic [16*OutWidth-1:0]   row_out;
  logic [Beside-1:0]        row_beside, row_out_beside;
  logic [Stages-1:0]        valid;
  logic [Stages*Beside-1:0] beside;

  if (Inverse != 0) begin : gen_inverse
    tdr_inverse_transform #(.ValueBits(ValueBits)) u_transform (
      .clk_i, .rst_ni, .advance_i(row_advance), .in_valid_i(row_valid),
      .in_transform_i(row_transform), .in_data_i(row_data), .out_valid_o(row_out_valid),
      .out_data_o(row_out)
    );
  end else begin : gen_forward
    tdr_forward_transform #(.ValueBits(ValueBits)) u_transform (
      .clk_i, .rst_ni, .advance_i(row_advance), .in_valid_i(row_valid),
      .in_transform_i(row_transform), .in_data_i(row_data), .out_valid_o(row_out_valid),
      .out_data_o(row_out)
    );
  end

  tdr_delay #(.Stages(Stages), .Width(Beside)) u_delay (
    .clk_i, .rst_ni, .advance_i(row_advance), .valid_i(row_valid), .data_i(row_beside),
    .valid_o(valid), .data_o(beside)
  );

  assign row_out_beside = beside[(Stages-1)*Beside +: Beside];
  assign unused_valid   = ^{valid, beside};

  if (Turn != 0) begin : gen_turn
    logic [1:0] in_tile, tile;
    logic       turn_last;

    assign in_tile = in_along_i ? in_transform_i : tdr_pkg::TransformBypass;

    tdr_turn #(.Width(InWidth), .Side(Beside + 2)) u_turn (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_tile_i(in_tile), .in_turn_last_i, .in_data_i,
      .in_side_i({in_transform_i, in_tile, in_turn_last_i, in_side_i}), .out_valid_o(row_valid),
      .out_ready_i(row_advance), .out_data_o(row_data), .out_side_o({row_transform, row_beside})
    );

    // Its ready is a register: the row needs no skid.
    assign {tile, turn_last} = row_out_beside[Beside-1 -: 3];

    tdr_turn #(.Width(OutWidth), .Side(Side)) u_turn_back (
      .clk_i, .rst_ni, .in_valid_i(row_out_valid), .in_ready_o(row_advance), .in_tile_i(tile),
      .in_turn_last_i(turn_last), .in_data_i(row_out), .in_side_i(row_out_beside[Side-1:0]),
      .out_valid_o, .out_ready_i, .out_data_o, .out_side_o
    );
  end else begin : gen_across
    logic unused_along;

    assign row_valid     = in_valid_i;
    assign row_advance   = out_ready_i;
    assign row_transform = in_transform_i;
    assign row_data      = in_data_i;
    assign row_beside    = in_side_i;
    assign in_ready_o    = out_ready_i;
    assign out_valid_o   = row_out_valid;
    assign out_data_o    = row_out;
    assign out_side_o    = row_out_beside;
    assign unused_along  = ^{in_along_i, in_turn_last_i};
  end

endmodule

`default_nettype wire
