# SPDX-License-Identifier: Apache-2.0
#
# bench.py: a bench that sends one message through a netlist, and records what switches meanwhile.
#
# Books are loaded first, and are no part of the record. Source and sink never stall. What comes out
# must be what the golden model says.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""The Verilog of the bench, for an encoder or a decoder of any width."""

from energy.netlist import Netlist

HEAD = """\
`timescale 1ns/1ns
module energy_bench;
  reg clk = 1'b0, rst_n = 1'b1, book_valid = 1'b0, in_valid = 1'b0, started = 1'b0;
  reg [28:0] books [0:{books}];
  reg [{in_high}:0] in_lines [0:{ins}];
  reg [{out_high}:0] out_lines [0:{outs}];
  integer book = 0, in_beat = 0, out_beat = 0, cycle = 0, first = 0;
  reg [28:0] book_line;
  reg [{in_high}:0] in_line;
  wire book_ready, in_ready, out_valid, out_last, busy;
  wire [{in_data}-1:0] in_data = in_line[{in_data}-1:0];
  wire [{out_data}-1:0] out_data;
  wire [{out_keep}-1:0] out_keep;
  reg [{out_data}-1:0] kept;
  reg moved_book, moved_in, moved_out, moved_other;
  integer i;
{declarations}
  {top} u_dut (
    .clk_i(clk), .rst_ni(rst_n),
    .in_tvalid_i(in_valid), .in_tready_o(in_ready), .in_tdata_i(in_data),
    .in_tkeep_i(in_line[{in_data}+:{in_keep}]), .in_tlast_i(in_line[{in_high}]),
    .out_tvalid_o(out_valid), .out_tready_i(1'b1), .out_tdata_o(out_data),
    .out_tkeep_o(out_keep), .out_tlast_o(out_last),
    .book_tvalid_i(book_valid), .book_tready_o(book_ready),
    .book_index_i(book_line[28:20]), .book_data_i(book_line[19:0]),
    .busy_o(busy){pins}
  );

  always #5 clk = !clk;

  initial begin
    $readmemh("books.hex", books, 0, {books});
    $readmemh("in.hex", in_lines, 0, {ins});
    $readmemh("out.hex", out_lines, 0, {outs});
    in_line = 0;
    book_line = 0;
    #2 rst_n = 1'b0;  // an edge: registers behind a clock gate get no clock yet
    #50 rst_n = 1'b1;
  end

  // What moves is decided at the rising edge, and inputs change at the falling one.
  always @(posedge clk) begin
    cycle <= cycle + 1;
    moved_book <= rst_n && book_valid && book_ready;
    moved_in <= rst_n && in_valid && in_ready;
    if (rst_n && out_valid) begin
      for (i = 0; i < {out_keep}; i = i + 1)
        kept[8*i+:8] = out_data[8*i+:8] & {{8{{out_keep[i]}}}};
      if (out_beat > {outs} || {{out_last, out_keep, kept}} !== out_lines[out_beat]) begin
        $display("FAIL: beat %0d: %b %h %h", out_beat, out_last, out_keep, kept);
        $finish;
      end
      out_beat = out_beat + 1;
    end
    if (cycle > {patience}) begin
      $display("FAIL: %0d beats after %0d cycles", out_beat, cycle);
      $finish;
    end
  end

  always @(negedge clk) if (rst_n) begin
    if (moved_book) book = book + 1;
    if (moved_in) in_beat = in_beat + 1;
    book_valid = book <= {books};
    if (book <= {books}) book_line = books[book];
    // The port is ready again when the last book is in use.
    if (!started && book > {books} && book_ready && !moved_book) begin
      started = 1'b1;
      first = cycle;
      $dumpfile("activity.vcd");
      $dumpvars(1, u_dut);
    end
    in_valid = started && in_beat <= {ins};
    if (in_beat <= {ins}) in_line = in_lines[in_beat];
    if (in_beat > {ins} && out_beat > {outs} && {finished}) begin
      $display("PASS: %0d cycles", cycle - first);
      $finish;
    end
{moves}  end
"""

