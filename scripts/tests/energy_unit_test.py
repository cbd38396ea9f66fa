#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# energy_unit_test.py: the netlist of an encoder sends a real message, and has an energy.
#
# It needs the program of TERN_BIN, or build/bin/tern, and a cell library beside the repository, and
# is skipped without.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_unit_test.py
"""Tests of scripts/energy.py on a unit."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from sweep import energies, processes, spec  # noqa: E402
from sweep_rows import point  # noqa: E402

TERN = pathlib.Path(os.environ.get("TERN_BIN") or SCRIPTS.parent / "build/bin/tern")
LIBRARIES = sorted((SCRIPTS.parent.parent / "shared/pdk").glob("*.lib"))


SKIPPED = 77


def missing() -> str:
    """What is not there, or nothing."""
    if not TERN.is_file():
        return f"{TERN} is not built"
    if not shutil.which("iverilog"):
        return "iverilog is not installed"
    return "" if LIBRARIES else "no ../shared/pdk with a Liberty file beside the repository"


class UnitTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "power.lib").symlink_to(LIBRARIES[0])
        rng = np.random.RandomState(3)
        np.save(cls.folder / "w.npy", rng.normal(0, 0.05, 400).astype(np.float32))

    def energy(self, *arguments, code=0):
        done = subprocess.run(
            [sys.executable, "-B", str(SCRIPTS / "energy.py"), "--tern", str(TERN), "--kept",
             "energy", *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_an_encoder_sends_a_message_and_says_what_it_costs(self):
        # As a sweep asks for it, and then by hand, which finds what is kept.
        given = {"Lanes": 1, "MaxCodeLen": 8, "MinTokenBits": 9, "BookKind": 1}
        unit = point(**given)
        asked = spec.Spec(self.folder / "s.json", tensors=[self.folder / "w.npy"])
        (self.folder / "work").mkdir()
        sweep = energies.Energies(TERN, asked, self.folder / "power.lib", 0.0, self.folder,
                                  processes.Processes(self.folder / "work"))
        self.assertIsNone(sweep.known(unit))
        found = sweep.measure(unit)["figures"]
        self.assertEqual(sweep.known(unit), {"figures": found})
        self.assertEqual((found["values"], found["raw_bits"]), (400, 16))
        self.assertGreaterEqual(found["cycles"], 400)
        self.assertLess(found["cycles"], 460)
        self.assertLess(found["wire_bits"], 13)
        # Nothing gates the clock of many hundred registers.
        self.assertGreater(found["parts_pj"]["clock"], found["parts_pj"]["logic"])
        self.assertGreater(found["parts_pj"]["logic"], found["parts_pj"]["leakage"])
        self.assertAlmostEqual(found["energy_pj_per_value"], sum(found["parts_pj"].values()), 3)
        self.assertAlmostEqual(found["break_even_pj_per_bit"], found["energy_pj_per_value"]
                               / (16 - found["wire_bits"]), 2)
        kept = {path: path.stat().st_mtime_ns for path in (self.folder / "energy").iterdir()}
        done = self.energy("huff_enc", "--param", *(f"{k}={v}" for k, v in given.items()),
                           "--coding", "dtype=bf16", "--liberty", "power.lib", "--tensor", "w.npy",
                           "--link-pj", "2", "--json", "e.json")
        self.assertIn("with 2 pJ a bit the link saves", done.stdout)
        self.assertEqual(json.loads((self.folder / "e.json").read_text(encoding="ascii")), found)
        self.assertEqual(kept, {path: path.stat().st_mtime_ns
                                for path in (self.folder / "energy").iterdir()})

    def test_wrong_requests_have_one_clear_line(self):
        good = ["--liberty", "power.lib", "--tensor", "w.npy"]
        for words, code, arguments in (
                ("energy is measured of huff_enc and huff_dec", 2, ["tern_skid", *good]),
                ("all numbers", 2, ["huff_enc", "--param", "Colour=1", *good]),
                ("a Liberty file is needed", 4, ["huff_enc", "--tensor", "w.npy"]),
                ("none.npy: no such file", 2, ["huff_enc", "--liberty", "power.lib", "--tensor",
                                               "none.npy"])):
            done = self.energy(*arguments, code=code)
            self.assertRegex(done.stderr, rf"\Aenergy: error: [^\n]*{words}[^\n]*\n\Z")


if __name__ == "__main__":
    if missing():
        print(f"energy_unit_test: skipped, {missing()}")
        sys.exit(SKIPPED)
    unittest.main()
