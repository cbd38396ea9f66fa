// SPDX-License-Identifier: Apache-2.0
//
// decode_alone: words of blocks to levels, with each stream as one vector.
//
// From bit 0 on: a command has the values of each lane, log2 of the states, and whether digits are
// bounded; a place of each lane bin, raw bits, turn, and whether the value is its line's first one;
// a beat words, keep bits and whether it is the last one. At the output a lane has magnitude,
// shift, sign, quantiser and whether there is a value; behind the lanes are words, verdict, and
// whether the block ends.
//
//   Latency     that of tdr_decode
//   Test        tb/tdr/tdr_decode_test.cc

`default_nettype none

module decode_alone #(
  parameter int unsigned  Lanes      = 16,
  localparam int unsigned CountBits  = 13,
  localparam int unsigned Word       = tdr_pkg::WordBits,
  localparam int unsigned Level      = tdr_pkg::LevelBits,
  localparam int unsigned Shift      = tdr_pkg::CentroidBits + 1,
  localparam int unsigned OutLane    = Level + Shift + 3,
  localparam int unsigned CmdWidth   = Lanes * CountBits + 4,
  localparam int unsigned PlaceWidth = Lanes * 10,
  localparam int unsigned InWidth    = Lanes * (Word + 1) + 1,
  localparam int unsigned OutWidth   = Lanes * OutLane + 35
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [CmdWidth-1:0]   cmd_data_i,
  input  logic                  place_valid_i,
  output logic                  place_ready_o,
  input  logic [PlaceWidth-1:0] place_data_i,
  input  logic                  in_valid_i,
  output logic                  in_ready_o,
  input  logic [InWidth-1:0]    in_data_i,
  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [OutWidth-1:0]   out_data_o
);

  logic [Lanes-1:0]       first, keep, negative, quantizer;
  logic [Lanes*2-1:0]     turn;
  logic [Lanes*3-1:0]     bin;
  logic [Lanes*4-1:0]     low;
  logic [Lanes*Level-1:0] magnitude;
  logic [Lanes*Shift-1:0] shift;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign {first[i], turn[i*2 +: 2], low[i*4 +: 4], bin[i*3 +: 3]} = place_data_i[i*10 +: 10];
    assign out_data_o[i*OutLane +: OutLane] =
        {keep[i], quantizer[i], negative[i], shift[i*Shift +: Shift], magnitude[i*Level +: Level]};
  end

  tdr_decode #(.Lanes(Lanes), .CountBits(CountBits)) u_decode (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o),
    .cmd_states_log2_i(cmd_data_i[Lanes*CountBits +: 3]),
    .cmd_bounded_i(cmd_data_i[CmdWidth-1]),
    .cmd_count_i(cmd_data_i[Lanes*CountBits-1:0]), .place_tvalid_i(place_valid_i),
    .place_tready_o(place_ready_o), .place_bin_i(bin), .place_low_i(low), .place_turn_i(turn),
    .place_first_i(first), .in_tvalid_i(in_valid_i), .in_tready_o(in_ready_o),
    .in_tdata_i(in_data_i[Lanes*Word-1:0]), .in_tkeep_i(in_data_i[Lanes*Word +: Lanes]),
    .in_tlast_i(in_data_i[InWidth-1]), .out_tvalid_o(out_valid_o), .out_tready_i(out_ready_i),
    .out_end_o(out_data_o[OutWidth-1]), .out_error_o(out_data_o[OutWidth-2 -: 2]),
    .out_words_o(out_data_o[Lanes*OutLane +: 32]), .out_keep_o(keep),
    .out_magnitude_o(magnitude), .out_negative_o(negative), .out_quantizer_o(quantizer),
    .out_shift_o(shift)
  );

endmodule

`default_nettype wire
