#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# rd.py: rate and distortion of the tensor residual/DCT block on the corpus, beside the peer's.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/rd_test.py
"""Measure what docs/results.md says of lossy coding.

usage: scripts/rd.py [--tern PROGRAM] [--corpus DIR] [--peer FILE] (--record | --check)

  --record  write docs/rd.json (then run scripts/results.py)
  --check   measure again and compare with docs/rd.json

examples:
  scripts/rd.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no corpus (a skipped test)
"""

import argparse
import datetime
import pathlib
import sys

from experiment import record, tool

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/rd.json"
STATES = (4, 8, 32)
FIELDS = ("rate_target", "bits_per_value", "nmse_db", "max_abs_error", "gain_db", "predict",
          "transform")
SKIPPED = 77


def measure(tern: str, files: list, peer: pathlib.Path) -> dict:
    """Everything in docs/rd.json but the date."""
    runs = []
    for states in STATES:
        print(f"rd: {states} states", file=sys.stderr)
        command = ["tern", "rd", "@files", "--states", str(states), "--peer", str(peer)]
        curves = tool.run_json(tool.expand(command, tern, files))
        runs.append({"states": states,
                     "command": " ".join(command).replace("@files", "CORPUS/*.npy")
                     .replace(str(peer), peer.name),
                     "tensors": [{"name": curve["tensor"],
                                  "points": [{field: point[field] for field in FIELDS}
                                             for point in curve["points"]]} for curve in curves]})
    return record.rounded({"runs": runs})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tern", default=str(ROOT / "build/bin/tern"))
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT.parent / "shared/corpus")
    parser.add_argument("--peer", type=pathlib.Path,
                        default=ROOT.parent / "shared/bench/x265_best.json")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    args = parser.parse_args()

    files = sorted(str(path) for path in args.corpus.glob("*.npy"))
    if not files:
        print(f"skipped: no .npy file in {args.corpus}")
        return SKIPPED
    if not args.peer.exists():
        print(f"skipped: no {args.peer}")
        return SKIPPED
    try:
        found = measure(args.tern, files, args.peer)
    except (tool.CommandFailed, OSError) as error:
        print(f"rd: {error}", file=sys.stderr)
        return 1
    if args.record:
        found = {"date": datetime.date.today().isoformat(), **found}
        RECORD.write_text(record.text(found), encoding="ascii")
        print("rd: wrote docs/rd.json; now run scripts/results.py")
        return 0
    different = record.difference(record.load(RECORD), found, "rd")
    if different:
        print(f"rd: docs/rd.json is stale: {different}; run scripts/rd.py --record and "
              "scripts/results.py")
        return 1
    print("rd: docs/rd.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
