#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# align_bits.py: what aligning to fewer bits would round off, beside the errors of docs/rd.json.
#
#   Spec  docs/tdr_architecture.md#transform
#   Test  scripts/tests/align_bits_test.py
"""Print how many dB a tensor loses if its largest magnitude has fewer bits than 20.

usage: scripts/align_bits.py TENSOR.npy... [--bits 14 12 10] [--rates 2.5 4]

The loss is that of a sum of two errors: the least that docs/rd.json has for the tensor at the rate,
and what rounding to multiples of the smaller unit adds, of the tensor in bf16. A value has two bits
more (ValueBits), for what reconstruction adds.

examples:
  scripts/align_bits.py ../shared/corpus/*.npy

exit codes: 0 done, 2 wrong usage, or docs/rd.json lacks a tensor or a rate
"""

import argparse
import json
import pathlib
import sys

import numpy as np

from experiment.tool import table

RD = pathlib.Path(__file__).resolve().parent.parent / "docs/rd.json"


def bf16(x: np.ndarray) -> np.ndarray:
    """To the nearest, ties to even."""
    codes = x.astype(np.float32).view(np.uint32).astype(np.uint64)
    codes = (codes + 0x7FFF + (codes >> 16 & 1)) >> 16 << 16
    return codes.astype(np.uint32).view(np.float32).astype(np.float64)


def rounding(x: np.ndarray, bits: int) -> float:
    """Error of aligning with `bits` for the largest magnitude, as a part of the tensor's power."""
    unit = 2.0 ** (np.floor(np.log2(np.max(np.abs(x)))) + 1 - bits)
    return float(np.sum((np.round(x / unit) * unit - x) ** 2) / np.sum(x**2))


def least_error(found: dict, name: str, rate: float) -> float:
    """The smallest error that docs/rd.json has, as a part of the tensor's power."""
    errors = [point["nmse_db"] for run in found["runs"] for tensor in run["tensors"]
              if tensor["name"] == name for point in tensor["points"]
              if point["rate_target"] == rate]
    if not errors:
        raise KeyError(f"docs/rd.json has no {name} at {rate:g} bit")
    return float(10 ** (min(errors) / 10))


def loss(error: float, more: float) -> float:
    """In dB."""
    return float(10 * np.log10(1 + more / error))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tensors", nargs="+", type=pathlib.Path)
    parser.add_argument("--bits", nargs="+", type=int, default=[14, 12, 10])
    parser.add_argument("--rates", nargs="+", type=float, default=[2.5, 4.0])
    args = parser.parse_args()
    found = json.loads(RD.read_text(encoding="utf-8"))
    named = " / ".join(f"{rate:g}" for rate in args.rates)
    rows = []
    for path in args.tensors:
        x = bf16(np.load(path))
        row = [f"`{path.stem}`", f"{np.max(np.abs(x)) / np.sqrt(np.mean(x**2)):.0f}"]
        for bits in args.bits:
            try:
                losses = [loss(least_error(found, path.stem, rate), rounding(x, bits))
                          for rate in args.rates]
            except KeyError as error:
                parser.error(error.args[0])
            row.append(" / ".join(f"{one:.2f}" for one in losses) + " dB")
        rows.append(row)
    heads = [f"{bits} bits, {named} bit" for bits in args.bits]
    print(table(["tensor", "max / rms", *heads], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
