# SPDX-License-Identifier: Apache-2.0
#
# toy_modules.py: modules whose gates, registers and memories can be counted by hand.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""MODULES: name and source of each."""

HEAD = "`default_nettype none\n"
TAIL = "`default_nettype wire\n"

CELLS = {
    # Eight registers with reset, each behind a two-input NAND.
    "leaf": """\
module leaf #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] q_o
);
  if (Width > 8) begin : gen_bad_width
    $fatal(1, "leaf: Width must be at most 8");
  end
  logic [Width-1:0] q_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q_q <= '0;
    else q_q <= ~(a_i & b_i);
  end
  assign q_o = q_q;
endmodule
""",
    "tree": """\
module tree #(
  parameter int unsigned Leaves = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Leaves*8-1:0] a_i,
  input  logic [Leaves*8-1:0] b_i,
  output logic [Leaves*8-1:0] q_o
);
  for (genvar i = 0; i < Leaves; i++) begin : gen_leaf
    leaf #(.Width(8)) u_leaf (
      .clk_i, .rst_ni, .a_i(a_i[i*8+:8]), .b_i(b_i[i*8+:8]), .q_o(q_o[i*8+:8]));
  end
endmodule
""",
    "store": """\
module store #(
  parameter int unsigned Depth = 256
) (
  input  logic       clk_i,
  input  logic       write_i,
  input  logic [8:0] addr_i,
  input  logic [4:0] data_i,
  output logic [4:0] data_o
);
  logic [4:0] mem_q [Depth];
  logic [4:0] data_q;
  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[addr_i] <= data_i;
    data_q <= mem_q[addr_i];
  end
  assign data_o = data_q;
endmodule
""",
    "shelf": """\
module shelf (
  input  logic       clk_i,
  input  logic       write_i,
  input  logic [8:0] addr_i,
  input  logic [4:0] data_i,
  output logic [4:0] data_o
);
  logic [4:0] read, data_q;
  store #(.Depth(300)) u_store (.clk_i, .write_i, .addr_i, .data_i, .data_o(read));
  always_ff @(posedge clk_i) data_q <= ~read;
  assign data_o = data_q;
endmodule
""",
    "latch": """\
module latch (
  input  logic d_i,
  output logic q_o
);
  always @* if (d_i) q_o = 1'b1;
endmodule
""",
}

MODULES = {name: HEAD + text + TAIL for name, text in CELLS.items()}
