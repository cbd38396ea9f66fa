// SPDX-License-Identifier: Apache-2.0
//
// prove_lane: words of a decoder's lanes always fit, and no step takes more than 4 cycles.
//
// Stage 3 of the decoder with its lanes, counters of steps and chunks. Messages, the books' answers
// and the times at which words and room for values come are free; look-up and window are cut away,
// so that a token may have any length that a book could give it. One that is whole keeps it, which
// `token` proves.
//
//   RTL         rtl/huff/huff_dec_s3_decode.sv, rtl/huff/huff_dec_lane.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

`default_nettype none

module prove_lane #(
  parameter int unsigned Lanes = 1,
  parameter int unsigned ValueBits = 8,
  localparam int unsigned WordBits = 32,
  localparam int unsigned M = 8,
  // Most that can be certain of a token: that of a raw one.
  localparam logic [5:0] MostBits = 6'(ValueBits),
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                      clk_i,
  input  logic                      start_i,
  input  huff_pkg::header_t         header_i,
  input  logic [5:0]                min_token_i,
  input  logic                      split_i,       // 16-bit values
  input  logic                      stop_i,
  input  logic                      open_i,
  input  logic                      rows_i,        // the words that a mask asks for are there
  input  logic                      ready_i,
  input  logic [Lanes*WordBits-1:0] word_i,
  input  logic                      raw_i,
  input  logic [4:0]                escape_end_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                 start, stop, running, finished, ask_ready, served, go, last, unused;
  logic [Lanes-1:0]     start_mask, ask, choice_bits, escapes;
  logic [CountBits-1:0] count;
  logic                 choice_valid, choice_end, turn, split, wide, kind;
  logic [7:0]           offset;
  logic [8*Lanes-1:0]   tail, extra;
  logic [4*Lanes-1:0]   lens;
  assign unused = ^{choice_valid, choice_end, turn, split, wide, offset, tail, extra, lens,
                    choice_bits, escapes, count};
  assign start  = rst_ni && start_i && !running && header_i.count != 32'd0;
  assign stop   = stop_i && running;
  assign served = ask != '0 && ask_ready && rows_i;
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) start_mask[i] = i < header_i.count;
  end

  huff_dec_s3_decode #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits), .MaxCodeLen(M)
  ) u_dut (
    .clk_i, .rst_ni, .start_i(start), .header_i, .start_mask_i(start_mask),
    .start_min_token_i(min_token_i), .start_split_i(ValueBits == 16 && split_i),
    .start_wide_i(1'b0), .stop_i(stop), .finished_o(finished), .open_i, .raw_i,
    .limit_i('0), .never_i('0), .level_len_i('0), .escape_en_i(1'b0), .escape_code_i('0),
    .escape_mask_i('0), .escape_end_i, .choice_valid_o(choice_valid), .choice_end_o(choice_end),
    .choice_o(choice_bits), .turn_o(turn), .ask_o(ask), .ask_ready_o(ask_ready),
    .served_i(served), .word_i, .step_valid_o(go), .step_ready_i(ready_i), .step_last_o(last),
    .step_split_o(split), .step_wide_o(wide), .step_offset_o(offset), .step_count_o(count),
    .step_tail_o(tail), .step_extra_o(extra), .step_code_len_o(lens), .step_escape_o(escapes)
  );

  `include "prove_lane_wires.svh"

  ///////////
  // Waits //
  ///////////

  // Cycles that the step at hand has taken, those not counted in which words that it asks for are
  // not there; 3 of them make its lanes ready, in a first step 2.
  logic [1:0]       waits = 2'd0, most;
  logic [Lanes-1:0] asked = '0;
  logic             first_step = 1'b0, after_setup = 1'b0;
  assign most = first_step ? 2'd2 : 2'd3;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running <= 1'b0;
      asked   <= '0;
    end else begin
      running     <= start || (running && !stop && !finished);
      after_setup <= setup;
      if (start) kind <= ValueBits == 16 && split_i;
      if (start) first_step <= 1'b1;
      else if (go) first_step <= 1'b0;
      asked <= (start || go || stop || !running || served) ? '0 : ask;
      if (start || go || stop || !running) begin
        waits <= 2'd0;
      end else if (waits != most && !(ask != '0 && ask_ready && !served)) begin
        waits <= waits + 2'd1;
      end
    end
  end

  // In the first cycle of a message's steps the bound of the next one is not there yet, nor is the
  // book. The book changes with a step only, but for a first one.
  logic             stays = 1'b0, raw;
  logic [4:0]       escape_end;
  logic [Lanes-1:0] choice;
  always_ff @(posedge clk_i) begin
    stays      <= rst_ni && run && !go && !first_step;
    raw        <= raw_i;
    escape_end <= escape_end_i;
    choice     <= choices;
  end
  always_comb begin
    assume (!after_setup || !open_i);
    assume (min_token_i >= 6'd1 && min_token_i <= MostBits);
    assume (!stays || (raw_i == raw && escape_end_i == escape_end && choices == choice));
  end

  always_comb begin
    if (rst_ni) begin
      // What `ends` rests on.
      ReadyInTime: assert (!running || waits != most
                           || (run && short == '0 && (ask == '0 || ask_ready)
                               && !(first_step && again[0])));
      AsksWhileRunning: assert (running || ask == '0);
      AsksUntilServed: assert ((asked & ~ask) == '0);

      Waits: assert (!running || waits <= most);
      StartsWaiting: assert (!setup || (waits == 2'd0 && first_step));
      SameFirst: assert (!running || first_step == \u_dut.first );
      RunsOrStarts: assert (running == (run || setup) && running == (state != 2'd0));
      OnlyWhenRunning: assert (!go || running);
      LastEnds: assert (finished == (go && last));
      BehindSetup: assert (!after_setup || !running || (run && first_step && waits <= 2'd1));
      // All lanes' masks together.
      LooksLater: assert (!run || !first_step || look == '0);
      SeenLater: assert (!running || waits != 2'd0 || !\u_dut.seen_q );
      MaskIsComplete: assert (!run || waits == 2'd0 || ask == '0 || ask_ready);
      OneMask: assert (!run || first_step || waits < 2'd2 || ask == '0);
    end
  end

  //////////////////////
  // Steps and bounds //
  //////////////////////

  logic [10:0] next_certain;
  logic [6:0]  near_steps;
  assign near_steps   = (left > 32'd66) ? 7'd66 : 7'(left);
  assign next_certain = certain - ((left > 32'd66) ? 11'd0 : 11'(min_token));

  function automatic logic [6:0] bound(input logic [10:0] bits);
    bound = (bits > 11'd64) ? 7'd64 : 7'(bits - 11'd1);
  endfunction

  always_comb begin
    if (rst_ni) begin
      Counted: assert (!running || (left != 32'd0 && min_token >= 6'd1 && min_token <= MostBits));
      Kind: assert (!running || splits[Lanes-1:0] == {Lanes{kind}});
      Certain: assert (!run || (\u_dut.last == (left == 32'd1)
                                && certain == 11'(near_steps) * 11'(min_token)));
      Sized: assert (!setup || (\u_dut.u_steps.long_q == (left > 32'(66 * Lanes))
                                && \u_dut.u_steps.longer_q == (left > 32'(67 * Lanes))
                                && \u_dut.u_steps.pair_q == (left <= 32'(2 * Lanes))
                                && \u_dut.u_steps.single_q == (left <= 32'(Lanes))));
      Ahead: assert (!run || (\u_dut.u_steps.far_q == (left > 32'd66)
                              && \u_dut.u_steps.farther_q == (left > 32'd67)
                              && (left == 32'd1
                                  || \u_dut.u_steps.second_q == (left == 32'd2))));
      Upper: assert (!run || \u_dut.bound_upper == bound(certain));
      Lower: assert (!run || left < 32'd2 || \u_dut.bound_lower == bound(certain - 11'(min_token)));
      NextUpper: assert (!run || left < 32'd2 || after_setup
                         || \u_dut.u_steps.upper_next_q == bound(next_certain));
      NextLower: assert (!run || left < 32'd3 || after_setup
                         || \u_dut.u_steps.lower_next_q == bound(next_certain - 11'(min_token)));
      LaneZero: assert (!running || (upper[0] && active[0]));
    end
  end

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_claims
    prove_lane_claims #(.Lane(i), .M(M)) u_claims (
      .clk_i, .rst_ni, .setup_i(setup), .run_i(run), .first_i(first_step), .waits_i(waits),
      .most_i(most), .go_i(go), .word_i(served && ask[i]), .raw_i, .escape_end_i,
      .split_i(kind), .level_i(level[M*i +: M]), .escape_i(escape[i]), .active_i(active[i]),
      .ask_i(ask[i]), .short_i(short[i]),
      .bound_i(upper[i] ? \u_dut.bound_upper : \u_dut.bound_lower ),
      .near_i(near[2*i +: 2]), .stock_i(stock[2*i +: 2]), .rest_i(rest[5*i +: 5]),
      .full_i(full[i]), .over_i(over[i]), .head_i(head[2*i +: 2]), .next_i(next[2*i +: 2]),
      .held_i(held[2*i +: 2]), .ask_zero_i(ask[0]), .stock_zero_i(stock[1:0])
    );
  end

  // A message that reaches its last step and whose lane waited for a word in it.
  logic [2:0] steps = 3'd0;
  always_ff @(posedge clk_i) begin
    if (start) begin
      steps <= 3'd0;
    end else if (go && steps != 3'd7) begin
      steps <= steps + 3'd1;
    end
    WaitsInTheEnd: cover (finished && steps >= 3'd2 && waits == 2'd3);
    ThreeWords: cover (go && stock[1:0] == 2'd3);
  end

endmodule

`default_nettype wire
