#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# bench_gpu_test.py: the script for machines with a GPU works as far as one without can tell.
#
#   Spec  docs/host.md#measuring
#   Test  scripts/tests/bench_gpu_test.py
"""Tests of scripts/bench_gpu.sh, scripts/bench_gpu.py and their tables."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
BUILD = pathlib.Path(os.environ.get("TERN_BUILD") or ROOT / "build")
sys.path.insert(0, str(SCRIPTS))

from experiment import cuda_tables  # noqa: E402


def measured(work: str, speed: float, share: float) -> dict:
    return {"dtype": "bf16", "work": work, "total_bytes": 2**30, "message_bytes": 2**16,
            "milliseconds": 1.0, "gigabytes_per_second": speed, "wire_share": 0.66,
            "share_of_copy": share}


FOUND = {"date": "2001-02-03", "device": "toy", "lanes": 16, "word_bits": 32, "repetitions": 15,
         "rotation_bytes": 2**29, "rows": [measured("copy", 2000, 1), measured("encode", 610, 0.25),
                                           measured("decode", 1010.04, 0.42),
                                           measured("histogram", 3000, 0.75)]}


class Tables(unittest.TestCase):
    def test_table_shows_speed_and_share_of_the_copy(self):
        line = cuda_tables.speed_table(FOUND["rows"], "bf16").splitlines()[2]
        self.assertEqual([cell.strip() for cell in line.strip("|").split("|")],
                         ["1 GiB", "64 KiB", "2000", "610.0", "25.0", "1010.0", "42.0", "3000.0",
                          "75.0", "34.0"])

    def test_without_a_record_the_text_says_that_nothing_was_measured(self):
        title, text = cuda_tables.parts(None)
        self.assertIn("Not measured", text)
        self.assertEqual(title, cuda_tables.parts(FOUND)[0])
        self.assertIn("one toy; nothing measures it again", cuda_tables.parts(FOUND)[1])

    def test_sizes_have_units(self):
        self.assertEqual([cuda_tables.size(n) for n in (3 << 30, 5 << 20, 64 << 10, 1000)],
                         ["3 GiB", "5 MiB", "64 KiB", "1000 bytes"])


class Script(unittest.TestCase):
    def run_script(self, *options: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(["bash", str(SCRIPTS / "bench_gpu.sh"), *options],
                              env={**os.environ, "TERN_BUILD_DIR": str(BUILD), **environment},
                              capture_output=True, text=True, check=False)

    def test_wrong_options_are_refused(self):
        for options in (["--fast"], ["--out"], ["--host", "--record"]):
            self.assertEqual(self.run_script(*options).returncode, 2, options)

    @unittest.skipUnless((BUILD / "bin/cuda_bench").exists(), f"no cuda_bench in {BUILD}")
    def test_packed_programs_measure_and_the_device_answers_or_is_said_to_be_missing(self):
        with tempfile.TemporaryDirectory() as name:
            packed, out = pathlib.Path(name, "packed"), pathlib.Path(name, "out")
            done = self.run_script("--no-build", "--pack", str(packed))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(list(packed.glob("libfmt.so*")))
            self.assertFalse(list(packed.glob("libc.so*")))
            done = self.run_script("--host", "--packed", str(packed), "--out", str(out),
                                   TERN_BUILD_DIR="/nowhere")
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads((out / "cuda.json").read_text(encoding="ascii"))
            self.assertEqual({row["work"] for row in found["rows"]},
                             {"copy", *cuda_tables.WORKS})
            self.assertEqual(cuda_tables.dtypes(found["rows"]), ["bf16", "e4m3"])
            for row in found["rows"]:
                self.assertGreater(row["gigabytes_per_second"], 0)
                self.assertEqual(row["wire_share"] < 0.8, row["work"] != "copy", row)
            self.assertIn("| bf16, total |", done.stdout)
            probe = subprocess.run([str(packed / "cuda_bench"), "--probe"], capture_output=True,
                                   text=True, check=False,
                                   env={**os.environ, "LD_LIBRARY_PATH": str(packed)})
            if probe.returncode == 0:
                self.skipTest("a device answers; measuring it takes minutes")
            done = self.run_script("--packed", str(packed), "--out", str(out))
            self.assertEqual(done.returncode, 77, done.stderr)
            self.assertIn("tern: skipped: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
