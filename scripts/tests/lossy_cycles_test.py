#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# lossy_cycles_test.py: recorded cycles are shown as they are, and what changed is noticed.
#
#   Spec  docs/tdr_architecture.md
#   Test  scripts/tests/lossy_cycles_test.py
"""Tests of scripts/lossy_cycles.py and its tables."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import lossy_cycles  # noqa: E402
from experiment import lossy_cycles_tables, record  # noqa: E402


def report(tensors: list) -> dict:
    """What `tern eval` says of tensors that are recorded so."""
    return {"tensors": [{
        "name": one["name"] + ".npy", "values": one["values"], "match": one["match"],
        "engines": {"rtl": {
            "blocks_run": one["blocks"], "blocks_not_run": {}, "cycles": one["encoder"]["cycles"],
            "stall_cycles": one["encoder"]["stalls"],
            "latency_cycles": {"first": {"max": one["encoder"]["first"]},
                               "last": {"max": one["encoder"]["last"]}},
            "decode": {"cycles": one["decoder"]["cycles"], "bubbles": one["decoder"]["bubbles"],
                       "latency_cycles": {"first": {"max": one["decoder"]["first"]}}}}}}
        for one in tensors]}


class LossyCyclesTest(unittest.TestCase):
    def setUp(self):
        self.found = record.load(ROOT / "docs/lossy_cycles.json")
        self.rows = self.found["rows"]

    def check(self, rows: list) -> tuple:
        """Exit code and output of --check where the program measures `rows`."""
        reports = iter([report([one for one in row["tensors"]
                                if one["name"] in lossy_cycles.CHECKED]) for row in rows])
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(sys, "argv", ["lossy_cycles", "--check", "--corpus", folder]), \
                mock.patch("experiment.tool.run_json", lambda _: next(reports)), \
                contextlib.redirect_stderr(io.StringIO()), \
                contextlib.redirect_stdout(io.StringIO()) as out:
            for name in lossy_cycles.CHECKED:
                pathlib.Path(folder, f"{name}.npy").touch()
            return lossy_cycles.main(), out.getvalue()

    def test_every_mode_is_recorded_and_every_block_ran_and_matched(self):
        self.assertEqual([(row["mode"], row["arguments"]) for row in self.rows],
                         [(name, " ".join(words)) for name, words in lossy_cycles.MODES.items()])
        for row in self.rows:
            self.assertEqual(len(row["tensors"]), 6)
            for tensor in row["tensors"]:
                self.assertTrue(tensor["match"])
                self.assertEqual(tensor["not_run"], 0)

    def test_every_figure_is_in_the_text(self):
        text = "\n".join(lossy_cycles_tables.parts(self.found))
        for row in self.rows:
            for tensor in row["tensors"]:
                cells = [tensor["name"], tensor["blocks"], -(-tensor["values"] // 16),
                         *(tensor["encoder"][key] for key in ("stalls", "first", "last", "cycles")),
                         *(tensor["decoder"][key] for key in ("cycles", "bubbles", "first")), "yes"]
                self.assertIn("| " + " | ".join(map(str, cells)) + " |", text)

    def test_a_mismatch_is_shown(self):
        self.rows[0]["tensors"][0]["match"] = False
        self.assertEqual(lossy_cycles_tables.mode_table(self.rows[0]).count("| NO |"), 1)

    def test_check_notices_a_cycle(self):
        self.assertEqual(self.check(self.rows),
                         (0, "lossy_cycles: docs/lossy_cycles.json is fresh\n"))
        for unit in ("encoder", "decoder"):
            tensor = next(one for one in self.rows[1]["tensors"]
                          if one["name"] in lossy_cycles.CHECKED)
            tensor[unit]["cycles"] += 1
            rc, text = self.check(self.rows)
            tensor[unit]["cycles"] -= 1
            self.assertEqual(rc, 1)
            self.assertIn("is stale", text)

    def test_without_a_corpus_it_is_skipped(self):
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(sys, "argv", ["lossy_cycles", "--check", "--corpus", folder]), \
                contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(lossy_cycles.main(), 77)
        self.assertIn("skipped: no .npy file in", out.getvalue())


if __name__ == "__main__":
    unittest.main()
