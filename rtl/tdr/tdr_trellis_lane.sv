// SPDX-License-Identifier: Apache-2.0
//
// tdr_trellis_lane: add, compare, select for four lines that take turns, each in four states.
//
// A ring of four stages, in which the costs of four lines go round: a line's are in front of the
// ring in every fourth cycle, whether it has a value then or not. Stage 1 compares, stage 2 selects
// and adds, stage 3 compares the paths that are left, in pairs, and stage 4 finds the best one and
// gives up those that did not come its way. So a decision has four cycles and costs no throughput.
// Where fewer lines take turns their costs go back behind stage 2 or 3; the last two stages count
// only at the end of a window.
//
//   Latency     1 cycle to the decisions, 4 to the best path
//   Throughput  1 value per cycle
//   Storage     4 lines
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#search

`default_nettype none

module tdr_trellis_lane #(
  localparam int unsigned CostWidth = 18,
  // States differ by at most two costs: 1 of 3 costs, and a sign.
  localparam int unsigned SumWidth  = CostWidth + 3
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Of the line in front: a value, as tdr_cost_lane has it. Low: the line keeps its costs.
  input  logic                   valid_i,
  // The scalar quantiser: state 0 for ever.
  input  logic                   scalar_i,
  input  logic [2*CostWidth-1:0] even_i,
  input  logic [2*CostWidth-1:0] odd_i,
  input  logic [2*CostWidth+1:0] rise_i,

  // Of each state behind the value: whether the best way comes from the higher of two.
  output logic [3:0]             higher_o,

  // In front of the ring a cycle later: a line's first value; the stages, less one, from which its
  // costs come. And those of the line in front now.
  input  logic                   start_i,
  input  logic [1:0]             next_loop_i,
  input  logic [1:0]             loop_i,

  // Three cycles behind the value: it ends a window but not its line; nor is that the first window;
  // the quantiser is scalar. The line has had no other value since.
  input  logic                   close_i,
  input  logic                   decide_i,
  input  logic                   late_scalar_i,

  // The state of the best path, and the one in which it was when the window began.
  output logic [1:0]             best_o,
  output logic [1:0]             through_o
);

  // Behind stage 4, and behind stages 1 to 3.
  logic [SumWidth-1:0] sum_d [4][4], sum_q [4][4];
  logic [3:0]          alive_d [4], alive_q [4];
  logic [1:0]          root_d [4][4], root_q [4][4];

  logic [3:0]             higher_d, higher_q;
  logic [2*CostWidth-1:0] even_d, even_q, odd_d, odd_q;
  logic                   valid_d, valid_q;

  /////////////
  // Compare //
  /////////////

  // States 0 and 1 are followed by 0 and 2, states 2 and 3 by 1 and 3: the lower one with an even
  // and an odd level, the higher one the other way round.
  for (genvar q = 0; q < 2; q++) begin : gen_compare
    logic [CostWidth:0]  rise;
    logic [SumWidth-1:0] straight, crossed;
    logic                only, forced;

    assign rise     = rise_i[q*(CostWidth+1) +: CostWidth+1];
    // How much more the way from the higher state costs, to the first follower and the second.
    assign straight = sum_q[0][2*q+1] - sum_q[0][2*q] + {{2{rise[CostWidth]}}, rise};
    assign crossed  = sum_q[0][2*q+1] - sum_q[0][2*q] - {{2{rise[CostWidth]}}, rise};
    assign only     = alive_q[0][2*q+1] && !alive_q[0][2*q];
    assign forced   = alive_q[0][2*q+1] && alive_q[0][2*q];

    assign higher_d[q]   = scalar_i ? rise[CostWidth] : only || (forced && straight[SumWidth-1]);
    assign higher_d[q+2] = only || (forced && crossed[SumWidth-1]);
  end

  /////////////////
  // Select, add //
  /////////////////

  logic [CostWidth-1:0] cost [4];
  logic [SumWidth-1:0]  from [4], sum [4];
  logic [1:0]           root [4];
  logic [3:0]           alive;

  always_comb begin
    for (int state = 0; state < 4; state++) begin
      sum_d[1][state]  = sum_q[0][state];
      sum_d[3][state]  = sum_q[2][state];
      root_d[3][state] = root_q[2][state];
      // The lower of the two that it follows is 2 * (state mod 2). From there an even level leads
      // to the first follower.
      from[state]  = sum_q[1][state];
      cost[state]  = '0;
      root[state]  = root_q[1][state];
      alive[state] = alive_q[1][state];
      if (valid_q) begin
        from[state] = higher_q[state] ? sum_q[1][2*(state%2) + 1] : sum_q[1][2*(state%2)];
        if (higher_q[state] == (state < 2)) begin
          cost[state] = odd_q[(state%2)*CostWidth +: CostWidth];
        end else begin
          cost[state] = even_q[(state%2)*CostWidth +: CostWidth];
        end
        root[state]  = higher_q[state] ? root_q[1][2*(state%2) + 1] : root_q[1][2*(state%2)];
        alive[state] = alive_q[1][2*(state%2)] || alive_q[1][2*(state%2) + 1];
      end
      sum[state]       = from[state] + SumWidth'(cost[state]);
      sum_d[2][state]  = sum[state];
      root_d[2][state] = root[state];
    end
    alive_d[2] = alive;
    alive_d[3] = alive_q[2];
    even_d     = even_i;
    odd_d      = odd_i;
    valid_d    = valid_i;
  end

  //////////
  // Best //
  //////////

  logic [1:0]          pair_d, pair_q;     // the higher state of a pair is the better one
  logic [1:0]          first, second, best, through;
  logic [SumWidth-1:0] less [3];
  logic                upper;
  logic [3:0]          given_up, late_keep, next_keep;

  always_comb begin
    for (int q = 0; q < 2; q++) begin
      less[q]   = sum_q[2][2*q+1] - sum_q[2][2*q];
      pair_d[q] = alive_q[2][2*q+1] && (!alive_q[2][2*q] || less[q][SumWidth-1]);
    end
    first   = {1'b0, pair_q[0]};
    second  = {1'b1, pair_q[1]};
    less[2] = (pair_q[1] ? sum_q[3][3] : sum_q[3][2]) - (pair_q[0] ? sum_q[3][1] : sum_q[3][0]);
    // Behind any value one state of each pair is alive.
    upper   = less[2][SumWidth-1];
    best    = upper ? second : first;
    through = upper ? (pair_q[1] ? root_q[3][3] : root_q[3][2])
                    : (pair_q[0] ? root_q[3][1] : root_q[3][0]);

    // Where three lines take turns, the line of the decision is in front of the ring; else it comes
    // there next.
    for (int state = 0; state < 4; state++) begin
      given_up[state]   = decide_i && root_q[3][state] != through;
      late_keep[state]  = !(given_up[state] && loop_i == 2'd2);
      next_keep[state]  = !(given_up[state] && loop_i != 2'd2);
      alive_d[1][state] = alive_q[0][state] && late_keep[state];
      root_d[1][state]  = (close_i && loop_i == 2'd2) ? 2'(state) : root_q[0][state];
      case (next_loop_i)
        2'd1: begin
          sum_d[0][state]   = sum[state];
          root_d[0][state]  = root[state];
          alive_d[0][state] = alive[state] && next_keep[state];
        end
        2'd2: begin
          sum_d[0][state]   = sum_q[2][state];
          root_d[0][state]  = root_q[2][state];
          alive_d[0][state] = alive_q[2][state];
        end
        default: begin
          sum_d[0][state]   = sum_q[3][state];
          root_d[0][state]  = root_q[3][state];
          alive_d[0][state] = alive_q[3][state] && next_keep[state];
        end
      endcase
      if (close_i && next_loop_i != 2'd2) begin
        root_d[0][state] = 2'(state);
      end
    end
    // A line begins in state 0.
    if (start_i) begin
      alive_d[0] = 4'b0001;
    end
  end

  logic [1:0] best_d, best_q, through_d, through_q;

  assign best_d    = late_scalar_i ? '0 : best;
  assign through_d = late_scalar_i ? '0 : through;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < 4; i++) begin
        alive_q[i] <= 4'b0001;
      end
      valid_q <= 1'b0;
    end else begin
      for (int i = 0; i < 4; i++) begin
        alive_q[i] <= alive_d[i];
      end
      valid_q <= valid_d;
    end
  end

  // Costs count only in comparison, and only of states that are alive.
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      for (int state = 0; state < 4; state++) begin
        sum_q[i][state]  <= sum_d[i][state];
        root_q[i][state] <= root_d[i][state];
      end
    end
    higher_q  <= higher_d;
    even_q    <= even_d;
    odd_q     <= odd_d;
    pair_q    <= pair_d;
    best_q    <= best_d;
    through_q <= through_d;
  end

  assign higher_o  = higher_q;
  assign best_o    = best_q;
  assign through_o = through_q;

endmodule

`default_nettype wire
