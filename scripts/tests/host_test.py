#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# host_test.py: the programs in docs/host.md work as they are written there.
#
#   Spec  docs/host.md#use
#   Test  scripts/tests/host_test.py
"""Compiles and runs the examples of the document."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("TERN_BUILD") or ROOT / "build")


@unittest.skipUnless((BUILD / "model/fast/libtern_fast.a").exists(), f"no library in {BUILD}")
class Example(unittest.TestCase):
    def build_and_run(self, number: int, *libraries: str) -> None:
        text = (ROOT / "docs/host.md").read_text(encoding="ascii")
        program = re.findall(r"```cpp\n(.*?)```", text, re.S)[number]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "host.cc").write_text(program, encoding="ascii")
            own = [str(BUILD / f"model/{part}/libtern_{part}.a")
                   for part in ("fast", "huff", "common")]
            built = subprocess.run(
                ["c++", "-std=c++17", "-I", str(ROOT), "host.cc", *libraries[:1], *own,
                 *libraries[1:], "-lfmt", "-ldeflate", "-pthread", "-o", "host"], cwd=folder,
                capture_output=True, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stderr)
            done = subprocess.run(["./host"], cwd=folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            raw, wire = map(int, re.match(r"(\d+) -> (\d+) bytes\n", done.stdout).groups())
            self.assertLess(wire, raw)

    def test_that_of_the_fast_codec_gets_its_values_back(self):
        self.build_and_run(0)

    def test_that_of_the_cuda_kernels_gets_its_values_back(self):
        cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
        runtime = re.findall(r"^TERN_CUDART:FILEPATH=(/.*)$", cache, re.M)
        self.build_and_run(1, str(BUILD / "model/cuda/libtern_cuda.a"), *runtime, "-ldl", "-lrt")


LIBRARY = BUILD / "model" / "host" / "libtern.so"


@unittest.skipUnless(LIBRARY.exists(), f"no library in {BUILD}")
class FromC(unittest.TestCase):
    def test_is_plain_c_and_gets_its_values_back(self):
        text = (ROOT / "docs/host.md").read_text(encoding="ascii")
        program, = re.findall(r"```c\n(.*?)```", text, re.S)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "host.c").write_text(program, encoding="ascii")
            built = subprocess.run(
                ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT),
                 "host.c", "-L", str(LIBRARY.parent), "-ltern", f"-Wl,-rpath,{LIBRARY.parent}",
                 "-o", "host"], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stderr)
            done = subprocess.run(["./host"], cwd=folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            raw, wire = map(int, re.match(r"(\d+) -> (\d+) bytes\n", done.stdout).groups())
            self.assertLess(wire, raw)

    def test_shows_the_functions_of_the_header_and_nothing_else(self):
        header = (ROOT / "model/host/tern.h").read_text(encoding="ascii")
        functions = set(re.findall(r"^TERN_API [^(]*?\b(tern_\w+)\(", header, re.M))
        shown = subprocess.run(["nm", "-D", "--defined-only", str(LIBRARY)], capture_output=True,
                               text=True, check=True).stdout
        self.assertEqual({line.split()[-1] for line in shown.splitlines()}, functions)
        self.assertEqual(len(functions), 15)


if __name__ == "__main__":
    unittest.main()
