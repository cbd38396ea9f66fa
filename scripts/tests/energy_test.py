#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# energy_test.py: toggles are counted, and each costs what the library says.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""Tests of scripts/energy.py, with a library of round numbers."""

import pathlib
import re
import shutil
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from energy import activity, models, netlist, power, recorded, tables, traffic  # noqa: E402
from experiment import energy_tables  # noqa: E402
from synthesis import area_record, liberty, tools  # noqa: E402
from synthesis.failure import Failure  # noqa: E402
from tiny_library import TINY, with_power  # noqa: E402

CHAIN = """\
module chain(clk_i, rst_ni, a_i, y_o);
  input clk_i;
  wire clk_i;
  input rst_ni;
  wire rst_ni;
  input a_i;
  wire a_i;
  output y_o;
  wire y_o;
  wire _0_;
  wire _1_;
  dff _2_ (
    .CLK(clk_i),
    .D(a_i),
    .Q(_0_)
  );
  inv _3_ (
    .A(_0_),
    .Y(_1_)
  );
  inv _4_ (
    .A(_1_),
    .Y(y_o)
  );
endmodule
"""

# 0 to 1 at 10, and to 0 at 30; of the vector bit 1 toggles twice and bit 0 once. x is no toggle.
VCD = """\
$scope module bench $end
$var wire 1 ! other $end
$scope module u_dut $end
$var wire 1 ! a $end
$var wire 2 " v [1:0] $end
$var wire 1 # u $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
b0 "
x#
$end
#10
1!
b11 "
#20
b1 "
1#
#30
0!
#40
"""


class PartsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.path = cls.folder / "power.lib"
        cls.path.write_text(with_power(), encoding="ascii")
        cls.library = liberty.read(cls.path)

    def test_cells_do_what_the_library_says(self):
        text = models.models(self.library, {"nand2", "dffr", "dffs", "tie"})
        self.assertIn("module nand2 (input A, input B, output Y);\n  assign Y = ~(A & B);", text)
        self.assertIn("always @(posedge CLK or negedge RESET_B)\n"
                      "    if (~RESET_B) IQ <= 1'b0;\n    else IQ <= D;\n  assign Q = IQ;", text)
        self.assertIn("if (~SET_B) IQ <= 1'b1;", text)
        self.assertIn("  assign HI = 1;\n  assign LO = 0;", text)
        self.assertRaisesRegex(Failure, "uses nor9, which is no cell", models.models, self.library,
                               {"nor9"})

    def test_toggles_and_times_are_counted(self):
        found = activity.Activity(VCD.splitlines(True), "u_dut")
        self.assertEqual({name: net.toggles for name, net in found.nets.items()},
                         {"a": 2, "v[1]": 2, "v[0]": 1, "u": 0})
        self.assertEqual([found.duty(name) for name in ("a", "v[1]", "v[0]", "u")],
                         [0.5, 0.25, 0.75, 0.5])
        self.assertEqual((found.begin, found.end), (0, 40))

    def test_tables_are_read_between_their_points(self):
        table = tables.Table([0.0, 1.0], [0.0, 2.0], [1.0, 3.0, 5.0, 7.0])
        self.assertEqual([table.at(*at) for at in ((0, 0), (0, 1), (0.5, 0), (1, 2), (9, 9))],
                         [1.0, 2.0, 3.0, 7.0, 7.0])
        self.assertEqual(tables.Table([0.0, 1.0], [], [2.0, 4.0]).at(0.25, 5), 2.5)

    def test_a_library_without_power_is_refused(self):
        plain = self.folder / "plain.lib"
        plain.write_text(TINY, encoding="ascii")
        self.assertRaisesRegex(Failure, "has no internal_power", tables.Tables, plain, {"inv"})

    def chain(self) -> tuple:
        """Energies of CHAIN for 8 cycles of 10 ns in which its nets toggle 4 times each."""
        unit = netlist.read(CHAIN)
        found = activity.Activity([], "none")
        found.nets = {name: activity.Net(toggles=4) for name in ("a_i", "_0_", "_1_", "y_o")}
        return unit, power.energies(unit, self.library, tables.Tables(self.path, unit.types()),
                                    found, 80.0, 8)

    def test_every_toggle_costs_what_the_library_says(self):
        unit, sums = self.chain()
        self.assertEqual((unit.inputs, unit.outputs), ({"clk_i": 1, "rst_ni": 1, "a_i": 1},
                                                       {"y_o": 1}))
        # A clock pin has 0.001 pF and 0.08 pJ for a cycle, an inverter 0.2 pJ for a toggle; the
        # output has no load. Two inverters leak 7 nW each.
        self.assertAlmostEqual(sums["clock"], 8 * (0.001 + 0.08))
        self.assertAlmostEqual(sums["registers"], 4 * 0.0005)
        self.assertAlmostEqual(sums["logic"], 4 * (0.2 + 0.0005) + 4 * 0.2)
        self.assertAlmostEqual(sums["leakage"], 2 * 7 * 80e-6)

    @unittest.skipUnless(shutil.which("sta"), "opensta is not installed")
    def test_opensta_says_the_same_but_for_internal_energy(self):
        (self.folder / "chain.v").write_text(CHAIN, encoding="ascii")
        report = tools.run_sta(
            "read_liberty power.lib\nread_verilog chain.v\nlink_design chain\n"
            "create_clock -name clk -period 10 clk_i\nset_input_delay 0 -clock clk {a_i rst_ni}\n"
            "set_power_activity -input_ports [get_ports a_i] -activity 0.5 -duty 0.5\n"
            "report_power -digits 8\n", self.folder)
        internal, switching, leakage = (float(word) * 80e3 for word in re.search(
            r"^Total\s+(\S+)\s+(\S+)\s+(\S+)", report, re.M).groups())
        _, sums = self.chain()
        self.assertAlmostEqual(switching, 8 * 0.0005, places=6)
        self.assertAlmostEqual(leakage, sums["leakage"], places=6)
        # It counts both tables for each toggle.
        self.assertAlmostEqual(internal, 2 * (8 * 0.08 + 8 * 0.2), places=4)

    def test_a_message_becomes_beats(self):
        header = 0 | 1 << 20 | 3 << 32
        sent = traffic.Traffic(header.to_bytes(12, "little") + b"\1\2\3\4", b"abcdef",
                               [{"lengths": [1] + [0] * 255, "escape_length": 1, "epoch": 2,
                                 "id": 3}])
        self.assertEqual((sent.header["count"], sent.header["chunk_log2"]), (3, 1))
        self.assertEqual(sent.value_lines(2, 4), ["0f64636261", "130000" + "6665"])
        self.assertEqual(sent.book_lines()[0], "00000001")
        self.assertEqual(sent.book_lines()[-1], f"{257 << 20 | 2 << 8 | 3 << 4:08x}")


class RecordTest(unittest.TestCase):
    def test_tables_show_pairs_and_what_links_save(self):
        row = {"kind": "full", "params": {"Lanes": 4}, "values": 10, "cycles": 3, "raw_bits": 16,
               "wire_bits": 11.0, "parts_pj": {"clock": 8.0, "registers": 1.0, "logic": 1.0},
               "energy_pj_per_value": 10.0, "energy_pj_per_bit": 0.625,
               "break_even_pj_per_bit": 2.0}
        rows = [{"top": "huff_enc", **row}, {"top": "huff_dec", **row}]
        self.assertEqual(energy_tables.pair_rows(rows)[0],
                         ["full", 4, "11.000", "20.0", "4.0", "-15.0", "+5.0", "+30.0", "+80.0",
                          "+230.0"])
        self.assertEqual(len(energy_tables.unit_rows(rows)), 2)
        self.assertEqual(energy_tables.pair_rows(rows[:1]), [])

    def test_the_record_is_of_the_units_that_are_measured_for_area(self):
        areas = {(unit["top"], unit["kind"], unit["params"]["Lanes"]): unit["params"]
                 for unit in area_record.UNITS}
        for unit in recorded.UNITS:
            words = {name: str(value) for name, value in unit["params"].items()}
            self.assertEqual(areas[unit["top"], unit["kind"], words["Lanes"]], words)


if __name__ == "__main__":
    unittest.main()
