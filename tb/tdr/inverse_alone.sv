// SPDX-License-Identifier: Apache-2.0
//
// inverse_alone: tdr_inverse, each of its streams with one vector of data.
//
// A command is, from bit 0 on, Qp, transform, predict, exponent, dtype and along. A beat is 16
// lanes, then keep, first, slot, last, whole and turn_last; a lane is magnitude, sign, quantiser
// and centroid shift. A beat that leaves has 16 values, keep and last.
//
//   Latency     that of tdr_inverse
//   Test        tb/tdr/tdr_inverse_test.cc

`default_nettype none

module inverse_alone #(
  parameter int unsigned  Turn  = 0,
  parameter int unsigned  Both  = 0,
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Shift = tdr_pkg::CentroidBits + 1,
  localparam int unsigned Lane  = Level + 2 + Shift,
  localparam int unsigned Qp    = tdr_pkg::QpBits
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,

  input  logic                                cmd_valid_i,
  output logic                                cmd_ready_o,
  input  logic [Qp+17:0]                      cmd_data_i,

  input  logic                                in_valid_i,
  output logic                                in_ready_o,
  input  logic [16*Lane+21:0]                 in_data_i,

  input  logic                                mean_valid_i,
  output logic                                mean_ready_o,
  input  logic [16*(tdr_pkg::ValueBits+1)-1:0] mean_data_i,

  output logic                                out_valid_o,
  input  logic                                out_ready_i,
  output logic [16*32+16:0]                   out_data_o
);

  logic [16*Level-1:0] magnitude;
  logic [15:0]         negative, quantizer;
  logic [16*Shift-1:0] shift;

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    assign magnitude[i*Level +: Level] = in_data_i[i*Lane +: Level];
    assign negative[i]                 = in_data_i[i*Lane + Level];
    assign quantizer[i]                = in_data_i[i*Lane + Level + 1];
    assign shift[i*Shift +: Shift]     = in_data_i[i*Lane + Level + 2 +: Shift];
  end

  tdr_inverse #(.Turn(Turn), .Both(Both)) u_inverse (
    .clk_i, .rst_ni,
    .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o), .cmd_qp_i(cmd_data_i[Qp-1:0]),
    .cmd_transform_i(cmd_data_i[Qp +: 2]), .cmd_predict_i(cmd_data_i[Qp+2 +: 2]),
    .cmd_exponent_i(cmd_data_i[Qp+4 +: 9]), .cmd_dtype_i(cmd_data_i[Qp+13 +: 4]),
    .cmd_along_i(cmd_data_i[Qp+17]),
    .in_tvalid_i(in_valid_i), .in_tready_o(in_ready_o), .in_magnitude_i(magnitude),
    .in_negative_i(negative), .in_quantizer_i(quantizer), .in_shift_i(shift),
    .in_tkeep_i(in_data_i[16*Lane +: 16]), .in_first_i(in_data_i[16*Lane + 16]),
    .in_slot_i(in_data_i[16*Lane + 17 +: 2]), .in_tlast_i(in_data_i[16*Lane + 19]),
    .in_whole_i(in_data_i[16*Lane + 20]), .in_turn_last_i(in_data_i[16*Lane + 21]),
    .mean_tvalid_i(mean_valid_i), .mean_tready_o(mean_ready_o), .mean_tdata_i(mean_data_i),
    .out_tvalid_o(out_valid_o), .out_tready_i(out_ready_i), .out_tdata_o(out_data_o[16*32-1:0]),
    .out_tkeep_o(out_data_o[16*32 +: 16]), .out_tlast_o(out_data_o[16*32 + 16])
  );

endmodule

`default_nettype wire
