// SPDX-License-Identifier: Apache-2.0
//
// huff_book: load port and identity of the active book.
//
// The codewords go to the look-up memories of the lanes; what all lanes share (escape, name,
// shortest length) stays here. A book that could not code every symbol within the sizes of this
// unit, or that was not loaded whole, never becomes active.
//
//   Latency     1 cycle from commit to active
//   Throughput  1 entry per cycle
//   Storage     about 70 bits
//   Model       model/huff/book.cc
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

`include "tern_assert.svh"

module huff_book #(
  parameter int unsigned MaxCodeLen = 15
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // No message is using the book.
  input  logic                  idle_i,

  input  logic                  book_tvalid_i,
  output logic                  book_tready_o,
  input  logic [8:0]            book_index_i,
  input  logic [19:0]           book_data_i,

  // Look-up memories: {code, length}.
  output logic                  write_o,
  output logic [7:0]            write_symbol_o,
  output logic [MaxCodeLen+3:0] write_entry_o,

  // Active book.
  output logic                  active_o,
  output logic [3:0]            dtype_o,
  output logic [3:0]            id_o,
  output logic [7:0]            epoch_o,
  output logic [3:0]            min_len_o,
  output logic [MaxCodeLen+3:0] escape_o
);

  localparam logic [8:0] EscapeIndex = 9'(huff_pkg::EscapeIndex);
  localparam logic [8:0] CommitIndex = EscapeIndex + 9'd1;
  localparam logic [8:0] NumEntries = EscapeIndex + 9'd1;

  logic                  active_d, active_q;
  logic [3:0]            dtype_d, dtype_q;
  logic [3:0]            id_d, id_q;
  logic [7:0]            epoch_d, epoch_q;
  logic [3:0]            min_len_d, min_len_q;
  logic [MaxCodeLen+3:0] escape_d, escape_q;

  // What the entries since the last commit have shown. `shortest` is 15 or the shortest length.
  logic [8:0]            count_d, count_q;
  logic                  unfit_d, unfit_q;        // entries out of order, or too long
  logic                  no_code_d, no_code_q;    // some symbol needs the escape
  logic [3:0]            shortest_d, shortest_q;

  logic                  fire, entry, fits;
  logic [3:0]            len;
  assign fire  = book_tvalid_i && book_tready_o;
  assign entry = fire && book_index_i < CommitIndex;
  assign len   = book_data_i[3:0];
  assign fits  = !unfit_q && !(no_code_q && escape_q[3:0] == 4'd0)
                 && shortest_q == book_data_i[19:16];

  logic too_long;
  if (MaxCodeLen < 15) begin : gen_too_long
    assign too_long = len > 4'(MaxCodeLen);
  end else begin : gen_any_length
    assign too_long = 1'b0;
  end

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    active_d   = active_q;
    dtype_d    = dtype_q;
    id_d       = id_q;
    epoch_d    = epoch_q;
    min_len_d  = min_len_q;
    escape_d   = escape_q;
    count_d    = count_q;
    unfit_d    = unfit_q;
    no_code_d  = no_code_q;
    shortest_d = shortest_q;

    if (entry) begin
      active_d = 1'b0;
      count_d  = (count_q == '1) ? count_q : count_q + 9'd1;
      // Entry 0 starts a load afresh, also after one that was given up.
      if (book_index_i == '0) begin
        count_d    = 9'd1;
        unfit_d    = 1'b0;
        no_code_d  = 1'b0;
        shortest_d = 4'd15;
      end else if (book_index_i != count_q) begin
        unfit_d = 1'b1;
      end
      if (too_long) begin
        unfit_d = 1'b1;
      end
      if (len != 4'd0 && len < shortest_d) begin
        shortest_d = len;
      end
      if (book_index_i == EscapeIndex) begin
        escape_d = {book_data_i[MaxCodeLen+3:4], len};
      end else if (len == 4'd0) begin
        no_code_d = 1'b1;
      end
    end else if (fire && book_index_i == CommitIndex) begin
      // A commit without entries renames the book that is in the memories.
      active_d  = fits && (count_q == NumEntries || (count_q == '0 && active_q));
      count_d   = '0;
      min_len_d = book_data_i[19:16];
      epoch_d   = book_data_i[15:8];
      id_d      = book_data_i[7:4];
      dtype_d   = book_data_i[3:0];
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q   <= 1'b0;
      count_q    <= '0;
      unfit_q    <= 1'b0;
      no_code_q  <= 1'b0;
      shortest_q <= 4'd15;
    end else begin
      active_q   <= active_d;
      count_q    <= count_d;
      unfit_q    <= unfit_d;
      no_code_q  <= no_code_d;
      shortest_q <= shortest_d;
    end
  end

  always_ff @(posedge clk_i) begin
    dtype_q   <= dtype_d;
    id_q      <= id_d;
    epoch_q   <= epoch_d;
    min_len_q <= min_len_d;
    escape_q  <= escape_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign book_tready_o  = idle_i;
  assign write_o        = entry && book_index_i != EscapeIndex;
  assign write_symbol_o = book_index_i[7:0];
  assign write_entry_o  = {book_data_i[MaxCodeLen+3:4], len};

  assign active_o  = active_q;
  assign dtype_o   = dtype_q;
  assign id_o      = id_q;
  assign epoch_o   = epoch_q;
  assign min_len_o = min_len_q;
  assign escape_o  = escape_q;

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(ActiveHasLength, !active_q || min_len_q != 4'd0)

endmodule

`default_nettype wire
