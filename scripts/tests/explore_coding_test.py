#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# explore_coding_test.py: a sweep sends tensors through `tern`, and says which circuit it was.
#
# The program is that of TERN_BIN, or build/bin/tern; without it the test is skipped. The circuits
# that are synthesised are toys with the encoder's parameters.
#
#   Spec  docs/explore.md#coding
#   Test  scripts/tests/explore_coding_test.py
"""Tests of scripts/explore.py with tensors."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from sweep_project import Project  # noqa: E402

TERN = pathlib.Path(os.environ.get("TERN_BIN") or SCRIPTS.parent / "build/bin/tern")
SKIPPED = 77


class CodingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)
        rng = np.random.RandomState(1)
        for name in ("w.npy", "other.npy"):
            np.save(cls.project.root / name, rng.normal(0, 0.05, 3000).astype(np.float32))

    def setUp(self):
        self.project.clear()

    def rows(self, params: dict, coding: dict, *arguments, code: int = 0, tern=TERN, **fields):
        self.project.spec({"top": "huff_enc", "params": params, "coding": coding},
                          **{"tensors": ["w.npy"], **fields})
        self.project.explore(self, "--tern", tern, *arguments, code=code)
        return self.project.result()["rows"]

    def wrapped(self, *lines: str) -> pathlib.Path:
        """A program that does these lines of a shell and then what `tern` does."""
        path = self.project.root / "wrapped"
        path.write_text("\n".join(["#!/bin/sh", *lines, f'exec {TERN} "$@"\n']), encoding="ascii")
        path.chmod(0o755)
        return path

    def test_rows_have_what_eval_reports(self):
        row, = self.rows({"Lanes": 2}, {"dtype": "bf16"})
        books, report = self.project.root / "b.json", self.project.root / "r.json"
        subprocess.run([TERN, "train", "w.npy", "--dtype", "bf16", "--max-len", "15", "-o", books],
                       cwd=self.project.root, check=True, capture_output=True)
        subprocess.run([TERN, "eval", "w.npy", "--dtype", "bf16", "--lanes", "2", "--books", books,
                        "--json", report], cwd=self.project.root, check=True, capture_output=True)
        tensor, = json.loads(report.read_text(encoding="ascii"))["tensors"]
        circuit = tensor["engines"]["rtl"]
        self.assertAlmostEqual(row["ratio"], tensor["raw_bytes"] / tensor["wire_bytes"], 4)
        self.assertAlmostEqual(row["values_per_cycle"], circuit["values_per_cycle"], 3)
        self.assertEqual(row["latency_cycles"], circuit["latency_cycles"]["p99"])
        self.assertEqual((row["circuit"], row["values_per_cycle_from"], row["in_sample"]),
                         (circuit["circuit"], "simulation", True))
        if circuit["circuit"].startswith("huff_enc_n2"):
            self.assertEqual(row["circuit_differs_in"], ["Books", "Counters"])

    def test_limits_of_the_circuit_cost_ratio(self):
        found = self.rows({"MaxCodeLen": [8, 15], "BookKind": ["full", "top"], "TopSymbols": 3},
                          {"dtype": "bf16"}, train_on=["other.npy"])
        ratio = {(row["params"]["MaxCodeLen"], row["params"]["BookKind"]): row["ratio"]
                 for row in found}
        self.assertGreater(ratio[15, 0], ratio[15, 1])
        self.assertGreaterEqual(ratio[15, 0], ratio[8, 0])
        self.assertEqual({row["in_sample"] for row in found}, {False})

    def test_without_a_circuit_in_the_build_the_row_says_so(self):
        row, = self.rows({"Lanes": 2, "WordBits": 64}, {"dtype": "bf16"})
        self.assertGreater(row["ratio"], 1)
        self.assertIsNone(row["latency_cycles"])
        self.assertRegex(row["note"], "no encoder with .* is built; there are")
        self.assertEqual((row["values_per_cycle"], row["values_per_cycle_from"]), (2, "design"))

    def test_values_that_do_not_fit_leave_the_area(self):
        found = self.rows({}, {"dtype": ["fp32", "bf17"]})
        for row, words in zip(found, ("fp32 has 32 bits, and a value of the unit 16",
                                      "'bf17' is not a dtype")):
            self.assertEqual((row["status"], row["ratio"]), ("done", None))
            self.assertIn(words, row["note"])

    def test_lossy_coding_has_an_error(self):
        self.project.spec({"top": "tdr_inverse", "coding": {"dtype": "bf16", "effort": "stream",
                                                            "rate": [2, 4]}}, tensors=["w.npy"])
        self.project.explore(self, "--tern", TERN)
        coarse, fine = self.project.result()["rows"]
        self.assertLess(fine["nmse_db"], coarse["nmse_db"])
        self.assertLessEqual(coarse["bits_per_value"], 2)
        self.assertAlmostEqual(fine["ratio"] * fine["bits_per_value"], 16, 2)
        self.assertTrue(coarse["front"] and fine["front"])
        self.assertIn("no engine", fine["note"])

    def test_evaluations_are_kept_and_shared(self):
        # Two circuits that code alike, and a second sweep with the same tensors.
        calls = self.project.root / "calls"
        tern = self.wrapped(f'echo "$1" >> {calls}')
        self.rows({"Books": [2, 3]}, {"dtype": "bf16"}, tern=tern)
        self.rows({"Books": [2, 3, 4]}, {"dtype": "bf16"}, tern=tern)
        self.assertEqual(calls.read_text(encoding="ascii").split(), ["train", "eval"])
        calls.unlink()
        # Another program may give other figures.
        tern = self.wrapped("# Another one.", f'echo "$1" >> {calls}')
        self.rows({"Books": [2]}, {"dtype": "bf16"}, tern=tern)
        self.assertEqual(calls.read_text(encoding="ascii").split(), ["train", "eval"])

    def test_no_sim_runs_synthesis_alone(self):
        row, = self.rows({}, {"dtype": "bf16"}, "--no-sim", tern="nowhere")
        self.assertIsNone(row["ratio"])
        self.assertEqual(row["status"], "done")

    def test_a_program_that_fails_is_told_and_tried_again(self):
        for exit_code, expected in ((6, 6), (99, 8)):
            tern = self.wrapped(f'[ "$1" = eval ] && echo "tern: w: broke; x" >&2 && '
                                f'exit {exit_code}')
            row, = self.rows({}, {"dtype": "bf16"}, code=expected, tern=tern)
            self.assertEqual((row["status"], row["reason"]), ("failed", "w: broke; x"))
            self.assertIsNotNone(row["ge"])
        row, = self.rows({}, {"dtype": "bf16"})
        self.assertEqual(row["status"], "done")

    def test_tensors_that_are_none_are_told(self):
        (self.project.root / "bad.npy").write_bytes(b"\x93NUMPY\1\0")
        row, = self.rows({}, {"dtype": "bf16"}, tensors=["bad.npy"])
        self.assertIn("bad.npy", row["note"])


if __name__ == "__main__":
    if not TERN.exists():
        print(f"explore_coding_test: skipped, {TERN} is not built")
        sys.exit(SKIPPED)
    unittest.main()
