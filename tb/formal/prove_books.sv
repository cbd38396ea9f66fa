// SPDX-License-Identifier: Apache-2.0
//
// prove_books: a slot in use is never written, and a refused load changes nothing.
//
// The encoder's library with a user that chooses any current slot, at any time, and keeps it as
// long as it likes. prove.sh cuts judge, sweep and memories: they may answer anything, so that what
// is proved does not depend on them.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module prove_books #(
  parameter int unsigned Books = 2,
  parameter int unsigned MaxCodeLen = 8,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic             clk_i,
  input  logic             book_valid_i,
  input  logic [8:0]       book_index_i,
  input  logic [19:0]      book_data_i,
  input  logic             choose_i,
  input  logic [3:0]       slot_i,
  input  logic             leave_i,
  input  logic             err_clear_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic [Books-1:0]           uses, current;
  logic [4*Books-1:0]         dtype, id, min_len;
  logic [8*Books-1:0]         epoch;
  logic [Books*EntryBits-1:0] escape;
  logic                       book_ready, write, err_load;
  logic [3:0]                 write_slot;
  huff_enc_pkg::build_t       build;

  huff_enc_library #(.Books(Books), .ValueBits(8), .MaxCodeLen(MaxCodeLen)) u_dut (
    .clk_i, .rst_ni, .book_tvalid_i(book_valid_i), .book_tready_o(book_ready), .book_index_i,
    .book_data_i, .uses_i(uses), .current_o(current), .dtype_o(dtype), .id_o(id),
    .epoch_o(epoch), .min_len_o(min_len), .escape_o(escape), .build_o(build),
    .err_load_o(err_load), .err_clear_i
  );

  // Whatever it is that is written.
  assign write      = build.valid || build.fresh;
  assign write_slot = build.slot;

  // The user: a chunk with its slot. It is chosen in one cycle and used from the next one on.
  logic       held = 1'b0;
  logic [3:0] slot;
  logic       choose;
  assign choose = rst_ni && choose_i && !held && slot_i < 4'(Books) && current[slot_i[0]];
  always_comb begin
    for (int unsigned i = 0; i < Books; i++) begin
      uses[i] = held && slot == 4'(i);
    end
  end
  always_ff @(posedge clk_i) begin
    held <= choose || (held && !leave_i);
    if (choose) begin
      slot <= slot_i;
    end
  end

  // What the slot held when it was chosen.
  logic [19:0]          name, name_now;
  logic [EntryBits-1:0] code, code_now;
  logic [3:0]           looked;
  assign looked   = held ? slot : slot_i;
  assign name_now = {dtype[4*looked[0]+:4], id[4*looked[0]+:4], epoch[8*looked[0]+:8],
                     min_len[4*looked[0]+:4]};
  assign code_now = escape[EntryBits*looked[0]+:EntryBits];
  always_ff @(posedge clk_i) begin
    if (choose) begin
      name <= name_now;
      code <= code_now;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      UsedSlotKeepsItsName: assert (!held || name_now == name);
      UsedSlotKeepsItsEscape: assert (!held || code_now == code);
      UsedSlotIsNotWritten: assert (!(write && held) || write_slot != slot);
      WrittenSlotIsNotCurrent: assert (!write || !current[write_slot[0]]);
      WritesOnlyOwnSlots: assert (!write || write_slot < 4'(Books));
      if (Books == 2) begin
        NamesDiffer: assert (current != 2'b11 || dtype[3:0] != dtype[7:4] || id[3:0] != id[7:4]);
      end
      if ($past(rst_ni) && err_load && !$past(err_load)) begin
        RefusalChangesNothing: assert (current == $past(current) && dtype == $past(dtype)
                                       && id == $past(id) && epoch == $past(epoch)
                                       && min_len == $past(min_len) && escape == $past(escape)
                                       && !write && !$past(write) && book_ready);
      end
    end
  end

  logic rewritten = 1'b0;
  logic [3:0] waited = 4'd0;
  always_ff @(posedge clk_i) begin
    waited    <= (held && !book_ready && slot == 4'd1) ? waited + 4'(waited != 4'd15) : waited;
    rewritten <= rewritten || (write && write_slot == 4'd1 && waited >= 4'd3);
    NewBookBehindAUser: cover (rewritten && current == 2'b10 && !err_load);
    BothInUseAfterRefusal: cover (current == 2'b11 && err_load && held);
  end

endmodule

`default_nettype wire
