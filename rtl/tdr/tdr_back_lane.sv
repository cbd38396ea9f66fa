// SPDX-License-Identifier: Apache-2.0
//
// tdr_back_lane: one lane's way back through the trellis.
//
// Each of four lines has a state; the decision of a value leads to the state before it, and says
// which level was taken.
//
//   Latency     1 cycle
//   Throughput  1 value per cycle
//   Storage     the states of 4 lines, 1 value
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

module tdr_back_lane (
  input  logic       clk_i,

  input  logic       valid_i,
  input  logic [1:0] turn_i,
  // The last value of its line in the window: `state_i` is behind it.
  input  logic       begin_i,
  input  logic [1:0] state_i,
  input  logic       scalar_i,
  // As tdr_search_lane has it: a bit for each state, and which even levels are zero.
  input  logic [5:0] choice_i,

  // Zero, parity, quantiser.
  output logic [2:0] step_o
);

  logic [1:0] states_d [4], states_q [4];
  logic [1:0] state;
  logic       higher, parity;
  logic [2:0] step_d, step_q;

  always_comb begin
    case (turn_i)
      2'd0:    state = states_q[0];
      2'd1:    state = states_q[1];
      2'd2:    state = states_q[2];
      default: state = states_q[3];
    endcase
    if (begin_i) begin
      state = state_i;
    end
    case (state)
      2'd0:    higher = choice_i[0];
      2'd1:    higher = choice_i[1];
      2'd2:    higher = choice_i[2];
      default: higher = choice_i[3];
    endcase
    // States 1 and 3 follow 2 and 3, those of Q1; states 2 and 3 follow the lower of two behind an
    // odd level.
    parity = higher ^ state[1];
    step_d = {!parity && (state[0] ? choice_i[5] : choice_i[4]), parity, state[0]};
    for (int turn = 0; turn < 4; turn++) begin
      states_d[turn] = states_q[turn];
      if (valid_i && turn_i == 2'(turn)) begin
        states_d[turn] = scalar_i ? '0 : {state[0], higher};
      end
    end
  end

  // Lines begin with a state from outside.
  always_ff @(posedge clk_i) begin
    for (int turn = 0; turn < 4; turn++) begin
      states_q[turn] <= states_d[turn];
    end
    step_q <= step_d;
  end

  assign step_o = step_q;

endmodule

`default_nettype wire
