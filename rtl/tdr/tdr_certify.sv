// SPDX-License-Identifier: Apache-2.0
//
// tdr_certify: the sum of squared errors and the largest error of each block.
//
// Both are exact, in units of the aligned integers; the sum saturates at 2^64 - 1. Stages 1 to 3
// have distances and squares, stages 4 and 5 add those of all lanes, stage 6 adds to the block's.
//
//   Latency     7 cycles from the last beat of a block
//   Throughput  1 beat per cycle, blocks of a single beat included
//   Storage     6 beats, one block's sum
//   Model       model/tdr/stream.h
//   Test        tb/tdr/tdr_certify_test.cc
//   Doc         docs/tdr_architecture.md#certificate

`default_nettype none

module tdr_certify #(
  // 8 or 16.
  parameter int unsigned Lanes = 16,
  localparam int unsigned Width = tdr_pkg::ValueBits + 1,
  localparam int unsigned Sum   = 64
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Aligned integers: the encoder's, and those of what its decoder will return.
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [Lanes*Width-1:0] in_before_i,
  input  logic [Lanes*Width-1:0] in_after_i,
  input  logic [Lanes-1:0]       in_keep_i,
  input  logic                   in_last_i,

  // One for each block.
  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [Sum-1:0]         out_squared_o,
  output logic [Width-1:0]       out_largest_o
);

  if (Lanes != 8 && Lanes != 16) begin : gen_bad_lanes
    $fatal(1, "tdr_certify: Lanes must be 8 or 16");
  end

  localparam int unsigned Halves = Lanes / 8;
  // Sums of eight, and of all lanes.
  localparam int unsigned Squares = 2*Width + 3;
  localparam int unsigned Crosses = Width + 3;
  localparam int unsigned Beat    = 2*Width + 5;

  logic       advance;
  logic [5:0] valid, last;

  tdr_delay #(.Stages(6), .Width(1)) u_delay (
    .clk_i, .rst_ni, .advance_i(advance), .valid_i(in_valid_i), .data_i(in_last_i),
    .valid_o(valid), .data_o(last)
  );

  ///////////
  // Lanes //
  ///////////

  logic [Lanes*Width-1:0]   distance, product;
  logic [Lanes*2*Width-1:0] squares;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_error_lane u_lane (
      .clk_i, .advance_i(advance), .keep_i(in_keep_i[i]),
      .before_i(in_before_i[i*Width +: Width]), .after_i(in_after_i[i*Width +: Width]),
      .distance_o(distance[i*Width +: Width]), .squares_o(squares[i*2*Width +: 2*Width]),
      .product_o(product[i*Width +: Width])
    );
  end

  //////////
  // Sums //
  //////////

  logic [Halves*Squares-1:0] half_d, half_q;
  logic [Halves*Crosses-1:0] crossed_d, crossed_q;
  logic [Beat-1:0]           beat_d, beat_q, beat;

  for (genvar h = 0; h < Halves; h++) begin : gen_half
    logic [8*Squares-1:0] wide;
    logic [8*Crosses-1:0] crossed;
    logic [Squares-1:0]   wide_sum;
    logic [Crosses-1:0]   crossed_sum;

    for (genvar i = 0; i < 8; i++) begin : gen_lane
      assign wide[i*Squares +: Squares]    = Squares'(squares[(8*h+i)*2*Width +: 2*Width]);
      assign crossed[i*Crosses +: Crosses] = Crosses'(product[(8*h+i)*Width +: Width]);
    end

    tdr_sum #(.Operands(8), .Width(Squares)) u_squares (
      .in_data_i(wide), .out_data_o(wide_sum)
    );
    tdr_sum #(.Operands(8), .Width(Crosses)) u_crosses (
      .in_data_i(crossed), .out_data_o(crossed_sum)
    );

    assign half_d[h*Squares +: Squares] =
        advance ? wide_sum : half_q[h*Squares +: Squares];
    assign crossed_d[h*Crosses +: Crosses] =
        advance ? crossed_sum : crossed_q[h*Crosses +: Crosses];
  end

  // The rows of stage 5; with one half, two of them are 0.
  logic [4*Beat-1:0] rows;

  always_comb begin
    rows = '0;
    for (int unsigned h = 0; h < Halves; h++) begin
      rows[2*h*Beat +: Beat]     = Beat'(half_q[h*Squares +: Squares]);
      rows[(2*h+1)*Beat +: Beat] = Beat'({crossed_q[h*Crosses +: Crosses], 13'd0});
    end
  end

  tdr_sum #(.Operands(4), .Width(Beat)) u_beat (.in_data_i(rows), .out_data_o(beat));

  assign beat_d = advance ? beat : beat_q;

  /////////////
  // Largest //
  /////////////

  // Of four lanes each in stage 3, of all lanes in stage 4; stage 5 waits.
  logic [Lanes/4*Width-1:0] four_d, four_q;
  logic [Width-1:0]         most_d, most_q, kept_d, kept_q, pair, other;

  always_comb begin
    four_d = four_q;
    most_d = most_q;
    kept_d = advance ? most_q : kept_q;
    pair   = '0;
    other  = '0;
    if (advance) begin
      for (int unsigned i = 0; i < Lanes / 4; i++) begin
        pair  = distance[4*i*Width +: Width];
        other = distance[(4*i+2)*Width +: Width];
        if (distance[(4*i+1)*Width +: Width] > pair) begin
          pair = distance[(4*i+1)*Width +: Width];
        end
        if (distance[(4*i+3)*Width +: Width] > other) begin
          other = distance[(4*i+3)*Width +: Width];
        end
        four_d[i*Width +: Width] = (other > pair) ? other : pair;
      end
      most_d = four_q[0 +: Width];
      for (int unsigned i = 1; i < Lanes / 4; i++) begin
        if (four_q[i*Width +: Width] > most_d) begin
          most_d = four_q[i*Width +: Width];
        end
      end
    end
  end

  ///////////
  // Block //
  ///////////

  logic [Sum-1:0]   sum_d, sum_q, base;
  logic [Sum:0]     whole;
  logic [Width-1:0] largest_d, largest_q, floor;
  logic             begins_d, begins_q;

  // Behind a last beat the next one begins from zero.
  assign base  = begins_q ? '0 : sum_q;
  assign floor = begins_q ? '0 : largest_q;
  assign whole = {1'b0, base} + (Sum+1)'(beat_q);

  always_comb begin
    sum_d     = sum_q;
    largest_d = largest_q;
    begins_d  = begins_q;
    if (advance && valid[4]) begin
      sum_d     = whole[Sum] ? '1 : whole[Sum-1:0];
      largest_d = (kept_q > floor) ? kept_q : floor;
      begins_d  = last[4];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begins_q <= 1'b1;
    end else begin
      begins_q <= begins_d;
    end
  end

  always_ff @(posedge clk_i) begin
    half_q    <= half_d;
    crossed_q <= crossed_d;
    beat_q    <= beat_d;
    four_q    <= four_d;
    most_q    <= most_d;
    kept_q    <= kept_d;
    sum_q     <= sum_d;
    largest_q <= largest_d;
  end

  tern_skid #(.Width(Sum + Width)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(valid[5] && last[5]), .in_ready_o(advance),
    .in_data_i({sum_q, largest_q}), .out_valid_o, .out_ready_i,
    .out_data_o({out_squared_o, out_largest_o})
  );

  assign in_ready_o = advance;

  logic unused_stages;
  assign unused_stages = ^{valid[3:0], last[3:0]};

  tdr_params u_params ();

endmodule

`default_nettype wire
