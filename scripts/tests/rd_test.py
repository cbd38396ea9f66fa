#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# rd_test.py: recorded gains are shown as they are, and what changed is noticed.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/rd_test.py
"""Tests of scripts/rd.py and its tables."""

import copy
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import rd  # noqa: E402
from experiment import rd_tables, record  # noqa: E402


class RdTest(unittest.TestCase):
    def setUp(self):
        self.rd = record.load(ROOT / "docs/rd.json")

    def test_all_states_rates_and_tensors_are_recorded(self):
        self.assertEqual([(run["effort"], run["states"]) for run in self.rd["runs"]],
                         list(rd.RUNS))
        for run in self.rd["runs"]:
            self.assertEqual(rd_tables.rates(run), list(rd_tables.REQUIRED))
            self.assertEqual(len(run["tensors"]), 6)
            for tensor in run["tensors"]:
                for point in tensor["points"]:
                    self.assertLessEqual(point["bits_per_value"], point["rate_target"])

    def test_every_gain_is_in_the_text(self):
        text = "\n".join(rd_tables.parts(self.rd))
        for run in self.rd["runs"]:
            self.assertIn(run["command"], text)
            for tensor in run["tensors"]:
                cells = " | ".join(rd_tables.shown(p["gain_db"]) for p in tensor["points"])
                self.assertIn(f"| {tensor['name']} | {cells} |", text)

    def test_what_a_circuit_does_loses_less_than_is_allowed(self):
        runs = {(run["effort"], run["states"]): run for run in self.rd["runs"]}
        losses = rd_tables.lost(runs["stream", 4], runs["best", 32])
        self.assertEqual(len(losses), 6)
        self.assertLessEqual(max(map(max, losses)), rd_tables.MOST_LOST)
        text = rd_tables.lost_table(runs["stream", 4], runs["best", 32])
        for tensor, found in zip(runs["stream", 4]["tensors"], losses):
            self.assertIn(f"| {tensor['name']} | {' | '.join(map(rd_tables.shown, found))} |", text)

    def test_mean_and_least_leave_out_what_the_peer_does_not_have(self):
        points = [[{"rate_target": 2, "gain_db": gain}] for gain in (1.75, None, 2.25)]
        run = {"tensors": [{"name": str(i), "points": p} for i, p in enumerate(points)]}
        text = rd_tables.gain_table(run)
        self.assertIn("| 1 | - |", text)
        self.assertIn("| mean | 2.00 |", text)
        self.assertIn("| least | 1.75 |", text)
        self.assertIn("Every tensor", rd_tables.verdict(run))
        points[0][0]["gain_db"] = 1.49
        self.assertEqual(rd_tables.verdict(run), "Less than required: 0 at 2 bit.")

    def test_every_changed_number_is_found(self):
        for index, run in enumerate(self.rd["runs"]):
            for field in rd.FIELDS:
                changed = copy.deepcopy(self.rd)
                changed["date"] = "1970-01-01"
                self.assertEqual(record.difference(self.rd, changed, "rd"), "")
                point = changed["runs"][index]["tensors"][2]["points"][1]
                point[field] = point[field] + 0.01 if field not in ("predict", "transform") else "x"
                self.assertIn(f"rd.runs[{index}].tensors[2].points[1].{field}",
                              record.difference(self.rd, changed, "rd"))
            self.assertIn("tern rd CORPUS/*.npy --effort", run["command"])

    def test_without_a_corpus_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            def check(*more):
                return subprocess.run([sys.executable, "-B", str(SCRIPTS / "rd.py"), "--check",
                                       "--corpus", folder, *more],
                                      capture_output=True, text=True, check=False)
            done = check()
            self.assertEqual(done.returncode, 77)
            self.assertIn("skipped: no .npy file", done.stdout)
            (pathlib.Path(folder) / "a.npy").write_bytes(b"")
            done = check("--peer", str(pathlib.Path(folder) / "none.json"))
            self.assertEqual(done.returncode, 77)
            self.assertIn("none.json", done.stdout)


if __name__ == "__main__":
    unittest.main()
