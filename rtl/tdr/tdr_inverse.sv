// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse: levels to values of a dtype, 16 per cycle.
//
// Dequantise, integrate, transform, reconstruct and unalign in one row, which one skid at its end
// moves; with Turn in three rows. A command holds for the beats up to the next last one; it waits
// with its step found, so that blocks follow each other without a gap.
//
//   Latency     17 cycles, 23 with Turn, and what tdr_axis adds to beats along the lines
//   Throughput  16 values per cycle
//   Storage     17 beats, the sums of 4 groups of lines, with Turn the memories of tdr_axis
//   Model       model/tdr/stream_decode.cc
//   Test        tb/tdr/tdr_inverse_test.cc
//   Doc         docs/tdr_architecture.md#inverse-pipeline

`default_nettype none

`include "tern_assert.svh"

module tdr_inverse #(
  // 1: transforms may run along the lines; 1: DCT-8x8 may run both ways.
  parameter int unsigned  Turn       = 0,
  parameter int unsigned  Both       = 0,
  // Of the magnitude of a value; fewer than the format's where they are small. More is limited.
  parameter int unsigned  ValueBits  = tdr_pkg::ValueBits,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits,
  localparam int unsigned ShiftWidth = tdr_pkg::CentroidBits + 1,
  localparam int unsigned ValueWidth = ValueBits + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // One for each block, at least three cycles ahead of its first beat, or that beat waits.
  input  logic                       cmd_tvalid_i,
  output logic                       cmd_tready_o,
  input  logic [3:0]                 cmd_dtype_i,
  input  logic [8:0]                 cmd_exponent_i,
  input  logic [tdr_pkg::QpBits-1:0] cmd_qp_i,
  input  logic [1:0]                 cmd_predict_i,
  input  logic [1:0]                 cmd_transform_i,
  // The transform runs along the lines, or that of both ways first: beats are of 16 lines at one
  // position.
  input  logic                       cmd_along_i,

  // Of each value: magnitude, sign, quantiser, and centroid shift, a signed number. Values to be
  // kept come first. With DCT-8, but along the lines, no beat keeps 9 to 15 values.
  input  logic                       in_tvalid_i,
  output logic                       in_tready_o,
  input  logic [16*LevelWidth-1:0]   in_magnitude_i,
  input  logic [15:0]                in_negative_i,
  input  logic [15:0]                in_quantizer_i,
  input  logic [16*ShiftWidth-1:0]   in_shift_i,
  input  logic [15:0]                in_tkeep_i,
  // With delta: position 0 of the lines, and which of the groups that take turns.
  input  logic                       in_first_i,
  input  logic [1:0]                 in_slot_i,
  // Along the lines: the position is of a whole block of 8 or 16; the last of the groups in turn.
  input  logic                       in_whole_i,
  input  logic                       in_turn_last_i,
  input  logic                       in_tlast_i,

  // What the means of the values stand for: one beat for each beat of a block with means.
  input  logic                       mean_tvalid_i,
  output logic                       mean_tready_o,
  input  logic [16*ValueWidth-1:0]   mean_tdata_i,

  // Values in the lowest bits of 32 each; 0 where nothing is kept.
  output logic                       out_tvalid_o,
  input  logic                       out_tready_i,
  output logic [16*32-1:0]           out_tdata_o,
  output logic [15:0]                out_tkeep_o,
  output logic                       out_tlast_o
);

  localparam int unsigned CoefficientWidth = ValueBits + 3;
  // Stages behind which what belongs to a beat is read.
  localparam int unsigned Dequantized   = tdr_pkg::DequantizeLatency;
  localparam int unsigned Integrated    = Dequantized + tdr_pkg::IntegrateLatency;
  // Behind the transform.
  localparam int unsigned Reconstructed = tdr_pkg::ReconstructLatency;
  localparam int unsigned Unaligned     = Reconstructed + tdr_pkg::UnalignLatency;

  logic advance, back_advance, row_ready, in_fire;

  //////////////
  // Commands //
  //////////////

  localparam int unsigned FormWidth = 4 + 9 + 2 + 2 + 1;
  localparam int unsigned CmdWidth  = FormWidth + tdr_pkg::QpBits;

  logic                       cmd_valid, cmd_advance;
  logic [CmdWidth-1:0]        cmd;
  logic [1:0]                 waiting;
  logic [2*FormWidth-1:0]     forms;
  logic [11:0]                mantissa;
  logic [4:0]                 octave;
  logic [3:0]                 dtype;
  logic [8:0]                 exponent;
  logic [1:0]                 predict, kind, transform;
  logic                       along, both, whole;

  tern_skid #(.Width(CmdWidth)) u_cmd_skid (
    .clk_i, .rst_ni, .in_valid_i(cmd_tvalid_i), .in_ready_o(cmd_tready_o),
    .in_data_i({cmd_dtype_i, cmd_exponent_i, cmd_predict_i, cmd_transform_i, cmd_along_i,
                cmd_qp_i}),
    .out_valid_o(cmd_valid), .out_ready_i(cmd_advance), .out_data_o(cmd)
  );

  tdr_step u_step (
    .clk_i, .advance_i(cmd_advance), .qp_i(cmd[0 +: tdr_pkg::QpBits]),
    .mantissa_o(mantissa), .octave_o(octave)
  );

  tdr_delay #(.Stages(2), .Width(FormWidth)) u_cmd_delay (
    .clk_i, .rst_ni, .advance_i(cmd_advance), .valid_i(cmd_valid),
    .data_i(cmd[CmdWidth-1:tdr_pkg::QpBits]), .valid_o(waiting), .data_o(forms)
  );

  assign {dtype, exponent, predict, kind, along} = forms[2*FormWidth-1:FormWidth];

  assign in_tready_o = advance && waiting[1];
  assign in_fire     = in_tvalid_i && in_tready_o;
  assign cmd_advance = !waiting[1] || (in_fire && in_tlast_i);

  // What is left behind the last whole block is not transformed.
  assign both      = kind == tdr_pkg::TransformDct8x8;
  assign whole     = (along || both) ? in_whole_i
                     : (kind == tdr_pkg::TransformDct16) ? in_tkeep_i[15] : in_tkeep_i[7];
  assign transform = !whole ? tdr_pkg::TransformBypass : both ? tdr_pkg::TransformDct8 : kind;

  /////////////////////
  // Beside the data //
  /////////////////////

  // What the way behind the transform reads: keep and last at its end.
  localparam int unsigned BackWidth = 16 + 1 + 9 + 4;
  localparam int unsigned AxisWidth = BackWidth + 1;
  localparam int unsigned SideWidth = AxisWidth + 6 + 4;

  logic [Integrated-1:0]           valid;
  logic [Integrated*SideWidth-1:0] side;
  logic [Unaligned-1:0]            back_valid;
  logic [Unaligned*BackWidth-1:0]  back;
  logic [AxisWidth-1:0]            beside;

  tdr_delay #(.Stages(Integrated), .Width(SideWidth)) u_delay (
    .clk_i, .rst_ni, .advance_i(advance), .valid_i(in_tvalid_i && waiting[1]),
    .data_i({in_first_i, in_slot_i, predict == tdr_pkg::PredictDelta,
             both && along, both && !along, (along || both) && whole, in_turn_last_i, transform,
             predict == tdr_pkg::PredictRowMean || predict == tdr_pkg::PredictColumnMean,
             dtype, exponent, in_tlast_i, in_tkeep_i}),
    .valid_o(valid), .data_o(side)
  );

  logic        first, delta, means, lines, turn_last;
  logic [1:0]  slot, mode, order;
  logic [3:0]  out_dtype;
  logic [8:0]  out_exponent;
  logic [15:0] keep;

  assign {first, slot, delta}      = side[Dequantized*SideWidth-1 -: 4];
  assign {order, lines, turn_last, mode} = side[Integrated*SideWidth-5 -: 6];
  assign means                     = beside[AxisWidth-1];
  assign {out_dtype, out_exponent} = back[Reconstructed*BackWidth-1 -: 13];
  assign keep                      = back[(Reconstructed-1)*BackWidth +: 16];

  //////////
  // Data //
  //////////

  logic                           coefficient_valid, integrated_valid, residual_valid;
  logic                           value_valid, code_valid, mean_valid, meets;
  logic [16*CoefficientWidth-1:0] coefficient, integrated;
  logic [16*ValueWidth-1:0]       residual, value, kept, mean;
  logic [16*32-1:0]               code;

  tdr_dequantize #(.CoefficientBits(ValueBits + 2)) u_dequantize (
    .clk_i, .rst_ni, .advance_i(advance), .in_valid_i(in_tvalid_i && waiting[1]),
    .in_mantissa_i(mantissa), .in_octave_i(octave), .in_magnitude_i, .in_negative_i,
    .in_quantizer_i, .in_shift_i, .out_valid_o(coefficient_valid), .out_data_o(coefficient)
  );

  tdr_integrate #(.CoefficientBits(ValueBits + 2)) u_integrate (
    .clk_i, .rst_ni, .advance_i(advance), .in_valid_i(coefficient_valid), .in_delta_i(delta),
    .in_first_i(first), .in_slot_i(slot), .in_data_i(coefficient),
    .out_valid_o(integrated_valid), .out_data_o(integrated)
  );

  tdr_both #(.Turn(Turn), .Both(Both), .Side(AxisWidth), .ValueBits(ValueBits)) u_both (
    .clk_i, .rst_ni, .in_valid_i(integrated_valid), .in_ready_o(advance), .in_transform_i(mode),
    .in_along_i(lines), .in_turn_last_i(turn_last), .in_order_i(order), .in_data_i(integrated),
    .in_cross_i({side[(Integrated-1)*SideWidth + 15], side[(Integrated-1)*SideWidth + 7]}),
    .in_side_i(side[(Integrated-1)*SideWidth +: AxisWidth]), .out_valid_o(residual_valid),
    .out_ready_i(back_advance), .out_data_o(residual), .out_side_o(beside)
  );

  tdr_delay #(.Stages(Unaligned), .Width(BackWidth)) u_back_delay (
    .clk_i, .rst_ni, .advance_i(back_advance), .valid_i(residual_valid),
    .data_i(beside[BackWidth-1:0]), .valid_o(back_valid), .data_o(back)
  );

  tern_skid #(.Width(16*ValueWidth)) u_mean_skid (
    .clk_i, .rst_ni, .in_valid_i(mean_tvalid_i), .in_ready_o(mean_tready_o),
    .in_data_i(mean_tdata_i), .out_valid_o(mean_valid),
    .out_ready_i(row_ready && residual_valid && means), .out_data_o(mean)
  );

  tdr_reconstruct #(.ValueBits(ValueBits)) u_reconstruct (
    .clk_i, .rst_ni, .advance_i(back_advance), .in_valid_i(residual_valid), .in_means_i(means),
    .in_data_i(residual), .in_mean_i(mean), .out_valid_o(value_valid), .out_data_o(value)
  );

  for (genvar i = 0; i < 16; i++) begin : gen_keep
    assign kept[i*ValueWidth +: ValueWidth] =
        value[i*ValueWidth +: ValueWidth] & {ValueWidth{keep[i]}};
  end

  tdr_unalign #(.ValueBits(ValueBits)) u_unalign (
    .clk_i, .rst_ni, .advance_i(back_advance), .in_valid_i(value_valid), .in_dtype_i(out_dtype),
    .in_exponent_i(out_exponent), .in_data_i(kept), .out_valid_o(code_valid), .out_data_o(code)
  );

  tern_skid #(.Width(16*32 + 17)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(code_valid && meets), .in_ready_o(row_ready),
    .in_data_i({back[(Unaligned-1)*BackWidth +: 17], code}), .out_valid_o(out_tvalid_o),
    .out_ready_i(out_tready_i), .out_data_o({out_tlast_o, out_tkeep_o, out_tdata_o})
  );

  // The row also waits for a mean that is missing.
  assign meets        = mean_valid || !(residual_valid && means);
  assign back_advance = row_ready && meets;

  logic unused_side;
  assign unused_side = ^{waiting[0], forms[FormWidth-1:0], valid, side, back_valid, back};

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(CommandIsLegal, !waiting[1] || ((Both != 0 || !both) && (Turn != 0 || !along)))
  `TERN_ASSERT(KeepsSome, !in_tvalid_i || in_tkeep_i[0])
  `TERN_ASSERT(KeepsFirst, !in_tvalid_i || ((in_tkeep_i + 16'd1) & in_tkeep_i) == '0)
  `TERN_ASSERT(BlocksOf8, !in_fire || kind != tdr_pkg::TransformDct8 || along || in_tkeep_i[15]
               || !in_tkeep_i[8])

endmodule

`default_nettype wire
