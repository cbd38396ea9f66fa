// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse_transform: 16 coefficients to 16 residuals, in one of three modes per beat.
//
// Stage 1 has the sums that rows share, stage 2 the words that butterflies join, stage 3 the
// butterflies of 8 points, stage 4 that of 16 points, the rounding and the clip to MaxValue.
//
//   Latency     4 cycles
//   Throughput  16 values per cycle
//   Storage     4 beats, the first of sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_inverse_transform #(
  localparam int unsigned InWidth  = tdr_pkg::CoefficientBits + 1,
  localparam int unsigned OutWidth = tdr_pkg::ValueBits + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                   advance_i,

  input  logic                   in_valid_i,
  input  logic [1:0]             in_transform_i,
  input  logic [16*InWidth-1:0]  in_data_i,

  output logic                   out_valid_o,
  output logic [16*OutWidth-1:0] out_data_o
);

  // Words of 8 points, sums of 8 points and odd sums, sums of 16 points: up to 247, 479 and 940
  // times a coefficient.
  localparam int unsigned Word = InWidth + 8;
  localparam int unsigned Sum  = InWidth + 9;
  localparam int unsigned Full = InWidth + 10;

  logic [3:0]         valid;
  logic [7:0]         mode;
  logic [8*Word-1:0]  word_d, word_q;
  logic [8*Sum-1:0]   part0_d, part0_q, part1_d, part1_q, even_d, even_q, odd_d, odd_q;
  logic [16*OutWidth-1:0] out_d, out_q;

  // Modes behind stages 1 to 3.
  logic               in_dct16, in_bypass, bypass1, dct16_1, bypass2, dct8_2, dct16_3;

  assign in_dct16  = in_transform_i == tdr_pkg::TransformDct16;
  assign in_bypass = in_transform_i == tdr_pkg::TransformBypass;
  assign bypass1   = mode[1:0] == tdr_pkg::TransformBypass;
  assign dct16_1   = mode[1:0] == tdr_pkg::TransformDct16;
  assign bypass2   = mode[3:2] == tdr_pkg::TransformBypass;
  assign dct8_2    = mode[3:2] == tdr_pkg::TransformDct8;
  assign dct16_3   = mode[5:4] == tdr_pkg::TransformDct16;

  ///////////////////////////
  // Shared sums and words //
  ///////////////////////////

  logic [8*InWidth-1:0] even_x, odd_x, raw;
  logic [8*Word-1:0]    even_word, odd_word;
  logic [8*Sum-1:0]     part0, part1;

  for (genvar i = 0; i < 8; i++) begin : gen_x
    assign even_x[i*InWidth +: InWidth] = in_dct16 ? in_data_i[2*i*InWidth +: InWidth]
                                                   : in_data_i[i*InWidth +: InWidth];
    assign odd_x[i*InWidth +: InWidth]  = in_dct16 ? in_data_i[(2*i + 1)*InWidth +: InWidth]
                                                   : in_data_i[(8 + i)*InWidth +: InWidth];
  end

  tdr_inverse8 #(.Width(InWidth)) u_even (
    .clk_i, .advance_i, .bypass_i(in_bypass), .x_i(even_x), .sum_bypass_i(bypass1),
    .word_o(even_word)
  );

  // The second block of 8 points.
  tdr_inverse8 #(.Width(InWidth)) u_second (
    .clk_i, .advance_i, .bypass_i(1'b0), .x_i(odd_x), .sum_bypass_i(1'b0), .word_o(odd_word)
  );

  tdr_odd16 #(.Width(InWidth), .Round(0)) u_odd (
    .clk_i, .advance_i, .bypass_i(in_bypass), .x_i(odd_x), .x_o(raw),
    .part0_o(part0), .part1_o(part1)
  );

  // The sum of the two parts is an odd sum, a value of the second block, or what was passed on.
  always_comb begin
    word_d  = word_q;
    part0_d = part0_q;
    part1_d = part1_q;
    if (advance_i) begin
      word_d  = even_word;
      part0_d = part0;
      part1_d = part1;
      if (bypass1) begin
        part1_d = '0;
        for (int i = 0; i < 8; i++) begin
          part0_d[i*Sum +: Sum] =
              Sum'($signed(raw[i*InWidth +: InWidth])) <<< tdr_pkg::InverseShift;
        end
      end else if (!dct16_1) begin
        for (int i = 0; i < 4; i++) begin
          part0_d[i*Sum +: Sum]       = Sum'($signed(odd_word[i*Word +: Word]));
          part0_d[(7 - i)*Sum +: Sum] = Sum'($signed(odd_word[i*Word +: Word]));
          part1_d[i*Sum +: Sum]       = Sum'($signed(odd_word[(4 + i)*Word +: Word]));
          // One less than its negative; stage 3 adds the one.
          part1_d[(7 - i)*Sum +: Sum] = Sum'($signed(~odd_word[(4 + i)*Word +: Word]));
        end
      end
    end
  end

  /////////////////
  // Butterflies //
  /////////////////

  logic signed [Word-1:0] word [8];
  logic signed [Sum-1:0]  word_sum [8], even [8], odd [8];
  logic signed [Full-1:0] low [8], high [8];

  for (genvar i = 0; i < 8; i++) begin : gen_word
    assign word[i]     = word_q[i*Word +: Word];
    assign word_sum[i] = Sum'(word[i]);
    assign even[i]     = even_q[i*Sum +: Sum];
    assign odd[i]      = odd_q[i*Sum +: Sum];
  end

  always_comb begin
    even_d = even_q;
    odd_d  = odd_q;
    if (advance_i) begin
      for (int i = 0; i < 4; i++) begin
        even_d[i*Sum +: Sum]       = bypass2 ? word_sum[i] : word_sum[i] + word_sum[4 + i];
        even_d[(7 - i)*Sum +: Sum] = bypass2 ? word_sum[7 - i] : word_sum[i] - word_sum[4 + i];
        odd_d[i*Sum +: Sum]        = part0_q[i*Sum +: Sum] + part1_q[i*Sum +: Sum];
        odd_d[(4 + i)*Sum +: Sum]  = part0_q[(4 + i)*Sum +: Sum] + part1_q[(4 + i)*Sum +: Sum]
                                     + Sum'(dct8_2);
      end
    end
  end

  localparam int unsigned Whole = Full - tdr_pkg::InverseShift;

  logic [16*Whole-1:0]    shifted;
  logic [16*OutWidth-1:0] clipped;

  // Both are formed, and the mode chooses late: it drives all outputs.
  for (genvar i = 0; i < 8; i++) begin : gen_last
    assign low[i]  = Full'(even[i]) + Full'(odd[i]);
    assign high[i] = Full'(even[7 - i]) - Full'(odd[7 - i]);
    assign shifted[i*Whole +: Whole] =
        dct16_3 ? low[i][Full-1:tdr_pkg::InverseShift]
                : Whole'($signed(even[i][Sum-1:tdr_pkg::InverseShift]));
    assign shifted[(8 + i)*Whole +: Whole] =
        dct16_3 ? high[i][Full-1:tdr_pkg::InverseShift]
                : Whole'($signed(odd[i][Sum-1:tdr_pkg::InverseShift]));
  end

  tdr_clip #(.Values(16), .InWidth(Whole), .OutWidth(OutWidth)) u_clip (
    .in_data_i(shifted), .out_data_o(clipped)
  );

  ///////////////
  // Registers //
  ///////////////

  tdr_delay #(.Stages(4), .Width(2)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i(in_transform_i),
    .valid_o(valid), .data_o(mode)
  );

  assign out_d = advance_i ? clipped : out_q;

  always_ff @(posedge clk_i) begin
    word_q  <= word_d;
    part0_q <= part0_d;
    part1_q <= part1_d;
    even_q  <= even_d;
    odd_q   <= odd_d;
    out_q   <= out_d;
  end

  assign out_valid_o = valid[3];
  assign out_data_o  = out_q;

  logic unused_stages;
  assign unused_stages = ^{valid[2:0], mode[7:6]};

  tdr_params u_params ();

endmodule

`default_nettype wire
