// SPDX-License-Identifier: Apache-2.0
//
// tdr_join: a joint symbol and one more digit, or all digits that it lacks.
//
// Digits that no value needs are those that the book's search takes to cost least.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

module tdr_join (
  // Bin and quantiser.
  input  logic [3:0] book_i,
  input  logic [7:0] symbol_i,
  // Digits that it lacks; with `fill_i` all of them are free, else the next one is `digit_i`.
  input  logic [2:0] lacks_i,
  input  logic       fill_i,
  input  logic [3:0] digit_i,

  output logic [7:0] symbol_o,
  // Of a symbol without digits.
  output logic [2:0] all_o
);

  localparam int unsigned Width = tdr_pkg::DigitCostsWidth;

  // The cheapest digit of a book.
  function automatic logic [3:0] cheapest(input int unsigned book, input int unsigned base);
    logic [Width-1:0] least;
    cheapest = '0;
    least    = tdr_pkg::DigitCosts[16*book*Width +: Width];
    for (int unsigned digit = 1; digit < 16; digit++) begin
      if (digit < base && tdr_pkg::DigitCosts[(16*book + digit)*Width +: Width] < least) begin
        cheapest = 4'(digit);
        least    = tdr_pkg::DigitCosts[(16*book + digit)*Width +: Width];
      end
    end
  endfunction

  logic [3:0] free [16];

  always_comb begin
    for (int unsigned book = 0; book < 16; book++) begin
      case (book / 2)
        0, 1:    free[book] = cheapest(book, 2);
        2:       free[book] = cheapest(book, 3);
        3:       free[book] = cheapest(book, 4);
        4, 5:    free[book] = cheapest(book, 6);
        default: free[book] = cheapest(book, 16);
      endcase
    end
  end

  logic [2:0] more;
  logic [3:0] digit;
  logic [7:0] part;

  assign more  = fill_i ? lacks_i : 3'd1;
  assign digit = fill_i ? free[book_i] : digit_i;
  assign part  = 8'(digit);

  // Times a power of the base, and as many digits.
  always_comb begin
    case (book_i[3:1])
      3'd0, 3'd1: begin
        all_o    = 3'd7;
        symbol_o = (symbol_i << more) | (digit[0] ? ~(8'hFF << more) : '0);
      end
      3'd2: begin
        all_o = 3'd4;
        case (more)
          3'd1:    symbol_o = 8'd3 * symbol_i + part;
          3'd2:    symbol_o = 8'd9 * symbol_i + 8'd4 * part;
          3'd3:    symbol_o = 8'd27 * symbol_i + 8'd13 * part;
          default: symbol_o = 8'd81 * symbol_i + 8'd40 * part;
        endcase
      end
      3'd3: begin
        all_o = 3'd3;
        case (more)
          3'd1:    symbol_o = {symbol_i[5:0], digit[1:0]};
          3'd2:    symbol_o = {symbol_i[3:0], {2{digit[1:0]}}};
          default: symbol_o = {symbol_i[1:0], {3{digit[1:0]}}};
        endcase
      end
      3'd4, 3'd5: begin
        all_o    = 3'd2;
        symbol_o = more[0] ? 8'd6 * symbol_i + part : 8'd36 * symbol_i + 8'd7 * part;
      end
      default: begin
        all_o    = 3'd1;
        symbol_o = {symbol_i[3:0], digit};
      end
    endcase
  end

endmodule

`default_nettype wire
