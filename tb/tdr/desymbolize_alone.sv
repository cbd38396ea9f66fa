// SPDX-License-Identifier: Apache-2.0
//
// desymbolize_alone: symbols and extra bits of two lanes to levels, as a stream.
//
// A lane is, from bit 0 on, extra bits, symbol, bin, raw bits, turn, whether the value is the first
// of its line and whether there is one; then log2 of the states, whether the beat begins a block,
// and whether digits are bounded. At the output: magnitude, shift, sign, quantiser,
// whether there is a value, whether it needed a symbol, bits of it.
//
//   Latency     that of tdr_desymbolize
//   Test        tb/tdr/tdr_desymbolize_test.cc

`default_nettype none

module desymbolize_alone #(
  localparam int unsigned Lanes    = 2,
  localparam int unsigned Level    = tdr_pkg::LevelBits,
  localparam int unsigned Shift    = tdr_pkg::CentroidBits + 1,
  localparam int unsigned Extra    = tdr_pkg::ExtraBits,
  localparam int unsigned InLane   = Extra + 19,
  localparam int unsigned OutLane  = Level + Shift + 10,
  localparam int unsigned InWidth  = Lanes * InLane + 5,
  localparam int unsigned OutWidth = Lanes * OutLane
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                in_valid_i,
  output logic                in_ready_o,
  input  logic [InWidth-1:0]  in_data_i,
  output logic                out_valid_o,
  input  logic                out_ready_i,
  output logic [OutWidth-1:0] out_data_o
);

  logic [Lanes-1:0]       keep, first, fresh, need_quantizer, out_keep, negative, quantizer;
  logic [Lanes-1:0]       tail, late_fresh;
  logic [Lanes*2-1:0]     turn;
  logic [Lanes*3-1:0]     bin;
  logic [Lanes*4-1:0]     low;
  logic [Lanes*8-1:0]     symbol;
  logic [Lanes*10-1:0]    digits;
  logic [Lanes*Extra-1:0] extra;
  logic [Lanes*6-1:0]     tail_count, plain_count, count, late_count;
  logic [Lanes*Level-1:0] magnitude;
  logic [Lanes*Shift-1:0] shift;
  logic                   unused_ready, unused_valid;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [3:0] unused_count;

    tdr_split u_split (
      .bin_i(bin[i*3 +: 3]), .symbol_i(symbol[i*8 +: 8]), .digits_o(digits[i*10 +: 10]),
      .count_o(unused_count)
    );

    assign count[i*6 +: 6] = tail[i] ? tail_count[i*6 +: 6] : plain_count[i*6 +: 6];
    assign {keep[i], first[i], turn[i*2 +: 2], low[i*4 +: 4], bin[i*3 +: 3], symbol[i*8 +: 8],
            extra[i*Extra +: Extra]} = in_data_i[i*InLane +: InLane];
    assign out_data_o[i*OutLane +: OutLane] =
        {late_count[i*6 +: 6], late_fresh[i], out_keep[i], quantizer[i], negative[i],
         shift[i*Shift +: Shift], magnitude[i*Level +: Level]};
  end

  tdr_desymbolize #(.Lanes(Lanes)) u_desymbolize (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_states_log2_i(in_data_i[InWidth-5 +: 3]),
    .in_begin_i(in_data_i[InWidth-2]), .in_bounded_i(in_data_i[InWidth-1]), .in_keep_i(keep),
    .in_bin_i(bin), .in_low_i(low),
    .in_turn_i(turn), .in_first_i(first), .in_digits_i(digits), .in_extra_i(extra),
    .need_fresh_o(fresh), .need_quantizer_o(need_quantizer), .need_tail_o(tail),
    .need_tail_count_o(tail_count), .need_plain_count_o(plain_count), .out_valid_o, .out_ready_i,
    .out_keep_o(out_keep), .out_magnitude_o(magnitude), .out_negative_o(negative),
    .out_quantizer_o(quantizer), .out_shift_o(shift)
  );

  tern_skid #(.Width(Lanes * 7)) u_needs (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o(unused_ready), .in_data_i({fresh & keep, count}),
    .out_valid_o(unused_valid), .out_ready_i, .out_data_o({late_fresh, late_count})
  );

  logic unused_quantizer;
  assign unused_quantizer = ^need_quantizer;

endmodule

`default_nettype wire
