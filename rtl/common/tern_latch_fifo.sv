// SPDX-License-Identifier: Apache-2.0
//
// tern_latch_fifo: tern_fifo with its beats in latches, at about 60 % of the area.
//
// The word that is written next is open whether or not a beat comes: nobody reads it before it is
// full, and so what opens it comes from registers alone. Word for word the same in every cycle as
// tern_fifo. Both pointers are one-hot, so that a word is chosen in two levels of gates.
//
//   Latency     1 cycle when empty
//   Throughput  1 beat per cycle
//   Storage     Depth * Width bits in latches, 2 * Depth + log2(Depth + 1) in registers
//   Model       identity
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/streams.md#fifo

`default_nettype none

`include "tern_assert.svh"

module tern_latch_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4,
  parameter int unsigned Room = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,
  output logic             in_room_o,    // at least `Room` more beats fit

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam logic [CountBits-1:0] Full = CountBits'(Depth);
  localparam logic [CountBits-1:0] MostForRoom = CountBits'(Depth - Room);

  logic [Depth-1:0]       write_d, write_q, read_d, read_q;   // one-hot
  logic [CountBits-1:0]   count_d, count_q;
  logic                   push, pop;
  logic [Depth-1:0]       open;
  logic [Depth*Width-1:0] words;

  assign push = in_valid_i && in_ready_o;
  assign pop  = out_valid_o && out_ready_i;
  assign open = write_q & {Depth{in_ready_o}};

  always_comb begin
    write_d = push ? {write_q[Depth-2:0], write_q[Depth-1]} : write_q;
    read_d  = pop ? {read_q[Depth-2:0], read_q[Depth-1]} : read_q;
    count_d = count_q + CountBits'(push) - CountBits'(pop);
  end

  tern_latches #(.Width(Width), .Depth(Depth)) u_words (
    .clk_i, .open_i(open), .data_i(in_data_i), .words_o(words)
  );

  always_comb begin
    out_data_o = '0;
    for (int unsigned i = 0; i < Depth; i++) begin
      out_data_o = out_data_o | (words[Width*i+:Width] & {Width{read_q[i]}});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= Depth'(1);
      read_q  <= Depth'(1);
      count_q <= '0;
    end else begin
      write_q <= write_d;
      read_q  <= read_d;
      count_q <= count_d;
    end
  end

  assign in_ready_o  = count_q != Full;
  assign in_room_o   = count_q <= MostForRoom;
  assign out_valid_o = count_q != '0;

  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, out_data_o)
  `TERN_ASSERT(CountFits, count_q <= Full)
  `TERN_ASSERT(NoOpenWordIsRead, !out_valid_o || (open & read_q) == '0)

endmodule

`default_nettype wire
