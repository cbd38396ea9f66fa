#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# integration_test.py: the recipe of docs/integration.md works as it is written there.
#
#   Spec  docs/integration.md
#   Test  scripts/tests/integration_test.py
"""Runs the commands and the program of the document."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("TERN_BUILD") or ROOT / "build")


def blocks(language: str) -> list:
    """The code blocks of the section on the golden model."""
    text = (ROOT / "docs/integration.md").read_text(encoding="ascii")
    section = text.split("## The golden model in a bench of your own")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.S)


@unittest.skipUnless((BUILD / "model/huff/libtern_huff.a").exists(), f"no library in {BUILD}")
class Recipe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # The repository as the recipe sees it, with the libraries that are built already.
        (self.folder / "tern").mkdir()
        (self.folder / "tern/model").symlink_to(ROOT / "model")
        (self.folder / "tern/build-model").symlink_to(BUILD)

    def shell(self, script: str):
        return subprocess.run(["bash", "-euc", script], cwd=self.folder, text=True, check=False,
                              capture_output=True,
                              env={**os.environ, "TERN": str(self.folder / "tern")})

    def build(self, program: str):
        (self.folder / "bench.cc").write_text(program)
        commands, = blocks("")
        configure, ninja, compile_it = re.split(r"\n(?=ninja|c\+\+)", commands)
        self.assertIn("-DTERN_RTL=OFF", configure)
        self.assertIn("tern_huff", ninja)
        done = self.shell(compile_it)
        self.assertEqual(done.returncode, 0, done.stderr)

    def run_bench(self):
        return self.shell(f"./bench '{ROOT}/sim/apps/sample/books.json'")

    def test_the_program_compiles_links_and_finds_the_model_right(self):
        program, = blocks("cpp")
        self.build(program)
        done = self.run_bench()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"\A4000 bytes of values, \d+ on the link: right\n\Z")

    def test_a_circuit_that_is_wrong_is_found(self):
        program, = blocks("cpp")
        marker = "return golden;"
        self.assertIn(marker, program)
        self.build(program.replace(marker, "auto bad = golden; bad[20] ^= 1; return bad;"))
        done = self.run_bench()
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG", done.stdout)


if __name__ == "__main__":
    unittest.main()
