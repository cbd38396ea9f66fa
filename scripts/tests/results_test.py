#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# results_test.py: a stale result is noticed, however small the difference.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/results_test.py
"""Tests of scripts/measure.py and scripts/results.py."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import measure  # noqa: E402
import results  # noqa: E402


def recorded() -> dict:
    return json.loads((ROOT / "docs/results.json").read_text(encoding="ascii"))


class MeasureTest(unittest.TestCase):
    def test_equal_results_have_no_difference(self):
        self.assertEqual(measure.first_difference(recorded(), recorded()), "")

    def test_every_changed_leaf_is_found(self):
        want = measure.comparable(recorded())
        for path, value in leaves(want):
            if isinstance(value, bool) or not isinstance(value, int):
                continue
            got = copy.deepcopy(want)
            holder = got
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = value + 1
            self.assertNotEqual(measure.first_difference(want, got), "", path)

    def test_missing_and_surplus_entries_are_found(self):
        self.assertIn(".b", measure.first_difference({"a": 1}, {"a": 1, "b": 2}))
        self.assertIn(".b", measure.first_difference({"a": 1, "b": 2}, {"a": 1}))
        self.assertNotEqual(measure.first_difference([1, 2], [1]), "")

    def test_speed_and_date_are_not_compared(self):
        self.assertEqual(measure.comparable({"date": "x", "speed": {"a": 1}, "n": 1}), {"n": 1})

    def test_without_a_corpus_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, str(SCRIPTS / "measure.py"), "--check",
                                   "--corpus", folder], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no .npy file", done.stdout)

    def test_a_failing_command_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.npy").write_bytes(b"")
            done = subprocess.run([sys.executable, str(SCRIPTS / "measure.py"), "--check",
                                   "--corpus", folder, "--tern", "/bin/false"],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/bin/false eval", done.stderr)


class ResultsTest(unittest.TestCase):
    def test_every_recorded_tensor_is_shown(self):
        text = results.render_results(recorded())
        for entry in recorded()["eval"]:
            for tensor in entry["tensors"]:
                self.assertIn(results.short(tensor["name"]), text)

    def test_a_mismatch_is_shouted(self):
        data = recorded()
        data["eval"][0]["tensors"][0]["match"] = False
        lanes, dtype = data["eval"][0]["lanes"], data["eval"][0]["dtype"]
        self.assertIn("| NO |", results.ratio_table(results.find(data, dtype, lanes)))

    def test_a_changed_figure_changes_the_text(self):
        data = recorded()
        for tensor in data["eval"][0]["tensors"]:
            tensor["circuit"]["cycles"] += 1
        self.assertNotEqual(results.render_results(data), results.render_results(recorded()))


def leaves(value, path=()):
    """Every (path, leaf) below `value`."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from leaves(entry, (*path, index))
    else:
        yield path, value


if __name__ == "__main__":
    unittest.main()
