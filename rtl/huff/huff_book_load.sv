// SPDX-License-Identifier: Apache-2.0
//
// huff_book_load: takes the lengths of a book, judges them, and builds the canonical code.
//
// The lengths are judged as they come in. Only a book claims its slot, and is built there, one
// sweep over the lengths for each of them; what is refused changes nothing.
//
//   Latency     MaxCodeLen * 257 + 4 cycles from commit to a book in use, and the claim
//   Throughput  one book at a time, beside the traffic
//   Storage     257 x 4 memory, about 130 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_book_load_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

`include "tern_assert.svh"

module huff_book_load #(
  parameter int unsigned Books = 2,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // Entries 0 to 256 in order: data[3:0] is the length. Then 257, the commit: {slot, epoch, id,
  // dtype}. Higher indices mean nothing.
  input  logic        book_tvalid_i,
  output logic        book_tready_o,
  input  logic [8:0]  book_index_i,
  input  logic [19:0] book_data_i,

  // A good book asks for its slot. While it does nobody may choose the slot; it may be granted as
  // soon as nobody uses it any more, and from then on the slot holds no book.
  output logic        claim_o,
  input  logic        grant_i,
  output logic [3:0]  slot_o,

  // Then its entries in the order of (length, index), and among those of length 1 also the symbols
  // that have none, with length 0. The code has its first bit in bit 0; the rank counts the symbols
  // before this one.
  output logic        entry_valid_o,
  output logic [8:0]  entry_index_o,
  output logic [3:0]  entry_len_o,
  output logic [14:0] entry_code_o,
  output logic [7:0]  entry_rank_o,

  // Before the first entry of a length: rank minus codeword there, modulo 256, and the reverse.
  // Behind the last one: the first codeword that is longer, left-aligned in 15 bits; bit 15: there
  // is none; and the rank is that of the next symbol.
  output logic        level_first_o,
  output logic        level_last_o,
  output logic [3:0]  level_len_o,
  output logic [7:0]  level_delta_o,
  output logic [14:0] level_base_o,
  output logic [15:0] level_limit_o,

  // Then it is in use.
  output logic        commit_o,
  output logic [3:0]  dtype_o,
  output logic [3:0]  id_o,
  output logic [7:0]  epoch_o,
  output logic [3:0]  min_len_o,

  output logic        err_load_o,
  input  logic        err_clear_i
);

  localparam logic [8:0]  EscapeIndex = 9'(huff_pkg::EscapeIndex);
  localparam logic [8:0]  CommitIndex = EscapeIndex + 9'd1;
  // Of the dtypes only the last one has 32-bit values.
  localparam logic [3:0]  DtypeEnd = huff_pkg::DtypeFp32 + ((ValueBits == 32) ? 4'd1 : 4'd0);

  typedef enum logic [2:0] {
    StLoad,
    StJudge,
    StClaim,
    StBuild,
    StCommit
  } state_e;

  state_e      state_d, state_q;
  logic        err_d, err_q;
  logic [19:0] name_d, name_q;         // as in the commit

  logic        fire, entry, commit, start, ends;
  logic        read;
  logic [8:0]  address;
  logic [3:0]  length;

  assign fire   = book_tvalid_i && book_tready_o;
  assign entry  = fire && book_index_i < CommitIndex;
  assign commit = fire && book_index_i == CommitIndex;
  assign start  = state_q == StClaim && grant_i;

  tern_ram_1r1w #(
    .Width(4),
    .Depth(huff_pkg::NumSymbols + 1)
  ) u_lengths (
    .clk_i,
    .write_i(entry),
    .waddr_i(book_index_i),
    .wdata_i(book_data_i[3:0]),
    .read_i (read),
    .raddr_i(address),
    .rdata_o(length)
  );

  logic legal, is_book;

  huff_book_judge #(
    .MaxCodeLen(MaxCodeLen),
    .BookKind  (BookKind),
    .TopSymbols(TopSymbols)
  ) u_judge (
    .clk_i,
    .rst_ni,
    .entry_i  (entry),
    .index_i  (book_index_i),
    .len_i    (book_data_i[3:0]),
    .forget_i (state_q == StJudge),
    .is_book_o(is_book),
    .min_len_o
  );

  // A book for values that this unit does not take, or for a slot that it does not have, is none.
  assign legal = dtype_o < DtypeEnd
                 && (ValueBits >= 16 || (dtype_o != huff_pkg::DtypeBf16
                                         && dtype_o != huff_pkg::DtypeFp16))
                 && 32'(slot_o) < Books;

  always_comb begin
    state_d = state_q;
    err_d   = err_q && !err_clear_i;
    name_d  = commit ? book_data_i : name_q;

    unique case (state_q)
      StLoad: begin
        if (commit) begin
          state_d = StJudge;
        end
      end
      StJudge: begin
        state_d = StClaim;
        if (!is_book || !legal) begin
          err_d   = 1'b1;
          state_d = StLoad;
        end
      end
      StClaim: begin
        if (grant_i) begin
          state_d = StBuild;
        end
      end
      StBuild: begin
        if (ends) begin
          state_d = StCommit;
        end
      end
      StCommit: state_d = StLoad;
      default: state_d = StLoad;
    endcase
  end

  logic hit, absent, level_first, level_last;

  huff_book_sweep #(
    .MaxCodeLen(MaxCodeLen)
  ) u_sweep (
    .clk_i,
    .rst_ni,
    .start_i      (start),
    .end_o        (ends),
    .read_o       (read),
    .address_o    (address),
    .length_i     (length),
    .index_o      (entry_index_o),
    .len_o        (level_len_o),
    .hit_o        (hit),
    .absent_o     (absent),
    .code_o       (entry_code_o),
    .rank_o       (entry_rank_o),
    .level_first_o(level_first),
    .level_last_o (level_last),
    .level_delta_o,
    .level_base_o,
    .level_limit_o
  );

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StLoad;
      err_q   <= 1'b0;
    end else begin
      state_q <= state_d;
      err_q   <= err_d;
    end
  end

  always_ff @(posedge clk_i) begin
    name_q <= name_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign book_tready_o = state_q == StLoad;
  assign claim_o       = state_q == StClaim;
  assign commit_o      = state_q == StCommit;
  assign {slot_o, epoch_o, id_o, dtype_o} = name_q;
  assign err_load_o    = err_q;

  logic building;
  assign building      = state_q == StBuild;
  assign entry_valid_o = building && (hit || absent);
  assign entry_len_o   = length;
  assign level_first_o = building && level_first;
  assign level_last_o  = building && level_last;

  `TERN_ASSERT(BuildsWhole, !commit_o || level_limit_o == 16'h8000)

endmodule

`default_nettype wire
