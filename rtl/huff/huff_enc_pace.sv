// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_pace: stops the intake before the lanes could overflow.
//
// Counts what is packed and not yet ordered, in units of huff_enc_pkg. That a lane is full is no
// reason to stop: the oldest demand may wait for tokens that were not taken yet. A lag at its limit
// is one, because then the oldest demand is complete and waits for the output only.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     about 12 bits
//   Model       none: timing only
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#lag-and-buffers

`default_nettype none

`include "tern_assert.svh"

module huff_enc_pace #(
  parameter int unsigned Limit = 73,
  parameter int unsigned FarLimit = 105,
  parameter int unsigned StartUnits = 16,
  parameter bit          HasWide = 1'b0,
  localparam int unsigned GapBits = huff_enc_pkg::GapBits
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               packed_i,
  input  logic               packed_split_i,
  input  logic               packed_wide_i,
  input  logic               packed_first_i,

  // A pass comes to the front of the order: steps without demand before it, and whether it is the
  // first of its message and the last (or only) one of its step.
  input  logic               next_i,
  input  logic               next_split_i,
  input  logic               next_wide_i,
  input  logic [GapBits-1:0] next_gap_i,
  input  logic               next_start_i,
  input  logic               next_step_i,

  // The pass in front is taken.
  input  logic               taken_i,

  // The lanes and the queue of demands have room for three more steps.
  input  logic               room_i,

  // The stages up to the packing move.
  output logic               advance_o
);

  localparam int unsigned MostUnits =
      FarLimit - 1 + StartUnits + huff_enc_pkg::most_units(HasWide ? 32 : 16);
  localparam int unsigned LagBits = $clog2(MostUnits + 1);
  localparam logic [LagBits-1:0] WideStep = LagBits'(huff_enc_pkg::WideUnits);
  localparam logic [LagBits-1:0] SplitStep = LagBits'(huff_enc_pkg::SplitUnits);
  localparam logic [LagBits-1:0] ByteStep = LagBits'(huff_enc_pkg::ByteUnits);
  localparam logic [LagBits-1:0] Start = LagBits'(StartUnits);
  localparam logic [LagBits-1:0] HalfStart = LagBits'(StartUnits / 2);

  logic [LagBits-1:0] lag_d, lag_q;
  logic [LagBits-1:0] front_d, front_q;   // units that the pass in front gives back
  logic               half_d, half_q;     // half of the start units are left to the next pass
  logic               advance_d, advance_q;
  logic [LagBits-1:0] packed_units, gap_units;
  logic               packed_wide, next_wide;
  assign packed_wide = HasWide && packed_wide_i;
  assign next_wide   = HasWide && next_wide_i;

  always_comb begin
    front_d      = front_q;
    half_d       = half_q;
    packed_units = '0;
    gap_units    = '0;
    if (packed_i) begin
      packed_units = (packed_wide ? WideStep : (packed_split_i ? SplitStep : ByteStep))
                     + (packed_first_i ? Start : '0);
    end
    if (next_i) begin
      gap_units = LagBits'(next_gap_i)
                  * (next_wide ? WideStep : (next_split_i ? SplitStep : ByteStep));
      front_d   = !next_step_i ? '0
                  : (next_wide ? WideStep : (next_split_i ? SplitStep : ByteStep));
      half_d    = next_start_i && !next_step_i;
      if (half_d || half_q) begin
        front_d = front_d + HalfStart;
      end else if (next_start_i) begin
        front_d = front_d + Start;
      end
    end
    lag_d     = lag_q + packed_units - gap_units - (taken_i ? front_q : '0);
    advance_d = lag_d < LagBits'(Limit) || (room_i && lag_d < LagBits'(FarLimit));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lag_q     <= '0;
      front_q   <= '0;
      half_q    <= 1'b0;
      advance_q <= 1'b0;
    end else begin
      lag_q     <= lag_d;
      front_q   <= front_d;
      half_q    <= half_d;
      advance_q <= advance_d;
    end
  end

  assign advance_o = advance_q;

  `TERN_ASSERT(LagInRange, 32'(lag_q) <= MostUnits)

endmodule

`default_nettype wire
