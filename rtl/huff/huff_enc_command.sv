// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_command: decides what a command's message will be.
//
// Checks the command against the unit and turns its count into steps, so that nothing wide is left
// to do when the values arrive.
//
//   Latency     1 cycle
//   Throughput  1 command per cycle
//   Storage     about 111 bits
//   Model       model/huff/frame.h
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

module huff_enc_command #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned BestSteps = 0
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   cmd_tvalid_i,
  output logic                   cmd_tready_o,
  input  logic [3:0]             cmd_dtype_i,
  input  logic                   cmd_raw_i,
  input  logic                   cmd_best_i,
  input  logic [3:0]             cmd_book_i,
  input  logic [3:0]             cmd_chunk_log2_i,
  input  logic [7:0]             cmd_offset_i,
  input  logic [31:0]            cmd_count_i,

  // Ready may depend on valid.
  output logic                   message_valid_o,
  input  logic                   message_ready_i,
  output huff_enc_pkg::message_t message_o,

  output logic                   waiting_o,
  output logic                   err_cmd_o,
  input  logic                   err_clear_i
);

  localparam int unsigned LanesLog2 = $clog2(Lanes);
  // Of the dtypes only the last one has 32-bit values.
  localparam logic [3:0] DtypeEnd = huff_pkg::DtypeFp32 + ((ValueBits == 32) ? 4'd1 : 4'd0);

  logic        cmd_valid, cmd_ready;
  logic [3:0]  dtype;
  logic        raw, best;
  logic [3:0]  id, chunk_log2;
  logic [7:0]  offset;
  logic [31:0] count;

  tern_skid #(
    .Width(54)
  ) u_skid (
    .clk_i,
    .rst_ni,
    .in_valid_i (cmd_tvalid_i),
    .in_ready_o (cmd_tready_o),
    .in_data_i  ({cmd_dtype_i, cmd_raw_i, cmd_best_i, cmd_book_i, cmd_chunk_log2_i,
                   cmd_offset_i, cmd_count_i}),
    .out_valid_o(cmd_valid),
    .out_ready_i(cmd_ready),
    .out_data_o ({dtype, raw, best, id, chunk_log2, offset, count})
  );

  logic        legal, split, best_fits;
  logic [31:0] behind;    // values behind the first; all ones if there is none
  assign split     = dtype == huff_pkg::DtypeBf16 || dtype == huff_pkg::DtypeFp16;
  // The best choice needs whole chunks in its buffer.
  assign best_fits = chunk_log2 != '0 && (32'd1 << chunk_log2) <= BestSteps;
  assign legal     = dtype < DtypeEnd && (ValueBits >= 16 || !split)
                     && (chunk_log2 == '0 || chunk_log2 >= 4'(huff_pkg::MinChunkLog2))
                     && (raw || !best || best_fits);
  assign behind    = count - 32'd1;

  assign message_valid_o = cmd_valid;
  assign cmd_ready       = message_ready_i;

  always_comb begin
    message_o.legal      = legal;
    message_o.split      = split;
    message_o.empty      = count == 32'd0;
    message_o.single     = count <= 32'(Lanes);
    message_o.raw        = raw;
    message_o.best       = best && !raw;
    message_o.dtype      = dtype;
    message_o.id         = id;
    message_o.chunk_log2 = chunk_log2;
    message_o.offset     = offset;
    message_o.tail       = 6'(behind & 32'(Lanes - 1));
    message_o.left       = behind >> LanesLog2;
  end

  logic err_cmd_d, err_cmd_q;
  assign err_cmd_d = (err_cmd_q && !err_clear_i) || (cmd_valid && cmd_ready && !legal);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      err_cmd_q <= 1'b0;
    end else begin
      err_cmd_q <= err_cmd_d;
    end
  end

  assign waiting_o = cmd_valid;
  assign err_cmd_o = err_cmd_q;

endmodule

`default_nettype wire
