# SPDX-License-Identifier: Apache-2.0
#
# corpora.py: the tensors of the experiment, by kind and class.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Tensors on disk, and their histograms."""

import dataclasses
import json
import pathlib

import numpy as np

from experiment import symbols


@dataclasses.dataclass(frozen=True)
class Entry:
    """One tensor file."""

    name: str
    path: pathlib.Path
    group: str  # weights, activations, kv, gradients, or ocr
    kind: str
    shards: int

    def load(self) -> np.ndarray:
        return np.load(self.path)


def transformer(folder: pathlib.Path) -> list:
    """The tensors of scripts/fetch_tensors.py."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="ascii"))
    return [Entry(t["name"], folder / t["file"], t["group"], t["kind"], t["shards"])
            for t in manifest["tensors"]]


def other_weights(folder: pathlib.Path) -> list:
    """Weights of another network, without shards."""
    return [Entry(path.stem, path, "ocr", "ocr", 1) for path in sorted(folder.glob("*.npy"))]


def kinds(entries: list) -> dict:
    """(group, kind) to its tensors, one a layer."""
    found = {}
    for entry in entries:
        found.setdefault((entry.group, entry.kind), []).append(entry)
    return found


def shard_histograms(values: np.ndarray, shards: int, dtype: str) -> np.ndarray:
    """[shard, symbol] of equal pieces in C order."""
    return np.array([symbols.histogram(part, dtype)
                     for part in np.split(values.reshape(-1), shards)])


def histograms(entries: list) -> dict:
    """(variant, name) to the [shard, symbol] histograms of a tensor; each file is read once."""
    found = {}
    for entry in entries:
        values = entry.load()
        for variant, (dtype, prepare) in symbols.VARIANTS.items():
            found[variant, entry.name] = shard_histograms(prepare(values), entry.shards, dtype)
    return found
