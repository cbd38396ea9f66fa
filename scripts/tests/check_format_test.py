#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# check_format_test.py: the format check finds, mends and then accepts a badly formatted file.
#
#   Spec  .clang-format
#   Test  scripts/tests/check_format_test.py
"""Tests of scripts/check_format.sh."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class CheckFormat(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "scripts").mkdir()
        shutil.copy(ROOT / "scripts/check_format.sh", self.root / "scripts")
        shutil.copy(ROOT / ".clang-format", self.root)

    def check(self, *args: str) -> subprocess.CompletedProcess:
        return subprocess.run(["bash", str(self.root / "scripts/check_format.sh"), *args],
                              capture_output=True, text=True, check=False)

    def test_bad_format_is_found_and_mended(self):
        (self.root / "model").mkdir()
        file = self.root / "model/a b.cc"
        file.write_text("int  *a ;\n")
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("a b.cc:1", result.stderr)
        self.assertEqual(self.check("--fix").returncode, 0)
        self.assertEqual(file.read_text(), "int* a;\n")
        self.assertEqual(self.check().returncode, 0)

    def test_checking_nothing_is_an_error(self):
        self.assertEqual(self.check().returncode, 2)

    def test_unknown_option_is_wrong_usage(self):
        self.assertEqual(self.check("--frobnicate").returncode, 2)


if __name__ == "__main__":
    unittest.main()
