// SPDX-License-Identifier: Apache-2.0
//
// tdr_residual: values of a dtype to coefficients.
//
// Align and take means off in one row, then transform; one skid at the end moves both. What goes
// beside a beat leaves with it.
//
//   Latency     8 cycles, 14 with Turn, and what tdr_axis adds to beats along the lines
//   Throughput  1 beat per cycle
//   Storage     11 beats, and with Turn the memories of tdr_axis
//   Model       model/tdr/part_encode.cc
//   Test        tb/tdr/tdr_forward_test.cc
//   Doc         docs/tdr_architecture.md#forward-pipeline

`default_nettype none

`include "tern_assert.svh"

module tdr_residual #(
  // Of what goes beside a beat.
  parameter int unsigned Places = 1,
  // 1: transforms may run along the lines.
  parameter int unsigned Turn   = 0,
  // Of the magnitude of an aligned value; fewer than those of the format where values are small.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned CoefficientWidth = ValueBits + 3,
  localparam int unsigned ValueWidth       = ValueBits + 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // One for each block. Predict is not delta.
  input  logic                           cmd_valid_i,
  output logic                           cmd_ready_o,
  input  logic [3:0]                     cmd_dtype_i,
  input  logic [8:0]                     cmd_exponent_i,
  input  logic [1:0]                     cmd_predict_i,
  input  logic [1:0]                     cmd_transform_i,
  input  logic                           cmd_along_i,

  // As tdr_forward has them.
  input  logic                           in_valid_i,
  output logic                           in_ready_o,
  input  logic [16*32-1:0]               in_data_i,
  input  logic [15:0]                    in_keep_i,
  input  logic                           in_whole_i,
  input  logic                           in_turn_last_i,
  input  logic [Places-1:0]              in_places_i,
  input  logic                           in_last_i,
  input  logic                           mean_valid_i,
  output logic                           mean_ready_o,
  input  logic [16*ValueWidth-1:0]       mean_data_i,

  output logic                           out_valid_o,
  input  logic                           out_ready_i,
  output logic [16*CoefficientWidth-1:0] out_data_o,
  output logic [Places-1:0]              out_places_o,
  output logic                           out_last_o,

  output logic                           special_o
);

  // Stages behind which what belongs to a beat is read.
  localparam int unsigned Aligned     = tdr_pkg::AlignLatency;
  localparam int unsigned Predicted   = Aligned + tdr_pkg::ReconstructLatency;

  //////////////
  // Commands //
  //////////////

  localparam int unsigned FormWidth = 4 + 9 + 2 + 2 + 1;

  logic                 cmd_valid, form_valid_d, form_valid_q, take, in_fire, advance;
  logic [FormWidth-1:0] cmd, form_d, form_q;
  logic [3:0]           dtype;
  logic [8:0]           exponent;
  logic                 means, along;
  logic [1:0]           predict, kind, transform;

  // The next command waits here, so that its other takers have it in time.
  tern_skid #(.Width(FormWidth)) u_cmd_skid (
    .clk_i, .rst_ni, .in_valid_i(cmd_valid_i), .in_ready_o(cmd_ready_o),
    .in_data_i({cmd_dtype_i, cmd_exponent_i, cmd_predict_i, cmd_transform_i, cmd_along_i}),
    .out_valid_o(cmd_valid), .out_ready_i(take), .out_data_o(cmd)
  );

  assign in_ready_o = advance && form_valid_q;
  assign in_fire    = in_valid_i && in_ready_o;
  assign take       = !form_valid_q || (in_fire && in_last_i);
  assign {dtype, exponent, predict, kind, along} = form_q;
  assign means      = predict == tdr_pkg::PredictRowMean || predict == tdr_pkg::PredictColumnMean;

  always_comb begin
    form_valid_d = form_valid_q;
    form_d       = form_q;
    if (take) begin
      form_valid_d = cmd_valid;
      form_d       = cmd;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      form_valid_q <= 1'b0;
    end else begin
      form_valid_q <= form_valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    form_q <= form_d;
  end

  // What is left behind the last whole block is not transformed.
  logic whole;

  assign whole     = along ? in_whole_i
                     : (kind == tdr_pkg::TransformDct16) ? in_keep_i[15] : in_keep_i[7];
  assign transform = whole ? kind : tdr_pkg::TransformBypass;

  /////////////////////
  // Beside the data //
  /////////////////////

  localparam int unsigned Beside    = Places + 1;
  localparam int unsigned SideWidth = Beside + 4 + 1 + 16;

  logic [Predicted-1:0]           valid;
  logic [Predicted*SideWidth-1:0] side;
  logic [1:0]                     mode;
  logic                           meant, turn_last, lines;
  logic [15:0]                    keep;

  tdr_delay #(.Stages(Predicted), .Width(SideWidth)) u_delay (
    .clk_i, .rst_ni, .advance_i(advance), .valid_i(in_valid_i && form_valid_q),
    .data_i({in_keep_i, means, along && whole, in_turn_last_i, transform, in_last_i, in_places_i}),
    .valid_o(valid), .data_o(side)
  );

  assign {keep, meant}            = side[Aligned*SideWidth-1 -: 17];
  assign {lines, turn_last, mode} = side[(Predicted-1)*SideWidth + Beside +: 4];

  //////////
  // Data //
  //////////

  logic                           value_valid, residual_valid, coefficient_valid, mean_valid;
  logic                           axis_ready, row_ready, meets;
  logic [15:0]                    special;
  logic [16*ValueWidth-1:0]       value, kept, mean, minus, residual;
  logic [16*CoefficientWidth-1:0] coefficient;
  logic [Beside-1:0]              beside;

  tdr_align #(.ValueBits(ValueBits)) u_align (
    .clk_i, .rst_ni, .advance_i(advance), .in_valid_i(in_valid_i && form_valid_q),
    .in_dtype_i(dtype), .in_exponent_i(exponent), .in_data_i(in_data_i),
    .out_valid_o(value_valid), .out_special_o(special), .out_data_o(value)
  );

  tern_skid #(.Width(16*ValueWidth)) u_mean_skid (
    .clk_i, .rst_ni, .in_valid_i(mean_valid_i), .in_ready_o(mean_ready_o),
    .in_data_i(mean_data_i), .out_valid_o(mean_valid),
    .out_ready_i(axis_ready && value_valid && meant), .out_data_o(mean)
  );

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    assign kept[i*ValueWidth +: ValueWidth] =
        value[i*ValueWidth +: ValueWidth] & {ValueWidth{keep[i]}};
    assign minus[i*ValueWidth +: ValueWidth] =
        (~mean[i*ValueWidth +: ValueWidth] + ValueWidth'(1)) & {ValueWidth{keep[i]}};
  end

  tdr_reconstruct #(.ValueBits(ValueBits)) u_predict (
    .clk_i, .rst_ni, .advance_i(advance), .in_valid_i(value_valid), .in_means_i(meant),
    .in_data_i(kept), .in_mean_i(minus), .out_valid_o(residual_valid), .out_data_o(residual)
  );

  // The row also waits for a mean that is missing.
  assign meets   = mean_valid || !(value_valid && meant);
  assign advance = axis_ready && meets;

  tdr_axis #(.Inverse(0), .Turn(Turn), .Side(Beside), .ValueBits(ValueBits)) u_axis (
    .clk_i, .rst_ni, .in_valid_i(residual_valid && meets), .in_ready_o(axis_ready),
    .in_transform_i(mode), .in_along_i(lines), .in_turn_last_i(turn_last), .in_data_i(residual),
    .in_side_i(side[(Predicted-1)*SideWidth +: Beside]), .out_valid_o(coefficient_valid),
    .out_ready_i(row_ready), .out_data_o(coefficient), .out_side_o(beside)
  );

  tern_skid #(.Width(16*CoefficientWidth + Places + 1)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(coefficient_valid), .in_ready_o(row_ready),
    .in_data_i({beside, coefficient}), .out_valid_o, .out_ready_i,
    .out_data_o({out_last_o, out_places_o, out_data_o})
  );

  /////////////
  // Special //
  /////////////

  logic special_d, special_q, begins_d, begins_q;

  always_comb begin
    special_d = special_q;
    begins_d  = begins_q;
    if (advance && value_valid) begin
      special_d = (special_q && !begins_q) || (special & keep) != '0;
      begins_d  = side[(Aligned-1)*SideWidth + Places];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      special_q <= 1'b0;
      begins_q  <= 1'b1;
    end else begin
      special_q <= special_d;
      begins_q  <= begins_d;
    end
  end

  assign special_o = special_q;

  logic unused_stages;
  assign unused_stages = ^{valid, side};

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(CommandIsLegal, !cmd_valid_i || (cmd_predict_i != tdr_pkg::PredictDelta
               && cmd_transform_i <= tdr_pkg::TransformDct16 && (Turn != 0 || !cmd_along_i)))
  `TERN_ASSERT(KeepsFirst, !in_valid_i || ((in_keep_i + 16'd1) & in_keep_i) == '0)
  `TERN_ASSERT(BlocksOf8, !in_fire || kind != tdr_pkg::TransformDct8 || along || in_keep_i[15]
               || !in_keep_i[8])

endmodule

`default_nettype wire
