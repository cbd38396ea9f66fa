// SPDX-License-Identifier: Apache-2.0
//
// transform_alone: both transforms, each as a stream of its own.
//
// A beat is the transform in the highest two bits and 16 values below them. With ClockGated the
// clock of a transform stands still where it does not advance.
//
//   Latency     that of the transform and a skid
//   Test        tb/tdr/tdr_transform_test.cc

`default_nettype none

module transform_alone #(
  parameter int unsigned ValueBits  = tdr_pkg::ValueBits,
  parameter int unsigned Dct8       = 1,
  parameter int unsigned ClockGated = 0,
  localparam int unsigned ValueWidth       = ValueBits + 1,
  localparam int unsigned CoefficientWidth = ValueBits + 3
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic                           forward_in_valid_i,
  output logic                           forward_in_ready_o,
  input  logic [16*ValueWidth+1:0]       forward_in_data_i,
  output logic                           forward_out_valid_o,
  input  logic                           forward_out_ready_i,
  output logic [16*CoefficientWidth-1:0] forward_out_data_o,

  input  logic                           inverse_in_valid_i,
  output logic                           inverse_in_ready_o,
  input  logic [16*CoefficientWidth+1:0] inverse_in_data_i,
  output logic                           inverse_out_valid_o,
  input  logic                           inverse_out_ready_i,
  output logic [16*ValueWidth-1:0]       inverse_out_data_o
);

  logic                           forward_valid, inverse_valid;
  logic [16*CoefficientWidth-1:0] forward_data;
  logic [16*ValueWidth-1:0]       inverse_data;
  logic                           forward_clk, inverse_clk;

  if (ClockGated != 0) begin : gen_gates
    logic forward_open_q, inverse_open_q;

    // As a cell of a library: what is decided while the clock is low holds while it is high. Open
    // in reset, since a simulator resets at an edge.
    always_ff @(negedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        forward_open_q <= 1'b1;
        inverse_open_q <= 1'b1;
      end else begin
        forward_open_q <= forward_in_ready_o;
        inverse_open_q <= inverse_in_ready_o;
      end
    end

    assign forward_clk = clk_i && forward_open_q;
    assign inverse_clk = clk_i && inverse_open_q;
  end else begin : gen_clock
    assign forward_clk = clk_i;
    assign inverse_clk = clk_i;
  end

  tdr_forward_transform #(
    .ValueBits(ValueBits), .Dct8(Dct8), .ClockGated(ClockGated)
  ) u_forward (
    .clk_i(forward_clk), .rst_ni, .advance_i(forward_in_ready_o), .in_valid_i(forward_in_valid_i),
    .in_transform_i(forward_in_data_i[16*ValueWidth +: 2]),
    .in_data_i(forward_in_data_i[16*ValueWidth-1:0]),
    .out_valid_o(forward_valid), .out_data_o(forward_data)
  );

  tern_skid #(.Width(16*CoefficientWidth)) u_forward_skid (
    .clk_i, .rst_ni, .in_valid_i(forward_valid), .in_ready_o(forward_in_ready_o),
    .in_data_i(forward_data), .out_valid_o(forward_out_valid_o),
    .out_ready_i(forward_out_ready_i), .out_data_o(forward_out_data_o)
  );

  tdr_inverse_transform #(
    .ValueBits(ValueBits), .Dct8(Dct8), .ClockGated(ClockGated)
  ) u_inverse (
    .clk_i(inverse_clk), .rst_ni, .advance_i(inverse_in_ready_o), .in_valid_i(inverse_in_valid_i),
    .in_transform_i(inverse_in_data_i[16*CoefficientWidth +: 2]),
    .in_data_i(inverse_in_data_i[16*CoefficientWidth-1:0]),
    .out_valid_o(inverse_valid), .out_data_o(inverse_data)
  );

  tern_skid #(.Width(16*ValueWidth)) u_inverse_skid (
    .clk_i, .rst_ni, .in_valid_i(inverse_valid), .in_ready_o(inverse_in_ready_o),
    .in_data_i(inverse_data), .out_valid_o(inverse_out_valid_o),
    .out_ready_i(inverse_out_ready_i), .out_data_o(inverse_out_data_o)
  );

endmodule

`default_nettype wire
