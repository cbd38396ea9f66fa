#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# lint_test.py: each kind of RTL fault that lint.sh promises to find is found, by the tool named.
#
#   Spec  scripts/lint.sh
#   Test  scripts/tests/lint_test.py
"""Tests of scripts/lint.sh."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

HEAD = "`default_nettype none\n"
TAIL = "`default_nettype wire\n"
PORTS = "(\n  input  logic d_i,\n  output logic q_o\n);\n"

GOOD = HEAD + """\
module good #(
  parameter int unsigned Width = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);
  if (Width > 8) begin : gen_bad_width
    $fatal(1, "good: Width must be at most 8");
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q_o <= '0;
    else q_o <= d_i;
  end
endmodule
""" + TAIL

# Name, source, and what each tool must say; None where a tool cannot see the fault.
BAD = {
    "latch": (HEAD + "module latch " + PORTS +
              "  always @* if (d_i) q_o = 1'b1;\nendmodule\n" + TAIL,
              "LATCH", "dlatch"),
    "undriven": (HEAD + "module undriven " + PORTS +
                 "  logic x;\n  assign q_o = x & d_i;\nendmodule\n" + TAIL,
                 "UNDRIVEN", "used but has no driver"),
    "implicit": ("module implicit " + PORTS + "  assign x = d_i;\n  assign q_o = x;\nendmodule\n",
                 "IMPLICIT", "implicitly declared"),
    "loop": (HEAD + "module loop " + PORTS + "  logic a, b;\n  assign a = b ^ d_i;\n"
             "  assign b = a;\n  assign q_o = b;\nendmodule\n" + TAIL,
             "UNOPTFLAT", "logic loop"),
    # Each of two stages is ready when the other one is.
    "ring": (HEAD + "module stage (\n  input  logic ready_i,\n  input  logic full_i,\n"
             "  output logic ready_o\n);\n  assign ready_o = ready_i || !full_i;\nendmodule\n"
             "module ring " + PORTS + "  logic a, b;\n"
             "  stage u_a (.ready_i(a), .full_i(d_i), .ready_o(b));\n"
             "  stage u_b (.ready_i(b), .full_i(d_i), .ready_o(a));\n"
             "  assign q_o = a;\nendmodule\n" + TAIL, "UNOPTFLAT", None),
    "twice": (HEAD + "module twice " + PORTS +
              "  assign q_o = d_i;\n  assign q_o = !d_i;\nendmodule\n" + TAIL,
              "MULTIDRIVEN", None),
    "unused": (HEAD + "module unused " + PORTS + "  assign q_o = 1'b0;\nendmodule\n" + TAIL,
               "UNUSED", None),
    "width": (HEAD + "module width " + PORTS.replace("output logic", "output logic [3:0]") +
              "  assign q_o = d_i;\nendmodule\n" + TAIL, "WIDTH", None),
    "subset": (HEAD + "module subset " + PORTS +
               "  function automatic logic f(input logic a);\n    return !a;\n  endfunction\n"
               "  assign q_o = f(d_i);\nendmodule\n" + TAIL, None, "syntax error"),
    # Only the assertion, which synthesis does not see, reads x.
    "asserted": (HEAD + "module asserted " + PORTS + "  logic x;\n  assign x = !d_i;\n"
                 "`ifndef SYNTHESIS\n  always_comb assert (x != d_i);\n`endif\n"
                 "  assign q_o = d_i;\nendmodule\n" + TAIL, "UNUSED", None),
    "lost": (HEAD + "module lost " + PORTS +
             "  gone u_gone (.d_i, .q_o);\nendmodule\n" + TAIL, "gone", "gone"),
}


class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "scripts").mkdir()
        (self.root / "rtl/common").mkdir(parents=True)
        for name in ("lint.sh", "lint.vlt"):
            shutil.copy(SCRIPTS / name, self.root / "scripts")

    def lint(self, name: str, source: str, tops: str, *args: str):
        (self.root / f"rtl/{name}.sv").write_text(source)
        (self.root / "rtl/files.f").write_text(f"# comment\nrtl/{name}.sv\n")
        (self.root / "scripts/tops.txt").write_text(tops)
        result = subprocess.run(["bash", str(self.root / "scripts/lint.sh"), *args],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def test_clean_rtl_is_clean_at_every_corner(self):
        rc, text = self.lint("good", GOOD, "good\ngood Width=8  # widest\n")
        self.assertEqual((rc, text.splitlines()),
                         (0, ["clean: verilator: good", "clean: yosys: good",
                              "clean: verilator: good Width=8", "clean: yosys: good Width=8"]))

    def test_an_illegal_corner_is_found_by_both_tools(self):
        rc, text = self.lint("good", GOOD, "good\n", "--corner", "good", "Width=9")
        self.assertEqual(rc, 1)
        self.assertIn("FOUND: verilator: good Width=9", text)
        self.assertIn("Width must be at most 8", text)
        self.assertIn("FOUND: yosys: good Width=9", text)

    def test_every_kind_of_fault_is_found(self):
        for name, (source, verilator, yosys) in BAD.items():
            with self.subTest(kind=name):
                rc, text = self.lint(name, source, name + "\n")
                self.assertEqual(rc, 1)
                head, _, tail = text.partition(f": yosys: {name}")
                for tool, part, wanted in (("verilator", head, verilator), ("yosys", tail, yosys)):
                    if wanted:
                        self.assertIn(f"FOUND: {tool}: {name}", text)
                        self.assertIn(wanted, part)

    def test_a_top_that_is_not_in_the_list_is_an_error(self):
        rc, text = self.lint("good", GOOD, "gone\n")
        self.assertEqual((rc, text), (1, "lint: error: rtl/files.f has no gone.sv\n"))

    def test_all_that_a_top_is_made_of_is_read_and_nothing_else(self):
        bodies = {"other": "  this is no statement;\n",
                  "deep": "  assign q_o = d_i;\n",
                  "part": "  deep u_deep (.d_i, .q_o);\n",
                  "whole": "  // Not made of other, which is no SystemVerilog.\n"
                           "  part u_part (.d_i, .q_o);\n"}
        for name, body in bodies.items():
            (self.root / f"rtl/{name}.sv").write_text(
                HEAD + f"module {name} " + PORTS + body + "endmodule\n" + TAIL)
        (self.root / "rtl/files.f").write_text("".join(f"rtl/{name}.sv\n" for name in bodies))
        (self.root / "scripts/tops.txt").write_text("whole\n")
        for wanted in (0, 1):
            result = subprocess.run(["bash", str(self.root / "scripts/lint.sh")],
                                    capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, wanted, result.stdout + result.stderr)
            deep = self.root / "rtl/deep.sv"
            deep.write_text(deep.read_text().replace("= d_i", "= !gone"))

    def test_one_bad_corner_fails_the_whole_run(self):
        rc, text = self.lint("good", GOOD, "good Width=9\ngood\n")
        self.assertEqual(rc, 1)
        self.assertIn("clean: yosys: good\n", text)

    def test_checking_nothing_is_an_error(self):
        for tops, args in (("# none\n", ()), ("good\n", ("other",))):
            rc, text = self.lint("good", GOOD, tops, *args)
            self.assertEqual(rc, 2)
            self.assertIn("nothing to check", text)

    def test_one_top_means_all_its_corners_and_no_other_top(self):
        rc, text = self.lint("good", GOOD, "good\ngood Width=2\ngood_too\n", "good")
        self.assertEqual((rc, len(text.splitlines())), (0, 4))

    def test_wide_corners_are_a_list_of_their_own(self):
        (self.root / "scripts/tops_wide.txt").write_text("# wide\ngood Width=7\n")
        rc, text = self.lint("good", GOOD, "good\n", "--wide")
        self.assertEqual((rc, text.splitlines()),
                         (0, ["clean: verilator: good Width=7", "clean: yosys: good Width=7"]))

    def test_list_prints_the_corners(self):
        self.assertEqual(self.lint("good", GOOD, "# c\n\ngood Width=2\n", "--list"),
                         (0, "good Width=2\n"))


if __name__ == "__main__":
    unittest.main()
