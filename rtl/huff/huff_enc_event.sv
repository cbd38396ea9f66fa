// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_event: what of a step is counted.
//
// One event a step: the symbol of one lane, or, in the first step of a chunk, its choice. A shift
// register draws the lanes: in turns they would meet the same places of every row of a tensor.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes + log2(Lanes) + 30 bits
//   Model       tb/huff/encoder_counters_test.cc
//   Test        tb/huff/encoder_counters_test.cc
//   Doc         docs/streams.md#counters

`default_nettype none

module huff_enc_event #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  // Counts the bytes of a step.
  localparam int unsigned ByteBits = $clog2(Lanes) + ((ValueBits == 32) ? 3 : 2)
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
  output logic [ByteBits-1:0]  bytes_o,       // uncompressed, of all steps
  output logic [Lanes-1:0]     escaped_o
);

  localparam int unsigned LaneBits = (Lanes > 1) ? $clog2(Lanes) : 1;

  logic                counted;
  logic [15:0]         random_d, random_q;   // x^16 + x^15 + x^13 + x^4 + 1
  logic [LaneBits-1:0] turn;
  logic                event_d, event_q;
  logic [8:0]          index_d, index_q;
  logic [ByteBits-1:0] bytes_d, bytes_q;
  logic [Lanes-1:0]    present, escaped_d, escaped_q;
  logic [7:0]          sample;

  assign counted = run_i && step_i && !plan_i.empty
                   && (any_i || (plan_i.dtype == dtype_i && plan_i.id == book_i));

  always_comb begin
    random_d = random_q;
    turn     = (Lanes > 1) ? LaneBits'(random_q) : '0;
    sample   = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      present[i] = !plan_i.last || 6'(i) <= plan_i.tail;
      if (turn == LaneBits'(i)) begin
        sample = symbol_i[8*i+:8];
      end
    end
    if (step_i) begin
      random_d = {random_q[14:0], random_q[15] ^ random_q[14] ^ random_q[12] ^ random_q[3]};
    end

    event_d = counted && (plan_i.opens || present[turn]);
    index_d = {1'b0, sample};
    if (plan_i.opens) begin
      index_d = plan_i.raw ? 9'(huff_pkg::CountRawChunks)
                           : 9'(huff_pkg::CountChunks) | 9'(plan_i.slot);
    end

    bytes_d = '0;
    if (run_i && step_i && !plan_i.empty) begin
      bytes_d = plan_i.last ? ByteBits'(plan_i.tail) + ByteBits'(1) : ByteBits'(Lanes);
      if (plan_i.split) begin
        bytes_d = bytes_d << 1;
      end
      if (huff_enc_pkg::is_wide(ValueBits, plan_i.dtype)) begin
        bytes_d = bytes_d << 2;
      end
    end

    escaped_d = (counted && !plan_i.raw) ? escaped_i & present : '0;
  end

  logic unused_plan;
  assign unused_plan = ^{plan_i.first, plan_i.spoilt, plan_i.min_token, plan_i.left, plan_i.choice,
                         plan_i.choice_last, plan_i.choice_bits};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      random_q  <= 16'd1;
      event_q   <= 1'b0;
      bytes_q   <= '0;
      escaped_q <= '0;
    end else begin
      random_q  <= random_d;
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
