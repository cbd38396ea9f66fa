# SPDX-License-Identifier: Apache-2.0
#
# books.py: from histograms to books, and what they cost.
#
# A second implementation of the training rules of the format, written from the document; a test
# compares it with `tern train`.
#
#   Spec  docs/huffman_format.md#10-training-books
#   Test  scripts/tests/experiment_test.py
"""Books and their costs in numpy."""

import numpy as np

MAX_LEN = 12
ESCAPE = 256


def weights(histograms) -> np.ndarray:
    """The sum of distributions, every histogram having the same say, as integers."""
    total = np.zeros(256, np.int64)
    for histogram in np.atleast_2d(histograms):
        count = int(histogram.sum())
        if count:
            total += np.array([(int(n) << 32) // count for n in histogram], np.int64)
    return total


def limited_lengths(sorted_weights: np.ndarray, min_len: int, max_len: int) -> np.ndarray:
    """Lengths of the entries, lightest first: package-merge under both limits."""
    count = len(sorted_weights)
    if min_len == max_len:
        return np.full(count, min_len)
    is_entry, level = [np.ones(count, bool)], sorted_weights
    for _ in range(max_len - min_len - 1):
        packages = level[0:len(level) // 2 * 2:2] + level[1::2]
        merged = np.concatenate([sorted_weights, packages])
        order = np.argsort(merged, kind="stable")  # entries before packages at equal weight
        is_entry.append(order < count)
        level = merged[order]
    taken, lengths = 2 * (count - 2 ** min_len), np.full(count, min_len)
    for flags in reversed(is_entry):
        entries = int(flags[:taken].sum())
        lengths[:entries] += 1  # at every level the entries taken are the lightest ones
        taken = 2 * (taken - entries)
    return np.sort(lengths)[::-1]


def train(total: np.ndarray, min_len: int, max_len: int = MAX_LEN, coded: int = 0) -> np.ndarray:
    """Lengths of 256 symbols and the escape: the cheapest book for the weights `total`."""
    order = np.argsort(-total, kind="stable")
    best_cost, best = None, None
    # A codeword for a symbol that does not occur never pays: it only takes room from the others.
    last = max(int((total > 0).sum()), 2 ** min_len)
    for m in (coded,) if coded else range(1, last + 1):
        symbols = np.sort(order[:m])
        entries, entry_weights = symbols, np.maximum(total[symbols], 1)
        if m < 256:
            entries = np.append(symbols, ESCAPE)
            entry_weights = np.append(entry_weights, max(int(total[order[m:]].sum()), 1))
        if not 2 ** min_len <= len(entries) <= 2 ** max_len:
            continue
        rank = np.lexsort((-entries, entry_weights))
        lengths = np.zeros(257, np.int64)
        lengths[entries[rank]] = limited_lengths(entry_weights[rank], min_len, max_len)
        cost = int(total @ code_bits(lengths))
        if best_cost is None or cost < best_cost:
            best_cost, best = cost, lengths
    return best


def code_bits(lengths: np.ndarray) -> np.ndarray:
    """Bits of each symbol's code; behind the escape, 8 more than it."""
    return np.where(lengths[:256] > 0, lengths[:256], lengths[ESCAPE] + 8)


def cost(histogram: np.ndarray, lengths: np.ndarray) -> int:
    """Bits of the codes, without extra bits."""
    return int(histogram @ code_bits(lengths))


def entropy_bits(histogram: np.ndarray) -> float:
    """The least bits for the symbols, by Shannon."""
    used = histogram[histogram > 0]
    return float(-(used * np.log2(used / used.sum())).sum())


def divergence(histogram: np.ndarray, other: np.ndarray) -> float:
    """Kullback-Leibler divergence from the distribution `other`, in bits a symbol."""
    used = histogram > 0
    p = histogram[used] / histogram.sum()
    with np.errstate(divide="ignore"):
        return float((p * np.log2(p * other.sum() / other[used])).sum())
