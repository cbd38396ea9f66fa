#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# areas_test.py: the record of areas notices changed sources, and its figures agree.
#
#   Spec  docs/synthesis.md#the-record
#   Test  scripts/tests/areas_test.py
"""Tests of scripts/areas.py and its modules; no tool of the flow runs."""

import copy
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

from experiment import area_tables  # noqa: E402
from synthesis import area_record  # noqa: E402

RESULT = {"ge": 1000.0, "ff": 70, "memory_bits": 512, "lut6": 300, "logic_depth": 9,
          "critical_path_ns": 4.0, "fmax_mhz": 250.0, "speed_ge": 1100.0,
          "modules": [{"name": "tern_crc32", "in": "huff_dec_check", "ge": 50.0},
                      {"name": "tern_fifo", "in": "huff_enc_lane", "ge": 400.0},
                      {"name": "tern_fifo", "in": "huff_enc_s5_order", "ge": 30.0}]}


def unit(top: str) -> dict:
    return next(u for u in area_record.UNITS if u["top"] == top)


class FingerprintTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        shutil.copytree(ROOT / "rtl", self.root / "rtl")
        self.rows = [area_record.row(self.root, u, RESULT) for u in area_record.UNITS]

    def tearDown(self):
        self.folder.cleanup()

    def change(self, name: str, old: str, new: str) -> list:
        path = self.root / "rtl" / name
        text = path.read_text(encoding="ascii")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new), encoding="ascii")
        return area_record.stale(self.root, self.rows)

    def test_a_fresh_record_is_fresh(self):
        self.assertEqual(area_record.stale(self.root, self.rows), [])

    def test_comments_and_layout_do_not_count(self):
        self.assertEqual(self.change("huff/huff_dec_ring.sv", "  always_comb begin\n",
                                     "  // A comment.\n\n   always_comb   begin\n"), [])

    def test_changed_code_makes_the_units_stale_that_need_it(self):
        found = self.change("huff/huff_dec_ring.sv", "Words'(1)", "Words'(2)")
        self.assertEqual(found, [area_record.name(u) for u in area_record.UNITS
                                 if u["top"] == "huff_dec"])
        found = self.change("common/tern_crc32.sv", "EDB88320", "EDB88321")
        self.assertEqual(len(found), len(area_record.UNITS))

    def test_a_missing_row_is_stale(self):
        missing = self.rows.pop(3)
        self.assertEqual(area_record.stale(self.root, self.rows), [area_record.name(missing)])


class RowTest(unittest.TestCase):
    def test_framing_is_listed_apart(self):
        self.assertEqual(area_record.framing("huff_enc", RESULT["modules"]), 80.0)
        self.assertEqual(area_record.framing("huff_dec", RESULT["modules"]), 50.0)
        row = area_record.row(ROOT, unit("huff_enc"), RESULT)
        self.assertEqual(row["lane_ge"], (1000 - 80) / int(row["params"]["Lanes"]))

    def test_framing_names_modules_that_exist(self):
        names = {path.stem for path in ROOT.glob("rtl/*/*.sv")}
        for modules in area_record.FRAMING.values():
            for name, owner in modules:
                self.assertIn(name, names)
                self.assertIn(owner or name, names)

    def test_rows_keep_the_order_of_the_units(self):
        rows = [area_record.row(ROOT, u, RESULT) for u in area_record.UNITS]
        self.assertEqual(area_record.in_order(rows[::-1]), rows)


@unittest.skipUnless((ROOT / "docs/areas.json").exists(), "docs/areas.json is not recorded")
class RecordTest(unittest.TestCase):
    def setUp(self):
        self.areas = json.loads((ROOT / "docs/areas.json").read_text(encoding="ascii"))

    def test_figures_agree(self):
        for row in self.areas["rows"]:
            lanes = int(row["params"]["Lanes"])
            self.assertAlmostEqual(row["lane_ge"], (row["ge"] - row["framing_ge"]) / lanes, 0)
            self.assertAlmostEqual(row["fmax_mhz"] * row["critical_path_ns"], 1000, -1)

    def test_a_value_costs_less_than_a_symbol_of_every_peer(self):
        least = min(um2 / area_tables.NAND2_UM2 / rate
                    for unit_name, _, _, um2, rate, _ in area_tables.PEERS
                    if unit_name.startswith("cr_") or "decoder" in unit_name)
        # What is once a unit, framing above all, weighs on few lanes.
        rows = [row for row in self.areas["rows"]
                if row["kind"] == "compact" and row["params"]["Lanes"] == "16"]
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertLess(row["ge"] / 16, least, row["top"])

    def test_every_row_is_shown(self):
        text = "\n".join(area_tables.parts(self.areas))
        shown = copy.deepcopy(self.areas["rows"])
        self.assertEqual(sum(line.startswith(("| encoder", "| decoder"))
                             for line in text.splitlines()), len(shown))


class CommandTest(unittest.TestCase):
    def test_record_needs_a_library(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "areas.py"), "--record"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--liberty", done.stderr)


if __name__ == "__main__":
    unittest.main()
