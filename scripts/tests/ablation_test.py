#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# ablation_test.py: recorded losses are shown as they are, and what changed is noticed.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/ablation_test.py
"""Tests of scripts/ablation.py and its tables."""

import copy
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import ablation  # noqa: E402
from experiment import ablation_tables, fields, record  # noqa: E402


def row(without, *errors, bits=2.0):
    return {"without": without, "tensors": [
        {"name": name, "points": [{"rate_target": 2.0, "bits_per_value": bits, "nmse_db": error,
                                   "predict": "none", "transform": "bypass"}]}
        for name, error in zip("abcd", errors)]}


class AblationTest(unittest.TestCase):
    def setUp(self):
        self.ablation = record.load(ROOT / "docs/ablation.json")
        self.rows = self.ablation["rows"]

    def test_every_tool_and_tensor_is_recorded(self):
        self.assertEqual([(row["without"], row["arguments"]) for row in self.rows],
                         [(name, " ".join(words)) for name, words in ablation.ROWS.items()])
        names = [tensor["name"] for tensor in self.rows[0]["tensors"]]
        self.assertEqual(len([name for name in names if name.startswith("ocr")]), 6)
        for name in (*fields.FIELDS, *ablation.CHECKED):
            self.assertIn(name, names)
        for one in self.rows:
            self.assertEqual([tensor["name"] for tensor in one["tensors"]], names)
            for tensor in one["tensors"]:
                self.assertEqual([point["rate_target"] for point in tensor["points"]], [2, 3])
                for point in tensor["points"]:
                    self.assertLessEqual(point["bits_per_value"], point["rate_target"])

    def test_what_was_left_out_is_not_there(self):
        points = {one["without"]: [point for tensor in one["tensors"] for point in tensor["points"]]
                  for one in self.rows}
        self.assertEqual({point["transform"] for point in points["transform"]}, {"bypass"})
        self.assertNotIn("DCT-8x8", {point["transform"] for point in points["DCT-8x8"]})
        self.assertIn("DCT-8x8", {point["transform"] for point in points["nothing"]})
        self.assertFalse([point for point in points["axis"] if "along" in point["transform"]])
        self.assertTrue([point for point in points["nothing"] if "along" in point["transform"]])
        self.assertFalse([point for point in points["means"] if "mean" in point["predict"]])
        self.assertNotIn("delta", {point["predict"] for point in points["delta"]})

    def test_every_loss_is_in_the_text(self):
        text = "\n".join(ablation_tables.parts(self.ablation))
        for rate in (2, 3):
            lost = ablation_tables.losses(self.rows, rate)
            self.assertEqual(list(lost), list(ablation.ROWS)[1:])
            for tensor in self.rows[0]["tensors"]:
                cells = " | ".join(ablation_tables.shown(lost[name][tensor["name"]])
                                   for name in lost)
                self.assertIn(f"{cells} |", text)
        self.assertIn(self.ablation["command"], text)

    def test_losses_are_at_the_same_rate(self):
        rows = [row("nothing", -12), row("x", -11, bits=1.9)]
        self.assertAlmostEqual(ablation_tables.losses(rows, 2)["x"]["a"], 1 - 0.602)
        self.assertEqual(ablation_tables.shown(-0.001), "0.00")
        self.assertEqual(ablation_tables.shown(-0.014), "-0.01")

    def test_verdicts_name_where_a_tool_pays(self):
        rows = [row("nothing", 0, 0, 0, 0), row("none", 0, 0, 0.04, -1), row("all", 1, 2, 3, 4),
                row("one", 0, 1, 0, 0), row("most", 1, 2, 3, 0)]
        said = {name: ablation_tables.verdict(rows, name)
                for name in ("none", "all", "one", "most")}
        self.assertEqual(said["none"], "*none*: nowhere, 0.04 dB at most.")
        self.assertEqual(said["all"], "*all*: everywhere; 1.00 to 4.00 dB.")
        self.assertEqual(said["one"], "*one*: b; 1.00 dB.")
        self.assertEqual(said["most"], "*most*: everywhere but d; 1.00 to 3.00 dB.")

    def test_every_changed_number_is_found(self):
        got = copy.deepcopy(self.rows)
        self.assertEqual(record.difference(self.rows, got, "rows"), "")
        got[3]["tensors"][2]["points"][1]["nmse_db"] += 0.01
        self.assertIn("rows[3].tensors[2].points[1].nmse_db",
                      record.difference(self.rows, got, "rows"))
        few = ablation.only(self.rows, ablation.CHECKED)
        self.assertEqual([sorted(tensor["name"] for tensor in one["tensors"]) for one in few],
                         [sorted(ablation.CHECKED)] * len(self.rows))

    def test_files_are_the_corpus_and_the_fields_and_what_is_fetched(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "corpus").mkdir()
            (root / "corpus/w.npy").write_bytes(b"")
            (root / "tensors/kv").mkdir(parents=True)
            (root / "tensors/kv/kv_key_l4.npy").write_bytes(b"")
            found = ablation.files_of(root / "corpus", root / "tensors", root)
            self.assertEqual(list(found), ["w", *fields.FIELDS, "kv_key_l4"])
            self.assertTrue(all(path.exists() for path in found.values()))

    def test_without_a_corpus_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "ablation.py"), "--check",
                                   "--corpus", folder], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no .npy file", done.stdout)


if __name__ == "__main__":
    unittest.main()
