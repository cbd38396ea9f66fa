// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_queue: demands that wait for their order, in registers, or in a memory if they are many.
//
//   Latency     1 cycle when empty; 2 cycles in a memory
//   Throughput  1 demand per cycle
//   Storage     Depth * Width bits
//   Model       identity
//   Test        tb/huff/huff_enc_test.cc, tb/tdr/tdr_code_test.cc
//   Doc         docs/architecture.md#s5-order

`default_nettype none

module huff_enc_queue #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 32,
  parameter bit          Memory = 1'b0,
  // 1: in latches, where it is not in a memory.
  parameter int unsigned Latches = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  output logic             in_room_o,    // for three more, or for two in a memory
  input  logic [Width-1:0] in_data_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  if (Memory) begin : gen_memory
    // It asserts by itself that what comes fits.
    assign in_ready_o = 1'b1;

    tern_ram_fifo #(
      .Width(Width),
      .Depth(Depth)
    ) u_fifo (
      .clk_i, .rst_ni, .in_valid_i, .in_room_o, .in_data_i, .out_valid_o, .out_ready_i, .out_data_o
    );
  end else begin : gen_registers
    tern_fifo #(
      .Width  (Width),
      .Depth  (Depth),
      .Room   (3),
      .Latches(Latches)
    ) u_fifo (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_data_i, .in_room_o, .out_valid_o,
      .out_ready_i, .out_data_o
    );
  end

endmodule

`default_nettype wire
