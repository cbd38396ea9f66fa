// SPDX-License-Identifier: Apache-2.0
//
// tdr_grid_lane: a place on the grid to the three levels that may stand for it.
//
// The levels of both quantisers next to a place are three successive ones, the first being half of
// the grid's point below. Stage 1 keeps the place within what levels can say; stage 2 takes the
// lower bits off; stage 3 has of each level the digit and the width of its tail.
//
//   Latency     3 cycles
//   Throughput  1 place per cycle
//   Storage     3 places
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#candidates

`default_nettype none

module tdr_grid_lane #(
  localparam int unsigned PlaceWidth = 26 + tdr_pkg::PlaceBits,
  localparam int unsigned PointWidth = tdr_pkg::LevelBits + 1
) (
  input  logic                  clk_i,

  input  logic [PlaceWidth-1:0] place_i,
  input  logic [2:0]            bin_i,
  input  logic [3:0]            low_i,

  // Behind stage 1: the point of the grid below the place.
  output logic [PointWidth-1:0] point_o,

  // Of three successive levels, the first in the lowest bits: digit, whether a tail follows, and
  // the width of its number.
  output logic [11:0]           digit_o,
  output logic [2:0]            tail_o,
  output logic [11:0]           width_o,
  // The first level, or 3 if it is more; whether it is odd; and whether the point is.
  output logic [1:0]            kind_o,
  output logic                  odd_level_o,
  output logic                  odd_point_o,
  // The place above the point; and as a whole, which is far away from 511 on.
  output logic [5:0]            fraction_o,
  output logic [8:0]            whole_o,
  output logic                  far_o,
  output logic [2:0]            bin_o,
  output logic [3:0]            low_o
);

  localparam int unsigned Level    = PointWidth - 1;
  // The largest upper part has 17 bits; tails are of numbers below 2^16.
  localparam int unsigned High     = 17;
  localparam int unsigned MaxTail  = (2 << tdr_pkg::MaxTailBits) - 2;
  localparam int unsigned MaxLevel = (1 << tdr_pkg::LevelBits) - 1;

  // Digits of a book are 0 to 1, 2, 3, 5 or 15.
  function automatic logic [3:0] last_digit(input logic [2:0] of_bin);
    case (of_bin)
      3'd0, 3'd1: last_digit = 4'd1;
      3'd2:       last_digit = 4'd2;
      3'd3:       last_digit = 4'd3;
      3'd4, 3'd5: last_digit = 4'd5;
      default:    last_digit = 4'd15;
    endcase
  endfunction

  // The point below the largest level but one that can be sent.
  function automatic logic [PointWidth-1:0] limit_of(input logic [2:0] of_bin,
                                                     input logic [3:0] raw);
    case (raw)
      4'd0:    limit_of = PointWidth'(2*MaxTail - 2) + {18'd0, last_digit(of_bin), 1'b0};
      4'd1:    limit_of = PointWidth'(2*((MaxTail + 15) << 1) - 2);
      4'd2:    limit_of = PointWidth'(2*((MaxTail + 15) << 2) - 2);
      4'd3:    limit_of = PointWidth'(2*((MaxTail + 15) << 3) - 2);
      4'd4:    limit_of = PointWidth'(2*((MaxTail + 15) << 4) - 2);
      4'd5:    limit_of = PointWidth'(2*((MaxTail + 15) << 5) - 2);
      default: limit_of = PointWidth'(2*MaxLevel - 2);
    endcase
  endfunction

  // Bits below the highest one.
  function automatic logic [3:0] width_of(input logic [15:0] value);
    width_of = '0;
    for (int place = 1; place < 16; place++) begin
      if (value[place]) begin
        width_of = 4'(place);
      end
    end
  endfunction

  logic [PointWidth-1:0] point_d, point_q, limit;
  logic [5:0]            fraction_d [3], fraction_q [3];
  logic [8:0]            whole_d [3], whole_q [3];
  logic [2:0]            far_d, far_q;
  logic [2:0]            bin_d [3], bin_q [3];
  logic [3:0]            low_d [3], low_q [3];
  logic                  over;

  ///////////
  // Limit //
  ///////////

  assign limit = limit_of(bin_i, low_i);
  assign over  = place_i[PlaceWidth-1:6] > 26'(limit);

  /////////////////
  // Upper parts //
  /////////////////

  logic [Level-1:0] level;
  logic [Level-1:0] mask;
  logic [High-1:0]  high_d, high_q;
  logic             next_d, next_q;      // the second level has another upper part
  logic [1:0]       last_d, last_q;      // by how much that of the third is above the first's
  logic [1:0]       kind_d [2], kind_q [2], odd_level_d, odd_level_q, odd_point_d, odd_point_q;

  assign level = point_q[PointWidth-1:1];
  // Ones at the lower bits.
  assign mask  = ~({Level{1'b1}} << low_q[0]);

  always_comb begin
    high_d = High'(level >> low_q[0]);
    next_d = (level & mask) == mask;
    // The second and the third level may both be the first of an upper part.
    if (low_q[0] == '0) begin
      last_d = 2'd2;
    end else begin
      last_d = {1'b0, ((level | Level'(1)) & mask) == mask};
    end
    kind_d[0] = (level[Level-1:2] != '0) ? 2'd3 : level[1:0];
  end

  ///////////
  // Tails //
  ///////////

  logic [11:0] digit_d, digit_q, width_d, width_q;
  logic [2:0]  tail_d, tail_q;

  for (genvar i = 0; i < 3; i++) begin : gen_level
    logic [High-1:0] high, above;
    logic [1:0]      rise;

    assign rise  = (i == 0) ? 2'd0 : (i == 1) ? {1'b0, next_q} : last_q;
    assign high  = high_q + High'(rise);
    // One more than the number of the tail.
    assign above = high + High'(1) - High'(last_digit(bin_q[1]));
    assign tail_d[i]          = high >= High'(last_digit(bin_q[1]));
    assign digit_d[4*i +: 4]  = tail_d[i] ? last_digit(bin_q[1]) : high[3:0];
    assign width_d[4*i +: 4]  = width_of(above[15:0]);

    logic unused_above;
    assign unused_above = above[High-1];
  end

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    point_d       = over ? limit : place_i[6 +: PointWidth];
    fraction_d[0] = over ? 6'd63 : place_i[5:0];
    whole_d[0]    = place_i[8:0];
    far_d         = {far_q[1:0], place_i[PlaceWidth-1:9] != '0};
    bin_d[0]      = bin_i;
    low_d[0]      = low_i;
    kind_d[1]     = kind_q[0];
    odd_level_d   = {odd_level_q[0], level[0]};
    odd_point_d   = {odd_point_q[0], point_q[0]};
    for (int i = 1; i < 3; i++) begin
      fraction_d[i] = fraction_q[i-1];
      whole_d[i]    = whole_q[i-1];
      bin_d[i]      = bin_q[i-1];
      low_d[i]      = low_q[i-1];
    end
  end

  always_ff @(posedge clk_i) begin
    point_q     <= point_d;
    far_q       <= far_d;
    high_q      <= high_d;
    next_q      <= next_d;
    last_q      <= last_d;
    digit_q     <= digit_d;
    width_q     <= width_d;
    tail_q      <= tail_d;
    odd_level_q <= odd_level_d;
    odd_point_q <= odd_point_d;
    for (int i = 0; i < 3; i++) begin
      fraction_q[i] <= fraction_d[i];
      whole_q[i]    <= whole_d[i];
      bin_q[i]      <= bin_d[i];
      low_q[i]      <= low_d[i];
    end
    for (int i = 0; i < 2; i++) begin
      kind_q[i] <= kind_d[i];
    end
  end

  assign point_o     = point_q;
  assign digit_o     = digit_q;
  assign tail_o      = tail_q;
  assign width_o     = width_q;
  assign kind_o      = kind_q[1];
  assign odd_level_o = odd_level_q[1];
  assign odd_point_o = odd_point_q[1];
  assign fraction_o  = fraction_q[2];
  assign whole_o     = whole_q[2];
  assign far_o       = far_q[2];
  assign bin_o       = bin_q[2];
  assign low_o       = low_q[2];

endmodule

`default_nettype wire
