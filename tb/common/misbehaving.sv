// SPDX-License-Identifier: Apache-2.0
//
// misbehaving: fails on demand in every way in which a circuit can, to show that the bench notices.
//
//   Test        tb/common/harness_test.cc

`default_nettype none

`include "tern_assert.svh"

module misbehaving (
  input  logic       clk_i,
  input  logic       rst_ni,

  // 0: behave; 1: failing assertion; 2: $fatal; 3: $stop; 4: $finish; 5: $error
  input  logic [2:0] kind_i,

  output logic [7:0] cycle_o,
  output logic [7:0] uninitialised_o
);

  logic [7:0] cycle_d, cycle_q;
  logic [7:0] uninitialised_q;

  assign cycle_d = cycle_q + 8'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
    end else begin
      cycle_q <= cycle_d;
    end
  end

  // Never written within a test: it shows what the simulator starts with.
  always_ff @(posedge clk_i) begin
    if (cycle_q == 8'd255) begin
      uninitialised_q <= cycle_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && cycle_q == 8'd10) begin
      case (kind_i)
        3'd2: $fatal(1, "misbehaving: fatal on demand");
        3'd3: $stop;
        3'd4: $finish;
        3'd5: $error("misbehaving: error on demand");
        default: ;
      endcase
    end
  end

  `TERN_ASSERT(FailsOnDemand, !(kind_i == 3'd1 && cycle_q == 8'd10))

  assign cycle_o = cycle_q;
  assign uninitialised_o = uninitialised_q;

endmodule

`default_nettype wire
