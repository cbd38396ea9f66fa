#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# check_style_test.py: every style rule fires on a bad snippet and stays quiet on a good one.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""Tests of scripts/check_style.py."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import check_style  # noqa: E402
from snippets import BAD, GOOD  # noqa: E402
from style.source import Source  # noqa: E402


class CheckStyle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs").mkdir()
        (self.root / "docs/a.md").write_text("# Title\n\n## Some heading\n")

    def rules(self, path: str, text: str) -> list:
        findings = check_style.check(Source(path, text.encode()), self.root)
        return [finding.rule for finding in findings]

    def test_every_rule_fires_alone(self):
        for rule, path, text in BAD:
            with self.subTest(rule=rule, path=path, text=text[-80:]):
                self.assertEqual(set(self.rules(path, text)), {rule})

    def test_every_rule_has_a_bad_snippet(self):
        self.assertEqual({rule for rule, _, _ in BAD}, set(check_style.RULES))

    def test_good_snippets_are_clean(self):
        for path, text in GOOD:
            with self.subTest(path=path, text=text[-80:]):
                self.assertEqual(self.rules(path, text), [])

    def run_script(self, *args: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "check_style.py"), "--root", str(self.root), *args],
            capture_output=True, text=True, check=False)

    def test_exit_code_and_message_name_the_finding(self):
        (self.root / "bad.md").write_text("text without newline")
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("bad.md:1: end-of-file: exactly one newline", result.stdout)

    def test_clean_tree_exits_zero(self):
        result = self.run_script()
        self.assertEqual((result.returncode, result.stdout),
                         (0, "check_style: 1 files clean\n"))

    def test_results_of_builds_are_not_checked(self):
        for path in ("build/a.md", "build-asan/b/a.md", "out/a.md", "model/__pycache__/a.md"):
            (self.root / path).parent.mkdir(parents=True)
            (self.root / path).write_text("no newline")
        self.assertEqual(self.run_script().returncode, 0)

    def test_empty_tree_is_an_error(self):
        (self.root / "docs/a.md").unlink()
        self.assertEqual(self.run_script().returncode, 1)


if __name__ == "__main__":
    unittest.main()
