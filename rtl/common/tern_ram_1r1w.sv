// SPDX-License-Identifier: Apache-2.0
//
// tern_ram_1r1w: memory with one write port and one synchronous read port.
//
// The only module that infers a memory, so that a chip replaces memories in one place. A read of
// the address that is being written gives either word; no user depends on it.
//
//   Latency     1 cycle, held while read_i is low
//   Throughput  1 read and 1 write per cycle
//   Storage     Depth * Width bits
//   Model       an array
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/architecture.md#memories

`default_nettype none

module tern_ram_1r1w #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 256,
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                clk_i,

  input  logic                write_i,
  input  logic [AddrBits-1:0] waddr_i,
  input  logic [Width-1:0]    wdata_i,

  input  logic                read_i,
  input  logic [AddrBits-1:0] raddr_i,
  output logic [Width-1:0]    rdata_o
);

  if (Width == 0 || Depth < 2) begin : gen_bad_size
    $fatal(1, "tern_ram_1r1w: Width must be at least 1, Depth at least 2");
  end

  logic [Width-1:0] mem_q [Depth];
  logic [Width-1:0] rdata_q;

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      mem_q[waddr_i] <= wdata_i;
    end
    if (read_i) begin
      rdata_q <= mem_q[raddr_i];
    end
  end

  assign rdata_o = rdata_q;

endmodule

`default_nettype wire
