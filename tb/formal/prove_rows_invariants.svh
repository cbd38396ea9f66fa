// SPDX-License-Identifier: Apache-2.0
//
// prove_rows_invariants: where the words of a message are; part of prove_rows.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#the-decoder

  (* hierconn *) wire \u_rows.head_q , \u_rows.tail_q ;
  (* hierconn *) wire [CountBits-1:0] \u_rows.even_end_q , \u_rows.odd_end_q ;
  (* hierconn *) wire [CountBits-1:0] \u_s2_distribute.base_q ;
  localparam int unsigned Log2 = $clog2(Lanes);
  localparam logic [CountBits-1:0] All = CountBits'(Lanes);

  // Payload and trailer of a row begin behind its words; the message at hand, the first in the
  // rows, has its last beat there, and what is in the rows that have left and these.
  logic                 odd_first, whole, follows;
  logic [CountBits-1:0] end0, end1, place;
  logic [6:0]           passed, known_words;
  logic [Lanes-1:0]     bits0, bits1;
  assign odd_first   = \u_rows.head_q ;
  assign end0        = odd_first ? \u_rows.odd_end_q : \u_rows.even_end_q ;
  assign end1        = odd_first ? \u_rows.even_end_q : \u_rows.odd_end_q ;
  assign follows     = row0_valid && row0_last && row1_valid;
  assign whole       = row0_valid && (row0_last || (row1_valid && row1_last));
  assign passed      = (went >> Log2) << Log2;
  assign place       = CountBits'(went & 7'(Lanes - 1));
  assign known_words = passed + (row0_valid ? 7'(end0) : 7'd0)
                       + ((row1_valid && !follows) ? 7'(end1) : 7'd0);
  always_comb begin
    for (int i = 0; i < Lanes; i++) begin
      bits0[i] = odd_first ? odd[WordBits*i] : even[WordBits*i];
      bits1[i] = odd_first ? even[WordBits*i] : odd[WordBits*i];
    end
  end

  // Place of the marked word behind the rows that have left.
  logic       behind;
  logic [6:0] at;
  assign behind = marked && !gone && ahead == 3'd1;
  assign at     = number - passed;

  always_comb begin
    if (rst_ni) begin
      OneState: assert (32'(idle) + 32'(runs) + 32'(drops) == 32'd1);
      RowsInTurns: assert ((row0_valid || !row1_valid)
                           && \u_rows.tail_q == (odd_first ^ (row0_valid && !row1_valid)));
      Ends0: assert (!row0_valid || (row0_last ? end0 < All : end0 == All));
      Ends1: assert (!row1_valid || (row1_last ? end1 < All : end1 == All));
      FirstHasHeader: assert (!(idle && row0_valid) || end0 >= CountBits'(HeaderWords));
      NextHasHeader: assert (!follows || end1 >= CountBits'(HeaderWords));
      Between: assert (first == (row1_valid ? row1_last : (row0_valid ? row0_last : idle)));
      Inside: assert (inside == 3'(row0_valid || !idle) + 3'(follows));

      // Of the message at hand.
      StartsWhole: assert (!idle || (went == 7'(HeaderWords) && (!row0_valid
                                                                || row0_words == end0)));
      Base: assert (!runs || \u_s2_distribute.base_q == {odd_first, place[Log2-1:0]});
      WordsLeft: assert (!runs || !row0_valid || (end0 >= place && row0_words == end0 - place));
      NextRow: assert (!runs || row0_valid || place == '0);
      HasHeader: assert (!runs || (went >= 7'(HeaderWords) && known_words <= 7'd103
                                   && went <= known_words));
      FullRowLeaves: assert (!(served && !row0_last) || wraps == (CountBits'(asks) >= row0_words));
      // Of the message on its way in.
      NothingCame: assert (!first || came == 7'd0);
      Came: assert (first || (follows ? came == 7'(Lanes) : (drops || came == known_words)));

      // The marked word, and the end of its message.
      MarkedFirst: assert (marked || (!known && !gone));
      MarkedIsHere: assert (!marked || gone || ahead < inside);
      Known: assert (!marked || gone || ahead != 3'd0 || known == whole);
      KnownNext: assert (!behind || known == row1_last);
      Total: assert (!(its && known && !drops) || total == known_words);
      TotalNext: assert (!(behind && known) || total == 7'(end1));
      InRow0: assert (!(its && !drops && number >= went && at < 7'(Lanes))
                      || (row0_valid && at < 7'(end0) && bits0[at[Log2-1:0]] == value));
      InRow1: assert (!(its && !drops && number >= went && at >= 7'(Lanes))
                      || (row1_valid && !follows && at - 7'(Lanes) < 7'(end1)
                          && bits1[at[Log2-1:0]] == value));
      InNext: assert (!behind || (follows && number < 7'(end1)
                                  && bits1[number[Log2-1:0]] == value));
    end
  end
