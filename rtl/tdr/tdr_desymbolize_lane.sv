// SPDX-License-Identifier: Apache-2.0
//
// tdr_desymbolize_lane: one lane's symbols and extra bits back to levels.
//
// Which book a value draws from depends on the levels of its line before it; what the lane asks for
// follows from registers and from the value's bin within the cycle, and the answer changes them at
// its end.
//
//   Latency     0 cycles
//   Throughput  1 value per cycle
//   Storage     digits of 16 books and their ages, states of 4 lines
//   Model       model/tdr/desymbolize.h
//   Test        tb/tdr/tdr_desymbolize_test.cc
//   Doc         docs/tdr_architecture.md#desymbolise

`default_nettype none

module tdr_desymbolize_lane #(
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Extra = tdr_pkg::ExtraBits
) (
  input  logic             clk_i,

  // 0 or 2 to 5.
  input  logic [2:0]       states_log2_i,
  // The value: its bin; which of the lines in turn, and whether it is the line's first one; whether
  // it is the lane's first one.
  input  logic [2:0]       bin_i,
  input  logic [3:0]       low_i,
  input  logic [1:0]       turn_i,
  input  logic             first_i,
  input  logic             begin_i,
  // Behind the value, digits that have waited for long are dropped.
  input  logic             drop_i,

  // What it needs: a symbol, if its book has no digit left.
  output logic             quantizer_o,
  output logic             fresh_o,

  // The answer: digits of the symbol, if it was needed, and the bits that follow; and the value is
  // taken.
  input  logic             take_i,
  input  logic [9:0]       digits_i,
  input  logic [Extra-1:0] bits_i,

  output logic [Level-1:0] magnitude_o,
  output logic             negative_o,
  // Whether a tail is read, and the bits that belong to the value if so and if not.
  output logic             tail_o,
  output logic [5:0]       tail_count_o,
  output logic [5:0]       plain_count_o
);

  logic [4:0] states_d [4], states_q [4];
  logic [9:0] held_d [16], held_q [16], digits, drawn;
  logic [3:0] left_d [16], left_q [16], left, split_count;
  // The symbol has come before the last drop.
  logic [15:0] old_d, old_q;
  logic [4:0] state, next;
  logic [3:0] book, digit;

  ////////////
  // Asking //
  ////////////

  always_comb begin
    state = first_i ? '0 : states_q[turn_i];
    case (states_log2_i)
      3'd2:    quantizer_o = state[1];
      3'd3:    quantizer_o = state[2];
      3'd4:    quantizer_o = state[3];
      3'd5:    quantizer_o = state[4];
      default: quantizer_o = 1'b0;
    endcase
  end

  assign book    = {bin_i, quantizer_o};
  assign left    = begin_i ? '0 : left_q[book];
  assign fresh_o = left == '0;

  ///////////
  // Value //
  ///////////

  assign digits = fresh_o ? digits_i : held_q[book];

  always_comb begin
    case (bin_i)
      3'd0, 3'd1: begin
        digit       = {3'd0, digits[9]};
        split_count = 4'd8;
        drawn       = digits << 1;
      end
      3'd2, 3'd3: begin
        digit       = {2'd0, digits[9:8]};
        split_count = bin_i[0] ? 4'd4 : 4'd5;
        drawn       = digits << 2;
      end
      3'd4, 3'd5: begin
        digit       = {1'b0, digits[9:7]};
        split_count = 4'd3;
        drawn       = digits << 3;
      end
      default: begin
        digit       = digits[9:6];
        split_count = 4'd2;
        drawn       = digits << 4;
      end
    endcase
  end

  tdr_value u_value (
    .bin_i, .low_i, .digit_i(digit), .bits_i, .magnitude_o, .negative_o, .tail_o,
    .tail_count_o, .plain_count_o
  );

  // Of as many bits as there are states.
  always_comb begin
    case (states_log2_i)
      3'd2:    next = {3'd0, 2'({state[0], 1'b0} ^ {1'b0, quantizer_o} ^ {magnitude_o[0], 1'b0})};
      3'd3:    next = {2'd0, {state[1:0], 1'b0} ^ {1'b0, {2{quantizer_o}}}
                             ^ {magnitude_o[0], 2'd0}};
      3'd4:    next = {1'b0, {state[2:0], 1'b0} ^ {2'd0, {2{quantizer_o}}}
                             ^ {1'b0, magnitude_o[0], 2'd0}};
      3'd5:    next = {state[3:0], 1'b0} ^ {2'd0, quantizer_o, 1'b0, quantizer_o}
                      ^ {1'b0, magnitude_o[0], 3'd0};
      default: next = '0;
    endcase
  end

  always_comb begin
    for (int turn = 0; turn < 4; turn++) begin
      states_d[turn] = states_q[turn];
      if (take_i && turn_i == 2'(turn)) begin
        states_d[turn] = next;
      end
    end
    for (int i = 0; i < 16; i++) begin
      held_d[i] = held_q[i];
      left_d[i] = left_q[i];
      old_d[i]  = old_q[i];
      if (take_i && begin_i) begin
        left_d[i] = '0;
      end
      if (take_i && book == 4'(i)) begin
        held_d[i] = drawn;
        left_d[i] = (fresh_o ? split_count : left) - 4'd1;
        old_d[i]  = old_q[i] && !fresh_o;
      end
      if (take_i && drop_i) begin
        if (old_d[i]) begin
          left_d[i] = '0;
        end
        old_d[i] = 1'b1;
      end
    end
  end

  // All begin with the first value of a lane and of a line.
  always_ff @(posedge clk_i) begin
    for (int turn = 0; turn < 4; turn++) begin
      states_q[turn] <= states_d[turn];
    end
    for (int i = 0; i < 16; i++) begin
      held_q[i] <= held_d[i];
      left_q[i] <= left_d[i];
    end
    old_q <= old_d;
  end

endmodule

`default_nettype wire
