// SPDX-License-Identifier: Apache-2.0
//
// tern_skid: two-entry register slice for a ready/valid stream.
//
// Cuts every combinational path between its two sides, at full rate.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     2 * Width bits
//   Model       identity
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/streams.md#skid

`default_nettype none

`include "tern_assert.svh"

module tern_skid #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,

  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "tern_skid: Width must be at least 1");
  end

  // `main` feeds the output; `spare` catches the one beat that arrives after the output stalls.
  logic             main_valid_d, main_valid_q;
  logic             spare_valid_d, spare_valid_q;
  logic [Width-1:0] main_data_d, main_data_q;
  logic [Width-1:0] spare_data_d, spare_data_q;

  logic in_fire, out_fire;
  assign in_fire  = in_valid_i && in_ready_o;
  assign out_fire = out_valid_o && out_ready_i;

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    main_valid_d  = main_valid_q;
    main_data_d   = main_data_q;
    spare_valid_d = spare_valid_q;
    spare_data_d  = spare_data_q;

    if (out_fire || !main_valid_q) begin
      // Refill main: the spare beat is older, so it goes first.
      main_valid_d  = spare_valid_q || in_fire;
      main_data_d   = spare_valid_q ? spare_data_q : in_data_i;
      spare_valid_d = 1'b0;
    end else if (in_fire) begin
      spare_valid_d = 1'b1;
      spare_data_d  = in_data_i;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      main_valid_q  <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      main_valid_q  <= main_valid_d;
      spare_valid_q <= spare_valid_d;
    end
  end

  // Payload needs no reset: it is read only when its valid bit is set.
  always_ff @(posedge clk_i) begin
    main_data_q  <= main_data_d;
    spare_data_q <= spare_data_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign in_ready_o  = !spare_valid_q;
  assign out_valid_o = main_valid_q;
  assign out_data_o  = main_data_q;

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, out_data_o)
  `TERN_ASSERT(SpareOnlyBehindMain, !spare_valid_q || main_valid_q)

endmodule

`default_nettype wire
