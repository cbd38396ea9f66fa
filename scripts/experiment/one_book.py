# SPDX-License-Identifier: Apache-2.0
#
# one_book.py: what one book costs tensors of one kind, between what is possible and what was
# measured.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/limits_test.py
"""Bounds, and the cost of a book that has seen all tensors."""

import numpy as np

from experiment import bound, books, cluster, shared, symbols

EXTRA = symbols.EXTRA_BITS["bf16"]
LEAST = symbols.MIN_LEN["bf16"]


def spread(costs: np.ndarray) -> dict:
    return {"mean": float(costs.mean()), "max": float(costs.max())}


def best_mean(weights: np.ndarray, scale: np.ndarray, of_base: np.ndarray) -> float:
    """The least mean of any book of the format: its trainer minimises just such a sum."""
    total = (weights / (scale * of_base)[:, None] * 2.0 ** 52).astype(np.int64).sum(axis=0)
    lengths = books.train(total, LEAST)
    cost = weights @ books.code_bits(lengths) / scale + EXTRA
    return float(100 * (cost / of_base - 1).mean())


def measure(histograms: np.ndarray) -> dict:
    """Percent over own Huffman and over Shannon; `histograms` is [tensor, symbol], bf16."""
    weights = np.array([books.weights(h) for h in histograms])
    shares = histograms / histograms.sum(axis=1, keepdims=True)
    shannon = np.array([books.entropy_bits(h) for h in histograms]) / histograms.sum(axis=1) + EXTRA
    trainer = cluster.AligningTrainer(weights, LEAST)
    tensors, scale = np.arange(len(weights)), weights.sum(axis=1)
    own = np.array([weights[t] @ trainer.table(trainer.alone(t)) for t in tensors]) / scale + EXTRA
    all_of_them = tuple((int(t), 0) for t in tensors)
    plain = weights @ trainer.table(all_of_them) / scale + EXTRA
    (members,) = cluster.cluster(trainer, tensors, 1)
    moved = trainer.costs(tensors, [members])[:, 0] / scale + EXTRA
    # In the order of the members: so are their scales and bases below.
    order = [t for t, _ in members]
    aligned = np.array([np.roll(weights[t], -offset) for t, offset in members])
    found = {"tensors": len(weights)}
    for base, of_base in (("huffman", own), ("shannon", shannon)):
        percent, less = 100 / of_base, of_base - shannon
        below, above = bound.largest_cost(shares, percent, less)
        moved_least = shared.one_book_costs(weights, (of_base - EXTRA) * scale,
                                            of_base * scale / 100)
        found[base] = {
            "plain": {"least": {"mean": bound.mean_cost(shares, percent, less), "max": below},
                      "book": best_mean(weights, scale, of_base), "max_above": above,
                      "in_sample": spread(100 * (plain / of_base - 1))},
            "offset": {"least": {"mean": moved_least[0], "max": moved_least[1]},
                       "aligned": best_mean(aligned, scale[order], of_base[order]),
                       "in_sample": spread(100 * (moved / of_base - 1))}}
    return found
