# SPDX-License-Identifier: Apache-2.0
#
# link_record_test.py: tests of scripts/link.py and its modules.
#
#   Spec  docs/link.md#system
#   Test  scripts/tests/link_record_test.py
"""Tests of scripts/link.py, its cases and its table."""

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

from experiment import collectives, corpora, link_tables, record  # noqa: E402


class CasesTest(unittest.TestCase):
    def test_books_never_see_what_is_sent(self):
        entries = [corpora.Entry(f"x_{kind}_l{layer}", pathlib.Path(f"{kind}{layer}.npy"), group,
                                 kind, 1)
                   for group in ("weights", "activations", "kv", "gradients")
                   for kind in ("query", "key", "value", "w_query", "residual", "ffn2")
                   for layer in range(4)]
        for case in collectives.CASES:
            sent, seen = set(case.files(entries, 0)), set(case.files(entries, 1))
            self.assertTrue(sent and seen, case.name)
            self.assertFalse(sent & seen, case.name)

    def test_names_are_unique_and_something_is_checked(self):
        names = [case.name for case in collectives.CASES]
        self.assertEqual(len(set(names)), len(names))
        self.assertTrue(any(case.checked for case in collectives.CASES))


class TableTest(unittest.TestCase):
    def setUp(self):
        self.found = record.load(ROOT / "docs/link.json")

    def test_every_case_and_size_is_there(self):
        rows = [(row["case"], row["bytes"]) for row in self.found["rows"]]
        self.assertEqual(rows, [(case.name, size) for case in collectives.CASES
                                for size in case.sizes])
        text = "\n".join(link_tables.parts(self.found))
        for case, _ in rows:
            self.assertIn(f"| {case}, ", text)

    def test_losses_are_bold_and_counted(self):
        rows = copy.deepcopy(self.found["rows"][:2])
        for row in rows:
            for link in row["links"]:
                link["speed_up"] = 1.25
        self.assertNotIn("**", link_tables.collective_table(rows))
        rows[0]["links"][1]["speed_up"] = 0.5
        self.assertIn("**0.50**", link_tables.collective_table(rows))
        self.assertEqual(sum(link_tables.losses(rows).values()), 1)

    def test_speed_ups_are_those_of_the_times(self):
        for row in self.found["rows"]:
            for link in row["links"]:
                self.assertAlmostEqual(link["speed_up"], link["plain_us"] / link["coded_us"], 4)
            self.assertEqual(row["nmse_db"] is not None, "lossy" in row["case"])

    def test_sizes_are_readable(self):
        self.assertEqual([link_tables.size(n) for n in (512, 4096, 1 << 24)],
                         ["512 B", "4 KiB", "16 MiB"])


class CommandTest(unittest.TestCase):
    def run_script(self, *arguments):
        return subprocess.run([sys.executable, "-B", str(SCRIPTS / "link.py"), *arguments],
                              capture_output=True, text=True, check=False)

    def test_without_tensors_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_script("--check", "--tensors", folder)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no manifest.json", done.stdout)

    def test_a_program_that_fails_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "manifest.json").write_text(json.dumps({"tensors": []}))
            done = self.run_script("--check", "--tensors", folder, "--tern", "false")
        self.assertEqual(done.returncode, 1)
        self.assertIn("exit code 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
