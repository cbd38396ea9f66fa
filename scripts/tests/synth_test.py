#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# synth_test.py: the synthesis flow counts what is there, and says why it cannot.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Tests of scripts/synth.sh, on modules and a cell library small enough to count by hand."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))
sys.path.insert(0, str(SCRIPTS / "tests"))

from tiny_library import TINY  # noqa: E402
from toy_modules import MODULES  # noqa: E402
from synthesis import liberty, sources, timing  # noqa: E402

class SynthTest(unittest.TestCase):
    """A copy of the scripts beside small modules."""

    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(SCRIPTS / "synthesis", cls.root / "scripts/synthesis",
                        ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("synth.py", "synth.sh"):
            shutil.copy(SCRIPTS / name, cls.root / "scripts" / name)
        (cls.root / "rtl/common").mkdir(parents=True)
        for name, text in MODULES.items():
            (cls.root / f"rtl/{name}.sv").write_text(text, encoding="ascii")
        (cls.root / "rtl/files.f").write_text(
            "".join(f"rtl/{name}.sv\n" for name in MODULES), encoding="ascii")
        (cls.root / "tiny.lib").write_text(TINY, encoding="ascii")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def synth(self, *arguments, env=None):
        """One call of the script."""
        return subprocess.run([self.root / "scripts/synth.sh", *map(str, arguments)],
                              capture_output=True, text=True, check=False, cwd=self.root,
                              env={**os.environ, **(env or {})})

    def figures(self, *arguments) -> dict:
        """What a call that must succeed writes."""
        target = self.root / "out.json"
        done = self.synth(*arguments, "--json", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(target.read_text(encoding="ascii"))

    def refused(self, code: int, words: str, *arguments, **options):
        """A call that must fail with this code and one line with these words."""
        done = self.synth(*arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("synth: error: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(words, lines[0])
        self.assertNotIn("Traceback", done.stderr)

    def test_list_names_every_module(self):
        self.assertEqual(self.synth("--list").stdout.split(), sorted(MODULES))

    def test_generic_gates_weigh_what_they_are_made_of(self):
        found = self.figures("leaf")
        # A NAND2 is one gate equivalent, a flip-flop with reset seven.
        self.assertEqual(found["ge"], 8 * (1 + 7))
        self.assertEqual((found["ff"], found["memory_bits"], found["lut6"]), (8, 0, 8))
        self.assertEqual(found["logic_depth"], 1)
        self.assertIsNone(found["fmax_mhz"])

    def test_parameters_reach_the_design(self):
        self.assertEqual(self.figures("leaf", "--param", "Width=3")["ff"], 3)
        self.assertEqual(self.figures("tree", "--param", "Leaves=5")["ff"], 40)

    def test_modules_add_up_to_the_whole(self):
        found = self.figures("tree", "--param", "Leaves=3")
        leaf = next(row for row in found["modules"] if row["name"] == "leaf")
        self.assertEqual((leaf["in"], leaf["instances"], leaf["ff"]), ("tree", 3, 24))
        self.assertEqual(sum(row["ge"] for row in found["modules"]), found["ge"])

    def test_large_memory_is_bits_and_a_small_one_is_registers(self):
        large = self.figures("shelf")
        self.assertEqual(large["memory_bits"], 300 * 5)
        self.assertEqual(large["memories"], [{"count": 1, "words": 300, "width": 5}])
        self.assertEqual(large["ff"], 5)
        # An inverter behind it: no path goes through a memory.
        self.assertEqual(large["logic_depth"], 1)
        small = self.figures("store", "--param", "Depth=8")
        self.assertEqual((small["memory_bits"], small["ff"]), (0, 8 * 5 + 5))

    def test_library_gives_area_and_clock(self):
        found = self.figures("leaf", "--liberty", "tiny.lib")
        self.assertEqual(found["library"], "tiny")
        self.assertEqual(found["area_um2"], 8 * (2.0 + 10.0))
        self.assertEqual(found["ge"], 8 * (2.0 + 10.0) / 2.0)
        # From a port: there is no path between registers, so nothing limits the clock.
        self.assertIsNone(found["fmax_mhz"])
        path = found["paths"]["input_to_register"]
        self.assertGreaterEqual(path["cells"], 1)
        self.assertAlmostEqual(path["ns"], 0.1 * path["cells"] + 0.05, places=3)
        self.assertEqual(path["to"][:3], "q_o")

    def test_area_alone_is_that_of_the_whole_run(self):
        whole = self.figures("leaf", "--liberty", "tiny.lib")
        alone = self.figures("leaf", "--liberty", "tiny.lib", "--area-only")
        for name in ("area_um2", "ge", "ff"):
            self.assertEqual(alone[name], whole[name])
        self.assertIsNone(alone["lut6"])
        self.assertEqual(alone["modules"], [])
        self.assertIn("logic", self.synth("leaf", "--liberty", "tiny.lib", "--area-only").stdout)

    def test_memory_counts_into_the_clock(self):
        fast = self.figures("shelf", "--liberty", "tiny.lib")
        slow = self.figures("shelf", "--liberty", "tiny.lib", "--memory-ns", "1.5")
        self.assertAlmostEqual(slow["critical_path_ns"] - fast["critical_path_ns"], 1.5, places=3)
        self.assertAlmostEqual(fast["fmax_mhz"], 1000 / fast["critical_path_ns"], delta=0.1)

    def test_clock_gives_slack(self):
        found = self.figures("shelf", "--liberty", "tiny.lib", "--clock-ns", "2")
        self.assertAlmostEqual(found["slack_ns"], 2 - found["critical_path_ns"], places=3)

    def test_kept_result_is_used_until_a_source_changes(self):
        self.figures("leaf", "--param", "Width=5")
        again = self.synth("leaf", "--param", "Width=5")
        self.assertNotIn("elaborating", again.stderr)
        self.assertIn("elaborating",
                      self.synth("leaf", "--param", "Width=5", "--no-cache").stderr)
        path = self.root / "rtl/leaf.sv"
        path.write_text(path.read_text(encoding="ascii").replace("~(a_i & b_i)", "a_i & b_i"),
                        encoding="ascii")
        try:
            self.assertIn("elaborating", self.synth("leaf", "--param", "Width=5").stderr)
        finally:
            (path).write_text(MODULES["leaf"], encoding="ascii")

    def test_wrong_requests_have_one_clear_line(self):
        self.refused(2, "TOP is missing")
        self.refused(2, "nosuch: rtl/files.f has no module of this name", "nosuch")
        self.refused(2, "leaf has no such parameter; it has Width", "leaf", "--param", "Size=2")
        self.refused(2, "must be a whole number", "leaf", "--param", "Width=x")
        self.refused(2, "write NAME=VALUE", "leaf", "--param", "Width")
        self.refused(2, "a clock needs a period", "leaf", "--clock-ns", "0")
        self.refused(2, "must be from 0", "leaf", "--clock-ns", "-1")
        self.refused(3, "parameters refused: leaf: Width must be at most 8", "leaf", "--param",
                     "Width=9")
        self.refused(4, "no such file", "leaf", "--liberty", "none.lib")

    def test_area_alone_needs_a_library_and_no_clock(self):
        for arguments in (("leaf", "--area-only"),
                          ("leaf", "--liberty", "tiny.lib", "--clock-ns", "2", "--area-only")):
            done = self.synth(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--area-only: needs --liberty", done.stderr)

    def test_latch_is_a_fault(self):
        self.refused(1, "latch", "latch")

    def test_library_that_lacks_something_is_named(self):
        for text, words in (
                (TINY.replace("ff (", "fff ("), "no flip-flop"),
                (TINY.replace("!(A & B)", "!(A | B)"), "no NAND2"),
                (TINY[:len(TINY) // 2], "is not a Liberty file"), ("", "is not a Liberty file")):
            (self.root / "bad.lib").write_text(text, encoding="ascii")
            self.refused(4, words, "leaf", "--liberty", "bad.lib")

    def test_missing_tool_is_named_with_what_installs_it(self):
        with tempfile.TemporaryDirectory() as bare:
            for tool in ("bash", "dirname"):
                os.symlink(shutil.which(tool), pathlib.Path(bare) / tool)
            self.refused(20, "yosys: not found; install it with: apt-get install yosys", "leaf",
                         env={"PATH": bare})
            os.symlink(shutil.which("yosys"), pathlib.Path(bare) / "yosys")
            self.refused(20, "apt-get install opensta", "leaf", "--liberty", "tiny.lib",
                         env={"PATH": bare})

    def test_functions_are_compared_by_truth(self):
        for text in ("!(A & B)", "(!A) | (!B)", "(A*B)'", "!(B&A)", "A' + B'"):
            expected = [True, True, True, False]
            if text == "(A*B)'":  # a quote behind a bracket is not read
                expected = []
            self.assertEqual(liberty.truth(text, ["A", "B"]), expected, text)
        self.assertEqual(liberty.truth("__import__('os')", ["A"]), [])
        self.assertEqual(liberty.truth("A(B)", ["A", "B"]), [])

    def test_names_of_a_path_are_those_of_registers(self):
        self.assertEqual(timing.pin_name("Startpoint: u_a.b_q[3]\\\\tiny_dff"), "u_a.b_q[3]")
        self.assertEqual(timing.pin_name("Endpoint: out_o (output port clocked by clk)"), "out_o")

    def test_every_module_of_the_project_can_be_a_top(self):
        self.assertIn("huff_enc", sources.modules())
        self.assertIn("Lanes", sources.parameters("huff_enc"))
        self.assertIn("rtl/huff/huff_enc_s5_order.sv", sources.needed("huff_enc"))
        self.assertNotIn("rtl/huff/huff_dec.sv", sources.needed("huff_enc"))


if __name__ == "__main__":
    unittest.main()
