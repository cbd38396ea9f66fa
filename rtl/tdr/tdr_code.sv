// SPDX-License-Identifier: Apache-2.0
//
// tdr_code: steps of symbols and extra bits to the words of a block.
//
// Books, look-up, packing and order of the words are those of the Huffman encoder, here with a book
// for each value. The words of a block are one packet: the side information in front of them and
// the check of the stream are not made here.
//
//   Latency     10 cycles, and until words are complete
//   Throughput  1 step per cycle, or what the order of the words allows
//   Storage     in each lane 16 books and the words of the steps that a slow lane may need
//   Model       model/tdr/symbolize.h, model/tdr/order.h
//   Test        tb/tdr/tdr_code_test.cc
//   Doc         docs/tdr_architecture.md#code

`default_nettype none

module tdr_code #(
  parameter int unsigned Lanes = 16,
  // A power of two. A block has at most Depth - 8 values of a lane.
  parameter int unsigned Depth = 4096,
  localparam int unsigned Extra     = tdr_pkg::ExtraBits,
  localparam int unsigned CountBits = $clog2(Depth)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // One for each block: the values of each lane. Not taken before the block in front has come.
  input  logic                       cmd_tvalid_i,
  output logic                       cmd_tready_o,
  input  logic [Lanes*CountBits-1:0] cmd_counts_i,

  // As tdr_symbolize has it.
  input  logic                       in_tvalid_i,
  output logic                       in_tready_o,
  input  logic [Lanes-1:0]           in_tkeep_i,
  input  logic [Lanes-1:0]           in_fresh_i,
  input  logic [Lanes*4-1:0]         in_book_i,
  input  logic [Lanes*8-1:0]         in_symbol_i,
  input  logic [Lanes*Extra-1:0]     in_extra_i,
  input  logic [Lanes*6-1:0]         in_count_i,
  input  logic                       in_tlast_i,

  // Words of a block, the first one lowest; the last beat has 0 to Lanes of them.
  output logic                       out_tvalid_o,
  input  logic                       out_tready_i,
  output logic [Lanes*32-1:0]        out_tdata_o,
  output logic [Lanes*4-1:0]         out_tkeep_o,
  output logic                       out_tlast_o,

  // As huff_enc has it: book 2 * bin + quantiser in the slot of this number. Dtype and id mean
  // nothing. Blocks begin when all slots have a book; a load waits for the end of a block.
  input  logic                       book_tvalid_i,
  output logic                       book_tready_o,
  input  logic [8:0]                 book_index_i,
  input  logic [19:0]                book_data_i,

  // A block had more or fewer values than its command said; a load was refused.
  output logic                       err_count_o,
  output logic                       err_load_o,
  input  logic                       err_clear_i
);

  // Books of the format have no longer codewords, so that a value has at most 61 bits.
  localparam int unsigned MaxCodeLen = 12;
  localparam int unsigned EntryBits  = MaxCodeLen + 4;
  localparam int unsigned Books      = 32'(huff_pkg::NumBooks);

  // The decoder takes a word that ends at most 96 bits behind the values it has. It holds at most
  // 54 digits, and of 8 more at least one brings a bit: steps until the word is complete.
  localparam int unsigned MostSteps = 54 + 8 * 96;
  localparam int unsigned WaitSteps = (Depth < MostSteps) ? Depth : MostSteps;
  // A step has two parts at most, but a block's first one three and a lane's last one six; a few
  // are on their way to the order.
  localparam int unsigned Parts     = 2 * WaitSteps + 16;

  if (Depth < 16 || Depth != 1 << CountBits) begin : gen_bad_depth
    $fatal(1, "tdr_code: Depth must be a power of two, at least 16");
  end

  ///////////
  // Books //
  ///////////

  localparam logic [8:0] CommitIndex = 9'(huff_pkg::EscapeIndex) + 9'd1;

  huff_enc_pkg::build_t       build;
  logic [Books*EntryBits-1:0] escape;
  logic [Books-1:0]           current;
  logic [4*Books-1:0]         unused_dtype, unused_id, unused_min_len;
  logic [8*Books-1:0]         unused_epoch;
  logic [19:0]                book_data;
  logic                       idle;

  // A book has the name of its slot, so that it takes no other one's place.
  assign book_data = (book_index_i == CommitIndex)
                     ? {book_data_i[19:8], book_data_i[19:16], 4'd0} : book_data_i;

  huff_enc_library #(.Books(Books), .ValueBits(16), .MaxCodeLen(MaxCodeLen)) u_library (
    .clk_i, .rst_ni, .book_tvalid_i, .book_tready_o, .book_index_i, .book_data_i(book_data),
    .uses_i({Books{!idle}}), .current_o(current), .dtype_o(unused_dtype), .id_o(unused_id),
    .epoch_o(unused_epoch), .min_len_o(unused_min_len), .escape_o(escape), .build_o(build),
    .err_load_o, .err_clear_i
  );

  ///////////
  // Steps //
  ///////////

  logic               advance, move, pack;
  logic               step_valid, step_first, step_last;
  logic [Lanes-1:0]   there, filler, ends;
  logic [Lanes*7-1:0] ahead;
  logic [3:0]         valid;
  logic [7:0]         flags;

  tdr_steps #(.Lanes(Lanes), .CountBits(CountBits)) u_steps (
    .clk_i, .rst_ni, .cmd_valid_i(cmd_tvalid_i), .cmd_ready_o(cmd_tready_o), .cmd_counts_i,
    .books_i(&current), .in_valid_i(in_tvalid_i), .in_ready_o(in_tready_o),
    .in_keep_i(in_tkeep_i), .in_last_i(in_tlast_i), .move_i(move),
    .step_valid_o(step_valid), .step_first_o(step_first), .step_last_o(step_last),
    .there_o(there), .filler_o(filler), .end_o(ends), .ahead_o(ahead), .idle_o(idle),
    .err_count_o, .err_clear_i
  );

  tdr_delay #(.Stages(4), .Width(2)) u_flags (
    .clk_i, .rst_ni, .advance_i(move), .valid_i(step_valid), .data_i({step_first, step_last}),
    .valid_o(valid), .data_o(flags)
  );

  ///////////
  // Parts //
  ///////////

  // Of the step in stage 4: this is its first part; parts behind this one.
  logic                first_d, first_q, two, three;
  logic [1:0]          left_d, left_q;
  logic                part_last;
  logic [Lanes-1:0]    demand, more;
  logic [2*Lanes-1:0]  taken;
  huff_enc_pkg::plan_t plan;

  assign part_last = left_q == '0 && more == '0;
  assign pack      = advance && valid[3];
  assign move      = advance && (!valid[3] || part_last);

  always_comb begin
    plan       = '0;
    plan.first = flags[7] && first_q;
    plan.last  = flags[6] && part_last;
    two        = 1'b0;
    three      = 1'b0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      two   = two || taken[2*i+1];
      three = three || taken[2*i +: 2] == 2'd3;
    end
    first_d = first_q;
    left_d  = left_q;
    if (move) begin
      first_d = 1'b1;
      left_d  = three ? 2'd2 : {1'b0, two};
    end else if (pack) begin
      first_d = 1'b0;
      left_d  = left_q - 2'(left_q != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    first_q <= first_d;
    left_q  <= left_d;
  end

  logic [Lanes-1:0]    word_valid, word_ready;
  logic [Lanes*32-1:0] word;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_code_lane #(.MaxCodeLen(MaxCodeLen), .Words(Parts + 8)) u_lane (
      .clk_i, .rst_ni, .move_i(move), .valid_i(step_valid), .fresh_i(there[i] && in_fresh_i[i]),
      .book_i(in_book_i[4*i +: 4]), .symbol_i(in_symbol_i[8*i +: 8]),
      .extra_i(in_extra_i[Extra*i +: Extra] & {Extra{there[i]}}),
      .count_i(there[i] ? in_count_i[6*i +: 6] : {5'd0, filler[i]}),
      .ahead_i(ahead[7*i +: 7]), .end_i(ends[i]), .step_i(valid[2]), .first_i(flags[5]),
      .taken_o(taken[2*i +: 2]), .more_o(more[i]), .pack_i(pack),
      .pack_first_i(plan.first), .part_first_i(first_q), .pack_last_i(part_last),
      .demand_o(demand[i]),
      .word_valid_o(word_valid[i]), .word_ready_i(word_ready[i]), .word_o(word[32*i +: 32]),
      .escape_i(escape), .build_i(build)
    );
  end

  tdr_order #(.Lanes(Lanes), .Parts(Parts)) u_order (
    .clk_i, .rst_ni, .packed_i(pack), .plan_i(plan), .demand_i(demand), .advance_o(advance),
    .word_valid_i(word_valid), .word_ready_o(word_ready), .word_i(word), .out_tvalid_o,
    .out_tready_i, .out_tdata_o, .out_tkeep_o, .out_tlast_o
  );

  logic unused_flags;
  assign unused_flags = ^{flags[4:0], valid[1:0], book_data_i[7:0]};

  tdr_params u_params ();
  huff_params u_huff_params ();
  huff_enc_params #(
    .Lanes(Lanes), .WordBits(32), .MaxCodeLen(MaxCodeLen), .Books(Books)
  ) u_enc_params ();

endmodule

`default_nettype wire
