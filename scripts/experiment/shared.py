# SPDX-License-Identifier: Apache-2.0
#
# shared.py: what several books cost at least, if tensors share them and each may be moved.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/shared_test.py
"""Bounds below the cost of a few books for many tensors, whatever the books and the offsets."""

import collections
import itertools

import numpy as np

PLACES = (np.arange(256)[:, None] + np.arange(256)) & 255


def huffman_bits(counts: np.ndarray) -> float:
    """Bits of a Huffman code made for `counts`: no prefix code has less, whatever its lengths."""
    leaves, packages, total = np.sort(counts[counts > 0]).tolist(), [], 0.0
    leaf = package = 0
    for _ in range(len(leaves) - 1):
        both = 0.0
        for _ in range(2):
            if package == len(packages) or leaf < len(leaves) and leaves[leaf] < packages[package]:
                both, leaf = both + leaves[leaf], leaf + 1
            else:
                both, package = both + packages[package], package + 1
        packages.append(both)
        total += both
    return total if packages else float(counts.sum())


def entropies(moved: np.ndarray) -> np.ndarray:
    """Bits of the ideal code of each row."""
    logs = np.log2(moved, out=np.zeros_like(moved), where=moved > 0)
    total = moved[0].sum()
    return total * np.log2(total) - (moved * logs).sum(axis=1)


class Pairs:
    """What two tensors cost more than with books of their own, at least, if they share one book
    and one of them may be moved. `parts` says how much of each is meant."""

    def __init__(self, histograms: np.ndarray, own: np.ndarray):
        self._histograms, self._own = histograms.astype(float), own.astype(float)
        self._found = {}

    def cost(self, a: int, b: int, part_a: float = 1.0, part_b: float = 1.0) -> float:
        """Bits, for these parts of both."""
        key = a, b, part_a / part_b
        if key not in self._found:
            self._found[key] = self._least(*key)
        return part_b * self._found[key]

    def _least(self, a: int, b: int, ratio: float) -> float:
        moved = ratio * self._histograms[a] + self._histograms[b][PLACES]
        ideal, least = entropies(moved), np.inf
        for place in np.argsort(ideal):
            if ideal[place] >= least:
                break  # no Huffman code has less than the ideal one
            least = min(least, huffman_bits(moved[place]))
        return max(0.0, least - ratio * self._own[a] - self._own[b])


def one_book_costs(histograms: np.ndarray, own: np.ndarray, scale: np.ndarray) -> tuple:
    """What one book costs at least in the mean over the tensors, and that with the largest cost,
    if each is moved as suits it: bits over `own`, divided by `scale`.

    The mean over all tensors is that over all pairs of the mean of a pair, and each pair has its
    own least cost, whatever the others do. Of the worst pair one tensor costs the mean at least.
    """
    pairs, parts = Pairs(histograms, own), 1 / scale
    found = [pairs.cost(a, b, parts[a], parts[b]) / 2
             for a, b in itertools.combinations(range(len(histograms)), 2)]
    return (float(np.mean(found)), max(found)) if found else (0.0, 0.0)


def cost(histograms: np.ndarray, own: np.ndarray, classes: list) -> float:
    """Bits that one book less than there are classes (lists of alike tensors, which are all of
    them) costs more than one for each tensor, at least, whatever the books and the offsets.

    Of one tensor of each class two share a book, so that they cost what the nearest two of them do;
    none costs less than with its own book. A tensor may be in many such groups, with a part of it
    in each, if the parts add up to 1 at most. So of the small classes those nearest to the large
    one are in one group, then the second ones, each with every tensor of the large class, in parts
    that leave nothing.
    """
    *small, large = sorted((sorted(c) for c in classes), key=lambda c: own[c].sum())
    pairs, total = Pairs(histograms, own), 0.0
    share = {t: own[t] / own[large].sum() for t in large}

    def distance(tensor) -> float:
        return sum(pairs.cost(tensor, t, share[t]) for t in large) / own[tensor]
    small = [sorted(c, key=distance) for c in small]
    count = max(map(len, small))
    rows = [[c[row * len(c) // count] for c in small] for row in range(count)]
    times = collections.Counter(itertools.chain(*rows))
    for row, tensor in itertools.product(rows, large):
        parts = {t: share[tensor] / times[t] for t in row}
        parts[tensor] = 1 / count
        total += min(pairs.cost(a, b, parts[a], parts[b])
                     for a, b in itertools.combinations(parts, 2))
    return total
