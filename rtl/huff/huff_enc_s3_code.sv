// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s3_code: looked-up codewords become tokens.
//
// A token is kept as {code and raw symbol, extra}; the 8 extra bits stay in place even where a
// value has none, and the packing shifts by 8 less.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes * (ValueBits / 2 + MaxCodeLen + 13) bits
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
  localparam int unsigned ExtraBits = (ValueBits == 16) ? 8 : 0,
  localparam int unsigned TokenBits = ExtraBits + MaxCodeLen + 8
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       advance_i,
  input  logic                       step_valid_i,
  input  huff_enc_pkg::step_t        step_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  input  logic [Lanes*8-1:0]         extra_i,
  input  logic [Lanes*EntryBits-1:0] entry_i,
  input  logic [EntryBits-1:0]       escape_i,

  output logic                       step_valid_o,
  output huff_enc_pkg::plan_t        plan_o,
  output logic                       spoilt_o,
  output logic [7:0]                 need_a_o,   // bits that lanes 0..tail are certain to need
  output logic [7:0]                 need_b_o,   // the same for the lanes above
  output logic [Lanes*TokenBits-1:0] token_o,
  output logic [Lanes*5-1:0]         token_len_o
);

  localparam int unsigned CodeBits = MaxCodeLen + 8;

  logic take;
  assign take = advance_i && step_valid_i;

  logic                valid_d, valid_q;
  huff_enc_pkg::plan_t plan_d, plan_q;
  logic                spoilt_d, spoilt_q;
  logic [7:0]          need_a_d, need_a_q, need_b_d, need_b_q;

  // Lanes that have a value in this step.
  logic [Lanes-1:0] present;
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      present[i] = (!step_i.last || 6'(i) <= step_i.tail) && !step_i.empty;
    end
  end

  ////////////
  // Tokens //
  ////////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [7:0]            symbol;
    logic [3:0]            len;
    logic                  escaped;
    logic [MaxCodeLen-1:0] code;
    logic [CodeBits-1:0]   raw, bits;
    logic [4:0]            token_len;
    logic [CodeBits-1:0]   bits_d, bits_q;
    logic [4:0]            len_d, len_q;

    assign symbol  = symbol_i[8*i+:8];
    assign escaped = entry_i[EntryBits*i+:4] == 4'd0;
    assign len     = escaped ? escape_i[3:0] : entry_i[EntryBits*i+:4];
    assign code    = escaped ? escape_i[EntryBits-1:4] : entry_i[EntryBits*i+4+:MaxCodeLen];
    assign raw     = escaped ? (CodeBits'(symbol) << escape_i[3:0]) : '0;
    assign bits    = step_i.raw ? CodeBits'(symbol) : (CodeBits'(code) | raw);

    always_comb begin
      // 0 to 31.
      token_len = step_i.raw ? 5'd8 : (escaped ? {1'b0, len} + 5'd8 : {1'b0, len});
      if (step_i.split) begin
        token_len = token_len + 5'd8;
      end
      bits_d = bits_q;
      len_d  = len_q;
      if (take) begin
        bits_d = present[i] ? bits : '0;
        len_d  = present[i] ? token_len : '0;
      end
    end

    always_ff @(posedge clk_i) begin
      bits_q <= bits_d;
      len_q  <= len_d;
    end

    if (ExtraBits != 0) begin : gen_extra
      logic [7:0] extra_d, extra_q;
      assign extra_d = take ? (present[i] ? extra_i[8*i+:8] : 8'd0) : extra_q;
      always_ff @(posedge clk_i) begin
        extra_q <= extra_d;
      end
      assign token_o[TokenBits*i+:TokenBits] = {bits_q, extra_q};
    end else begin : gen_plain
      logic [7:0] unused_extra;
      assign unused_extra = extra_i[8*i+:8];
      assign token_o[TokenBits*i+:TokenBits] = bits_q;
    end
    assign token_len_o[5*i+:5] = len_q;
  end

  ////////////////////
  // Certain demand //
  ////////////////////

  localparam logic [12:0] Enough = 13'(2 * WordBits + 1);

  logic [12:0] sure_a, sure_b;
  assign sure_b = 13'(step_i.left) * 13'(step_i.min_len);
  assign sure_a = sure_b + 13'(step_i.min_len);

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
