#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# run_test.py: run.sh and test.sh end with the right exit code and last line, whatever happens.
#
# The scripts are copied beside a project of a few lines whose `tern` prints its arguments.
#
#   Spec  scripts/run.sh
#   Test  scripts/tests/run_test.py
"""Tests of scripts/run.sh, scripts/test.sh and scripts/lib.sh."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES NONE)
set(tern "${CMAKE_BINARY_DIR}/bin/tern")
add_custom_command(OUTPUT "${tern}"
  COMMAND cp "${CMAKE_SOURCE_DIR}/tern.sh" "${tern}"
  COMMAND sh -c "echo built >>'${CMAKE_SOURCE_DIR}/builds'"
  DEPENDS tern.sh VERBATIM)
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
add_custom_target(tern ALL DEPENDS "${tern}")
add_custom_target(tests_sanitize)
enable_testing()
add_test(NAME model COMMAND true)
set_tests_properties(model PROPERTIES LABELS "model;sanitize")
add_test(NAME tool COMMAND true)
"""
TERN = '#!/bin/bash\nprintf "%s\\n" "${PWD}" "$@"\nexit "${TERN_RC:-0}"\n'


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "a tree"
        (self.root / "scripts").mkdir(parents=True)
        for name in ("run.sh", "test.sh", "lib.sh", "setup.sh", "run_ctest.py", "count_tests.py"):
            shutil.copy(SCRIPTS / name, self.root / "scripts")
        self.write("scripts/packages.txt", "dpkg  # is always there\n")
        self.write("scripts/test_floor.txt", "3\n")
        self.write("CMakeLists.txt", PROJECT)
        self.write("tern.sh", TERN)
        (self.root / "tern.sh").chmod(0o755)

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text)

    def script(self, name: str, *args: str, cwd: str = "", **env: str):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("TERN_")}
        return subprocess.run(["bash", str(self.root / "scripts" / name), *args],
                              env={**clean, **env}, cwd=cwd or self.root, capture_output=True,
                              text=True, check=False, stdin=subprocess.DEVNULL)

    def builds(self) -> int:
        file = self.root / "builds"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def test_run_without_arguments_evaluates_the_sample(self):
        result = self.script("run.sh")
        self.assertEqual(result.returncode, 0, result.stderr)
        words = result.stdout.splitlines()
        self.assertEqual(words[1], "eval")
        self.assertIn("out/report.json", words)
        self.assertEqual(words[-4:], ["--json", "out/report.json", "--html", "out/report.html"])
        self.assertTrue((SCRIPTS.parent / words[2]).is_file(), words[2])

    def test_run_from_elsewhere_writes_to_the_same_place(self):
        words = self.script("run.sh", cwd="/").stdout.splitlines()
        self.assertEqual(words[-1], f"{self.root}/out/report.html")

    def test_each_phase_has_a_line_without_a_terminal(self):
        first, second = self.script("run.sh").stderr, self.script("run.sh").stderr
        self.assertRegex(first, r"\Atern: configuring .*\ntern: building tern .*build.log\)\n\Z")
        self.assertRegex(second, r"\Atern: building tern .*build.log\)\n\Z")

    def test_a_second_run_builds_nothing(self):
        self.script("run.sh")
        result = self.script("run.sh")
        self.assertEqual((result.returncode, self.builds()), (0, 1))
        self.assertNotIn("configuring", result.stderr)

    def test_arguments_and_folder_are_passed_on(self):
        self.write("a b.npy", "")
        tensor = str(self.root / "a b.npy")
        result = self.script("run.sh", tensor, "--json=x.json", "--html", "y.html", cwd="/")
        self.assertEqual(result.stdout.splitlines(),
                         ["/", "eval", tensor, "--json=x.json", "--html", "y.html"])

    def test_a_mistyped_name_is_found_before_the_build(self):
        result = self.script("run.sh", "no such.npy", "--json=x.json")
        self.assertEqual((result.returncode, result.stdout, self.builds()), (3, "", 0))
        self.assertIn("no such.npy: no such file", result.stderr)

    def test_the_exit_code_passes_through(self):
        self.write("x.npy", "")
        result = self.script("run.sh", str(self.root / "x.npy"), "--json", "j", TERN_RC="5")
        self.assertEqual(result.returncode, 5)

    def test_help_builds_nothing(self):
        for name in ("run.sh", "test.sh"):
            result = self.script(name, "--help")
            self.assertEqual((result.returncode, self.builds()), (0, 0))
            self.assertIn(f"usage: scripts/{name}", result.stdout)

    def test_a_copied_build_folder_is_configured_afresh(self):
        self.script("run.sh")
        moved = self.root.parent / "moved"
        shutil.move(self.root, moved)
        self.root = moved
        result = self.script("run.sh")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("configuring", result.stderr)

    def test_a_build_failure_stops_the_run_and_shows_why(self):
        self.write("CMakeLists.txt", PROJECT.replace("cp ", "echo why-it-failed && false "))
        result = self.script("run.sh")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("why-it-failed", result.stderr)
        self.assertIn("error: the build failed", result.stderr)

    def test_a_missing_package_stops_the_run(self):
        self.write("scripts/packages.txt", "tern-no-such-package  # never there\n")
        tools = self.root / "tools"
        tools.mkdir()
        for name, text in (("id", "echo 1000"), ("sudo", "exit 1")):
            (tools / name).write_text(f"#!/bin/bash\n{text}\n")
            (tools / name).chmod(0o755)
        result = self.script("run.sh", PATH=f"{tools}:{os.environ['PATH']}")
        self.assertEqual((result.returncode, self.builds()), (20, 0))
        self.assertIn("tern-no-such-package", result.stderr)

    def last_line_of_test(self) -> tuple:
        result = self.script("test.sh")
        return result.returncode, result.stdout.splitlines()[-1]

    def test_all_passing_counts_the_sanitizer_pass_too(self):
        self.assertEqual(self.last_line_of_test(), (0, "3 passed, 0 failed"))

    def test_a_failing_test_fails_the_suite(self):
        self.write("CMakeLists.txt", PROJECT.replace("NAME tool COMMAND true",
                                                     "NAME tool COMMAND false"))
        self.assertEqual(self.last_line_of_test(), (1, "2 passed, 1 failed"))

    def test_a_killed_test_fails_the_suite(self):
        self.write("CMakeLists.txt", PROJECT.replace(
            "NAME tool COMMAND true", 'NAME tool COMMAND sh -c "kill -KILL $$"'))
        self.assertEqual(self.last_line_of_test(), (1, "2 passed, 1 failed"))

    def test_too_few_tests_fail_the_suite(self):
        self.write("scripts/test_floor.txt", "4\n")
        self.assertEqual(self.last_line_of_test(), (1, "3 passed, 1 failed"))

    def test_a_sanitizer_pass_without_tests_fails_the_suite(self):
        self.write("CMakeLists.txt", PROJECT.replace("model;sanitize", "model"))
        self.write("scripts/test_floor.txt", "0\n")
        rc, line = self.last_line_of_test()
        self.assertEqual((rc, line), (1, "2 passed, 1 failed"))

    def test_a_broken_build_or_configuration_is_one_failure(self):
        for text in (PROJECT.replace("cp ", "false "), PROJECT + "message(FATAL_ERROR no)\n",
                     PROJECT.replace("add_custom_target(tests_sanitize)", "")):
            self.write("CMakeLists.txt", text)
            self.assertEqual(self.last_line_of_test(), (1, "0 passed, 1 failed"))


if __name__ == "__main__":
    unittest.main()
