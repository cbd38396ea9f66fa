// SPDX-License-Identifier: Apache-2.0
//
// tern_ram_fifo: a long FIFO in a memory.
//
// The memory's own output register is the oldest beat, so that no beat is copied. Room is counted
// from registers; a beat in the cycle in which room ends still fits.
//
//   Latency     2 cycles
//   Throughput  1 beat per cycle
//   Storage     memory of Depth * Width bits, and about 30
//   Model       none: timing only
//   Test        tb/huff/encoder_best_test.cc, tb/link/loopback_test.cc
//   Doc         docs/streams.md#fifo

`default_nettype none

`include "tern_assert.svh"

module tern_ram_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_room_o,    // for this beat and one more
  input  logic [Width-1:0] in_data_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  localparam int unsigned AddressBits = $clog2(Depth);
  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam logic [AddressBits-1:0] Last = AddressBits'(Depth - 1);

  logic [AddressBits-1:0] write_d, write_q, read_d, read_q;
  logic [CountBits-1:0]   count_d, count_q;     // in the memory, not read yet
  logic                   room_d, room_q;
  logic                   valid_d, valid_q;
  logic                   fetch;

  assign fetch = count_q != '0 && (!valid_q || out_ready_i);

  always_comb begin
    write_d = write_q;
    read_d  = read_q;
    if (in_valid_i) begin
      write_d = (write_q == Last) ? '0 : write_q + AddressBits'(1);
    end
    if (fetch) begin
      read_d = (read_q == Last) ? '0 : read_q + AddressBits'(1);
    end
    count_d = count_q + CountBits'(in_valid_i) - CountBits'(fetch);
    room_d  = 32'(count_d) + 2 <= Depth;
    valid_d = fetch || (valid_q && !out_ready_i);
  end

  tern_ram_1r1w #(
    .Width(Width),
    .Depth(Depth)
  ) u_beats (
    .clk_i,
    .write_i(in_valid_i),
    .waddr_i(write_q),
    .wdata_i(in_data_i),
    .read_i (fetch),
    .raddr_i(read_q),
    .rdata_o(out_data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      count_q <= '0;
      room_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      write_q <= write_d;
      read_q  <= read_d;
      count_q <= count_d;
      room_q  <= room_d;
      valid_q <= valid_d;
    end
  end

  assign in_room_o   = room_q;
  assign out_valid_o = valid_q;

  `TERN_ASSERT(Fits, !in_valid_i || 32'(count_q) < Depth)
  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
