// SPDX-License-Identifier: Apache-2.0
//
// tdr_path: from the decisions of the search to levels, in the order of the coefficients.
//
// What the way back leads to is read forwards together with the points. Both ways go window after
// window without a gap, so that memories for five windows keep up with the search: one is being
// written, one waits for its end, one goes back, one forward, and one covers the cycles between.
//
//   Latency     4 cycles from the end of the way back to the first level
//   Throughput  1 beat per cycle
//   Storage     Banks windows of points, decisions and steps
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

`include "tern_assert.svh"

module tdr_path #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Banks = 5,
  localparam int unsigned PointWidth = tdr_pkg::LevelBits + 10,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits,
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned IndexWidth = $clog2(tdr_pkg::Window * tdr_pkg::Interleave),
  localparam int unsigned Address    = BankWidth + IndexWidth
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  // As tdr_search has them.
  input  logic                        point_valid_i,
  input  logic [Address-1:0]          point_address_i,
  input  logic [Lanes*PointWidth-1:0] point_data_i,
  input  logic                        point_turn_last_i,
  input  logic                        point_line_last_i,
  input  logic                        point_block_last_i,
  input  logic                        choice_valid_i,
  input  logic [Address-1:0]          choice_address_i,
  input  logic [Lanes*6-1:0]          choice_data_i,
  input  logic [1:0]                  choice_turn_i,
  input  logic                        choice_scalar_i,
  input  logic                        close_valid_i,
  input  logic [Address-1:0]          close_address_i,
  input  logic [1:0]                  close_turn_i,
  input  logic                        close_turn_last_i,
  input  logic                        close_before_i,
  input  logic                        close_last_i,
  input  logic [Lanes*2-1:0]          close_through_i,
  input  logic [Lanes*2-1:0]          close_best_i,
  output logic                        free_o,

  // Of a lane: magnitude, sign, quantiser, bin, raw bits, whether its line is live.
  output logic                        out_valid_o,
  input  logic                        out_ready_i,
  output logic [Lanes*LevelWidth-1:0] out_magnitude_o,
  output logic [Lanes-1:0]            out_negative_o,
  output logic [Lanes-1:0]            out_quantizer_o,
  output logic [Lanes*3-1:0]          out_bin_o,
  output logic [Lanes*4-1:0]          out_low_o,
  output logic [Lanes-1:0]            out_live_o,
  output logic                        out_turn_last_o,
  output logic                        out_line_last_o,
  output logic                        out_block_last_o
);

  localparam int unsigned Depth = Banks << IndexWidth;
  localparam int unsigned CountWidth = $clog2(Banks + 1);

  function automatic logic [BankWidth-1:0] next_bank(input logic [BankWidth-1:0] bank);
    next_bank = (bank == BankWidth'(Banks - 1)) ? '0 : bank + BankWidth'(1);
  endfunction

  logic [CountWidth-1:0]                traced_d, traced_q;
  logic                   forward_take;
  logic [BankWidth-1:0]   forward_bank_d, forward_bank_q;
  logic [IndexWidth-1:0]  forward_index_d, forward_index_q;
  logic                   forward_d, forward_q, fetched_d, fetched_q, made_d, made_q, advance;

  //////////
  // Back //
  //////////

  logic                  step_valid, step_first;
  logic [Address-1:0]    step_address;
  logic [Lanes*3-1:0]    step, taken;
  logic [IndexWidth-1:0] last_index;

  tdr_back #(.Lanes(Lanes), .Banks(Banks)) u_back (
    .clk_i, .rst_ni, .choice_valid_i, .choice_address_i, .choice_data_i, .choice_turn_i,
    .choice_scalar_i, .close_valid_i, .close_address_i, .close_turn_i, .close_turn_last_i,
    .close_before_i, .close_last_i, .close_through_i, .close_best_i, .step_valid_o(step_valid),
    .step_address_o(step_address), .step_data_o(step), .step_first_o(step_first),
    .last_bank_i(forward_bank_q), .last_index_o(last_index)
  );

  /////////////
  // Forward //
  /////////////

  logic [Lanes*PointWidth-1:0] point;
  logic                   turn_last, line_last, block_last;
  logic [2:0]             ends_d, ends_q;

  localparam int unsigned OutWidth = Lanes * (LevelWidth + 10) + 3;

  logic [Lanes*LevelWidth-1:0] magnitude;
  logic [Lanes-1:0]            negative, quantizer, live;
  logic [Lanes*3-1:0]          bin;
  logic [Lanes*4-1:0]          low;

  tern_ram_1r1w #(.Width(Lanes*PointWidth + 3), .Depth(Depth)) u_points (
    .clk_i, .write_i(point_valid_i), .waddr_i(point_address_i),
    .wdata_i({point_turn_last_i, point_line_last_i, point_block_last_i, point_data_i}),
    .read_i(advance), .raddr_i({forward_bank_q, forward_index_q}),
    .rdata_o({turn_last, line_last, block_last, point})
  );

  tern_ram_1r1w #(.Width(Lanes*3), .Depth(Depth)) u_steps (
    .clk_i, .write_i(step_valid), .waddr_i(step_address), .wdata_i(step),
    .read_i(advance), .raddr_i({forward_bank_q, forward_index_q}), .rdata_o(taken)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_level_lane u_lane (
      .clk_i, .advance_i(advance), .step_i(taken[3*i +: 3]),
      .point_i(point[i*PointWidth +: PointWidth]),
      .magnitude_o(magnitude[i*LevelWidth +: LevelWidth]), .negative_o(negative[i]),
      .quantizer_o(quantizer[i]), .bin_o(bin[3*i +: 3]), .low_o(low[4*i +: 4]),
      .live_o(live[i])
    );
  end

  assign free_o       = advance && forward_q && forward_index_q == last_index;
  assign forward_take = traced_q != '0 && (!forward_q || free_o);

  always_comb begin
    traced_d        = traced_q + CountWidth'(step_valid && step_first) - CountWidth'(forward_take);
    forward_d       = forward_q;
    forward_bank_d  = forward_bank_q;
    forward_index_d = forward_index_q;
    fetched_d       = fetched_q;
    made_d          = made_q;
    ends_d          = ends_q;
    if (advance) begin
      fetched_d = forward_q;
      made_d    = fetched_q;
      ends_d    = {turn_last, line_last, block_last};
      if (forward_q) begin
        forward_index_d = forward_index_q + IndexWidth'(1);
      end
    end
    if (free_o) begin
      forward_d      = 1'b0;
      forward_bank_d = next_bank(forward_bank_q);
    end
    if (forward_take) begin
      forward_d       = 1'b1;
      forward_index_d = '0;
    end
  end

  tern_skid #(.Width(OutWidth)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(made_q), .in_ready_o(advance),
    .in_data_i({ends_q, live, low, bin, quantizer, negative, magnitude}), .out_valid_o,
    .out_ready_i,
    .out_data_o({out_turn_last_o, out_line_last_o, out_block_last_o, out_live_o, out_low_o,
                 out_bin_o, out_quantizer_o, out_negative_o, out_magnitude_o})
  );

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      traced_q       <= '0;
      forward_q      <= 1'b0;
      forward_bank_q <= '0;
      fetched_q      <= 1'b0;
      made_q         <= 1'b0;
    end else begin
      traced_q       <= traced_d;
      forward_q      <= forward_d;
      forward_bank_q <= forward_bank_d;
      fetched_q      <= fetched_d;
      made_q         <= made_d;
    end
  end

  always_ff @(posedge clk_i) begin
    forward_index_q <= forward_index_d;
    ends_q          <= ends_d;
  end

endmodule

`default_nettype wire
