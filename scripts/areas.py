#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# areas.py: area and clock of the units, recorded, and whether the record still fits the sources.
#
#   Spec  docs/synthesis.md#the-record
#   Test  scripts/tests/areas_test.py
"""Figures of docs/areas.json.

usage: scripts/areas.py (--record --liberty FILE [--jobs N] | --check)

  --record   measure what is missing or stale and write docs/areas.json, row by row: a run that was
             stopped goes on where it was (then run scripts/results.py)
  --check    compare the sources with those that were measured; runs no tool
  --liberty  the cell library
  --jobs     tools that run at a time, 2 without it

examples:
  scripts/areas.py --record --liberty cells.lib && scripts/results.py

exit codes: 0 done or fresh; 1 stale, or a tool found a fault; 2 wrong usage; 20 a tool is missing
"""

import argparse
import datetime
import pathlib
import sys

from experiment import record
from synthesis import area_record, run
from synthesis.failure import Failure

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/areas.json"


def load() -> dict:
    return record.load(RECORD) if RECORD.exists() else {"date": "", "library": "", "rows": []}


def save(found: dict) -> None:
    RECORD.write_text(record.text(found), encoding="ascii")


def measure(args) -> int:
    """Measures what is not fresh; every row is written as soon as it is known."""
    library = args.liberty.stem
    old = load()
    kept = old["rows"] if old["library"] == library else []
    stale = area_record.stale(ROOT, kept)
    rows = [row for row in kept if area_record.name(row) not in stale]
    for unit in area_record.UNITS:
        if area_record.name(unit) not in stale:
            continue
        print(f"areas: {area_record.name(unit)}", file=sys.stderr)
        request = run.Request(unit["top"], dict(unit["params"]), args.liberty, jobs=args.jobs,
                              clock_gating=unit["kind"] == area_record.GATED)
        result = run.synthesise(request, ROOT / "out/synth")
        rows = area_record.in_order([*rows, area_record.row(ROOT, unit, result)])
        save({"date": datetime.date.today().isoformat(), "library": library, "rows": rows})
    print("areas: docs/areas.json is fresh; now run scripts/results.py")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--liberty", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.record:
        if args.liberty is None:
            parser.error("--record needs --liberty FILE")
        try:
            return measure(args)
        except Failure as failure:
            print(f"areas: {failure}", file=sys.stderr)
            return failure.code
    stale = area_record.stale(ROOT, load()["rows"])
    if stale:
        print(f"areas: docs/areas.json is stale: {', '.join(stale)}; run scripts/areas.py --record "
              "and scripts/results.py")
        return 1
    print("areas: docs/areas.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
