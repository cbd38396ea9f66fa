// SPDX-License-Identifier: Apache-2.0
//
// symbolize_alone: levels of a few lanes to symbols and extra bits, as a stream.
//
// A lane is, from bit 0 on, magnitude, sign, quantiser, bin, raw bits and whether its line is live;
// at the output extra bits, their count, symbol, book, whether it brings a symbol and whether there
// is a value. The highest bit ends a block.
//
//   Latency     that of tdr_symbolize
//   Test        tb/tdr/tdr_symbolize_test.cc

`default_nettype none

module symbolize_alone #(
  localparam int unsigned Lanes    = 4,
  localparam int unsigned Level    = tdr_pkg::LevelBits,
  localparam int unsigned Extra    = tdr_pkg::ExtraBits,
  localparam int unsigned InLane   = Level + 10,
  localparam int unsigned OutLane  = Extra + 20,
  localparam int unsigned InWidth  = Lanes * InLane + 1,
  localparam int unsigned OutWidth = Lanes * OutLane + 1
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

  logic [Lanes*Level-1:0] magnitude;
  logic [Lanes-1:0]       negative, quantizer, live, keep, fresh;
  logic [Lanes*3-1:0]     bin;
  logic [Lanes*4-1:0]     low, book;
  logic [Lanes*8-1:0]     symbol;
  logic [Lanes*Extra-1:0] extra;
  logic [Lanes*6-1:0]     count;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign {live[i], low[i*4 +: 4], bin[i*3 +: 3], quantizer[i], negative[i],
            magnitude[i*Level +: Level]} = in_data_i[i*InLane +: InLane];
    assign out_data_o[i*OutLane +: OutLane] =
        {keep[i], fresh[i], book[i*4 +: 4], symbol[i*8 +: 8], count[i*6 +: 6],
         extra[i*Extra +: Extra]};
  end

  tdr_symbolize #(.Lanes(Lanes), .Depth(4096)) u_symbolize (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_magnitude_i(magnitude),
    .in_negative_i(negative), .in_quantizer_i(quantizer), .in_bin_i(bin), .in_low_i(low),
    .in_live_i(live), .in_block_last_i(in_data_i[InWidth-1]), .out_valid_o, .out_ready_i,
    .out_keep_o(keep), .out_fresh_o(fresh), .out_book_o(book), .out_symbol_o(symbol),
    .out_extra_o(extra), .out_count_o(count), .out_last_o(out_data_o[OutWidth-1])
  );

endmodule

`default_nettype wire
