// SPDX-License-Identifier: Apache-2.0
//
// tern_fifo: first-in first-out buffer whose output is a register.
//
// The oldest beat always waits in the head register, so that the reader sees no memory in its path.
// With Latches it waits where it was written, and the choice among words is in the reader's path.
//
//   Latency     1 cycle when empty
//   Throughput  1 beat per cycle
//   Storage     Depth * Width bits
//   Model       identity
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/streams.md#fifo

`default_nettype none

`include "tern_assert.svh"

module tern_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4,
  parameter int unsigned Room = 1,
  parameter int unsigned Latches = 0
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

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "tern_fifo: Width must be at least 1");
  end
  if (Depth < 2) begin : gen_bad_depth
    $fatal(1, "tern_fifo: Depth must be at least 2");
  end
  if (Room < 1 || Room >= Depth) begin : gen_bad_room
    $fatal(1, "tern_fifo: Room must be 1 to Depth - 1");
  end

  if (Latches != 0) begin : gen_latches
    tern_latch_fifo #(.Width(Width), .Depth(Depth), .Room(Room)) u_fifo (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_data_i, .in_room_o, .out_valid_o,
      .out_ready_i, .out_data_o
    );
  end else begin : gen_registers
    // Beats behind the head.
    localparam int unsigned Slots = (Depth > 1) ? Depth - 1 : 1;
    localparam int unsigned PtrBits = (Slots > 1) ? $clog2(Slots) : 1;
    localparam int unsigned CountBits = $clog2(Slots + 1);
    localparam logic [PtrBits-1:0] LastSlot = PtrBits'(Slots - 1);
    localparam logic [CountBits-1:0] Full = CountBits'(Slots);
    localparam logic [CountBits-1:0] MostForRoom = CountBits'(Slots - Room);

    logic [Width-1:0]     ring_q [Slots];
    logic [PtrBits-1:0]   write_d, write_q;
    logic [PtrBits-1:0]   read_d, read_q;
    logic [CountBits-1:0] count_d, count_q;
    logic                 head_valid_d, head_valid_q;
    logic [Width-1:0]     head_d, head_q;

    logic in_fire, out_fire, pop, push, direct;
    assign in_fire  = in_valid_i && in_ready_o;
    assign out_fire = out_valid_o && out_ready_i;
    assign pop      = out_fire && count_q != '0;
    assign direct   = in_fire && count_q == '0 && (!head_valid_q || out_fire);
    assign push     = in_fire && !direct;

    ////////////////
    // Next state //
    ////////////////

    always_comb begin
      write_d      = write_q;
      read_d       = read_q;
      count_d      = count_q;
      head_valid_d = head_valid_q;
      head_d       = head_q;

      if (push) begin
        write_d = (write_q == LastSlot) ? '0 : write_q + PtrBits'(1);
      end
      if (pop) begin
        read_d = (read_q == LastSlot) ? '0 : read_q + PtrBits'(1);
      end
      if (push && !pop) begin
        count_d = count_q + CountBits'(1);
      end else if (pop && !push) begin
        count_d = count_q - CountBits'(1);
      end

      if (pop) begin
        head_d = ring_q[read_q];
      end else if (direct) begin
        head_valid_d = 1'b1;
        head_d       = in_data_i;
      end else if (out_fire) begin
        head_valid_d = 1'b0;
      end
    end

    ///////////////
    // Registers //
    ///////////////

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q      <= '0;
        read_q       <= '0;
        count_q      <= '0;
        head_valid_q <= 1'b0;
      end else begin
        write_q      <= write_d;
        read_q       <= read_d;
        count_q      <= count_d;
        head_valid_q <= head_valid_d;
      end
    end

    always_ff @(posedge clk_i) begin
      head_q <= head_d;
      if (push) begin
        ring_q[write_q] <= in_data_i;
      end
    end

    /////////////
    // Outputs //
    /////////////

    assign in_ready_o  = count_q != Full;
    assign in_room_o   = count_q <= MostForRoom;
    assign out_valid_o = head_valid_q;
    assign out_data_o  = head_q;

    ////////////////
    // Assertions //
    ////////////////

    `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, out_data_o)
    `TERN_ASSERT(CountFits, count_q <= Full && (head_valid_q || count_q == '0))
  end

endmodule

`default_nettype wire
