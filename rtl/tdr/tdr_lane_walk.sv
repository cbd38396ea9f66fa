// SPDX-License-Identifier: Apache-2.0
//
// tdr_lane_walk: the places of one lane's values, in the order in which the lane sends them.
//
// What is read next is known from what is there, so the memories are a part of the state.
//
//   Latency     2 cycles
//   Throughput  1 value per cycle
//   Storage     classes of a lane's lines and of positions, of two blocks
//   Model       model/tdr/walk.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

module tdr_lane_walk #(
  parameter int unsigned Positions = 4096,
  parameter int unsigned Groups    = 64,
  localparam int unsigned PositionBits = $clog2(Positions + 1),
  localparam int unsigned GroupBits    = $clog2(Groups + 1)
) (
  input  logic                    clk_i,

  // Classes of the live positions, and of four lines with a live one; the set of a block.
  input  logic                    write_set_i,
  input  logic                    position_write_i,
  input  logic [PositionBits-1:0] position_at_i,
  input  logic [3:0]              position_class_i,
  input  logic                    group_write_i,
  input  logic [GroupBits-1:0]    group_at_i,
  input  logic [15:0]             group_i,

  // A block begins: its set, how many of these it has, and its bias; they hold.
  input  logic                    start_i,
  input  logic                    set_i,
  input  logic [PositionBits-1:0] positions_i,
  input  logic [GroupBits-1:0]    groups_i,
  input  logic [7:0]              bias_i,

  // The next value; `more`: there is one behind it.
  input  logic                    advance_i,
  output logic                    more_o,

  // A cycle later: bin and raw bits, which of the lines in turn, whether it begins its line.
  output logic [2:0]              bin_o,
  output logic [3:0]              low_o,
  output logic [1:0]              turn_o,
  output logic                    first_o
);

  logic [GroupBits-1:0]    group_d, group_q;
  logic [PositionBits-1:0] at_d, at_q;
  logic [3:0]              done_d, done_q, left, position;
  logic [15:0]             classes;
  logic [1:0]              turn_d, turn_q;
  logic                    there_d, there_q, ends, first_d, first_q, line_ends;
  logic [8:0]              sum_d, sum_q;

  // The set is the upper bit of an address.
  localparam int unsigned PositionAddr = $clog2(Positions);
  localparam int unsigned GroupAddr    = $clog2(Groups);

  tern_ram_1r1w #(.Width(16), .Depth(2 * Groups)) u_groups (
    .clk_i, .write_i(group_write_i), .waddr_i({write_set_i, group_at_i[GroupAddr-1:0]}),
    .wdata_i(group_i), .read_i(start_i || advance_i),
    .raddr_i({set_i, group_d[GroupAddr-1:0]}), .rdata_o(classes)
  );

  tern_ram_1r1w #(.Width(4), .Depth(2 * Positions)) u_positions (
    .clk_i, .write_i(position_write_i),
    .waddr_i({write_set_i, position_at_i[PositionAddr-1:0]}), .wdata_i(position_class_i),
    .read_i(start_i || advance_i), .raddr_i({set_i, at_d[PositionAddr-1:0]}), .rdata_o(position)
  );

  logic unused_at;
  assign unused_at = ^{position_at_i, group_at_i};

  // Lines of the group that have no value at this position yet, and the first of them.
  always_comb begin
    turn_d = '0;
    for (int i = 3; i >= 0; i--) begin
      left[i] = classes[i*4 +: 4] != 4'(tdr_pkg::DeadClass) && !done_q[i];
      if (left[i]) turn_d = 2'(i);
    end
  end

  assign ends      = (left & (left - 4'd1)) == '0;
  assign line_ends = ends && at_q + PositionBits'(1) == positions_i;
  assign first_d   = at_q == '0;

  always_comb begin
    group_d = group_q;
    at_d    = at_q;
    done_d  = done_q;
    there_d = there_q;
    if (start_i) begin
      group_d = '0;
      at_d    = '0;
      done_d  = '0;
      there_d = groups_i != '0 && positions_i != '0;
    end else if (advance_i && there_q) begin
      done_d = ends ? '0 : done_q | (4'd1 << turn_d);
      if (ends) at_d = at_q + PositionBits'(1);
      if (line_ends) begin
        at_d    = '0;
        group_d = group_q + GroupBits'(1);
        there_d = group_d != groups_i;
      end
    end
  end

  assign more_o = there_d;

  // A signed number.
  assign sum_d = 9'(classes[turn_d*4 +: 4]) + 9'(position) + {bias_i[7], bias_i};

  tdr_bin u_bin (.sum_i(sum_q), .bin_o, .low_o);

  assign turn_o  = turn_q;
  assign first_o = first_q;

  always_ff @(posedge clk_i) begin
    group_q <= group_d;
    at_q    <= at_d;
    done_q  <= done_d;
    there_q <= there_d;
    if (advance_i) begin
      sum_q   <= sum_d;
      turn_q  <= turn_d;
      first_q <= first_d;
    end
  end

endmodule

`default_nettype wire
