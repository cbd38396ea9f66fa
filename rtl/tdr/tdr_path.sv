// SPDX-License-Identifier: Apache-2.0
//
// tdr_path: from the decisions of the search to levels, in the order of the coefficients.
//
// What the way back leads to is read forwards together with the points. Both ways go window after
// window without a gap. The memories are rings: a window takes as many places as it has beats. With
// room for four long ones they keep up with the search: when the first beat of one leaves, two more
// have been written and one of them read back.
//
//   Latency     4 cycles from the end of the way back to the first level
//   Throughput  1 beat per cycle
//   Storage     Places beats of points, decisions and steps
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

`include "tern_assert.svh"

module tdr_path #(
  parameter int unsigned Lanes = 16,
  // Windows in flight, and their beats: powers of two.
  parameter int unsigned Windows = 8,
  parameter int unsigned Places  = 512,
  localparam int unsigned PointWidth  = tdr_pkg::LevelBits + 10,
  localparam int unsigned LevelWidth  = tdr_pkg::LevelBits,
  localparam int unsigned WindowWidth = $clog2(Windows),
  localparam int unsigned Address     = $clog2(Places)
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
  input  logic [WindowWidth-1:0]      close_window_i,
  input  logic [Address-1:0]          close_address_i,
  input  logic [1:0]                  close_turn_i,
  input  logic                        close_turn_last_i,
  input  logic                        close_before_i,
  input  logic                        close_last_i,
  input  logic [Lanes*2-1:0]          close_through_i,
  input  logic [Lanes*2-1:0]          close_best_i,
  // A beat has left its place; it was the last one of its window.
  output logic                        leave_o,
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

  logic [WindowWidth:0]   traced_d, traced_q;
  logic                   forward_take;
  logic [WindowWidth-1:0] forward_window_d, forward_window_q;
  logic [Address-1:0]     forward_address_d, forward_address_q;
  logic                   forward_d, forward_q, fetched_d, fetched_q, made_d, made_q, advance;

  //////////
  // Back //
  //////////

  logic                  step_valid, step_first;
  logic [Address-1:0]    step_address;
  logic [Lanes*3-1:0]    step, taken;
  logic [Address-1:0]    last_address;

  tdr_back #(.Lanes(Lanes), .Windows(Windows), .Places(Places)) u_back (
    .clk_i, .rst_ni, .choice_valid_i, .choice_address_i, .choice_data_i, .choice_turn_i,
    .choice_scalar_i, .close_valid_i, .close_window_i, .close_address_i, .close_turn_i,
    .close_turn_last_i, .close_before_i, .close_last_i, .close_through_i, .close_best_i,
    .step_valid_o(step_valid), .step_address_o(step_address), .step_data_o(step),
    .step_first_o(step_first),
    .last_window_i(forward_window_q), .last_address_o(last_address)
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

  tern_ram_1r1w #(.Width(Lanes*PointWidth + 3), .Depth(Places)) u_points (
    .clk_i, .write_i(point_valid_i), .waddr_i(point_address_i),
    .wdata_i({point_turn_last_i, point_line_last_i, point_block_last_i, point_data_i}),
    .read_i(advance), .raddr_i(forward_address_q),
    .rdata_o({turn_last, line_last, block_last, point})
  );

  tern_ram_1r1w #(.Width(Lanes*3), .Depth(Places)) u_steps (
    .clk_i, .write_i(step_valid), .waddr_i(step_address), .wdata_i(step),
    .read_i(advance), .raddr_i(forward_address_q), .rdata_o(taken)
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

  assign leave_o      = advance && forward_q;
  assign free_o       = leave_o && forward_address_q == last_address;
  assign forward_take = traced_q != '0 && (!forward_q || free_o);

  always_comb begin
    traced_d          = traced_q + (WindowWidth+1)'(step_valid && step_first)
                        - (WindowWidth+1)'(forward_take);
    forward_d         = forward_take || (forward_q && !free_o);
    forward_window_d  = forward_window_q + WindowWidth'(free_o);
    forward_address_d = forward_address_q + Address'(leave_o);
    fetched_d         = fetched_q;
    made_d            = made_q;
    ends_d            = ends_q;
    if (advance) begin
      fetched_d = forward_q;
      made_d    = fetched_q;
      ends_d    = {turn_last, line_last, block_last};
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
      traced_q          <= '0;
      forward_q         <= 1'b0;
      forward_window_q  <= '0;
      forward_address_q <= '0;
      fetched_q         <= 1'b0;
      made_q            <= 1'b0;
    end else begin
      traced_q          <= traced_d;
      forward_q         <= forward_d;
      forward_window_q  <= forward_window_d;
      forward_address_q <= forward_address_d;
      fetched_q         <= fetched_d;
      made_q            <= made_d;
    end
  end

  always_ff @(posedge clk_i) begin
    ends_q <= ends_d;
  end

endmodule

`default_nettype wire
