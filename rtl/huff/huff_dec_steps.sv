// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_steps: counts the steps of a message, and bounds what its lanes may ask for.
//
// Rule 1 of the order asks for words that are certain to be needed: while b <= 2 * W and
// b < rem * Lmin. Both are one bound, and only two values of rem occur in a step.
//
//   Latency     1 cycle from start to the first bound
//   Throughput  1 step per cycle
//   Storage     a counter, four bounds
//   Model       model/huff/order.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#7-order-of-the-words

`default_nettype none

`include "tern_assert.svh"

module huff_dec_steps #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  localparam int unsigned BoundBits = huff_dec_pkg::bound_bits(WordBits, ValueBits)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 start_i,
  input  logic [31:0]          count_i,
  input  logic [5:0]           min_token_i,
  input  logic                 stop_i,

  // A step has been decoded.
  input  logic                 go_i,

  // The cycle before the first step, and the steps of the message but one.
  output logic                 setup_o,
  output logic [31:0]          steps_less_o,
  // A step can be decoded, the first one, the last one.
  output logic                 run_o,
  output logic                 first_o,
  output logic                 last_o,
  // Lanes with a value in this step, in the next one, in the last one; how many the last one has.
  output logic [Lanes-1:0]     active_o,
  output logic [Lanes-1:0]     active_next_o,
  output logic [Lanes-1:0]     upper_o,
  output logic [CountBits-1:0] tail_o,
  // Largest b at which a lane asks by rule 1, in this step and in the next one: lanes that have a
  // value in the last step, and the others.
  output logic [BoundBits-1:0] bound_upper_o,
  output logic [BoundBits-1:0] bound_lower_o,
  output logic [BoundBits-1:0] next_upper_o,
  output logic [BoundBits-1:0] next_lower_o
);

  // With more steps than this left, the bound is that of b <= 2 * W, whatever the tokens.
  localparam int unsigned FarSteps = 2 * WordBits + 2;
  // Bits that are certain to come: at most FarSteps times the longest Lmin, that of a raw value.
  localparam int unsigned SureBits = $clog2(FarSteps * ((ValueBits == 32) ? 32 : 16) + 1);

  typedef enum logic [1:0] {
    StIdle,
    StSetup,
    StRun
  } state_e;

  state_e               state_d, state_q;
  logic                 first_d, first_q, last_d, last_q;
  // The next step is the last one; more than FarSteps are left, more than one above that.
  logic                 second_d, second_q;
  logic                 far_d, far_q, farther_d, farther_q;
  // Of the message: more than FarSteps steps, more than one above that; only one, at most two.
  logic                 long_d, long_q, longer_d, longer_q, single_d, single_q, pair_d, pair_q;
  logic [5:0]           min_token_d, min_token_q;
  // Values, then steps that are left.
  logic [31:0]          left_d, left_q;
  logic [CountBits-1:0] tail_d, tail_q;
  logic [Lanes-1:0]     upper_d, upper_q;
  // rem * Lmin of the upper lanes.
  logic [SureBits-1:0]  sure_d, sure_q;
  logic [BoundBits-1:0] upper_bound_d, upper_bound_q, lower_bound_d, lower_bound_q;
  // The same behind this step: it is the first thing in the loop of a step.
  logic [BoundBits-1:0] upper_next_d, upper_next_q, lower_next_d, lower_next_q;

  ///////////
  // Steps //
  ///////////

  logic [31:0]          steps, steps_less;
  logic [CountBits-1:0] rest;

  // Only meant for setup; there is at least one value.
  assign rest       = CountBits'(count_i & 32'(Lanes - 1));
  assign steps      = (left_q >> $clog2(Lanes)) + 32'((left_q & 32'(Lanes - 1)) != '0);
  assign steps_less = (left_q - 32'd1) >> $clog2(Lanes);

  always_comb begin
    state_d     = state_q;
    first_d     = first_q;
    last_d      = last_q;
    {second_d, far_d, farther_d}         = {second_q, far_q, farther_q};
    {long_d, longer_d, single_d, pair_d} = {long_q, longer_q, single_q, pair_q};
    min_token_d = min_token_q;
    left_d      = left_q;
    tail_d      = tail_q;
    upper_d     = upper_q;

    unique case (state_q)
      // What counts only behind a start may be loaded before it is known.
      StIdle: begin
        first_d     = 1'b1;
        min_token_d = min_token_i;
        long_d      = count_i > 32'(FarSteps * Lanes);
        longer_d    = count_i > 32'((FarSteps + 1) * Lanes);
        single_d    = count_i <= 32'(Lanes);
        pair_d      = count_i <= 32'(2 * Lanes);
        left_d      = count_i;
        tail_d      = (rest != '0) ? rest : CountBits'(Lanes);
        // Ones below `rest`.
        upper_d     = (rest != '0) ? ~({Lanes{1'b1}} << rest) : '1;
        if (start_i) state_d = StSetup;
      end
      StSetup: begin
        left_d  = steps;
        state_d = StRun;
        {last_d, second_d, far_d, farther_d} = {single_q, pair_q, long_q, longer_q};
      end
      StRun: begin
        if (go_i) begin
          first_d   = 1'b0;
          left_d    = left_q - 32'd1;
          last_d    = second_q;
          second_d  = left_q == 32'd3;
          far_d     = farther_q;
          farther_d = left_q > 32'(FarSteps + 2);
          if (last_q) state_d = StIdle;
        end
      end
      default: state_d = StIdle;
    endcase

    if (stop_i) state_d = StIdle;
  end

  ////////////
  // Bounds //
  ////////////

  // Values of a message that is not long, rounded up to steps.
  localparam int unsigned NearBits = $clog2(FarSteps * Lanes + 1) + 1;

  logic                setup;
  logic [NearBits-1:0] near_values;
  logic [7:0]          near_steps;
  logic [SureBits-1:0] sure, sure_low, sure_next, step_bits, step_bits_next;

  // In setup, `left` still counts values.
  assign setup       = state_q == StSetup;
  assign near_values = left_q[NearBits-1:0] + NearBits'(Lanes - 1);
  assign near_steps  = long_q ? 8'(FarSteps) : 8'(near_values >> $clog2(Lanes));

  // While many steps are left, nothing changes.
  assign step_bits      = far_q ? '0 : SureBits'(min_token_q);
  assign step_bits_next = farther_q ? '0 : SureBits'(min_token_q);

  // From b < sure and b <= 2 * W to b <= bound; only for lanes with a value, so `sure` is not 0.
  function automatic logic [BoundBits-1:0] bound(input logic [SureBits-1:0] bits);
    bound = (bits > SureBits'(2 * WordBits)) ? BoundBits'(2 * WordBits)
                                             : BoundBits'(bits - SureBits'(1));
  endfunction

  // In the last step the bound behind it has no meaning.
  assign sure      = SureBits'(near_steps) * SureBits'(min_token_q);
  assign sure_low  = SureBits'(near_steps) * SureBits'(min_token_q) - SureBits'(min_token_q);
  assign sure_next = sure_q - step_bits;

  always_comb begin
    sure_d        = sure_q;
    {upper_bound_d, lower_bound_d} = {upper_bound_q, lower_bound_q};
    // No step is decoded in the cycle behind setup.
    upper_next_d  = bound(sure_next);
    lower_next_d  = bound(sure_next - SureBits'(min_token_q));
    if (setup) begin
      sure_d        = sure;
      upper_bound_d = bound(sure);
      lower_bound_d = bound(sure_low);
    end else if (go_i) begin
      sure_d        = sure_next;
      upper_bound_d = upper_next_q;
      lower_bound_d = lower_next_q;
      upper_next_d  = bound(sure_next - step_bits_next);
      lower_next_d  = bound(sure_next - step_bits_next - SureBits'(min_token_q));
    end
  end

  // In setup a lane has no bits, or a word: then only one question is left.
  localparam logic [SureBits-1:0] Word = SureBits'(WordBits);
  assign bound_upper_o = !setup ? upper_bound_q : ((sure > Word) ? BoundBits'(Word) : '0);
  assign bound_lower_o = !setup ? lower_bound_q : ((sure_low > Word) ? BoundBits'(Word) : '0);
  assign next_upper_o  = upper_next_q;
  assign next_lower_o  = lower_next_q;

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      last_q  <= 1'b0;
    end else begin
      state_q <= state_d;
      last_q  <= last_d;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q       <= first_d;
    {second_q, far_q, farther_q}         <= {second_d, far_d, farther_d};
    {long_q, longer_q, single_q, pair_q} <= {long_d, longer_d, single_d, pair_d};
    min_token_q   <= min_token_d;
    left_q        <= left_d;
    tail_q        <= tail_d;
    upper_q       <= upper_d;
    sure_q        <= sure_d;
    {upper_bound_q, lower_bound_q} <= {upper_bound_d, lower_bound_d};
    {upper_next_q, lower_next_q}   <= {upper_next_d, lower_next_d};
  end

  assign setup_o      = setup;
  assign steps_less_o = steps_less;
  assign run_o        = state_q == StRun;
  assign first_o      = first_q;
  assign last_o       = last_q;
  assign upper_o      = upper_q;
  assign tail_o       = tail_q;
  always_comb begin
    active_o = '1;
    if (setup ? single_q : last_q) active_o = upper_q;
    if (state_q == StIdle) active_o = '0;
  end
  assign active_next_o = last_q ? '0 : (second_q ? upper_q : '1);

  `TERN_ASSERT(StartsWhenIdle, !start_i || (state_q == StIdle))

endmodule

`default_nettype wire
