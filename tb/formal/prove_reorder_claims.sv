// SPDX-License-Identifier: Apache-2.0
//
// prove_reorder_claims: what prove_reorder claims, and the invariants that carry it.
//
// Every entry on its way through the order remembers what was packed and demanded since: `age`, in
// units of lag, and `since`, in words of the lane. Neighbours differ by what an entry itself
// counts, so the age of the pass in front is the lag, and what is demanded since waits in the lane.
//
// One entry, any one, is marked. That words fit is claimed while it is in front, and assumed at
// other times: the first cycle in which a word did not fit would have some entry in front, and the
// claim holds for this one as the marked one.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#lag-and-buffers

`default_nettype none

module prove_reorder_claims #(
  parameter int unsigned WordBits = 32,
  parameter int unsigned MaxToken = 17,
  parameter int unsigned MinToken = 8,
  parameter int unsigned Limit = 37,
  parameter int unsigned FarLimit = 217,
  parameter int unsigned StartUnits = 16,
  parameter int unsigned Depth = 18,
  parameter int unsigned Words = 7
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       mark_i,
  input  logic       valid_i, first_i, last_i, tail_i, empty_i,   // step in front of the lane
  input  logic [3:0] left_i,
  input  logic [5:0] len_i,
  input  logic       advance_i,
  input  logic [7:0] lag_i, units_i,                              // pace
  input  logic       half_i,
  input  logic [3:0] used_i,                                      // lane
  input  logic [5:0] fill_i,
  input  logic [1:0] held_i,
  input  logic       flush_i, demand_i,
  input  logic [1:0] passes_i,
  input  logic       word_in_i, flush_next_i, word_valid_i, words_ready_i,
  input  logic       stage_i,                                     // step in front of the queue
  input  logic [7:0] stage_entry_i,
  input  logic [3:0] gap_i,
  input  logic       push_i, queue_ready_i, queue_room_i, pop_i,  // queue, passes of its head
  input  logic       load_i,
  input  logic [1:0] sent_i,
  input  logic       head_valid_i,
  input  logic [7:0] head_i,
  input  logic       out_valid_i, out_ready_i,                    // ranked pass
  input  logic [1:0] out_mask_i,
  input  logic [3:0] out_gap_i,
  input  logic       out_start_i, out_step_i, out_bytes_i,
  input  logic       front_valid_i,                               // pass in front
  input  logic [1:0] front_mask_i,
  input  logic       taken_i
);

  localparam int unsigned W = WordBits;
  localparam int unsigned Unit = huff_enc_pkg::ByteUnits;

  // An entry is {mask, info, first, last}; its info the gap, or {passes of all, one more, split}.
  // Passes, at least one.
  function automatic logic [1:0] passes(input logic [7:0] entry);
    passes = !entry[1] ? 2'd1 : entry[5:4] + 2'(entry[3]);
    if (passes == 2'd0) passes = 2'd1;
  endfunction
  // The lane takes a word in pass p.
  function automatic logic takes(input logic [7:0] entry, input logic [1:0] p);
    takes = entry[7];
    if (entry[1]) takes = p < entry[5:4] || (p == entry[5:4] && entry[3] && entry[7]);
  endfunction
  // What is left of an entry's units and words when p of its passes have gone.
  function automatic logic [6:0] units(input logic [7:0] entry, input logic [1:0] p);
    units = !entry[1] ? 7'(Unit) * (7'(entry[5:2]) + 7'd1) : 7'(Unit + StartUnits);
    if (p >= passes(entry)) units = 7'd0;
    else if (p == 2'd1) units = 7'(Unit + StartUnits / 2);
    else if (p == 2'd2) units = 7'(Unit);
  endfunction
  function automatic logic [1:0] words(input logic [7:0] entry, input logic [1:0] p);
    words = 2'(p == 2'd0 && entry[7]);
    if (entry[1]) begin
      words = ((p < entry[5:4]) ? entry[5:4] - p : 2'd0)
              + 2'(p <= entry[5:4] && entry[3] && entry[7]);
    end
  endfunction

  logic       packs;
  logic [8:0] more;          // units and words that the step packed in this cycle adds
  logic [4:0] demands;
  assign packs   = advance_i && valid_i;
  assign more    = packs ? 9'(Unit) + (first_i ? 9'(StartUnits) : 9'd0) : 9'd0;
  assign demands = packs ? (first_i ? 5'(passes_i) : 5'(demand_i)) : 5'd0;

  ///////////
  // Queue //
  ///////////

  logic [4:0] count;
  logic [7:0] entry [Depth+1];
  logic [8:0] age [Depth+1];
  logic [4:0] since [Depth+1];
  logic       marked [Depth+1];

  always_comb begin
    assume (head_valid_i == (count != 5'd0));
    assume (!head_valid_i || head_i == entry[0]);
    assume (queue_ready_i == (count < 5'(Depth)));
    assume (queue_room_i == (count + 5'd3 <= 5'(Depth)));
    assume (word_valid_i == (used_i != 4'd0));
    assume (words_ready_i == (used_i < 4'(Words)));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count <= 5'd0;
    end else begin
      count <= count + 5'(push_i) - 5'(pop_i);
      for (int k = 0; k < Depth; k++) begin
        if (push_i && count - 5'(pop_i) == 5'(k)) begin
          entry[k]  <= stage_entry_i;
          age[k]    <= more;
          since[k]  <= demands;
          marked[k] <= stage_marked;
        end else begin
          entry[k]  <= pop_i ? entry[k+1] : entry[k];
          age[k]    <= (pop_i ? age[k+1] : age[k]) + more;
          since[k]  <= (pop_i ? since[k+1] : since[k]) + demands;
          marked[k] <= pop_i ? marked[k+1] : marked[k];
        end
      end
    end
  end

  // The ranked pass and the one in front, which stays when it is taken: the entry, which of its
  // passes, and what came behind this one.
  logic [7:0] out_entry, front_entry;
  logic [1:0] out_pass, front_pass;
  logic [8:0] out_age, front_age;
  logic [4:0] out_since, front_since;
  logic       out_marked, front_marked, begun, moves;   // begun: there was a ranked pass
  assign moves = out_valid_i && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      front_entry  <= 8'd0;
      front_pass   <= 2'd0;
      front_age    <= 9'd0;
      front_since  <= 5'd0;
      front_marked <= mark_i;
      begun        <= 1'b0;
    end else begin
      if (load_i) begin
        out_entry  <= head_i;
        out_pass   <= sent_i;
        out_age    <= age[0] + 9'(units(head_i, sent_i + 2'd1)) + more;
        out_since  <= since[0] + 5'(words(head_i, sent_i + 2'd1)) + demands;
        out_marked <= marked[0];
        begun      <= 1'b1;
      end else begin
        out_age   <= out_age + more;
        out_since <= out_since + demands;
      end
      if (moves) begin
        front_entry  <= out_entry;
        front_pass   <= out_pass;
        front_marked <= out_marked;
      end
      front_age   <= (moves ? out_age : front_age) + more;
      front_since <= (moves ? out_since : front_since) + demands;
    end
  end

  // The marked entry: what came behind all of it, and whether a message has started there.
  logic       has_mark, stage_marked, newer;
  logic [7:0] mark_q, mark;
  logic [8:0] mark_age;
  logic [4:0] mark_since;
  assign mark = stage_marked ? stage_entry_i : mark_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      has_mark     <= mark_i;
      stage_marked <= 1'b0;
      mark_q       <= 8'd0;
      mark_age     <= 9'd0;
      mark_since   <= 5'd0;
      newer        <= 1'b0;
    end else begin
      stage_marked <= packs && mark_i && !has_mark;
      has_mark     <= has_mark || (packs && mark_i);
      mark_q       <= mark;
      mark_age     <= has_mark ? mark_age + more : 9'd0;
      mark_since   <= has_mark ? mark_since + demands : 5'd0;
      newer        <= has_mark && (newer || (packs && first_i));
    end
  end

`include "prove_reorder_invariants.svh"
`include "prove_reorder_bounds.svh"

endmodule

`default_nettype wire
