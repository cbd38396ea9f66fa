#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# host_test.py: the program in docs/host.md works as it is written there.
#
#   Spec  docs/host.md#use
#   Test  scripts/tests/host_test.py
"""Compiles and runs the example of the document."""

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
    def test_compiles_and_gets_its_values_back(self):
        text = (ROOT / "docs/host.md").read_text(encoding="ascii")
        program, = re.findall(r"```cpp\n(.*?)```", text, re.S)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "host.cc").write_text(program, encoding="ascii")
            libraries = [str(BUILD / f"model/{part}/libtern_{part}.a")
                         for part in ("fast", "huff", "common")]
            built = subprocess.run(
                ["c++", "-std=c++17", "-I", str(ROOT), "host.cc", *libraries, "-lfmt", "-ldeflate",
                 "-pthread", "-o", "host"], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stderr)
            done = subprocess.run(["./host"], cwd=folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            raw, wire = map(int, re.match(r"(\d+) -> (\d+) bytes\n", done.stdout).groups())
            self.assertLess(wire, raw)


if __name__ == "__main__":
    unittest.main()
