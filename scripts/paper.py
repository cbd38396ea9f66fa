#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# paper.py: repeats the experiment of arXiv 2601.10673 on tensors of a transformer.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""One fixed book for all shards of a tensor, and the best of K books for all tensors.

usage: scripts/paper.py [--tern PROGRAM] [--tensors DIR] [--corpus DIR]
                        (--record | --check | --plots)

  --record  write docs/paper.json and the plots (then run scripts/results.py)
  --check   measure again and compare with docs/paper.json
  --plots   draw docs/paper_*.png from docs/paper.json

examples:
  scripts/fetch_tensors.py && scripts/paper.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no tensors (a skipped test)
"""

import argparse
import datetime
import pathlib
import sys

import numpy as np

from experiment import best_of, corpora, others, record, shards, tool

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/paper.json"
SHARD_VARIANTS = ("bf16-bytes", "bf16", "e4m3", "mxfp8")
BEST_VARIANTS = ("bf16", "e4m3", "mxfp8", "e4m3 as is")
SHOWN_KIND = ("activations", "ffn1")  # the paper's example
SKIPPED = 77


def progress(text: str) -> None:
    print(f"paper: {text}", file=sys.stderr)


def populations(tensors: list, others: list) -> dict:
    """Which tensors share their books."""
    found = {group: [t for t in tensors if t.group == group]
             for group in ("weights", "activations", "kv", "gradients")}
    found["activations without probs"] = [t for t in found["activations"] if t.kind != "probs"]
    found["transformer, all"] = tensors
    found["ocr weights"] = others
    return found


def distribution(histograms: np.ndarray) -> dict:
    """Average distribution of the shards, and the smallest and largest share in any."""
    shares = histograms / histograms.sum(axis=1, keepdims=True)
    return {"average": shares.mean(axis=0).tolist(), "low": shares.min(axis=0).tolist(),
            "high": shares.max(axis=0).tolist()}


def measure(tern: str, tensors: list, other_weights: list) -> dict:
    """Everything in docs/paper.json but the date."""
    progress("histograms")
    counts = corpora.histograms(tensors + other_weights)
    found = {"shards": [], "best_of": []}
    for variant in SHARD_VARIANTS:
        for (group, kind), entries in corpora.kinds(tensors).items():
            progress(f"shards, {variant}, {group}, {kind}")
            of_kind = np.concatenate([counts[variant, e.name] for e in entries])
            found["shards"].append({"variant": variant, **shards.measure(tern, entries, variant,
                                                                         of_kind)})
            if (group, kind) == SHOWN_KIND and variant == "bf16-bytes":
                found["distribution"] = distribution(of_kind)
    for variant in BEST_VARIANTS:
        for population, entries in populations(tensors, other_weights).items():
            progress(f"best of K, {variant}, {population}")
            totals = np.array([counts[variant, e.name].sum(axis=0) for e in entries])
            found["best_of"].append({"variant": variant, "population": population,
                                     **best_of.measure([e.name for e in entries], totals,
                                                       variant)})
    found["other_layers"] = others.measure_kinds(tern, corpora.kinds(tensors), progress)
    return record.rounded(found)


def draw() -> None:
    from experiment import plots  # only here: matplotlib is slow to load
    for path in plots.draw(record.load(RECORD), ROOT / "docs"):
        progress(f"wrote {path.relative_to(ROOT)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tern", default=str(ROOT / "build/bin/tern"))
    parser.add_argument("--tensors", type=pathlib.Path, default=ROOT / "out/tensors")
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT.parent / "shared/corpus")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--plots", action="store_true")
    args = parser.parse_args()

    if args.plots:
        draw()
        return 0
    if not (args.tensors / "manifest.json").exists():
        print(f"skipped: no manifest.json in {args.tensors}; run scripts/fetch_tensors.py")
        return SKIPPED
    if not list(args.corpus.glob("*.npy")):
        print(f"skipped: no .npy file in {args.corpus}")
        return SKIPPED
    try:
        found = measure(args.tern, corpora.transformer(args.tensors),
                        corpora.other_weights(args.corpus))
    except (shards.Disagreement, tool.CommandFailed, OSError) as error:
        print(f"paper: {error}", file=sys.stderr)
        return 1
    if args.record:
        found = {"date": datetime.date.today().isoformat(), **found}
        RECORD.write_text(record.text(found), encoding="ascii")
        draw()
        print("paper: wrote docs/paper.json and the plots; now run scripts/results.py")
        return 0
    different = record.difference(record.load(RECORD), found)
    if different:
        print(f"paper: docs/paper.json is stale: {different}; run scripts/paper.py --record and "
              "scripts/results.py")
        return 1
    print("paper: docs/paper.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
