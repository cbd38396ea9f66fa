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

import itertools
import sys

import numpy as np

import paper
from experiment import corpora, frame, kind_costs, one_book, record, restarts, symbols, tool

KIND_VARIANTS = ("bf16", "bf16-bytes", "e4m3", "mxfp8")
RESTART_VARIANTS = ("bf16", "e4m3")


def progress(text: str) -> None:
    print(f"limits: {text}", file=sys.stderr)


def measure(tern: str, tensors: list, other_weights: list) -> dict:
    """Everything in docs/limits.json but the date."""
    progress("histograms")
    shards = corpora.histograms(tensors + other_weights)
    counts = {key: of_tensor.sum(axis=0) for key, of_tensor in shards.items()}

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
    populations = paper.populations(tensors, other_weights)
    for variant, (population, entries) in itertools.product(RESTART_VARIANTS, populations.items()):
        progress(f"restarts, {variant}, {population}")
        found["restarts"].append({"variant": variant, "population": population,
                                  "tensors": len(entries),
                                  **restarts.measure([shards[variant, e.name] for e in entries],
                                                     variant)})
    return record.rounded(found)


def main() -> int:
    parser, _ = frame.parser(__doc__)
    frame.add_tensors(parser)
    args = parser.parse_args()
    missing = frame.no_tensors(args.tensors) or frame.no_corpus(args.corpus)
    if missing:
        return frame.skip(missing)
    try:
        found = measure(args.tern, corpora.transformer(args.tensors),
                        corpora.other_weights(args.corpus))
    except (tool.CommandFailed, OSError) as error:
        return frame.failed("limits", error)
    return frame.settle("limits", found, args.record)


if __name__ == "__main__":
    sys.exit(main())
