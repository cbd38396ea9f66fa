// SPDX-License-Identifier: Apache-2.0
//
// tdr_search: all lanes of the search, and the order in which lines take turns.
//
// Nothing in here waits: a beat is taken only in the cycle of its turn and if there is room for its
// window, and then moves by a stage in each cycle. What it leaves behind goes to memories of
// tdr_path, at an address that goes with it.
//
//   Latency     5 cycles to the points, 12 to the decisions, 15 to the best paths
//   Throughput  1 beat per cycle if four groups of lines take turns, else one group in 4 cycles
//   Storage     15 beats and the costs of 4 groups of lines
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#search

`default_nettype none

module tdr_search #(
  parameter int unsigned Lanes = 16,
  // Windows in flight.
  parameter int unsigned Banks = 5,
  // Of the magnitude of a coefficient.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned Width      = CoefficientBits + 1,
  localparam int unsigned PointWidth = tdr_pkg::LevelBits + 10,
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned IndexWidth = $clog2(tdr_pkg::Window * tdr_pkg::Interleave),
  localparam int unsigned Address    = BankWidth + IndexWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // A command is there for the beat.
  input  logic                           cmd_valid_i,
  input  logic [17:0]                    cmd_reciprocal_i,
  input  logic [4:0]                     cmd_octave_i,
  input  logic [tdr_pkg::LambdaBits-1:0] cmd_lambda_i,
  input  logic                           cmd_scalar_i,
  input  logic [7:0]                     cmd_bias_i,

  input  logic                           in_valid_i,
  output logic                           in_ready_o,
  input  logic [Lanes*Width-1:0]         in_data_i,
  input  logic [Lanes*4-1:0]             in_class_i,
  input  logic [3:0]                     in_position_class_i,
  input  logic                           in_turn_last_i,
  input  logic                           in_line_last_i,
  input  logic                           in_block_last_i,

  // A window has left its bank.
  input  logic                           free_i,

  // Of a lane, from bit 0 on: point, sign, bin, raw bits, whether the line is live.
  output logic                           point_valid_o,
  output logic [Address-1:0]             point_address_o,
  output logic [Lanes*PointWidth-1:0]    point_data_o,
  output logic                           point_turn_last_o,
  output logic                           point_line_last_o,
  output logic                           point_block_last_o,

  // Of a lane: a bit for each state, and which even levels are zero.
  output logic                           choice_valid_o,
  output logic [Address-1:0]             choice_address_o,
  output logic [Lanes*6-1:0]             choice_data_o,
  output logic [1:0]                     choice_turn_o,
  output logic                           choice_scalar_o,

  // Behind the last position of a window in its line.
  output logic                           close_valid_o,
  output logic [Address-1:0]             close_address_o,
  output logic [1:0]                     close_turn_o,
  output logic                           close_turn_last_o,
  // The window before is decided; this one is as well.
  output logic                           close_before_o,
  output logic                           close_last_o,
  output logic [Lanes*2-1:0]             close_through_o,
  output logic [Lanes*2-1:0]             close_best_o
);

  if (Lanes == 0 || Banks < 4 || Banks > 8) begin : gen_bad_size
    $fatal(1, "tdr_search: Lanes must be at least 1, Banks 4 to 8");
  end

  ///////////
  // Turns //
  ///////////

  localparam int unsigned PositionWidth = $clog2(tdr_pkg::Window);
  localparam int unsigned CountWidth    = $clog2(Banks + 1);

  logic [1:0]               phase_d, phase_q, turn_d, turn_q;
  logic [PositionWidth-1:0] position_d, position_q;
  logic [IndexWidth-1:0]    index_d, index_q;
  logic [BankWidth-1:0]     bank_d, bank_q;
  logic [CountWidth-1:0]    used_d, used_q;
  logic                     first_d, first_q;
  logic                     fire, close, starts;

  assign in_ready_o = cmd_valid_i && phase_q == turn_q
                      && (index_q != '0 || used_q != CountWidth'(Banks));
  assign fire       = in_valid_i && in_ready_o;
  assign starts     = fire && index_q == '0;
  assign close      = in_line_last_i || position_q == '1;

  always_comb begin
    phase_d    = phase_q + 2'd1;
    turn_d     = turn_q;
    position_d = position_q;
    index_d    = index_q;
    bank_d     = bank_q;
    first_d    = first_q;
    used_d     = used_q + CountWidth'(starts) - CountWidth'(free_i);
    if (fire) begin
      turn_d  = in_turn_last_i ? '0 : turn_q + 2'd1;
      index_d = index_q + IndexWidth'(1);
      if (in_turn_last_i) begin
        position_d = position_q + PositionWidth'(1);
        if (close) begin
          position_d = '0;
          index_d    = '0;
          bank_d     = (bank_q == BankWidth'(Banks - 1)) ? '0 : bank_q + BankWidth'(1);
          first_d    = in_line_last_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q    <= '0;
      turn_q     <= '0;
      position_q <= '0;
      index_q    <= '0;
      bank_q     <= '0;
      used_q     <= '0;
      first_q    <= 1'b1;
    end else begin
      phase_q    <= phase_d;
      turn_q     <= turn_d;
      position_q <= position_d;
      index_q    <= index_d;
      bank_q     <= bank_d;
      used_q     <= used_d;
      first_q    <= first_d;
    end
  end

  /////////////////////
  // Beside the data //
  /////////////////////

  localparam int unsigned Stages = 15;
  localparam int unsigned TagWidth = Address + 2 + 6;
  localparam int unsigned NearWidth = 18 + 5 + 9;

  logic [Stages-1:0]          valid;
  logic [Stages*TagWidth-1:0] tags;
  logic [2:0]                 unused_near;
  logic [3*NearWidth-1:0]     near;
  logic [7:0]                 unused_lambda;
  logic [8*tdr_pkg::LambdaBits-1:0] lambdas;
  logic [tdr_pkg::LambdaBits-1:0] lambda_d, lambda_q;
  logic [tdr_pkg::LambdaBits+1:0] triple_d, triple_q;

  tdr_delay #(.Stages(Stages), .Width(TagWidth)) u_tags (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(fire),
    .data_i({in_block_last_i, close, in_line_last_i, first_q, in_turn_last_i, cmd_scalar_i,
             turn_q, bank_q, index_q}),
    .valid_o(valid), .data_o(tags)
  );
  tdr_delay #(.Stages(3), .Width(NearWidth)) u_near (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0),
    .data_i({9'($signed(cmd_bias_i)) + 9'(in_position_class_i), cmd_octave_i, cmd_reciprocal_i}),
    .valid_o(unused_near), .data_o(near)
  );
  tdr_delay #(.Stages(8), .Width(tdr_pkg::LambdaBits)) u_lambda (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0), .data_i(cmd_lambda_i),
    .valid_o(unused_lambda), .data_o(lambdas)
  );

  assign lambda_d = lambdas[7*tdr_pkg::LambdaBits +: tdr_pkg::LambdaBits];
  assign triple_d = {1'b0, lambda_d, 1'b0} + {2'd0, lambda_d};

  always_ff @(posedge clk_i) begin
    lambda_q <= lambda_d;
    triple_q <= triple_d;
  end

  logic                close3, last3, first3, late_scalar;
  logic [TagWidth-1:0] tag5, tag11, tag12, tag14, tag15;

  assign tag5  = tags[4*TagWidth +: TagWidth];
  assign tag11 = tags[10*TagWidth +: TagWidth];
  assign tag12 = tags[11*TagWidth +: TagWidth];
  assign tag14 = tags[13*TagWidth +: TagWidth];
  assign tag15 = tags[14*TagWidth +: TagWidth];
  assign late_scalar = tag14[Address+2];
  assign {close3, last3, first3} = tag14[TagWidth-2 -: 3] & {3{valid[13]}};

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_search_lane #(.CoefficientBits(CoefficientBits)) u_lane (
      .clk_i, .rst_ni,
      .data_i       (in_data_i[i*Width +: Width]),
      .class_i      (in_class_i[i*4 +: 4]),
      .reciprocal_i (near[0 +: 18]),
      .octave_i     (near[2*NearWidth + 18 +: 5]),
      .sum_i        (near[2*NearWidth + 23 +: 9]),
      .lambda_i     (lambda_q),
      .triple_i     (triple_q),
      .valid_i      (valid[10]),
      .scalar_i     (tag11[Address+2]),
      .close_i      (close3),
      .decide_i     (close3 && !first3),
      .last_i       (last3),
      .late_scalar_i(late_scalar),
      .point_o      (point_data_o[i*PointWidth +: 23]),
      .negative_o   (point_data_o[i*PointWidth + 23]),
      .bin_o        (point_data_o[i*PointWidth + 24 +: 3]),
      .low_o        (point_data_o[i*PointWidth + 27 +: 4]),
      .live_o       (point_data_o[i*PointWidth + 31]),
      .higher_o     (choice_data_o[i*6 +: 4]),
      .zero_o       (choice_data_o[i*6 + 4 +: 2]),
      .best_o       (close_best_o[i*2 +: 2]),
      .through_o    (close_through_o[i*2 +: 2])
    );
  end

  assign point_valid_o     = valid[4];
  assign point_address_o   = tag5[Address-1:0];
  assign point_turn_last_o = tag5[Address+3];
  assign point_line_last_o = tag5[Address+5];
  assign point_block_last_o = tag5[Address+7];
  assign choice_valid_o    = valid[11];
  assign choice_address_o  = tag12[Address-1:0];
  assign choice_turn_o     = tag12[Address +: 2];
  assign choice_scalar_o   = tag12[Address+2];
  assign close_valid_o     = valid[14] && tag15[Address+6];
  assign close_address_o   = tag15[Address-1:0];
  assign close_turn_o      = tag15[Address +: 2];
  assign close_turn_last_o = tag15[Address+3];
  assign close_before_o    = !tag15[Address+4];
  assign close_last_o      = tag15[Address+5];

  logic unused_stages;
  assign unused_stages = ^{valid, tags, near, lambdas};

endmodule

`default_nettype wire
