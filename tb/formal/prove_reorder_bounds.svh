// SPDX-License-Identifier: Apache-2.0
//
// prove_reorder_bounds: how much can wait, and how long; part of prove_reorder_claims.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#lag-and-buffers

  ////////////
  // Bounds //
  ////////////

  // Bits that the lane has packed behind a pass, whose word and the ones before are taken; `behind`
  // words are demanded since. At a message's end they are rounded up to a word.
  function automatic logic signed [14:0] packed_bits(input logic [4:0] behind);
    packed_bits = $signed(15'(W) * (15'(behind) - 15'(held))) + $signed(15'(fill_i));
  endfunction

  localparam logic signed [14:0] Steady = 15'(3 * MaxToken) - 15'(6 * W + 3);
  localparam logic signed [14:0] Gain = 15'(StartUnits * MaxToken) - 15'(3 * (W - 1));
  localparam logic signed [14:0] Tail = 15'((2 * W / MinToken - 1) * MaxToken);
  // Bits that a message's end is rounded up by.
  logic signed [14:0] round;
  assign round = inside ? 15'sd0 : $signed(15'(W - 1));

  // At most MaxToken bits a step: behind a pass the decoder held more than two words, less a token;
  // or its message is near the end; and what a message counts at its start covers both.
  function automatic logic bounded(input logic [9:0] units, input logic [4:0] behind,
                                   input logic newer);
    logic signed [14:0] most, triple;
    begin
      triple  = 15'sd3 * packed_bits(behind);
      most    = $signed(15'(units) * 15'(MaxToken)) + 15'sd3 * round;
      bounded = newer ? triple <= most - Gain
                      : (triple <= most
                         && (triple <= most + Steady
                             || packed_bits(behind) + $signed(15'(rest) * 15'(MaxToken))
                                <= Tail + round));
    end
  endfunction

  // The word of pass p, of a step `units` back, its own included, is complete in time: the step's
  // first token was at most `ahead` words before the word's end.
  function automatic logic in_time(input logic [9:0] units, input logic [4:0] behind,
                                   input logic newer, input logic [2:0] ahead);
    in_time = behind >= 5'(held)
              || (!newer && 15'sd3 * packed_bits(behind) + $signed(15'(3 * W) * 15'(ahead))
                            >= $signed(15'(units) * 15'(MinToken)));
  endfunction

  logic here;                   // the marked entry is on its way or in front
  always_comb begin
    here = stage_marked || (out_valid_i && out_marked) || front_marked;
    for (int k = 0; k < Depth; k++) here = here || (count > 5'(k) && marked[k]);
  end

  always_comb begin
    if (rst_ni) begin
      MarkIs: assert (has_mark || !here);
      MarkInStage: assert (!stage_marked || (stage_i && mark_age == 9'd0 && mark_since == 5'd0
                                             && !newer));
      MarkInOut: assert (!out_valid_i || !out_marked || (out_entry == mark
          && out_age == mark_age + 9'(units(mark, out_pass + 2'd1))
          && out_since == mark_since + 5'(words(mark, out_pass + 2'd1))));
      MarkInFront: assert (!front_marked || (front_entry == mark
          && front_age == mark_age + 9'(units(mark, front_pass + 2'd1))
          && front_since == mark_since + 5'(words(mark, front_pass + 2'd1))));
      for (int k = 0; k < Depth; k++) begin
        assert (count <= 5'(k) || !marked[k]
                || (entry[k] == mark && age[k] == mark_age && since[k] == mark_since
                    && !stage_marked));
        assert (count <= 5'(k)
                || 10'(age[k]) >= 10'(Unit) * (10'(count) - 10'(k + 1) + 10'(stage_i)));
      end
      for (int i = 0; i < 3; i++) begin
        assert (!here || 2'(i) >= passes(mark)
                || bounded(10'(mark_age) + 10'(units(mark, 2'(i + 1))),
                           mark_since + 5'(words(mark, 2'(i + 1))), newer));
        assert (!here || 2'(i) >= passes(mark) || !takes(mark, 2'(i))
                || in_time(10'(mark_age) + 10'(Unit), mark_since + 5'(words(mark, 2'(i + 1))),
                           newer, mark[1] ? 3'(i + 1) : 3'd3));
      end
    end
  end

  ////////////
  // Claims //
  ////////////

  // The word of this cycle has a place, and a last one in the next cycle has one too.
  logic fits;
  assign fits = !(word_in_i && !words_ready_i)
                && 5'(used_i) + 5'(word_in_i) + 5'(flush_next_i)
                   <= 5'(Words) + 5'(taken_i && front_mask_i[1]);

  always_comb begin
    if (rst_ni) begin
      // The buffers.
      if (!front_marked) assume (fits);
      WordsFit: assert (!front_marked || fits);
      WordsAreCounted: assert (used_i + 4'(flush_i) <= 4'(Words));
      DemandsFit: assert (count + 5'(stage_i) <= 5'(Depth));
      // The intake moves below the limit, and beyond it into free places only.
      Moves: assert (!ran || advance_i || lag_i >= 8'(Limit));
      MovesIntoRoom: assert (!advance_i || lag_i < 8'(Limit)
          || (lag_i < 8'(FarLimit) && count <= 5'(Depth - 2)
              && used_i <= 4'(Words - 1) - 4'(valid_i && last_i)));
      // No deadlock: a pass that waits for a word of the lane lets the intake move on until it is
      // there, or a message's last word is there in the next cycle; so does an empty order.
      WaitsWhileMoving: assert (!front_marked || !ran || !front_valid_i
                                || !front_mask_i[1] || word_valid_i
                                || flush_i || advance_i);
      EmptyMoves: assert (!ran || front_valid_i || out_valid_i || head_valid_i || stage_i
                          || advance_i);
    end
  end

  always_ff @(posedge clk_i) begin
    AllWords: cover (used_i == 4'(Words));
    StopsAtTheLimit: cover (ran && !advance_i && front_valid_i && !taken_i);
    MovesAgain: cover (ran && $past(ran && !advance_i) && advance_i && inside);
  end
