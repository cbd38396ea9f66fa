# SPDX-License-Identifier: Apache-2.0
#
# shards.py: the paper's experiment: one fixed book for all shards of one kind of tensor.
#
# `tern shards` trains, encodes and counts; the divergences and a second opinion on the entropies
# come from histograms made in numpy.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Fixed books against the best book of each shard."""

import pathlib
import tempfile

import numpy as np

from experiment import books, symbols, tool

ALL_SHARDS = "1000000"
AGREEMENT = 1e-9


class Disagreement(Exception):
    """tern and numpy find different figures."""


def tern_shards(tern: str, files: list, dtype: str, message_bytes: int, leave_out: str,
                *options: str) -> list:
    """The tensors of the report of `tern shards`."""
    return tool.run_json([tern, "shards", *map(str, files), "--dtype", dtype, "--message-bytes",
                          str(message_bytes), "--leave-out", leave_out, "--max-shards", ALL_SHARDS,
                          *options])["tensors"]


def prepared_files(folder: pathlib.Path, entries: list, prepare) -> tuple:
    """One file a layer, and one with all layers, so that all shards may share a book."""
    layers = []
    for entry in entries:
        path = folder / f"{entry.name}.npy"
        np.save(path, prepare(entry.load()).reshape(entry.shards, -1))
        layers.append(path)
    together = folder / "all_layers.npy"
    np.save(together, np.concatenate([np.load(path) for path in layers]))
    return layers, together


def total(tensors: list, field: str):
    """Sum of a field; all shards must have been measured."""
    for tensor in tensors:
        if tensor["skipped"] or tensor["measured"] != tensor["shards"]:
            raise Disagreement(f"{tensor['name']}: not all shards were measured")
    return sum(tensor[field] for tensor in tensors)


def divergences(histograms: np.ndarray) -> dict:
    """Of the shards from their average distribution, in bits a symbol."""
    average = (histograms / histograms.sum(axis=1, keepdims=True)).mean(axis=0)
    found = [books.divergence(h, average) for h in histograms]
    return {"mean": float(np.mean(found)), "max": float(np.max(found))}


def measure(tern: str, entries: list, variant: str, histograms: np.ndarray) -> dict:
    """One kind of tensor, all layers; `histograms` is [shard of any layer, symbol].

    `short_codes` has what books may do that the circuit does not take: codewords of 1 bit.
    """
    dtype, prepare = symbols.VARIANTS[variant]
    with tempfile.TemporaryDirectory() as name:
        layers, together = prepared_files(pathlib.Path(name), entries, prepare)
        values = sum(np.load(path, mmap_mode="r").size for path in layers)
        shards = sum(entry.shards for entry in entries)
        message_bytes = values // shards * symbols.RAW_BYTES[dtype]
        fixed = tern_shards(tern, [together], dtype, message_bytes, "shard")
        own_layer = tern_shards(tern, layers, dtype, message_bytes, "shard")
        other_layers = tern_shards(tern, layers, dtype, message_bytes, "tensor") \
            if len(layers) > 1 else None
        short = tern_shards(tern, [together], dtype, message_bytes, "shard", "--min-len", "1")
    shannon = total(fixed, "shannon_bits")
    check = sum(map(books.entropy_bits, histograms)) + values * symbols.EXTRA_BITS[dtype]
    if abs(shannon / check - 1) > AGREEMENT:
        raise Disagreement(f"{together}: tern finds {shannon} bits of entropy, numpy {check}")
    return {"group": entries[0].group, "kind": entries[0].kind, "layers": len(entries),
            "shards": shards, "values": int(values), "raw_bytes": total(fixed, "raw_bytes"),
            "shannon_bits": shannon, "huffman_bits": total(fixed, "huffman_bits"),
            "fixed_bits": total(fixed, "token_bits"), "fixed_wire_bytes": total(fixed,
                                                                                "wire_bytes"),
            "short_codes": {"huffman_bits": total(short, "huffman_bits"),
                            "fixed_bits": total(short, "token_bits")},
            "own_layer_bits": total(own_layer, "token_bits"),
            "other_layers_bits": total(other_layers, "token_bits") if other_layers else None,
            "divergence": divergences(histograms)}
