// SPDX-License-Identifier: Apache-2.0
//
// prove_pace: the lag stays within its limits, and the queue of demands never overflows.
//
// Pace and queue of demands with limits as small as they may be, and a queue of fewer steps beyond
// the lag than huff_enc_pkg gives it. Messages, demands and the times at which words are complete
// are free.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#lag-and-buffers

`default_nettype none

module prove_pace #(
  parameter int unsigned Limit = 9,
  parameter int unsigned FarLimit = 33,
  parameter int unsigned StartUnits = 4,
  parameter bit          HasWide = 1'b0,
  localparam int unsigned GapBits = huff_enc_pkg::GapBits
) (
  input  logic       clk_i,
  input  logic       offer_i,
  input  logic       split_i,
  input  logic       wide_i,
  input  logic       last_i,
  input  logic       demand_i,
  input  logic [1:0] passes_a_i,
  input  logic [1:0] passes_b_i,
  input  logic       lanes_room_i,
  input  logic       complete_i
);

  localparam int unsigned Near = (Limit + huff_enc_pkg::ByteUnits - 1) / huff_enc_pkg::ByteUnits;
  localparam int unsigned Far = (Limit + huff_enc_pkg::SplitUnits - 1)
                                / huff_enc_pkg::SplitUnits + 2;
  localparam int unsigned Depth = (Near > Far) ? Near : Far;
  // Steps in a row without demand: fewer than the limit, as tokens use up words.
  localparam logic [3:0] Dry = 4'((Limit - 1) / huff_enc_pkg::SplitUnits);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // Messages of any length.
  logic                advance, packed_step, inside = 1'b0, split_q, wide_q;
  huff_enc_pkg::plan_t plan;
  assign packed_step = offer_i && advance && rst_ni;
  always_comb begin
    plan.first = !inside;
    plan.last  = last_i;
    plan.split = inside ? split_q : split_i;
    plan.wide  = inside ? wide_q : (HasWide && wide_i && !split_i);
    plan.tail  = 6'd0;
  end
  logic [3:0] dry = 4'd0;
  always_ff @(posedge clk_i) begin
    if (packed_step) begin
      inside  <= !last_i;
      split_q <= plan.split;
      wide_q  <= plan.wide;
      dry     <= (plan.first || last_i || demand_i) ? 4'd0 : dry + 4'd1;
      assume (plan.first || last_i || demand_i || dry < Dry);
    end
    // The lanes with a value in the last step need as much as the others, or one word more.
    assume (passes_a_i == passes_b_i || passes_a_i == passes_b_i + 2'd1);
    assume (passes_b_i != 2'd3 || passes_a_i == 2'd3);
  end

  logic                pass_valid, pass_ready, room, busy, mask, count;
  logic [0:0]          rank;
  huff_enc_pkg::pass_t pass;
  logic [GapBits-1:0]  gap;

  huff_enc_demand #(.Lanes(1), .HasWide(HasWide), .Depth(Depth)) u_demand (
    .clk_i, .rst_ni, .packed_i(packed_step), .plan_i(plan), .spoilt_i(1'b0), .demand_i,
    .passes_a_i, .passes_b_i, .pass_valid_o(pass_valid), .pass_ready_i(pass_ready),
    .mask_o(mask), .rank_o(rank), .count_o(count), .pass_o(pass), .gap_o(gap),
    .room_o(room), .busy_o(busy)
  );

  // The collector: one pass in front, taken when its words are complete and there is room.
  logic front = 1'b0, taken;
  assign taken      = front && complete_i;
  assign pass_ready = !front || taken;
  always_ff @(posedge clk_i) begin
    front <= rst_ni && ((pass_valid && pass_ready) || (front && !taken));
  end

  huff_enc_pace #(
    .Limit(Limit), .FarLimit(FarLimit), .StartUnits(StartUnits), .HasWide(HasWide)
  ) u_pace (
    .clk_i, .rst_ni, .packed_i(packed_step), .packed_split_i(plan.split),
    .packed_wide_i(plan.wide),
    .packed_first_i(plan.first), .next_i(pass_valid && pass_ready), .next_split_i(pass.split),
    .next_wide_i(pass.wide),
    .next_gap_i(gap), .next_start_i(pass.start), .next_step_i(pass.step), .taken_i(taken),
    .room_i(lanes_room_i && room), .advance_o(advance)
  );

  // When everything that is packed is ordered, nothing is left of the lag: the intake moves.
  logic [2:0] quiet = 3'd0;
  always_ff @(posedge clk_i) begin
    quiet <= (rst_ni && !busy && !front && !packed_step) ? quiet + 3'(quiet != 3'd7) : 3'd0;
    if (rst_ni) begin
      MovesWhenNothingWaits: assert (quiet < 3'd2 || advance);
    end
  end

  logic stopped = 1'b0;
  always_ff @(posedge clk_i) begin
    stopped <= stopped || (rst_ni && $past(rst_ni) && !advance);
    MovesAfterAStop: cover (stopped && advance && inside);
  end

endmodule

`default_nettype wire
