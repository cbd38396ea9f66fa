#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# bench.py: what scripts/bench.sh has measured, as tables, and as a record in docs/.
#
#   Spec  docs/host.md#speed
#   Test  scripts/tests/bench_test.py
"""Print medians of a run of fast_bench.

usage: scripts/bench.py FILE [--record]

  --record  write docs/bench.json (then run scripts/results.py)

examples:
  scripts/bench.sh --record && scripts/results.py
"""

import argparse
import json
import pathlib
import statistics
import sys

from experiment import bench_tables, frame


def processor() -> str:
    """The model name; where the system hides it, what it says."""
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown"


def figures(runs: list) -> dict:
    """Medians of the repetitions of one benchmark, by the CPU time of all threads, since other work
    on the machine does not count in it."""
    dtype, work, coder, threads = runs[0]["name"].split("/")[:4]
    speeds = [run["bytes_per_second"] * run["real_time"] / run["cpu_time"] / 1e9 for run in runs]
    return {"dtype": dtype, "work": work, "coder": coder, "threads": int(threads),
            "gigabytes_per_cpu_second": round(statistics.median(speeds), 3),
            "wire_share": round(runs[0]["wire_share"], 4)}


def order(row: dict) -> tuple:
    return (row["dtype"], row["work"] == "decode", bench_tables.CODERS.index(row["coder"]),
            row["threads"])


def collect(report: dict) -> dict:
    by_name = {}
    for run in report["benchmarks"]:
        if run["run_type"] == "iteration":
            by_name.setdefault(run["name"], []).append(run)
    return {"processor": processor(), "cores": report["context"]["num_cpus"],
            "repetitions": min(len(runs) for runs in by_name.values()),
            "rows": sorted(map(figures, by_name.values()), key=order)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    found = collect(json.loads(args.file.read_text(encoding="utf-8")))
    for dtype in bench_tables.dtypes(found["rows"]):
        print(bench_tables.speed_table(found["rows"], dtype), end="\n\n")
    return frame.settle("bench", found, True) if args.record else 0


if __name__ == "__main__":
    sys.exit(main())
