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

import sys

import numpy as np

from experiment import best_of, corpora, frame, others, record, shards, tool

RECORD = frame.ROOT / "docs/paper.json"
SHARD_VARIANTS = ("bf16-bytes", "bf16", "e4m3", "mxfp8")
BEST_VARIANTS = ("bf16", "e4m3", "mxfp8", "e4m3 as is")
SHOWN_KIND = ("activations", "ffn1")  # the paper's example


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
    for path in plots.draw(record.load(RECORD), frame.ROOT / "docs"):
        progress(f"wrote {path.relative_to(frame.ROOT)}")


def main() -> int:
    parser, mode = frame.parser(__doc__)
    frame.add_tensors(parser)
    mode.add_argument("--plots", action="store_true")
    args = parser.parse_args()
    if args.plots:
        draw()
        return 0
    missing = frame.no_tensors(args.tensors) or frame.no_corpus(args.corpus)
    if missing:
        return frame.skip(missing)
    try:
        found = measure(args.tern, corpora.transformer(args.tensors),
                        corpora.other_weights(args.corpus))
    except (shards.Disagreement, tool.CommandFailed, OSError) as error:
        return frame.failed("paper", error)
    return frame.settle("paper", found, args.record, draw)


if __name__ == "__main__":
    sys.exit(main())
