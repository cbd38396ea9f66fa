// SPDX-License-Identifier: Apache-2.0
//
// prove_words_invariants: where the words of a message are; part of prove_words, for two lanes.
//
// There a header has a beat of its own, and its last word begins the next one.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#s5-order

  (* hierconn *) wire \u_collect.valid_q , \u_collect.last_q ;
  (* hierconn *) wire [CountBits-1:0] \u_collect.base_q , \u_collect.end_q ;
  (* hierconn *) wire [Lanes/2-1:0] \u_collect.gen_network.u_compact.swap_q[0] ;
  (* hierconn *) wire \u_beats.open_q , \u_beats.opens , \u_beats.leaves ;
  (* hierconn *) wire [Lanes*WordBits-1:0] \u_beats.part_q ;
  (* hierconn *) wire [WordBits-1:0] \u_beats.lead_q ;
  (* hierconn *) wire [1:0] \u_beats.gen_header_alone.sent_q ;
  (* hierconn *) wire [1:0] \u_s6_frame.state_q ;
  (* hierconn *) wire [Lanes*WordBits-1:0] \u_s6_frame.beat_q , \u_s6_frame.next_beat_q ;
  (* hierconn *) wire [Lanes-1:0] \u_s6_frame.keep_q , \u_s6_frame.place_q ;
  (* hierconn *) wire \u_s6_frame.next_valid_q , \u_s6_frame.next_last_q ;
  (* hierconn *) wire [CountBits-1:0] \u_s6_frame.next_words_q ;

  // Beats: a message, the words taken of it, those that have left in beats; the beats at the output
  // and behind it.
  logic       open, whole, drain, waits, next, next_last, out_full, tail, o_last, x_last;
  logic [7:0] words, fed, held, at, out_at;
  logic [1:0] part, out_bits, next_bits, drain_words, next_words, tail_words;
  logic       lead;
  assign open        = \u_beats.open_q ;
  assign whole       = \u_beats.whole_q ;
  assign drain       = \u_beats.drain_q ;
  assign drain_words = \u_beats.drain_words_q ;
  assign part        = {\u_beats.part_q [WordBits], \u_beats.part_q [0]};
  assign lead        = \u_beats.lead_q [0];
  assign waits       = whole || drain;
  assign out_full    = \u_s6_frame.state_q == 2'd1 || \u_s6_frame.state_q == 2'd2;
  assign tail        = \u_s6_frame.state_q == 2'd3;
  assign tail_words  = 2'(\u_s6_frame.place_q [1]);
  assign next        = \u_s6_frame.next_valid_q ;
  assign next_last   = \u_s6_frame.next_last_q ;
  assign next_words  = \u_s6_frame.next_words_q ;
  assign out_bits    = {\u_s6_frame.beat_q [WordBits], \u_s6_frame.beat_q [0]};
  assign next_bits   = {\u_s6_frame.next_beat_q [WordBits], \u_s6_frame.next_beat_q [0]};
  assign o_last      = tail || \u_s6_frame.state_q == 2'd2;
  assign x_last      = next && next_last;
  assign held        = words - fed;
  assign at          = number - fed;
  assign out_at      = number - left;
  always_ff @(posedge clk_i) begin
    if (taken) words <= came + 8'(takes);
    else if (\u_beats.opens ) words <= 8'(HeaderWords);
    if (\u_beats.opens ) fed <= 8'(Lanes);
    else if (\u_beats.leaves ) fed <= beat_last ? 8'd0 : fed + 8'(Lanes);
  end

  // The marked message is in the beats, or all of it has left them.
  logic lives, in_beats, closed;
  assign lives    = marked && !over;
  assign in_beats = lives && (ahead != 4'd0 || !(o_last || x_last));
  assign closed   = its && (o_last || x_last);

  always_comb begin
    assume (!taken || came <= 8'd240);
    if (rst_ni && Lanes == 2) begin
      // Passes.
      Network: assert (!\u_collect.valid_q
                       || (\u_collect.base_q == {1'b0, came[0]}
                           && \u_collect.end_q == \u_collect.base_q + takes
                           && \u_collect.gen_network.u_compact.swap_q[0]
                              == !(\u_collect.base_q [0] ^ front[0])));
      GoesOn: assert (\u_collect.valid_q || first_taken || \u_collect.end_q [0] == came[0]);
      Starts: assert ((pass_valid ? start : last)
                      == (\u_collect.valid_q ? \u_collect.last_q : first_taken));
      CameStarts: assert (!first_taken || came == 8'(HeaderWords));
      // Beats.
      HeaderBeat: assert (\u_beats.gen_header_alone.sent_q == 2'd0);
      Came: assert ((open && !drain) ? (came == words) : first_taken);
      OpenHas: assert (!waits || open);
      Header: assert (!open || (words >= 8'(HeaderWords) && came <= 8'd242 && words <= 8'd242
                                && fed >= 8'(Lanes) && !fed[0] && fed <= words));
      Fills: assert (!open || waits || held < 8'd2);
      Waits: assert (!(whole && !drain) || (held >= 8'd2 && held < 8'd4));
      Drains: assert (!drain || (held == 8'(drain_words) + (whole ? 8'd2 : 8'd0)
                                 && drain_words <= 2'd2));
      Clear: assert (!open || waits || ((held > 8'd0 || !part[0]) && !part[1]));
      ClearLead: assert (!whole || held > 8'd2 || !lead);
      // Frame.
      Behind: assert (!next || out_full || tail);
      Shape: assert (out_full ? (\u_s6_frame.keep_q == '1 && \u_s6_frame.place_q == '0)
                     : (!tail || (\u_s6_frame.place_q == 2'b01 && \u_s6_frame.keep_q == 2'b01)
                        || (\u_s6_frame.place_q == 2'b10 && \u_s6_frame.keep_q == 2'b11)));
      NextShape: assert (!next || (next_last ? next_words <= 2'd2 : next_words == 2'd2));
      NextCloses: assert (!x_last || (!open && !o_last));
      Closed: assert (open || ((!next || x_last) && (!out_full || o_last || x_last)));
      HeaderBehind: assert (!o_last || (next ? (open && fed == 8'(Lanes)) : !open));
      Left: assert (o_last || x_last || (open ? left + (out_full ? 8'd2 : 8'd0)
                                               + (next ? 8'd2 : 8'd0) == fed
                                         : left == 8'd0));
      Inside: assert (inside == 4'(open && (drain || !first_taken)) + 4'(o_last) + 4'(x_last));
      // The marked message and its word.
      IsInside: assert (!lives || ahead < inside);
      Complete: assert (!in_beats || complete == drain);
      Bounded: assert (!complete || total <= 8'd242);
      TotalOpen: assert (!in_beats || !complete || total == words);
      TotalClosed: assert (!closed || (complete && total == left
                           + (x_last ? 8'd2 + 8'(next_words) : (tail ? 8'(tail_words) : 8'd2))));
      Payload: assert (!has_word || !lives || number >= 8'(HeaderWords));
      MarkedFirst: assert (marked || (!has_word && !complete));
      InMessage: assert (!has_word || !lives || number < (in_beats ? words : total));
      InPart: assert (!has_word || !in_beats || number < fed
                      || (at < 8'd2 ? part[at[0]] == value : (whole && lead == value)));
      AtOutput: assert (!has_word || !its || number < left || (in_beats && number >= fed)
                        || (out_at < 8'd2 ? out_bits[out_at[0]] == value
                                          : next_bits[out_at[0]] == value));
    end
  end
