#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# limits.py: what one book costs at least, whether the clustering was lucky, and what the smaller
# kinds of books cost, on the tensors of scripts/paper.py.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/limits_test.py
"""Bounds behind the figures of scripts/paper.py.

usage: scripts/limits.py [--tern PROGRAM] [--tensors DIR] [--corpus DIR] (--record | --check)

  --record  write docs/limits.json (then run scripts/results.py)
  --check   compute again and compare with docs/limits.json

examples:
  scripts/fetch_tensors.py && scripts/limits.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no tensors (a skipped test)
"""

import argparse
import datetime
import pathlib
import sys

import numpy as np

import paper
from experiment import corpora, kind_costs, one_book, record, restarts, symbols, tool

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/limits.json"
KIND_VARIANTS = ("bf16", "bf16-bytes", "e4m3", "mxfp8")
RESTART_VARIANT = "bf16"
SKIPPED = 77


def progress(text: str) -> None:
    print(f"limits: {text}", file=sys.stderr)


def measure(tern: str, tensors: list, other_weights: list) -> dict:
    """Everything in docs/limits.json but the date."""
    progress("histograms")
    counts = {key: shards.sum(axis=0)
              for key, shards in corpora.histograms(tensors + other_weights).items()}

    def of(variant, entries):
        return np.array([counts[variant, entry.name] for entry in entries])
    found = {"one_book": [], "restarts": [], "kinds": []}
    groups = {**corpora.kinds(tensors), **corpora.kinds(other_weights)}
    for (group, kind), entries in groups.items():
        if len(entries) > 1:
            progress(f"bounds, {group}, {kind}")
            found["one_book"].append({"group": group, "kind": kind,
                                      **one_book.measure(of("bf16", entries))})
    for variant in KIND_VARIANTS:
        dtype, _ = symbols.VARIANTS[variant]
        for (group, kind), entries in groups.items():
            progress(f"kinds of books, {variant}, {group}, {kind}")
            found["kinds"].append({"variant": variant, "group": group, "kind": kind,
                                   "bits_per_value": kind_costs.costs(tern, dtype,
                                                                      of(variant, entries))})
    for population, entries in paper.populations(tensors, other_weights).items():
        progress(f"restarts, {population}")
        found["restarts"].append({"population": population, "tensors": len(entries),
                                  **restarts.measure(of(RESTART_VARIANT, entries),
                                                     RESTART_VARIANT)})
    return record.rounded(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tern", default=str(ROOT / "build/bin/tern"))
    parser.add_argument("--tensors", type=pathlib.Path, default=ROOT / "out/tensors")
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT.parent / "shared/corpus")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    args = parser.parse_args()

    if not (args.tensors / "manifest.json").exists():
        print(f"skipped: no manifest.json in {args.tensors}; run scripts/fetch_tensors.py")
        return SKIPPED
    if not list(args.corpus.glob("*.npy")):
        print(f"skipped: no .npy file in {args.corpus}")
        return SKIPPED
    try:
        found = measure(args.tern, corpora.transformer(args.tensors),
                        corpora.other_weights(args.corpus))
    except (tool.CommandFailed, OSError) as error:
        print(f"limits: {error}", file=sys.stderr)
        return 1
    if args.record:
        found = {"date": datetime.date.today().isoformat(), **found}
        RECORD.write_text(record.text(found), encoding="ascii")
        print("limits: wrote docs/limits.json; now run scripts/results.py")
        return 0
    different = record.difference(record.load(RECORD), found, "limits")
    if different:
        print(f"limits: docs/limits.json is stale: {different}; run scripts/limits.py --record and "
              "scripts/results.py")
        return 1
    print("limits: docs/limits.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
