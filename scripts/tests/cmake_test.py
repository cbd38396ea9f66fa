#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# cmake_test.py: a machine that cannot build Tern is told why, and how to mend it.
#
#   Spec  scripts/cmake/tern.cmake
#   Test  scripts/tests/cmake_test.py
"""Tests of the configuration step."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def is_own(file: str) -> bool:
    """Neither written by Verilator nor part of its run-time support."""
    return "verilated" not in file and not file.startswith("/usr/")


class Configure(unittest.TestCase):
    def configure(self, *args: str) -> tuple:
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run(
                ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", folder, *args],
                capture_output=True, text=True, check=False)
            flags = pathlib.Path(folder, "compile_commands.json")
            commands = json.loads(flags.read_text()) if flags.exists() else []
        return result.returncode, re.sub(r"\s+", " ", result.stdout + result.stderr), commands

    def test_another_language_standard_is_refused_by_name(self):
        for standard in ("14", "20"):
            rc, text, _ = self.configure(f"-DCMAKE_CXX_STANDARD={standard}")
            self.assertNotEqual(rc, 0)
            self.assertIn(f"Tern builds as C++17 only, but CMAKE_CXX_STANDARD is {standard}", text)

    def test_a_missing_library_names_its_debian_package(self):
        for library, package in (("fmt", "libfmt-dev"), ("nlohmann_json", "nlohmann-json3-dev"),
                                 ("CLI11", "libcli11-dev"), ("ZLIB", "zlib1g-dev"),
                                 ("GTest", "libgtest-dev")):
            with self.subTest(library=library):
                rc, text, _ = self.configure(f"-DCMAKE_DISABLE_FIND_PACKAGE_{library}=ON")
                self.assertNotEqual(rc, 0)
                self.assertIn(f"Tern needs {library}, which was not found. Run scripts/setup.sh, "
                              f"or install the Debian package {package}.", text)

    def test_missing_verilator_is_named_and_the_model_builds_without(self):
        hide = ["-DCMAKE_IGNORE_PATH=/usr/bin;/bin;/usr/local/bin",
                "-DCMAKE_CXX_COMPILER=/usr/bin/c++", "-DCMAKE_MAKE_PROGRAM=/usr/bin/ninja"]
        rc, text, _ = self.configure(*hide)
        self.assertNotEqual(rc, 0)
        self.assertIn("Tern needs verilator, which was not found.", text)
        self.assertIn("-DTERN_RTL=OFF", text)
        rc, text, _ = self.configure(*hide, "-DTERN_RTL=OFF")
        self.assertEqual(rc, 0, text)

    def test_own_code_has_strict_warnings_and_live_assertions_in_every_build_type(self):
        for build_type in ("", "Release", "RelWithDebInfo", "Debug"):
            with self.subTest(build_type=build_type):
                rc, text, commands = self.configure(f"-DCMAKE_BUILD_TYPE={build_type}")
                self.assertEqual(rc, 0, text)
                own = [c["command"] for c in commands if is_own(c["file"])]
                self.assertTrue(own)
                for command in own:
                    self.assertNotIn("NDEBUG", command)
                    for flag in ("-Wconversion", "-Wshadow", "-Wpedantic", "-Werror", "-std=c++17"):
                        self.assertIn(f" {flag}", command)

    def test_sanitizers_reach_own_code_only(self):
        rc, text, commands = self.configure("-DTERN_SANITIZE=ON")
        self.assertEqual(rc, 0, text)
        for command in commands:
            own = is_own(command["file"])
            self.assertEqual("-fsanitize=address,undefined" in command["command"], own)
            self.assertEqual("-fno-sanitize-recover=all" in command["command"], own)

    def test_every_test_of_a_program_gets_its_labels_and_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "model").mkdir()
            (root / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(sample CXX)\n"
                f'list(APPEND CMAKE_MODULE_PATH "{ROOT}/scripts/cmake")\n'
                "set(TERN_RTL OFF)\ninclude(tern)\nadd_subdirectory(model)\n")
            (root / "model/CMakeLists.txt").write_text(
                "tern_add_test(a_test SOURCES a_test.cc LABELS extra ENVIRONMENT A=1 B=2)\n")
            (root / "model/a_test.cc").write_text(
                "#include <gtest/gtest.h>\n#include <cstdlib>\n"
                'TEST(A, First) { EXPECT_STREQ(std::getenv("A"), "1"); }\n'
                'TEST(A, Second) { EXPECT_STREQ(std::getenv("B"), "2"); }\n')
            build = f"{folder}/build"
            for command in (["cmake", "-G", "Ninja", "-S", folder, "-B", build],
                            ["ninja", "-C", build, "tests_sanitize"]):
                subprocess.run(command, check=True, capture_output=True)
            for label in ("model", "sanitize", "extra"):
                result = subprocess.run(
                    ["ctest", "--test-dir", build, "-L", f"^{label}$", "--no-tests=error"],
                    capture_output=True, text=True, check=False)
                self.assertIn("100% tests passed, 0 tests failed out of 2", result.stdout)


if __name__ == "__main__":
    unittest.main()