ENCODER = {
    "declarations": "  reg command_valid = 1'b0;\n  wire command_ready;\n",
    "pins": """,
    .cmd_tvalid_i(command_valid), .cmd_tready_o(command_ready), .cmd_dtype_i(4'd{dtype}),
    .cmd_raw_i(1'b{raw}), .cmd_best_i(1'b{best}), .cmd_book_i(4'd{book}),
    .cmd_chunk_log2_i(4'd{chunk_log2}), .cmd_offset_i(8'd{offset}), .cmd_count_i(32'd{count}),
    .hold_i(1'b0), .err_clear_i(1'b0), .count_run_i(1'b0), .count_clear_i(1'b0),
    .count_any_i(1'b0), .count_dtype_i(4'd0), .count_book_i(4'd0), .read_tvalid_i(1'b0),
    .read_index_i(9'd0), .count_tready_i(1'b0)""",
    "finished": "!busy",
    "moves": """\
    if (moved_other) command_valid = 1'b0;
    else if (started && in_beat == 0 && !moved_in && first == cycle) command_valid = 1'b1;
""",
    "end": "  always @(posedge clk) moved_other <= command_valid && command_ready;\nendmodule\n",
}

DECODER = {
    "declarations": "  wire done_valid;\n  wire [3:0] done_error;\n  reg done = 1'b0;\n",
    "pins": """,
    .done_tvalid_o(done_valid), .done_tready_i(1'b1), .done_error_o(done_error),
    .err_clear_i(1'b0)""",
    "finished": "done",
    "moves": "",
    "end": """\
  always @(posedge clk) if (rst_n && done_valid) begin
    done <= 1'b1;
    if (done_error != 4'd0) begin
      $display("FAIL: verdict %0d", done_error);
      $finish;
    end
  end
endmodule
""",
}

MEMORY = """
  wire {name}_clk_i, {name}_write_i, {name}_read_i;
  wire [{address}-1:0] {name}_waddr_i, {name}_raddr_i;
  wire [{width}-1:0] {name}_wdata_i;
  reg [{width}-1:0] {name}_rdata_o = 0;
  reg [{width}-1:0] {name}_words [0:(1<<{address})-1];
  integer {name}_i;
  initial for ({name}_i = 0; {name}_i < (1<<{address}); {name}_i = {name}_i + 1)
    {name}_words[{name}_i] = 0;
  always @(posedge {name}_clk_i) begin
    if ({name}_write_i) {name}_words[{name}_waddr_i] <= {name}_wdata_i;
    if ({name}_read_i) {name}_rdata_o <= {name}_words[{name}_raddr_i];
  end
"""


def memory(netlist: Netlist, name: str) -> tuple:
    """What stands for a memory that was cut out: its declarations, and the pins of the netlist."""
    text = MEMORY.format(name=name, width=netlist.inputs[f"{name}_rdata_o"],
                         address=netlist.outputs[f"{name}_waddr_i"])
    ports = [port for port in (*netlist.inputs, *netlist.outputs) if port.startswith(f"{name}_")]
    return text, "".join(f",\n    .{port}({port})" for port in sorted(ports))


def text(top: str, netlist: Netlist, header: dict, lines: dict) -> str:
    """The whole bench. `lines`: how many of each file; `header`: fields of the message."""
    kind = ENCODER if top == "huff_enc" else DECODER
    declarations, pins = kind["declarations"], kind["pins"].format(**header)
    for name in netlist.memories():
        more = memory(netlist, name)
        declarations, pins = declarations + more[0], pins + more[1]
    in_data, out_data = netlist.inputs["in_tdata_i"], netlist.outputs["out_tdata_o"]
    in_keep, out_keep = in_data // 8, out_data // 8
    return HEAD.format(
        top=top, declarations=declarations, pins=pins, finished=kind["finished"],
        moves=kind["moves"], in_data=in_data, in_keep=in_keep, in_high=in_data + in_keep,
        out_data=out_data, out_keep=out_keep, out_high=out_data + out_keep,
        books=lines["books"] - 1, ins=lines["in"] - 1, outs=lines["out"] - 1,
        patience=20000 + 40 * (lines["books"] + lines["in"] + lines["out"])) + kind["end"]
