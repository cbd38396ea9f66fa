// SPDX-License-Identifier: Apache-2.0
//
// prove_tokens: every bit that a lane of the encoder takes leaves in its place, once.
//
// One bit of one token, any one, is marked; it must come in the word, and at the place of it, that
// the bits in front of it leave for it. What holds for any one holds for all. A message's last word
// comes with its last step or right behind it, so that a message leaves as few words as hold its
// bits.
//
//   RTL         rtl/huff/huff_enc_lane.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#s4-pack

`default_nettype none

module prove_tokens #(
  parameter int unsigned WordBits = 32,
  parameter int unsigned ExtraBits = 8,
  parameter int unsigned MaxCodeLen = 8,
  localparam int unsigned TokenBits = ExtraBits + MaxCodeLen + 9,
  localparam int unsigned FillBits = $clog2(WordBits)
) (
  input  logic                 clk_i,
  input  logic                 take_i,
  input  logic                 last_i,
  input  logic [1:0]           kind_i,        // of the message's values: bytes, 16 or 32 bits
  input  logic [WordBits-1:0]  token_i,
  input  logic [5:0]           len_i,
  input  logic [9:0]           need_i,        // what the demands depend on
  input  logic                 mark_i,
  input  logic [5:0]           bit_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // Tokens of a message have one kind. The places of extra bits that it does not have are zero.
  logic                inside, split, wide, take;
  logic [1:0]          kind, kind_q;
  logic [WordBits-1:0] token;
  logic [5:0]          most;
  assign take  = take_i && rst_ni;
  assign kind  = inside ? kind_q : kind_i;
  assign wide  = ExtraBits == 24 && kind == 2'd2;
  assign split = ExtraBits >= 8 && kind == 2'd1;
  assign most  = 6'(MaxCodeLen) + 6'd8 + (wide ? 6'd24 : (split ? 6'd8 : 6'd0)) + 6'(inside);
  always_comb begin
    token = token_i;
    if (ExtraBits == 24) token = wide ? token_i : (split ? token_i << 16 : token_i << 24);
    if (ExtraBits == 8) token = split ? token_i : token_i << 8;
    assume (len_i <= most && (token_i >> len_i) == '0);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside <= 1'b0;
    end else if (take) begin
      inside <= !last_i;
      kind_q <= kind;
    end
  end

  logic                unused;
  logic                demand, word_valid, room;
  logic [WordBits-1:0] word;
  assign unused = ^{demand, word_valid, room, word};

  huff_enc_lane #(
    .WordBits(WordBits), .TokenBits(TokenBits), .ExtraBits(ExtraBits), .Words(4)
  ) u_lane (
    .clk_i, .rst_ni, .take_i(take), .first_i(!inside), .last_i, .next_last_i(1'b0),
    .split_i(split), .wide_i(wide), .token_i(TokenBits'(token)), .len_i,
    .passes_i(need_i[9:8]), .need_i(need_i[7:0]), .demand_o(demand),
    .word_valid_o(word_valid), .word_ready_i(1'b1), .word_o(word), .room_o(room)
  );

  (* hierconn *) wire \u_lane.word_valid , \u_lane.flush_q ;
  (* hierconn *) wire [WordBits-1:0] \u_lane.word , \u_lane.acc_q ;
  (* hierconn *) wire [FillBits-1:0] \u_lane.fill_q ;
  logic                push;
  logic [WordBits-1:0] pushed;
  assign push   = \u_lane.word_valid ;
  assign pushed = \u_lane.word ;

  // Bits of the message in the lane: its last word is not full.
  logic [FillBits:0] held, sum;
  logic              ends;
  assign sum = held + (FillBits + 1)'(len_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held <= '0;
      ends <= 1'b0;
    end else begin
      ends <= take && last_i && sum[FillBits-1:0] != '0;
      if (take) held <= last_i ? '0 : {1'b0, sum[FillBits-1:0]};
    end
  end

  // The marked bit and its place. It is in the next word, or in that of the cycle in which it came.
  logic                marked, waits, value, fresh;
  logic [FillBits-1:0] place, fresh_place;
  logic [FillBits:0]   at;
  assign at          = held + (FillBits + 1)'(bit_i);
  assign fresh       = take && mark_i && !marked && bit_i < len_i;
  assign fresh_place = at[FillBits-1:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked <= 1'b0;
      waits  <= 1'b0;
    end else begin
      if (fresh) begin
        marked <= 1'b1;
        place  <= fresh_place;
        value  <= token_i[bit_i[FillBits-1:0]];
        waits  <= !(push && !ends && !at[FillBits]);
      end else if (push && waits) begin
        waits <= 1'b0;
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      Held: assert (held == {1'b0, \u_lane.fill_q } && ends == \u_lane.flush_q
                    && (inside || held == '0) && (!inside || !ends));
      // One word for so many bits, and one for what a message leaves.
      WordsOfTheMessage: assert (push == (ends || (take && sum[FillBits])));
      MarkedInItsPlace: assert (!(waits && push)
                                || pushed[place] == value);
      MarkedAtOnce: assert (!(fresh && push && !ends && !at[FillBits])
                            || pushed[fresh_place] == token_i[bit_i[FillBits-1:0]]);
      Waits: assert (!waits || (marked && \u_lane.acc_q [place] == value
                                && (ends || {1'b0, place} < held)));
      // What is behind the last bit is zero.
      Clean: assert (!inside || (\u_lane.acc_q >> held) == '0);
    end
  end

  logic [1:0] phase = 2'd0;
  always_ff @(posedge clk_i) begin
    if (fresh && at[FillBits]) phase <= 2'd1;
    LeavesInTheLastWord: cover (phase == 2'd1 && waits && push && ends);
  end

endmodule

`default_nettype wire
