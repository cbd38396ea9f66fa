// SPDX-License-Identifier: Apache-2.0
//
// tdr_register: what a stage of a pipeline holds; read only where the stage is valid.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     Width bits
//   Model       identity
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#pipelines

`default_nettype none

module tdr_register #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,

  // Takes the data in each cycle in which this is high.
  input  logic             advance_i,

  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  logic [Width-1:0] data_d, data_q;

  assign data_d = advance_i ? data_i : data_q;

  always_ff @(posedge clk_i) begin
    data_q <= data_d;
  end

  assign data_o = data_q;

endmodule

`default_nettype wire
