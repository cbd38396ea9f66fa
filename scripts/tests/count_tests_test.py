#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# count_tests_test.py: no way of failing is counted as a pass.
#
# Runs the real ctest on a project of tests that fail, hang, crash, are killed or are not there.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/count_tests_test.py
"""Tests of scripts/run_ctest.py and scripts/count_tests.py."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(verdicts LANGUAGES NONE)
enable_testing()
"""
PASS = "add_test(NAME good COMMAND true)\n"
KINDS = {
    "fails": "add_test(NAME fails COMMAND false)",
    "killed": 'add_test(NAME killed COMMAND sh -c "kill -KILL $$")',
    "crashes": 'add_test(NAME crashes COMMAND sh -c "kill -SEGV $$")',
    "hides": 'add_test(NAME hides COMMAND bash -c "set -o pipefail; kill -KILL $$ | tee log")',
    "hangs": "add_test(NAME hangs COMMAND sleep 30)\n"
             "set_tests_properties(hangs PROPERTIES TIMEOUT 1)",
    "missing": "add_test(NAME missing COMMAND no/such/program)",
    "starved": "add_test(NAME starved COMMAND true)\n"
               "set_tests_properties(starved PROPERTIES REQUIRED_FILES no/such/file)",
}
SKIP = """\
add_test(NAME chip COMMAND sh -c "echo no device; exit 77")
set_tests_properties(chip PROPERTIES SKIP_RETURN_CODE 77)
"""


class CountTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.results = self.dir / "build/results.xml"

    def script(self, name: str, *args) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, str(SCRIPTS / name), *map(str, args)],
                              capture_output=True, text=True, check=False)

    def ctest(self, tests: str, *args: str) -> subprocess.CompletedProcess:
        (self.dir / "CMakeLists.txt").write_text(PROJECT + tests)
        subprocess.run(["cmake", "-G", "Ninja", "-S", str(self.dir), "-B", str(self.dir / "build")],
                       check=True, capture_output=True)
        return self.script("run_ctest.py", self.dir / "build", *args)

    def count(self, *args) -> tuple:
        result = self.script("count_tests.py", *(args or (self.results,)))
        return result.returncode, result.stdout.splitlines()[-1], result.stdout

    def test_passing_tests_pass(self):
        run = self.ctest(PASS)
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual(self.count()[:2], (0, "1 passed, 0 failed"))

    def test_a_name_with_a_comment_passes_quietly(self):
        run = self.ctest('add_test(NAME "All/A.B/e4m3  # GetParam() = e4m3" COMMAND true)\n')
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual(self.count()[:2], (0, "1 passed, 0 failed"))

    def test_every_kind_of_failure_counts_as_failed(self):
        for name, tests in KINDS.items():
            with self.subTest(kind=name):
                run = self.ctest(PASS + tests)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(name, run.stdout)
                rc, last, text = self.count()
                self.assertEqual((rc, last), (1, "1 passed, 1 failed"))
                self.assertIn(f"FAILED: {name}: ", text)

    def test_skips_are_counted_apart_and_give_their_reason(self):
        self.assertEqual(self.ctest(PASS + SKIP).returncode, 0)
        rc, last, text = self.count()
        self.assertEqual((rc, last), (0, "1 passed, 0 failed, 1 skipped"))
        self.assertIn("skipped: chip: no device\n", text)

    def test_no_test_at_all_is_a_failure(self):
        self.assertNotEqual(self.ctest("").returncode, 0)
        self.assertEqual(self.count()[:2], (1, "0 passed, 1 failed"))

    def test_a_label_without_tests_is_a_failure(self):
        self.assertNotEqual(self.ctest(PASS, "--label", "gone").returncode, 0)
        self.assertEqual(self.count()[0], 1)

    def test_results_of_an_earlier_run_do_not_count(self):
        self.ctest(PASS)
        (self.dir / "build/CTestTestfile.cmake").write_text("message(FATAL_ERROR broken)\n")
        self.script("run_ctest.py", self.dir / "build")
        self.assertEqual(self.count()[0], 1)

    def test_a_missing_or_cut_result_file_is_a_failure(self):
        self.assertEqual(self.count(self.dir / "none.xml")[:2], (1, "0 passed, 1 failed"))
        self.ctest(PASS)
        cut = self.dir / "cut.xml"
        cut.write_bytes(self.results.read_bytes()[:-20])
        self.assertEqual(self.count(cut)[:2], (1, "0 passed, 1 failed"))

    def test_a_lost_entry_is_a_failure(self):
        self.ctest(PASS + "add_test(NAME more COMMAND true)")
        text = self.results.read_text()
        start = text.index("<testcase")
        end = text.index("</testcase>") + len("</testcase>")
        self.results.write_text(text[:start] + text[end:])
        self.assertEqual(self.count()[:2], (1, "1 passed, 1 failed"))

    def test_a_failed_ctest_is_a_failure_even_if_no_test_is(self):
        self.ctest(PASS)
        self.assertEqual(self.count("--ctest-rc", 8, self.results)[:2], (1, "1 passed, 1 failed"))

    def test_fewer_tests_than_the_floor_is_a_failure(self):
        self.ctest(PASS + SKIP)
        floor = self.dir / "floor.txt"
        for text, rc in (("1\n", 0), ("2\n", 1), ("", 1), ("many\n", 1)):
            with self.subTest(floor=text):
                floor.write_text(text)
                self.assertEqual(self.count("--floor", floor, self.results)[0], rc)

    def test_result_files_add_up_under_their_prefixes(self):
        self.ctest(PASS + KINDS["fails"])
        rc, last, text = self.count(self.results, f"again:{self.results}")
        self.assertEqual((rc, last), (1, "2 passed, 2 failed"))
        self.assertIn("FAILED: again.fails: ", text)


if __name__ == "__main__":
    unittest.main()
