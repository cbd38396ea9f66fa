#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# bench_gpu.py: what scripts/bench_gpu.sh has measured, as tables, and as a record in docs/.
#
#   Spec  docs/host.md#measuring
#   Test  scripts/tests/bench_gpu_test.py
"""Print the figures of a run of cuda_bench.

usage: scripts/bench_gpu.py FILE [--record]

  --record  write docs/cuda.json (then run scripts/results.py)
"""

import argparse
import json
import pathlib
import sys

from experiment import cuda_tables, frame


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    found = json.loads(args.file.read_text(encoding="ascii"))
    for dtype in cuda_tables.dtypes(found["rows"]):
        print(cuda_tables.speed_table(found["rows"], dtype), end="\n\n")
    return frame.settle("cuda", found, True) if args.record else 0


if __name__ == "__main__":
    sys.exit(main())
