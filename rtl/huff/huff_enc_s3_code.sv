// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s3_code: looked-up codewords become tokens.
//
// A token is kept as {code and raw symbol, extra, choice}; the extra bits stay in place even where
// a value has none, or not all, and the packing shifts by so much less. Without a choice bit the
// top bit is 0.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes * (ValueBits + MaxCodeLen + 7) bits
//   Model       model/huff/code.cc
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s3-code

`default_nettype none

module huff_enc_s3_code #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned EntryBits = MaxCodeLen + 4,
  localparam int unsigned ExtraPort = huff_enc_pkg::extra_port(ValueBits),
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_bits(ValueBits),
  localparam int unsigned TokenBits = ExtraBits + MaxCodeLen + 9
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       advance_i,
  input  logic                       step_valid_i,
  input  huff_enc_pkg::step_t        step_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  input  logic [Lanes*ExtraPort-1:0] extra_i,
  input  logic [Lanes*EntryBits-1:0] entry_i,
  input  logic [EntryBits-1:0]       escape_i,

  output logic                       step_valid_o,
  output huff_enc_pkg::plan_t        plan_o,
  output logic                       spoilt_o,
  output logic [7:0]                 need_a_o,   // bits that lanes 0..tail are certain to need
  output logic [7:0]                 need_b_o,   // the same for the lanes above
  output logic [Lanes*TokenBits-1:0] token_o,
  output logic [Lanes*6-1:0]         token_len_o
);

  localparam int unsigned CodeBits = MaxCodeLen + 8;
  localparam int unsigned ChoiceBits = 32'(huff_pkg::ChoiceBits);
  // Lanes that carry a choice bit, in all steps of a choice but the last, and in the last.
  localparam int unsigned ChoiceLanes = (Lanes < ChoiceBits) ? Lanes : ChoiceBits;
  localparam int unsigned LastLanes = ChoiceBits - (huff_enc_pkg::choice_steps(Lanes) - 1) * Lanes;

  logic take;
  assign take = advance_i && step_valid_i;

  logic                valid_d, valid_q;
  huff_enc_pkg::plan_t plan_d, plan_q;
  logic                spoilt_d, spoilt_q;
  logic [7:0]          need_a_d, need_a_q, need_b_d, need_b_q;
  logic                wide;
  assign wide = huff_enc_pkg::is_wide(ValueBits, step_i.dtype);

  // Lanes that have a value in this step.
  logic [Lanes-1:0] present;
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      present[i] = (!step_i.last || 6'(i) <= step_i.tail) && !step_i.empty;
    end
  end

  logic unused_book;
  assign unused_book = ^{step_i.opens, step_i.slot, step_i.dtype, step_i.id};

  ////////////
  // Tokens //
  ////////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [7:0]            symbol;
    logic [3:0]            len;
    logic                  escaped;
    logic [MaxCodeLen-1:0] code;
    logic [CodeBits-1:0]   raw, bits;
    logic [5:0]            token_len;
    logic [TokenBits-1:0]  token_d, token_q;
    logic [5:0]            len_d, len_q;
    logic                  carries, choice;

    assign symbol  = symbol_i[8*i+:8];
    assign escaped = entry_i[EntryBits*i+:4] == 4'd0;
    assign len     = escaped ? escape_i[3:0] : entry_i[EntryBits*i+:4];
    assign code    = escaped ? escape_i[EntryBits-1:4] : entry_i[EntryBits*i+4+:MaxCodeLen];
    assign raw     = escaped ? (CodeBits'(symbol) << escape_i[3:0]) : '0;
    assign bits    = step_i.raw ? CodeBits'(symbol) : (CodeBits'(code) | raw);

    if (i < ChoiceLanes) begin : gen_choice
      assign carries = step_i.choice && (i < LastLanes || !step_i.choice_last);
      assign choice  = step_i.choice_bits[i];
    end else begin : gen_no_choice
      assign carries = 1'b0;
      assign choice  = 1'b0;
    end

    // The choice bit comes first; where there are fewer extra bits that is their last place.
    logic [TokenBits-1:0] token;
    logic [ExtraPort-1:0] extra;
    assign extra = extra_i[ExtraPort*i+:ExtraPort];
    if (ExtraBits == 24) begin : gen_wide
      always_comb begin
        token = {1'b0, bits, extra};
        if (carries) begin
          token = wide ? {bits, extra, choice}
                       : (step_i.split ? {bits, extra[23:16], choice, 16'd0}
                                       : {bits, choice, 24'd0});
        end
      end
    end else if (ExtraBits == 8) begin : gen_extra
      assign token = !carries ? {1'b0, bits, extra}
                              : (step_i.split ? {bits, extra, choice} : {bits, choice, 8'd0});
    end else begin : gen_plain
      logic unused_extra;
      assign unused_extra = ^extra;
      assign token = carries ? {bits, choice} : {1'b0, bits};
    end

    always_comb begin
      // 0 to 32, of 32-bit values to 48.
      token_len = step_i.raw ? 6'd8 : (escaped ? {2'b0, len} + 6'd8 : {2'b0, len});
      if (step_i.split) begin
        token_len = token_len + 6'd8;
      end
      if (wide) begin
        token_len = token_len + 6'd24;
      end
      token_len = token_len + {5'd0, carries};
      token_d   = token_q;
      len_d     = len_q;
      if (take) begin
        token_d = present[i] ? token : '0;
        len_d   = present[i] ? token_len : '0;
      end
    end

    always_ff @(posedge clk_i) begin
      token_q <= token_d;
      len_q   <= len_d;
    end

    assign token_o[TokenBits*i+:TokenBits] = token_q;
    assign token_len_o[6*i+:6] = len_q;
  end

  ////////////////////
  // Certain demand //
  ////////////////////

  // 256 steps of the longest Lmin: 23 bits, or 32.
  localparam int unsigned SureBits = (ValueBits == 32) ? 14 : 13;
  localparam logic [SureBits-1:0] Enough = SureBits'(2 * WordBits + 1);

  logic [SureBits-1:0] sure_a, sure_b;
  assign sure_b = SureBits'(step_i.left) * SureBits'(step_i.min_token);
  assign sure_a = sure_b + SureBits'(step_i.min_token);

  always_comb begin
    valid_d  = advance_i ? step_valid_i : valid_q;
    plan_d   = plan_q;
    spoilt_d = spoilt_q;
    need_a_d = need_a_q;
    need_b_d = need_b_q;
    if (take) begin
      plan_d.first  = step_i.first;
      plan_d.last   = step_i.last;
      plan_d.split  = step_i.split;
      plan_d.wide   = wide;
      plan_d.tail   = step_i.tail;
      spoilt_d      = step_i.spoilt;
      need_a_d      = (sure_a > Enough) ? 8'(Enough) : 8'(sure_a);
      need_b_d      = (sure_b > Enough) ? 8'(Enough) : 8'(sure_b);
      if (step_i.empty) begin
        need_a_d = '0;
        need_b_d = '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    plan_q   <= plan_d;
    spoilt_q <= spoilt_d;
    need_a_q <= need_a_d;
    need_b_q <= need_b_d;
  end

  assign step_valid_o = valid_q;
  assign plan_o       = plan_q;
  assign spoilt_o     = spoilt_q;
  assign need_a_o     = need_a_q;
  assign need_b_o     = need_b_q;

endmodule

`default_nettype wire
