// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_event: what of a step is counted.
//
// One event a step: the symbol of one lane, a different one each time, so that in Lanes * Lanes
// values every place of a row of Lanes has been seen; or, in the first step of a chunk, its choice.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     3 * Lanes + 30 bits at most
//   Model       tb/huff/encoder_counters_test.cc
//   Test        tb/huff/encoder_counters_test.cc
//   Doc         docs/streams.md#counters

`default_nettype none

module huff_enc_event #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // What is counted: everything, or what one book is asked for.
  input  logic                 run_i,
  input  logic                 any_i,
  input  logic [3:0]           dtype_i,
  input  logic [3:0]           book_i,

  // A step moves on.
  input  logic                 step_i,
  input  huff_enc_pkg::step_t  plan_i,
  input  logic [Lanes*8-1:0]   symbol_i,
  input  logic [Lanes-1:0]     escaped_i,     // has no codeword in the book of its chunk

  output logic                 event_o,
  output logic [8:0]           index_o,       // a symbol, or one of huff_pkg
  output logic [CountBits:0]   bytes_o,       // uncompressed, of all steps
  output logic [Lanes-1:0]     escaped_o
);

  localparam int unsigned LaneBits = (Lanes > 1) ? $clog2(Lanes) : 1;
  localparam logic [LaneBits-1:0] LastLane = LaneBits'(Lanes - 1);

  logic                counted;
  logic [LaneBits-1:0] turn_d, turn_q;
  logic                event_d, event_q;
  logic [8:0]          index_d, index_q;
  logic [CountBits:0]  bytes_d, bytes_q;
  logic [Lanes-1:0]    present, escaped_d, escaped_q;
  logic [7:0]          sample;

  assign counted = run_i && step_i && !plan_i.empty
                   && (any_i || (plan_i.dtype == dtype_i && plan_i.id == book_i));

  always_comb begin
    turn_d = turn_q;
    sample = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      present[i] = !plan_i.last || 6'(i) <= plan_i.tail;
      if (turn_q == LaneBits'(i)) begin
        sample = symbol_i[8*i+:8];
      end
    end
    if (step_i) begin
      turn_d = (turn_q == LastLane) ? '0 : turn_q + LaneBits'(1);
    end

    event_d = counted && (plan_i.opens || present[turn_q]);
    index_d = {1'b0, sample};
    if (plan_i.opens) begin
      index_d = plan_i.raw ? 9'(huff_pkg::CountRawChunks)
                           : 9'(huff_pkg::CountChunks) | 9'(plan_i.slot);
    end

    bytes_d = '0;
    if (run_i && step_i && !plan_i.empty) begin
      bytes_d = plan_i.last ? (CountBits + 1)'(plan_i.tail) + (CountBits + 1)'(1)
                            : (CountBits + 1)'(Lanes);
      if (plan_i.split) begin
        bytes_d = bytes_d << 1;
      end
    end

    escaped_d = (counted && !plan_i.raw) ? escaped_i & present : '0;
  end

  logic unused_plan;
  assign unused_plan = ^{plan_i.first, plan_i.spoilt, plan_i.min_token, plan_i.left, plan_i.choice,
                         plan_i.choice_last, plan_i.choice_bits};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q    <= '0;
      event_q   <= 1'b0;
      bytes_q   <= '0;
      escaped_q <= '0;
    end else begin
      turn_q    <= turn_d;
      event_q   <= event_d;
      bytes_q   <= bytes_d;
      escaped_q <= escaped_d;
    end
  end

  always_ff @(posedge clk_i) begin
    index_q <= index_d;
  end

  assign event_o   = event_q;
  assign index_o   = index_q;
  assign bytes_o   = bytes_q;
  assign escaped_o = escaped_q;

endmodule

`default_nettype wire
