#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# regress_test.py: the run over many seeds reports what fails, continues, and repeats nothing.
#
#   Spec  docs/verification.md#many-seeds
#   Test  scripts/tests/regress_test.py
"""Tests of scripts/regress.sh."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

# One fails with odd seeds, and all note their runs.
TESTS = """
cmake_minimum_required(VERSION 3.22)
project(many NONE)
enable_testing()
add_test(NAME one.always COMMAND sh -c "echo $TERN_SEED $TERN_MUTATIONS $TERN_LONG >>runs")
add_test(NAME one.odd COMMAND sh -c "test $((TERN_SEED % 2)) -eq 0")
set_tests_properties(one.always one.odd PROPERTIES LABELS tb)
add_test(NAME two.other COMMAND sh -c "echo other >>runs")
"""


class RegressTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "CMakeLists.txt").write_text(TESTS)
        self.build = self.folder / "build"
        subprocess.run(["cmake", "-G", "Ninja", "-S", self.folder, "-B", self.build], check=True,
                       capture_output=True)

    def regress(self, *arguments, code=0):
        env = {k: v for k, v in os.environ.items() if not k.startswith("TERN_")}
        done = subprocess.run(
            ["bash", str(SCRIPTS / "regress.sh"), "--no-build", "--out", str(self.folder / "out"),
             *map(str, arguments)], capture_output=True, text=True, check=False,
            env={**env, "TERN_BUILD_DIR": str(self.build), "TERN_JOBS": "1"})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def runs(self):
        path = self.build / "runs"
        return path.read_text().split("\n")[:-1] if path.exists() else []

    def test_failing_seeds_are_named_with_their_tests(self):
        text = self.regress("--first", 2, "--seeds", 4, code=1)
        self.assertIn("seed 2: passed", text)
        self.assertIn("seed 3: 1 failed", text)
        self.assertIn(f"repro: TERN_LONG=1 TERN_SEED=3 ctest --test-dir {self.build} -R "
                      "'^one\\.odd$'", text)
        self.assertIn("4 seeds, 2 with failures", text)
        self.assertEqual(self.runs(), [f"{seed} 1000000 1" for seed in (2, 3, 4, 5)])

    def test_seeds_that_were_run_are_not_repeated(self):
        self.regress("--first", 1, "--seeds", 2, code=1)
        text = self.regress("--first", 1, "--seeds", 3, code=1)
        self.assertIn("3 seeds, 2 with failures", text)
        self.assertEqual(len(self.runs()), 3)

    def test_other_tests_start_afresh(self):
        self.regress("--first", 2, "--seeds", 1)
        self.regress("--first", 2, "--seeds", 1, "--match", "two")
        self.assertEqual(self.runs(), ["2 1000000 1", "other"])

    def test_no_matching_test_is_an_error(self):
        text = self.regress("--match", "nothing", code=1)
        self.assertIn("no test has a name like 'nothing'", text)

    def test_wrong_usage_is_refused(self):
        for arguments in (["--seeds", "x"], ["--seeds"], ["--first", "-1"], ["more"]):
            self.regress(*arguments, code=2)


if __name__ == "__main__":
    unittest.main()
