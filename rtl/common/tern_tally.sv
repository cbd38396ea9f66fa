// SPDX-License-Identifier: Apache-2.0
//
// tern_tally: counters in a memory, one event a cycle.
//
// An event reads its counter and writes one more in the next cycle. A request reads a counter and
// takes the place of the event of that cycle, which is lost: events must be a sample that can bear
// it. Counters stop at their largest value. After a reset all are cleared, as by `clear_i`.
//
//   Latency     2 cycles from a request to its count; clearing takes Counters cycles
//   Throughput  1 event per cycle
//   Storage     a memory of Counters * CountBits bits, 2 * CountBits + 40 bits
//   Model       an array
//   Test        tb/common/tern_tally_test.cc
//   Doc         docs/streams.md#counters

`default_nettype none

`include "tern_assert.svh"

module tern_tally #(
  parameter int unsigned Counters = 256,
  parameter int unsigned CountBits = 32,
  localparam int unsigned IndexBits = $clog2(Counters)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Forgets everything; events and requests in the cycles until it is done are lost.
  input  logic                 clear_i,
  output logic                 clearing_o,

  input  logic                 event_i,
  input  logic [IndexBits-1:0] event_index_i,

  input  logic                 read_i,
  input  logic [IndexBits-1:0] read_index_i,
  output logic                 count_valid_o,   // for one cycle
  output logic [CountBits-1:0] count_o
);

  localparam logic [IndexBits-1:0] LastIndex = IndexBits'(Counters - 1);

  logic                 clearing_d, clearing_q;
  logic [IndexBits-1:0] clear_index_d, clear_index_q;
  logic                 read_d, read_q, added_d, added_q;   // whose word the memory shows
  logic [IndexBits-1:0] index_d, index_q;
  // What was written in the cycle of the read is handed on beside the memory.
  logic                 last_d, last_q;
  logic [IndexBits-1:0] last_index_d, last_index_q;
  logic [CountBits-1:0] last_count_d, last_count_q;

  logic                 write;
  logic [IndexBits-1:0] write_index;
  logic [CountBits-1:0] write_count, stored, count;

  tern_ram_1r1w #(
    .Width(CountBits),
    .Depth(Counters)
  ) u_counts (
    .clk_i,
    .write_i(write),
    .waddr_i(write_index),
    .wdata_i(write_count),
    .read_i (read_i || event_i),
    .raddr_i(index_d),
    .rdata_o(stored)
  );

  assign count = (last_q && last_index_q == index_q) ? last_count_q : stored;

  assign write       = clearing_q || added_q;
  assign write_index = clearing_q ? clear_index_q : index_q;
  assign write_count = clearing_q ? '0 : (count == '1) ? count : count + CountBits'(1);

  always_comb begin
    index_d      = read_i ? read_index_i : event_index_i;
    read_d       = read_i && !clearing_q && !clear_i;
    added_d      = event_i && !read_i && !clearing_q && !clear_i;
    last_d       = write;
    last_index_d = write_index;
    last_count_d = write_count;

    clearing_d    = clearing_q;
    clear_index_d = clear_index_q;
    if (clear_i) begin
      clearing_d    = 1'b1;
      clear_index_d = '0;
    end else if (clearing_q) begin
      clearing_d    = clear_index_q != LastIndex;
      clear_index_d = clear_index_q + IndexBits'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_q    <= 1'b1;
      clear_index_q <= '0;
      read_q        <= 1'b0;
      added_q       <= 1'b0;
      last_q        <= 1'b0;
    end else begin
      clearing_q    <= clearing_d;
      clear_index_q <= clear_index_d;
      read_q        <= read_d;
      added_q       <= added_d;
      last_q        <= last_d;
    end
  end

  always_ff @(posedge clk_i) begin
    index_q      <= index_d;
    last_index_q <= last_index_d;
    last_count_q <= last_count_d;
  end

  assign clearing_o    = clearing_q;
  assign count_valid_o = read_q;
  assign count_o       = count;

  `TERN_ASSERT(IndexInRange, !(read_i || event_i) || 32'(index_d) < Counters)

endmodule

`default_nettype wire
