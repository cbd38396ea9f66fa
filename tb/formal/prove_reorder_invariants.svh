// SPDX-License-Identifier: Apache-2.0
//
// prove_reorder_invariants: what the stages say of each other; part of prove_reorder_claims.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#lag-and-buffers

  //////////
  // Lane //
  //////////

  // A message is under way, the lane's tokens left of it, and the bits that its decoder holds.
  logic              inside, ran;
  logic [4:0]        left, rest;
  logic [1:0]        held;
  logic signed [9:0] bits;
  logic              absent;
  assign inside = valid_i ? !first_i : !last_i;
  assign left   = 5'(left_i) + 5'(valid_i);
  assign rest   = !inside ? 5'd0 : left - 5'(!tail_i);
  assign held   = inside ? held_i : 2'd0;
  assign bits   = 10'(held) * 10'(W) - 10'(fill_i);
  assign absent = (last_i && !tail_i) || empty_i;

  always_ff @(posedge clk_i) ran <= rst_ni;
  always_comb begin
    if (rst_ni) begin
      StepIsOne: assert (last_i == (left_i == 4'd0) && (!empty_i || last_i));
      EmptyIsAlone: assert (!valid_i || !empty_i || first_i);
      TokenLen: assert (!valid_i || (absent ? len_i == 6'd0
          : len_i >= 6'(MinToken) && len_i <= 6'(MaxToken) - 6'(first_i)));
      BetweenMessages: assert (inside || fill_i == '0);
      FlushIsLast: assert (!flush_i || !inside);
      HoldsNoLess: assert (!inside || bits >= 0);
      HoldsNoMore: assert (!inside || bits <= $signed(10'(3 * W - MinToken)));
      NeedsAllOfIt: assert (!inside
          || bits < $signed(10'(rest) * 10'(MinToken)) + $signed(10'(W)));
      HoldsEnough: assert (!inside || bits + $signed(10'(MaxToken)) > $signed(10'(2 * W))
          || bits + $signed(10'(MaxToken)) >= $signed((10'(rest) + 10'd1) * 10'(MinToken)));
      DryEnds: assert (!inside || bits + $signed(10'(MinToken) * (10'(gap_i) + 10'd1
          + 10'(stage_i && !stage_entry_i[1] && !stage_entry_i[7]))) <= $signed(10'(3 * W))
          || (stage_i && stage_entry_i[7]));
    end
  end

  ///////////
  // Order //
  ///////////

  logic [8:0] last_age;
  logic [4:0] last_since;
  logic [1:0] out_left;
  always_comb begin
    last_age   = out_valid_i ? out_age : front_age;
    last_since = out_valid_i ? out_since : front_since;
    for (int k = 0; k < Depth; k++) begin
      if (count == 5'(k + 1)) begin
        last_age   = age[k];
        last_since = since[k];
      end
    end
  end

  logic       front_final, out_final;
  logic [9:0] before_age;
  logic [5:0] before_since;
  logic [1:0] before_pass;
  logic       before_final;
  logic [7:0] before_entry;
  assign front_final  = front_pass + 2'd1 >= passes(front_entry);
  assign out_final    = out_pass + 2'd1 >= passes(out_entry);
  assign before_age   = 10'(out_valid_i ? out_age : front_age);
  assign before_since = 6'(out_valid_i ? out_since : front_since);
  assign before_pass  = out_valid_i ? out_pass : front_pass;
  assign before_final = out_valid_i ? out_final : front_final;
  assign before_entry = out_valid_i ? out_entry : front_entry;

  always_comb begin
    if (rst_ni) begin
      // Neighbours.
      TailAge: assert (10'(last_age) == 10'(Unit) * 10'(gap_i)
          + (stage_i ? 10'(Unit) + (stage_entry_i[1] ? 10'(StartUnits) : 10'd0) : 10'd0));
      TailSince: assert (last_since == (stage_i ? 5'(words(stage_entry_i, 2'd0)) : 5'd0));
      for (int k = 1; k < Depth; k++) begin
        assert (count <= 5'(k) || 10'(age[k-1]) == 10'(age[k]) + 10'(units(entry[k], 2'd0)));
        assert (count <= 5'(k)
            || 6'(since[k-1]) == 6'(since[k]) + 6'(words(entry[k], 2'd0)));
      end
      HeadAge: assert (count == 5'd0 || before_age == 10'(age[0]) + 10'(units(entry[0], sent_i)));
      HeadSince: assert (count == 5'd0
          || before_since == 6'(since[0]) + 6'(words(entry[0], sent_i)));
      OutAge: assert (!out_valid_i || 10'(front_age)
          == 10'(out_age) + 10'(units(out_entry, out_pass))
             - 10'(units(out_entry, out_pass + 2'd1)));
      OutSince: assert (!out_valid_i || 6'(front_since) == 6'(out_since) + 6'(out_mask_i[1]));
      FrontAge: assert (10'(lag_i) == 10'(front_age) + (front_valid_i ? 10'(units_i) : 10'd0));
      FrontSince: assert (6'(used_i) + 6'(flush_i) + 6'(held)
          == 6'(front_since) + 6'(front_valid_i && front_mask_i[1]));
      // What the stages hold is that of their entry.
      Count: assert (count <= 5'(Depth));
      OutIs: assert (!out_valid_i || (out_mask_i[1] == takes(out_entry, out_pass)
          && out_start_i == (out_entry[1] && out_pass == 2'd0) && out_step_i == out_final
          && out_gap_i == (out_entry[1] ? 4'd0 : out_entry[5:2])));
      FrontIs: assert (!front_valid_i || (front_mask_i[1] == takes(front_entry, front_pass)
          && 8'(units_i) == 8'(units(front_entry, front_pass))
              - 8'(units(front_entry, front_pass + 2'd1))
              - (front_entry[1] ? 8'd0 : 8'(Unit) * 8'(front_entry[5:2]))));
      Half: assert (half_i == (front_entry[1] && front_pass == 2'd0 && !front_final));
      OutPass: assert (!out_valid_i || (out_pass < passes(out_entry)
          && (out_pass == 2'd0 ? front_final
              : (front_entry == out_entry && front_pass + 2'd1 == out_pass))));
      FrontPass: assert (front_pass < passes(front_entry));
      HeadPass: assert (before_final ? sent_i == 2'd0
          : (sent_i == before_pass + 2'd1 && count != 5'd0 && entry[0] == before_entry));
      for (int k = 0; k < Depth; k++) begin
        assert (count <= 5'(k) || !entry[k][1]
            || (!entry[k][2] && 3'(entry[k][5:4]) + 3'(entry[k][3]) <= 3'd3));
      end
      StageIs: assert (!stage_i || !stage_entry_i[1]
          || (!stage_entry_i[2] && 3'(stage_entry_i[5:4]) + 3'(stage_entry_i[3]) <= 3'd3));
      Bytes: assert (begun ? out_bytes_i : !out_valid_i);
      FirstIsFirst: assert (begun || (count != 5'd0 ? entry[0][1]
                                      : (stage_i ? stage_entry_i[1] : !inside)));
      StageInside: assert (!stage_i || inside != stage_entry_i[0]);
      GapInside: assert (gap_i == 4'd0 || (stage_i ? !stage_entry_i[1] : inside));
    end
  end
