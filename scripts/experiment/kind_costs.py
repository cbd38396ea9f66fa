# SPDX-License-Identifier: Apache-2.0
#
# kind_costs.py: what books for each kind of circuit cost over those of the full kind.
#
# Books are trained by `tern train` on histograms, which travel as counter files.
#
#   Spec  docs/results.md
#   Test  scripts/tests/results_test.py, scripts/tests/limits_test.py
"""Costs of the kinds of books."""

import json
import pathlib
import tempfile

import numpy as np

from experiment import books, symbols, tool

KINDS = {"full": (), "quad": ("--kind", "quad"), "top 31": ("--kind", "top", "--top-symbols", "31"),
         "top 15": ("--kind", "top")}
SMALLER = tuple(kind for kind in KINDS if kind != "full")
DTYPES = ("bf16", "bf16-bytes", "e4m3", "e5m2")
EXTRA_BITS = {**symbols.EXTRA_BITS, "e5m2": 0}


def train(tern: str, dtype: str, histograms: np.ndarray, kind: str) -> np.ndarray:
    """Lengths of one book for the average of the histograms, the escape's last."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, histogram in enumerate(histograms):
            files.append(pathlib.Path(folder) / f"{number}.json")
            files[-1].write_text(json.dumps({
                "format": "tern-counters", "version": 1, "dtype": dtype, "word_bits": 32,
                "raw_bytes": 0, "words": 0, "escapes": 0, "raw_chunks": 0, "chunks": [0] * 16,
                "samples": [int(n) for n in histogram]}))
        target = pathlib.Path(folder) / "books.json"
        tool.run([tern, "train", "--from-counters", *map(str, files), *KINDS[kind], "-o",
                  str(target)])
        book, = json.loads(target.read_text(encoding="ascii"))["books"]
    return np.array([*book["lengths"], book["escape_length"]])


def costs(tern: str, dtype: str, histograms: np.ndarray) -> dict:
    """Bits of a value, with one book of each kind that is trained on all histograms.

    As in training, every histogram has the same say; so no kind can be cheaper than the full one.
    """
    weights = books.weights(histograms)
    return {kind: books.cost(weights, train(tern, dtype, histograms, kind)) / int(weights.sum())
                  + EXTRA_BITS[dtype] for kind in KINDS}


def measure(tern: str, files: list) -> list:
    """A row for each dtype and tensor, with a book of its own, and one with a book for all."""
    rows = []
    for dtype in DTYPES:
        report = tool.run_json([tern, "stats", *files, "--dtype", dtype])
        histograms = np.array([t["histogram"] for t in report["tensors"]])
        named = [(t["name"], h[None]) for t, h in zip(report["tensors"], histograms)]
        for name, of_row in [*named, ("one book for all", histograms)]:
            rows.append({"dtype": dtype, "tensor": name,
                         "bits_per_value": costs(tern, dtype, of_row)})
    return rows


def excess(bits: dict, kind: str) -> float:
    """Percent over the full kind."""
    return 100 * (bits[kind] / bits["full"] - 1)


def cells(bits: dict) -> list:
    return [f"{bits['full']:.3f}", *(f"{excess(bits, kind):.2f}" for kind in SMALLER)]


HEAD = ["full, bits", *(f"{kind} %" for kind in SMALLER)]


def parts(rows: list) -> list:
    """The section of docs/results.md on the six matrices."""
    shown = [[row["dtype"], row["tensor"].removesuffix(".npy"), *cells(row["bits_per_value"])]
             for row in rows]
    return ["## Kinds of books",
            "What books for the smaller [kinds of units](architecture.md#kinds-of-books) cost: "
            "bits of a coded value with the best book of the full kind, tokens only, and what the "
            "best books of the others need more; every tensor has the same say. *Quad*: at most "
            "four lengths of codewords. *Top 31*, *15*: codewords for at most so many symbols. "
            "`tern train FILE --dtype D --kind K [--top-symbols M]`: each tensor with a book of "
            "its own, and all with one.",
            tool.table(["dtype", "tensor", *HEAD], shown)]
