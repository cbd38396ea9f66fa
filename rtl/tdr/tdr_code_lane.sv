// SPDX-License-Identifier: Apache-2.0
//
// tdr_code_lane: values of one lane to words, and the words that a decoder takes for each of them.
//
// Look-up and token are those of the Huffman encoder, of one lane with a book of its own. A value
// may be longer than a word: it is packed in two parts then. The lane also plays its decoder, which
// has so many bits before a value, wants some ahead and those of the value, and takes as many words
// as that takes. Behind its last value come words of zeros, if it has taken more than there are.
//
//   Latency     4 cycles to a packed value, 3 more to a complete word
//   Throughput  1 value per cycle, or less as docs/tdr_architecture.md says
//   Storage     16 books, Words words, 4 values
//   Model       model/tdr/symbolize.h, model/tdr/order.h
//   Test        tb/tdr/tdr_code_test.cc
//   Doc         docs/tdr_architecture.md#code

`default_nettype none

module tdr_code_lane #(
  parameter int unsigned MaxCodeLen = 12,
  parameter int unsigned Words = 1024,
  localparam int unsigned Extra     = tdr_pkg::ExtraBits,
  localparam int unsigned Books     = 32'(huff_pkg::NumBooks),
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // Stages 1 to 4 move by one.
  input  logic                       move_i,
  input  logic                       valid_i,
  input  logic                       fresh_i,
  input  logic [3:0]                 book_i,
  input  logic [7:0]                 symbol_i,
  input  logic [Extra-1:0]           extra_i,
  input  logic [5:0]                 count_i,
  input  logic [6:0]                 ahead_i,
  input  logic                       end_i,

  // Of stage 3: it holds a step, the first one of a block; then words taken for it.
  input  logic                       step_i,
  input  logic                       first_i,
  output logic [1:0]                 taken_o,

  // Of stage 4: parts follow the one that is there. It is packed, the first one of a block, the
  // first one of its step, the last one.
  output logic                       more_o,
  input  logic                       pack_i,
  input  logic                       pack_first_i,
  input  logic                       part_first_i,
  input  logic                       pack_last_i,
  output logic                       demand_o,

  output logic                       word_valid_o,
  input  logic                       word_ready_i,
  output logic [31:0]                word_o,

  input  logic [Books*EntryBits-1:0] escape_i,
  input  huff_enc_pkg::build_t       build_i
);

  localparam int unsigned CodeBits  = MaxCodeLen + 8;
  localparam int unsigned TokenBits = CodeBits + Extra;
  // A first part never completes the first word of a lane.
  localparam int unsigned PartBits  = 31;

  if (TokenBits > 2 * PartBits) begin : gen_bad_code
    $fatal(1, "tdr_code_lane: a value must have no more than two parts");
  end

  //////////////////////////////
  // Stages 1 and 2: codeword //
  //////////////////////////////

  huff_enc_pkg::step_t  step, s2_step;
  huff_enc_pkg::plan_t  unused_plan;
  logic                 s2_valid, unused_valid, unused_spoilt;
  logic [7:0]           s2_symbol, unused_extra, unused_need_a, unused_need_b;
  logic [EntryBits-1:0] s2_entry, s2_escape;
  logic [Books-1:0]     unused_reads;
  logic [CodeBits:0]    code;
  logic [5:0]           code_len;

  // Of a value without a symbol nothing but the extra bits is sent.
  always_comb begin
    step       = '0;
    step.slot  = book_i;
    step.empty = !fresh_i;
  end

  huff_enc_s2_select #(
    .Lanes(1), .ValueBits(8), .MaxCodeLen(MaxCodeLen), .Books(Books)
  ) u_select (
    .clk_i, .rst_ni, .advance_i(move_i), .step_valid_i(valid_i), .step_i(step), .symbol_i,
    .extra_i('0), .step_valid_o(s2_valid), .step_o(s2_step), .symbol_o(s2_symbol),
    .extra_o(unused_extra), .entry_o(s2_entry), .escape_o(s2_escape), .escape_i, .build_i,
    .reads_o(unused_reads)
  );

  huff_enc_s3_code #(
    .Lanes(1), .WordBits(32), .ValueBits(8), .MaxCodeLen(MaxCodeLen)
  ) u_code (
    .clk_i, .rst_ni, .advance_i(move_i), .step_valid_i(s2_valid), .step_i(s2_step),
    .symbol_i(s2_symbol), .extra_i('0), .entry_i(s2_entry), .escape_i(s2_escape),
    .step_valid_o(unused_valid), .plan_o(unused_plan), .spoilt_o(unused_spoilt),
    .need_a_o(unused_need_a), .need_b_o(unused_need_b), .token_o(code), .token_len_o(code_len)
  );

  localparam int unsigned Side = Extra + 6 + 7 + 1;

  logic [1:0]        unused_made;
  logic [2*Side-1:0] side;
  logic [Extra-1:0]  extra;
  logic [5:0]        count;
  logic [6:0]        ahead;
  logic              s3_end;

  tdr_delay #(.Stages(2), .Width(Side)) u_side (
    .clk_i, .rst_ni, .advance_i(move_i), .valid_i, .data_i({extra_i, count_i, ahead_i, end_i}),
    .valid_o(unused_made), .data_o(side)
  );
  assign {extra, count, ahead, s3_end} = side[2*Side-1:Side];

  //////////////////////////////////////
  // Stages 3 and 4: value and demand //
  //////////////////////////////////////

  // The decoder holds 0 to 96 bits. Stage 4 goes from part to part.
  logic [TokenBits-1:0] token_d [2], token_q [2];
  logic [5:0]           len_d, len_q;
  logic [6:0]           need_d, need_q, bits_d, bits_q, bits;
  logic [7:0]           lacks;
  logic                 end_d [2], end_q [2];
  // Of the part that is there, and of those behind it.
  logic [4:0]           low_d, low_q;
  logic [6:0]           rest_d, rest_q, rest;
  logic                 more_d, more_q, long;
  logic [1:0]           taken_d, taken_q;

  assign bits    = first_i ? '0 : bits_q;
  assign lacks   = {1'b0, need_q} - {1'b0, bits};
  assign long    = len_q[5];
  assign rest    = rest_q + ((part_first_i && end_q[1]) ? {bits_q[6:5], 5'd0} : 7'd0);
  always_comb begin
    taken_o = '0;
    if (!lacks[7] && lacks != '0) begin
      taken_o = 2'((lacks[6:0] - 7'd1) >> 5) + 2'd1;
    end
  end

  always_comb begin
    token_d[0] = token_q[0];
    token_d[1] = token_q[1];
    end_d[0]   = end_q[0];
    end_d[1]   = end_q[1];
    len_d      = len_q;
    need_d     = need_q;
    bits_d     = bits_q;
    low_d      = low_q;
    rest_d     = rest_q;
    more_d     = more_q;
    taken_d    = taken_q;
    if (move_i) begin
      token_d[0] = TokenBits'(code[CodeBits-1:0]) | (TokenBits'(extra) << code_len[4:0]);
      len_d      = code_len + count;
      need_d     = (ahead > 7'(len_d)) ? ahead : 7'(len_d);
      end_d[0]   = s3_end;
      token_d[1] = token_q[0];
      end_d[1]   = end_q[0];
      // All of it, or 31 bits and what is above.
      low_d      = long ? 5'(PartBits) : len_q[4:0];
      rest_d     = long ? 7'(len_q[4:0]) + 7'd1 : '0;
      taken_d    = taken_o;
      if (step_i) begin
        bits_d = bits + {taken_o, 5'd0} - {1'b0, len_q};
      end
      more_d = long || (end_q[0] && bits_d[6:5] != '0);
    end else if (pack_i) begin
      token_d[1] = token_q[1] >> PartBits;
      low_d      = (rest > 7'(PartBits)) ? 5'(PartBits) : rest[4:0];
      rest_d     = (rest > 7'(PartBits)) ? rest - 7'(PartBits) : '0;
      more_d     = rest > 7'(PartBits);
      taken_d    = taken_q - 2'(demand_o);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      token_q[i] <= token_d[i];
      end_q[i]   <= end_d[i];
    end
    len_q   <= len_d;
    need_q  <= need_d;
    bits_q  <= bits_d;
    low_q   <= low_d;
    rest_q  <= rest_d;
    more_q  <= more_d;
    taken_q <= taken_d;
  end

  //////////
  // Pack //
  //////////

  logic                unused_demand, unused_room, unused_words_room, made;
  logic [31:0]         made_word;

  assign demand_o = taken_q != '0;
  assign more_o   = more_q;

  // The demand is known: all or nothing is certain to be needed.
  huff_enc_lane #(
    .WordBits(32), .TokenBits(PartBits), .ExtraBits(0), .Words(2)
  ) u_lane (
    .clk_i, .rst_ni, .take_i(pack_i), .first_i(pack_first_i), .last_i(pack_last_i && end_q[1]),
    .next_last_i(1'b0), .split_i(1'b0), .wide_i(1'b0), .token_i(token_q[1][PartBits-1:0]),
    .len_i({1'b0, low_q}), .passes_i({1'b0, demand_o}), .need_i({8{demand_o}}),
    .demand_o(unused_demand), .word_valid_o(made), .word_ready_i(1'b1), .word_o(made_word),
    .room_o(unused_room)
  );

  // All that may wait for its order has a place.
  tern_ram_fifo #(.Width(32), .Depth(Words)) u_words (
    .clk_i, .rst_ni, .in_valid_i(made), .in_room_o(unused_words_room), .in_data_i(made_word),
    .out_valid_o(word_valid_o), .out_ready_i(word_ready_i), .out_data_o(word_o)
  );

  logic unused_code;
  assign unused_code = ^{code[CodeBits], code_len[5], side[Side-1:0]};

endmodule

`default_nettype wire
