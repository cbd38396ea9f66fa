// SPDX-License-Identifier: Apache-2.0
//
// tdr_delay: what goes beside the values of a pipeline, and whether a stage holds any.
//
//   Latency     Stages cycles
//   Throughput  1 beat per cycle
//   Storage     Stages * (Width + 1) bits
//   Model       identity
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#pipelines

`default_nettype none

module tdr_delay #(
  parameter int unsigned Stages = 4,
  parameter int unsigned Width  = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                    advance_i,

  input  logic                    valid_i,
  input  logic [Width-1:0]        data_i,

  // Stage 1 in the lowest bits.
  output logic [Stages-1:0]       valid_o,
  output logic [Stages*Width-1:0] data_o
);

  if (Stages == 0) begin : gen_bad_stages
    $fatal(1, "tdr_delay: Stages must be at least 1");
  end

  logic [Stages-1:0]       valid_d, valid_q;
  logic [Stages*Width-1:0] data_d, data_q;

  always_comb begin
    valid_d = valid_q;
    data_d  = data_q;
    if (advance_i) begin
      valid_d = Stages'({valid_q, valid_i});
      data_d  = (Stages*Width)'({data_q, data_i});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

  // Read only where a stage is valid.
  always_ff @(posedge clk_i) begin
    data_q <= data_d;
  end

  assign valid_o = valid_q;
  assign data_o  = data_q;

endmodule

`default_nettype wire
