// SPDX-License-Identifier: Apache-2.0
//
// tern_link_rx: receiving end of a link: the decoder, and room for the values that were promised.
//
// A step that leaves gives its credit back. Whole messages keep the balance; one that arrives
// damaged may not, and says so in its verdict: the two ends are then reset together.
//
//   Latency     that of huff_dec, and 2 cycles
//   Throughput  Lanes values per cycle
//   Storage     huff_dec, and a memory of Window * (Lanes * ValueBits * 9 / 8 + 1) bits
//   Model       model/huff/stream.h
//   Test        tb/link/loopback_test.cc
//   Doc         docs/architecture.md#the-link

`default_nettype none

module tern_link_rx #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  parameter int unsigned Window = 128,
  localparam int unsigned DataBits = Lanes * ValueBits,
  localparam int unsigned StepBits = DataBits + DataBits / 8 + 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         link_tvalid_i,
  output logic                         link_tready_o,
  input  logic [Lanes*WordBits-1:0]    link_tdata_i,
  input  logic [Lanes*WordBits/8-1:0]  link_tkeep_i,
  input  logic                         link_tlast_i,

  output logic                         credit_o,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [DataBits-1:0]          out_tdata_o,
  output logic [DataBits/8-1:0]        out_tkeep_o,
  output logic                         out_tlast_o,

  output logic                         done_tvalid_o,
  input  logic                         done_tready_i,
  output logic [3:0]                   done_error_o,
  output logic [3:0]                   done_dtype_o,
  output logic [31:0]                  done_count_o,

  input  logic                         book_tvalid_i,
  output logic                         book_tready_o,
  input  logic [8:0]                   book_index_i,
  input  logic [19:0]                  book_data_i,

  output logic                         err_load_o,
  input  logic                         err_clear_i,
  output logic                         busy_o
);

  logic                  step_valid, room, dec_busy;
  logic [DataBits-1:0]   step_data;
  logic [DataBits/8-1:0] step_keep;
  logic                  step_last;

  huff_dec #(
    .Lanes     (Lanes),
    .WordBits  (WordBits),
    .ValueBits (ValueBits),
    .MaxCodeLen(MaxCodeLen),
    .Books     (Books),
    .BookKind  (BookKind),
    .TopSymbols(TopSymbols)
  ) u_dec (
    .clk_i,
    .rst_ni,
    .in_tvalid_i (link_tvalid_i),
    .in_tready_o (link_tready_o),
    .in_tdata_i  (link_tdata_i),
    .in_tkeep_i  (link_tkeep_i),
    .in_tlast_i  (link_tlast_i),
    .out_tvalid_o(step_valid),
    .out_tready_i(room),
    .out_tdata_o (step_data),
    .out_tkeep_o (step_keep),
    .out_tlast_o (step_last),
    .done_tvalid_o,
    .done_tready_i,
    .done_error_o,
    .done_dtype_o,
    .done_count_o,
    .book_tvalid_i,
    .book_tready_o,
    .book_index_i,
    .book_data_i,
    .err_load_o,
    .err_clear_i,
    .busy_o      (dec_busy)
  );

  tern_ram_fifo #(
    .Width(StepBits),
    .Depth(Window + 2)
  ) u_steps (
    .clk_i,
    .rst_ni,
    .in_valid_i (step_valid && room),
    .in_room_o  (room),
    .in_data_i  ({step_last, step_keep, step_data}),
    .out_valid_o(out_tvalid_o),
    .out_ready_i(out_tready_i),
    .out_data_o ({out_tlast_o, out_tkeep_o, out_tdata_o})
  );

  logic credit_q, busy_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q <= 1'b0;
      busy_q   <= 1'b0;
    end else begin
      credit_q <= out_tvalid_o && out_tready_i;
      busy_q   <= dec_busy || out_tvalid_o;
    end
  end

  assign credit_o = credit_q;
  assign busy_o   = busy_q;

endmodule

`default_nettype wire
