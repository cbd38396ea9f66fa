// SPDX-License-Identifier: Apache-2.0
//
// tdr_split: a joint symbol to its digits, the first one in the highest bits.
//
// A digit has 1, 2, 2, 3 or 4 bits by its base. Symbols of bases 3 and 6 are divided; a first digit
// above the last one, which only a foreign encoder sends, counts as the last one.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/desymbolize.h
//   Test        tb/tdr/tdr_desymbolize_test.cc
//   Doc         docs/tdr_architecture.md#desymbolise

`default_nettype none

module tdr_split (
  input  logic [2:0] bin_i,
  input  logic [7:0] symbol_i,

  output logic [9:0] digits_o,
  // How many there are.
  output logic [3:0] count_o
);

  // 255 is three times 81 and 12: its rest is that of 174.
  logic [7:0] third, weight;
  logic [1:0] thirds [4];
  logic [2:0] sixth [2];
  logic [7:0] rest36, rest6;

  always_comb begin
    third  = (symbol_i >= 8'd243) ? symbol_i - 8'd81 : symbol_i;
    weight = 8'd81;
    for (int unsigned i = 0; i < 4; i++) begin
      weight    = (i == 0) ? 8'd81 : (i == 1) ? 8'd27 : (i == 2) ? 8'd9 : 8'd3;
      thirds[i] = 2'd0;
      if (third >= {weight[6:0], 1'b0}) begin
        thirds[i] = 2'd2;
        third     = third - {weight[6:0], 1'b0};
      end else if (third >= weight) begin
        thirds[i] = 2'd1;
        third     = third - weight;
      end
    end
  end

  // Of 36 and of 6, by comparison with each multiple.
  always_comb begin
    sixth[0] = '0;
    rest36   = symbol_i;
    for (int unsigned i = 1; i < 8; i++) begin
      if (symbol_i >= 8'(36 * i)) begin
        sixth[0] = 3'(i);
        rest36   = symbol_i - 8'(36 * i);
      end
    end
    if (sixth[0] > 3'd5) begin
      sixth[0] = 3'd5;
    end
    sixth[1] = '0;
    rest6    = rest36;
    for (int unsigned i = 1; i < 6; i++) begin
      if (rest36 >= 8'(6 * i)) begin
        sixth[1] = 3'(i);
        rest6    = rest36 - 8'(6 * i);
      end
    end
  end

  always_comb begin
    case (bin_i)
      3'd0, 3'd1: begin
        digits_o = {symbol_i, 2'd0};
        count_o  = 4'd8;
      end
      3'd2: begin
        digits_o = {thirds[0], thirds[1], thirds[2], thirds[3], third[1:0]};
        count_o  = 4'd5;
      end
      3'd3: begin
        digits_o = {symbol_i, 2'd0};
        count_o  = 4'd4;
      end
      3'd4, 3'd5: begin
        digits_o = {sixth[0], sixth[1], rest6[2:0], 1'b0};
        count_o  = 4'd3;
      end
      default: begin
        digits_o = {symbol_i, 2'd0};
        count_o  = 4'd2;
      end
    endcase
  end

  logic unused_rest;
  assign unused_rest = ^{third[7:2], rest6[7:3]};

endmodule

`default_nettype wire
