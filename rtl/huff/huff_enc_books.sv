// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_books: what the encoder keeps of each book beside its codewords.
//
// A slot that is being filled is nobody's choice. Of several slots with the same dtype and id the
// one that was filled last is current.
//
//   Latency     1 cycle from commit to choice
//   Throughput  1 slot per cycle
//   Storage     Books * (MaxCodeLen + 25) bits
//   Model       model/huff/book.cc
//   Test        tb/huff/encoder_refresh_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

`include "tern_assert.svh"

module huff_enc_books #(
  parameter int unsigned Books = 2,
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // Loader.
  input  logic                       claim_i,
  output logic                       grant_o,
  input  logic                       commit_i,
  input  logic [3:0]                 slot_i,
  input  logic [3:0]                 dtype_i,
  input  logic [3:0]                 id_i,
  input  logic [7:0]                 epoch_i,
  input  logic [3:0]                 min_len_i,
  input  logic                       escape_valid_i,
  input  logic [EntryBits-1:0]       escape_i,

  // Slots that messages under way have chosen.
  input  logic [Books-1:0]           uses_i,

  output logic [Books-1:0]           current_o,
  output logic [4*Books-1:0]         dtype_o,
  output logic [4*Books-1:0]         id_o,
  output logic [8*Books-1:0]         epoch_o,
  output logic [4*Books-1:0]         min_len_o,
  output logic [Books*EntryBits-1:0] escape_o
);

  logic [Books-1:0] here;
  assign grant_o = claim_i && (uses_i & here) == '0;

  for (genvar i = 0; i < Books; i++) begin : gen_slot
    logic                 current_d, current_q;
    logic [3:0]           dtype_d, dtype_q, id_d, id_q, min_len_d, min_len_q;
    logic [7:0]           epoch_d, epoch_q;
    logic [EntryBits-1:0] escape_d, escape_q;

    assign here[i] = slot_i == 4'(i);

    always_comb begin
      current_d = current_q;
      dtype_d   = dtype_q;
      id_d      = id_q;
      epoch_d   = epoch_q;
      min_len_d = min_len_q;
      escape_d  = (escape_valid_i && here[i]) ? escape_i : escape_q;
      if (claim_i && grant_o && here[i]) begin
        current_d = 1'b0;
      end
      if (commit_i) begin
        if (here[i]) begin
          current_d = 1'b1;
          dtype_d   = dtype_i;
          id_d      = id_i;
          epoch_d   = epoch_i;
          min_len_d = min_len_i;
        end else if (dtype_q == dtype_i && id_q == id_i) begin
          current_d = 1'b0;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        current_q <= 1'b0;
      end else begin
        current_q <= current_d;
      end
    end

    always_ff @(posedge clk_i) begin
      dtype_q   <= dtype_d;
      id_q      <= id_d;
      epoch_q   <= epoch_d;
      min_len_q <= min_len_d;
      escape_q  <= escape_d;
    end

    assign current_o[i]                        = current_q && !(claim_i && here[i]);
    assign dtype_o[4*i+:4]                     = dtype_q;
    assign id_o[4*i+:4]                        = id_q;
    assign epoch_o[8*i+:8]                     = epoch_q;
    assign min_len_o[4*i+:4]                   = min_len_q;
    assign escape_o[EntryBits*i+:EntryBits]    = escape_q;
  end

  `TERN_ASSERT(CommitFillsFreeSlot, !commit_i || (current_o & here) == '0)

endmodule

`default_nettype wire
