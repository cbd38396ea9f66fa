// SPDX-License-Identifier: Apache-2.0
//
// tdr_desymbolize: symbols and extra bits to levels, with the quantiser and shift of each.
//
// A beat is a step of the stream: of every lane that has values left, the next one. What it needs
// is at the output within the cycle in which it is offered, so that the lanes that decode codewords
// can answer in the same beat.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     digits of 16 books and states of 4 lines for each lane
//   Model       model/tdr/desymbolize.h
//   Test        tb/tdr/tdr_desymbolize_test.cc
//   Doc         docs/tdr_architecture.md#desymbolise

`default_nettype none

module tdr_desymbolize #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Extra = tdr_pkg::ExtraBits,
  localparam int unsigned Shift = tdr_pkg::CentroidBits + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  // 0 or 2 to 5; whether the beat begins a block; whether its digits are bounded.
  input  logic [2:0]             in_states_log2_i,
  input  logic                   in_begin_i,
  input  logic                   in_bounded_i,
  // Of each lane: whether it has a value; bin and raw bits; which of the lines in turn, and whether
  // it is the first of its line.
  input  logic [Lanes-1:0]       in_keep_i,
  input  logic [Lanes*3-1:0]     in_bin_i,
  input  logic [Lanes*4-1:0]     in_low_i,
  input  logic [Lanes*2-1:0]     in_turn_i,
  input  logic [Lanes-1:0]       in_first_i,
  // The digits of a symbol, if one is needed, as tdr_split gives them, and the bits that follow the
  // codeword, the first one lowest.
  input  logic [Lanes*10-1:0]    in_digits_i,
  input  logic [Lanes*Extra-1:0] in_extra_i,

  // Follow the beat that is offered: a symbol is needed; of this quantiser of its bin; a tail is
  // read; so many of the bits behind the codeword belong to the value if so, and if not.
  output logic [Lanes-1:0]       need_fresh_o,
  output logic [Lanes-1:0]       need_quantizer_o,
  output logic [Lanes-1:0]       need_tail_o,
  output logic [Lanes*6-1:0]     need_tail_count_o,
  output logic [Lanes*6-1:0]     need_plain_count_o,

  // As the inverse pipeline takes them; 0 where there is no value.
  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [Lanes-1:0]       out_keep_o,
  output logic [Lanes*Level-1:0] out_magnitude_o,
  output logic [Lanes-1:0]       out_negative_o,
  output logic [Lanes-1:0]       out_quantizer_o,
  output logic [Lanes*Shift-1:0] out_shift_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_desymbolize: Lanes must be at least 1");
  end

  localparam int unsigned Width = Lanes * (Level + Shift + 3);

  // Of the beat in its block; behind the last one before a multiple digits are dropped.
  localparam int unsigned IndexBits = $clog2(tdr_pkg::DigitValues);
  logic [IndexBits-1:0] index, index_d, index_q;
  logic                 drop;

  assign index   = in_begin_i ? '0 : index_q;
  assign index_d = (in_valid_i && in_ready_o) ? index + IndexBits'(1) : index_q;
  assign drop    = in_bounded_i && (&index);

  always_ff @(posedge clk_i) begin
    index_q <= index_d;
  end

  logic [Lanes-1:0]       negative, quantizer;
  logic [Lanes*Level-1:0] magnitude;
  logic [Lanes*Shift-1:0] shift;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [Level-1:0] found;
    logic             sign;
    logic [1:0]       kind;
    logic [2*Shift-1:0] shifts;

    tdr_desymbolize_lane u_lane (
      .clk_i, .states_log2_i(in_states_log2_i), .bin_i(in_bin_i[i*3 +: 3]),
      .low_i(in_low_i[i*4 +: 4]), .turn_i(in_turn_i[i*2 +: 2]), .first_i(in_first_i[i]),
      .begin_i(in_begin_i), .drop_i(drop), .quantizer_o(need_quantizer_o[i]),
      .fresh_o(need_fresh_o[i]),
      .take_i(in_valid_i && in_ready_o && in_keep_i[i]), .digits_i(in_digits_i[i*10 +: 10]),
      .bits_i(in_extra_i[i*Extra +: Extra]), .magnitude_o(found), .negative_o(sign),
      .tail_o(need_tail_o[i]), .tail_count_o(need_tail_count_o[i*6 +: 6]),
      .plain_count_o(need_plain_count_o[i*6 +: 6])
    );

    assign kind = (found[Level-1:2] != '0) ? 2'd3 : found[1:0];

    for (genvar q = 0; q < 2; q++) begin : gen_shift
      tdr_centroid #(.Quantizer(q)) u_centroid (
        .bin_i(in_bin_i[i*3 +: 3]), .kind_i(kind), .shift_o(shifts[q*Shift +: Shift])
      );
    end

    assign magnitude[i*Level +: Level] = in_keep_i[i] ? found : '0;
    assign negative[i]                 = in_keep_i[i] && sign;
    assign quantizer[i]                = in_keep_i[i] && need_quantizer_o[i];
    assign shift[i*Shift +: Shift]     =
        !in_keep_i[i] ? '0 : need_quantizer_o[i] ? shifts[Shift +: Shift] : shifts[0 +: Shift];
  end

  tern_skid #(.Width(Width)) u_skid (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o,
    .in_data_i({in_keep_i, magnitude, negative, quantizer, shift}), .out_valid_o, .out_ready_i,
    .out_data_o({out_keep_o, out_magnitude_o, out_negative_o, out_quantizer_o, out_shift_o})
  );

  tdr_params u_params ();

endmodule

`default_nettype wire
