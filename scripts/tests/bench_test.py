#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# bench_test.py: medians and ratios of speeds are those of what was measured.
#
#   Spec  docs/host.md#speed
#   Test  scripts/tests/bench_test.py
"""Tests of scripts/bench.py, scripts/bench.sh and their tables."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import bench  # noqa: E402
from experiment import bench_tables, record  # noqa: E402


def run(name: str, gigabytes: float, cpu_share: float = 1.0) -> dict:
    """One repetition as the program reports it: 64 MB, time in milliseconds."""
    real = 64e6 / (gigabytes * 1e9) * 1e3
    return {"name": name + "/process_time/real_time", "run_type": "iteration", "wire_share": 0.75,
            "real_time": real, "cpu_time": real * cpu_share,
            "bytes_per_second": gigabytes * 1e9}


class BenchTest(unittest.TestCase):
    def test_speed_is_the_median_by_cpu_time(self):
        found = bench.figures([run("bf16/encode/avx2/1", speed, 0.5) for speed in (1, 4, 2)])
        self.assertEqual((found["gigabytes_per_cpu_second"], found["threads"]), (4, 1))
        found = bench.figures([run("bf16/encode/avx2/2", speed, 2) for speed in (3, 5, 4)])
        self.assertEqual((found["gigabytes_per_cpu_second"], found["threads"]), (2, 2))

    def test_table_shows_speed_ratios_and_threads(self):
        report = {"context": {"num_cpus": 2}, "benchmarks": [
            run(f"e4m3/{work}/{coder}", speed) for work in ("encode", "decode")
            for coder, speed in (("avx512/1", 3), ("avx512/2", 2.85), ("golden/1", 0.1),
                                 ("zstd/1", 1.5), ("zlib/1", 0.25))]}
        found = bench.collect(report)
        lines = bench_tables.speed_table(found["rows"], "e4m3").splitlines()
        self.assertEqual([cell.strip() for cell in lines[2].strip("|").split("|")],
                         ["fast, avx512", "3.00", "2.0", "12.0", "1.90", "3.00", "2.0", "12.0",
                          "1.90", "25.0"])
        self.assertEqual(len(lines), 2 + 4)

    def test_record_has_every_coder_and_the_fast_one_is_as_fast_as_it_must_be(self):
        rows = record.load(ROOT / "docs/bench.json")["rows"]
        self.assertEqual(bench_tables.dtypes(rows), ["bf16", "e4m3"])
        for dtype in bench_tables.dtypes(rows):
            for coder in bench_tables.CODERS:
                for work in ("encode", "decode"):
                    bench_tables.find(rows, dtype, work, coder)
            for work, least in (("encode", 1.5), ("decode", 2.0)):
                fast = bench_tables.find(rows, dtype, work, "avx512")
                self.assertGreaterEqual(fast["gigabytes_per_cpu_second"], least, (dtype, work))
                both = bench_tables.find(rows, dtype, work, "avx512", 2)
                self.assertGreaterEqual(2 * both["gigabytes_per_cpu_second"],
                                        1.8 * fast["gigabytes_per_cpu_second"], (dtype, work))
                for peer in bench_tables.PEERS:
                    slow = bench_tables.find(rows, dtype, work, peer)
                    self.assertGreater(fast["gigabytes_per_cpu_second"],
                                       slow["gigabytes_per_cpu_second"], (dtype, work, peer))

    def test_without_tensors_it_is_skipped_and_wrong_options_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for options, code in ((["--corpus", folder], 77), (["--fast"], 2), (["--out"], 2)):
                done = subprocess.run(["bash", str(SCRIPTS / "bench.sh"), *options],
                                      capture_output=True, check=False)
                self.assertEqual(done.returncode, code, done.stderr)


if __name__ == "__main__":
    unittest.main()
