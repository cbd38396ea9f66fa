#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# coding_gain.py: coding gain at high rate of transforms and predictions, before anybody builds
# them.
#
#   Spec  docs/decisions.md#tdr-two-dimensions
#   Test  scripts/tests/coding_gain_test.py
"""Print what each tool would gain over none, in dB, as a table in Markdown.

usage: scripts/coding_gain.py [TENSOR.npy...] [--synthetic] [--nmse DB]

Uniform quantiser with that error, ideal adaptive code. Predictions of blocks see the original
neighbours, which no decoder has: what they gain here is more than a coder can gain; the bits that
name the mode of each block are counted. `linear` is the best linear prediction of each value from
its three neighbours, once the means are off.

examples:
  scripts/coding_gain.py ../shared/corpus/*.npy --synthetic

exit codes: 0 done, 2 wrong usage
"""

import argparse
import pathlib
import sys

import numpy as np

from experiment import fields, gain
from experiment.tool import table


def gains(x: np.ndarray, nmse_db: float = -30) -> dict:
    """Gain in dB of each tool; existing ones, then others."""
    step = gain.step_for(x, nmse_db)
    base = gain.bits(x, step)

    def of(y, more=0.0):
        return gain.DB_PER_BIT * (base - gain.bits(y, step) - more)
    scale = gain.scales(x)
    flat = np.ones_like(x)
    residual, named = gain.predicted(x, scale)
    level, level_named = gain.predicted(x / scale, flat)
    half, half_named = gain.predicted(x, scale, 0.5)
    return {
        "means": max(of(x - x.mean(axis=axis, keepdims=True)) for axis in (0, 1)),
        "delta": max(of(gain.delta(x)), of(gain.delta(x.T).T)),
        "DCT-16 down": of(gain.down(x, 16)),
        "DCT-16 along": of(gain.along(x, 16)),
        "DCT-8x8": of(gain.both(x)),
        "blocks": of(residual, named),
        "blocks of equal scale": of(level * scale, level_named),
        "half of it": of(half, half_named),
        "blocks, DCT-8x8": of(gain.both(residual), named),
        "linear": gain.linear(x),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tensors", nargs="*", type=pathlib.Path)
    parser.add_argument("--synthetic", action="store_true")
    parser.add_argument("--nmse", type=float, default=-30, metavar="DB")
    args = parser.parse_args()
    if not args.tensors and not args.synthetic:
        parser.error("nothing to measure; name tensors or use --synthetic")
    rows = []
    for path in args.tensors:
        x = np.load(path).astype(np.float64)
        rows.append((path.stem, gains(x.reshape(-1, x.shape[-1]), args.nmse)))
    for name, x in fields.make(512, 384).items() if args.synthetic else ():
        rows.append((name, gains(x, args.nmse)))
    print(table(["gain in dB", *rows[0][1]],
                [[name, *(f"{value:.2f}" for value in found.values())] for name, found in rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
