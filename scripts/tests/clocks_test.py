#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# clocks_test.py: clock gates and latches change what a design weighs, not what it does.
#
#   Spec  docs/synthesis.md#clock-gates-and-latches
#   Test  scripts/tests/clocks_test.py
"""Tests of the maps of clock gates and latches, with Yosys as the judge."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))
sys.path.insert(0, str(SCRIPTS / "tests"))

from gating_library import GATING  # noqa: E402
from energy import models, power  # noqa: E402
from energy.netlist import Netlist  # noqa: E402
from synthesis import clocks, liberty, timing, tools  # noqa: E402
from synthesis.failure import Failure  # noqa: E402

# One register of each kind, five bits wide, and one too narrow for a gate.
REGISTERS = """\
module registers (input clk, input rst, input clear, input en, input [4:0] d,
                  output reg [4:0] plain, output reg [4:0] reset, output reg [4:0] inner,
                  output reg [4:0] outer, output reg [2:0] narrow);
  always @(posedge clk) if (en) plain <= d;
  always @(posedge clk or negedge rst) if (!rst) reset <= 5'd9; else if (en) reset <= d;
  always @(posedge clk) if (en) inner <= clear ? 5'd3 : d;
  always @(posedge clk) if (!clear) outer <= 5'd12; else if (!en) outer <= d;
  always @(posedge clk) if (en) narrow <= d[2:0];
endmodule
"""
GATE_MODEL = """\
module cg (CLK, GATE, TEST, GCLK);
  input CLK, GATE, TEST;
  output GCLK;
  reg open;
  always @* if (!CLK) open = GATE || TEST;
  assign GCLK = CLK && open;
endmodule
"""
SAME = """\
read_verilog registers.v
hierarchy -top registers
proc
opt
copy registers gated
techmap -map registers_map.v gated
select -assert-count 4 gated/t:cg
select -assert-count 1 gated/t:$dffe
select -assert-count 0 gated/t:$adffe gated/t:$sdffce gated/t:$sdffe
read_verilog gate.v
proc
flatten gated
miter -equiv -make_assert -flatten registers gated both
hierarchy -top both
clk2fflogic
opt
sat -verify -prove-asserts -set-init-zero -seq 10 both
"""


class ClocksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp())
        (cls.root / "gating.lib").write_text(GATING, encoding="ascii")
        cls.library = liberty.read(cls.root / "gating.lib")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def without(self, old: str, new: str) -> liberty.Library:
        path = self.root / "other.lib"
        self.assertIn(old, GATING)
        path.write_text(GATING.replace(old, new), encoding="ascii")
        return liberty.read(path)

    def proves(self, change=lambda text: text) -> None:
        """The maps, perhaps spoilt, keep every register's behaviour."""
        for name, text in (("registers.v", REGISTERS), ("gate.v", GATE_MODEL), (
                "registers_map.v", change(clocks.register_map(clocks.clock_gate(self.library))))):
            (self.root / name).write_text(text, encoding="ascii")
        tools.run_yosys(SAME, self.root, "same")

    def test_registers_behind_gates_do_the_same(self):
        self.proves()

    def test_a_gate_that_forgets_a_reset_is_found(self):
        with self.assertRaises(Failure):
            self.proves(lambda text: text.replace("enable | reset", "enable"))

    def test_latches_and_their_gate_are_the_smallest_that_fit(self):
        self.assertEqual(clocks.latch(self.library, True).name, "latn")
        self.assertEqual(clocks.latch(self.library, False).name, "latp")
        self.assertEqual(clocks.latch_gate(self.library).name, "or2")
        self.assertIn(".E_N(E), .D(D), .Q(Q)", clocks.latch_map(self.library))
        self.assertFalse(self.library.cells["latn"].flip_flop)

    def test_a_library_that_lacks_something_is_named(self):
        for old, new, words, call in (
                ("clock_gating_integrated_cell", "other", "no clock gate; leave out --clock-gating",
                 clocks.clock_gate),
                ("clock_gate_out_pin : true", "", "no clock gate", clocks.clock_gate),
                ('enable : "!E_N"', 'enable : "E_N"', "its enable is low", clocks.latch_map),
                ("(A) | (B)", "(A) ^ (B)", "no OR2", clocks.latch_map)):
            with self.assertRaises(Failure) as caught:
                call(self.without(old, new))
            self.assertEqual(caught.exception.code, 4)
            self.assertIn(words, str(caught.exception))

    def test_the_flow_counts_gates_and_latches(self):
        def figures(*arguments):
            target = self.root / "out.json"
            done = subprocess.run(
                [SCRIPTS / "synth.sh", "tern_fifo", "--param", "Width=6", "Depth=3", *arguments,
                 "--liberty", self.root / "gating.lib", "--area-only", "--out", self.root / "out",
                 "--json", target], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(target.read_text(encoding="ascii"))

        plain = figures("Latches=0")
        gated = figures("Latches=0", "--clock-gating")
        latched = figures("Latches=1", "--clock-gating")
        # Two words in the ring and the head; what is left has resets.
        self.assertEqual(plain["ff"], gated["ff"])
        self.assertLess(gated["ge"], plain["ge"])
        # Both pointers and the count.
        self.assertEqual(latched["ff"], 3 + 3 + 2)
        self.assertLess(latched["ge"], gated["ge"])

    def test_a_netlist_is_simulated_with_gates_and_latches(self):
        text = models.models(self.library, {"latn", "latp", "cg"})
        self.assertIn("always @* if (~E_N) IQ <= D;\n  assign Q = IQ;", text)
        self.assertIn("always @* if (E) IQ <= D;", text)
        self.assertIn("always @* if (~CLK) passes <= GATE | TEST;\n"
                      "  assign GCLK = CLK & passes;\nendmodule", text)

    def test_a_clock_behind_a_gate_is_a_clock(self):
        netlist = Netlist({}, {}, {"g": ("cg", {"CLK": "clk_i", "GATE": "e", "GCLK": "g"}),
                                   "o": ("or2", {"A": "clk_i", "B": "h", "Y": "s"}),
                                   "l": ("latn", {"E_N": "s", "D": "d", "Q": "q"})})
        self.assertEqual(power.branches_of(netlist, self.library), {"g", "s"})

    def test_paths_of_latches_are_those_of_the_rising_edge(self):
        period = 100.0
        body = "Startpoint: a\nmax time borrow -0.15\n"
        self.assertAlmostEqual(timing.length("register_to_register", 97.0, body, period), 3.0)
        # Slack to where the latch opens, and 0.14 ns of set-up in front of where it shuts.
        self.assertAlmostEqual(timing.length("register_to_latch", 97.0, body, period), 3.15)
        self.assertAlmostEqual(timing.length("latch_to_register", -2.99, body, period), 3.0)
        # Half a cycle.
        self.assertAlmostEqual(timing.length("register_to_latch_gate", 98.99, body, period), 2.0)
        with self.assertRaises(Failure):
            timing.length("latch_to_latch", 1.0, body, period)

    def test_only_one_module_may_have_latches(self):
        found = [path.name for path in sorted(ROOT.glob("rtl/**/*.sv"))
                 if "always_latch" in path.read_text(encoding="ascii")]
        self.assertEqual(found, [f"{clocks.LATCH_MODULE}.sv"])


if __name__ == "__main__":
    unittest.main()
