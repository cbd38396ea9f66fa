# SPDX-License-Identifier: Apache-2.0
#
# bound.py: what one book costs at least, however it was made.
#
# A book with lengths l is a distribution 2^-l, an escaped symbol's length being that of the escape
# and 8. For a set of tensors the distribution nearest to all on average is their centroid; the
# largest distance to any is at least the capacity of the channel from tensor to symbol (Gallager,
# Ryabko), which Blahut's and Arimoto's iteration approaches from both sides.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/limits_test.py
"""Least mean and least largest cost of one distribution for several."""

import itertools

import numpy as np

ROUNDS = 20000
GAP = 1e-5


def divergences(shares: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Bits a symbol that the code of `other` costs each row more than its own entropy."""
    ratio = np.divide(shares, other, out=np.ones_like(shares), where=shares > 0)
    return (shares * np.log2(ratio)).sum(axis=1)


def mean_cost(shares: np.ndarray, scale: np.ndarray, less: np.ndarray) -> float:
    """Least mean over rows of (divergence - less) * scale, over all distributions.

    The best one is the mean of the rows, weighted by scale.
    """
    centroid = scale @ shares / scale.sum()
    return float(((divergences(shares, centroid) - less) * scale).mean())


def largest_cost(shares: np.ndarray, scale: np.ndarray, less: np.ndarray) -> tuple:
    """Least largest (divergence - less) * scale of any row: a bound below, and one above.

    Whatever the weights w of the rows are, the centroid under w * scale has the least weighted
    mean of all distributions, and the largest cost of any distribution is at least that mean. So
    every round gives a bound below, and its centroid one above.
    """
    weights = np.full(len(shares), 1 / len(shares))
    below, above = -np.inf, np.inf
    step = np.log(2) / scale.max()
    for _ in range(ROUNDS):
        pull = weights * scale
        cost = (divergences(shares, pull @ shares / pull.sum()) - less) * scale
        below, above = max(below, float(weights @ cost)), min(above, float(cost.max()))
        if above - below <= GAP:
            break
        weights = weights * np.exp(step * (cost - cost.max()))
        weights /= weights.sum()
    return below, above


def moved_pairs(shares: np.ndarray, of_pair) -> np.ndarray:
    """[row, row]: the least `of_pair`(two rows, their indices) if one of them may be moved."""
    found = np.zeros((len(shares), len(shares)))
    for a, b in itertools.combinations(range(len(shares)), 2):
        found[a, b] = found[b, a] = min(
            of_pair(np.array([shares[a], np.roll(shares[b], shift)]), [a, b])
            for shift in range(shares.shape[1]))
    return found


def moved_mean_cost(shares: np.ndarray, scale: np.ndarray, less: np.ndarray) -> float:
    """A bound below mean_cost(), if each row may be moved by an offset of its own.

    The mean over all rows is the mean over all pairs of the mean of the pair, and each pair has its
    own least cost, whatever the offsets of the others are.
    """
    if len(shares) < 2:
        return mean_cost(shares, scale, less)
    pairs = moved_pairs(shares, lambda two, at: mean_cost(two, scale[at], less[at]))
    return float(pairs[np.triu_indices(len(shares), 1)].mean())


def moved_largest_cost(shares: np.ndarray, scale: np.ndarray, less: np.ndarray) -> float:
    """A bound below the largest cost, if each row may be moved: that of the worst pair.

    Of a pair the mean is a bound as well, which is quicker to find.
    """
    if len(shares) < 2:
        return largest_cost(shares, scale, less)[0]
    pairs = moved_pairs(shares, lambda two, at: mean_cost(two, scale[at], less[at]))
    return float(pairs[np.triu_indices(len(shares), 1)].max())


def pair_costs(histograms: np.ndarray, own: np.ndarray) -> np.ndarray:
    """[tensor, tensor]: bits that two tensors cost more than with books of their own, at least, if
    they share one book, and one of them may be moved."""
    def bits(counts):
        logs = np.log2(counts, out=np.zeros_like(counts), where=counts > 0)
        return (counts * logs).sum(axis=1)
    places = (np.arange(256)[:, None] + np.arange(256)) & 255
    found = np.zeros((len(histograms), len(histograms)))
    for a, b in itertools.combinations(range(len(histograms)), 2):
        both = (histograms[a] + histograms[b][places]).astype(float)
        total = both[0].sum()
        least = (total * np.log2(total) - bits(both)).min()  # the code of their sum, moved so
        found[a, b] = found[b, a] = max(0.0, least - own[a] - own[b])
    return found


def spread_out(distance: np.ndarray, count: int) -> tuple:
    """Some `count` rows that are far from each other, and the least distance between two."""
    best = (-1.0, [])
    for first in range(len(distance)):
        chosen, nearest = [first], distance[first].copy()
        while len(chosen) < count:
            nearest[chosen] = -1
            chosen.append(int(np.argmax(nearest)))
            nearest = np.minimum(nearest, distance[chosen[-1]])
        least = distance[np.ix_(chosen, chosen)][np.triu_indices(count, 1)].min()
        best = max(best, (float(least), chosen))
    return best


def shared_cost(histograms: np.ndarray, own: np.ndarray, count: int) -> float:
    """Bits that `count` books cost more than one for each tensor, at least, whatever the offsets.

    Of count + 1 tensors two share a book, so that they cost what the nearest two of them do; none
    costs less than with its own book. So tensors are put into such groups, far ones first.
    """
    distance, total = pair_costs(histograms, own), 0.0
    left = np.arange(len(histograms))
    while len(left) > count:
        least, chosen = spread_out(distance[np.ix_(left, left)], count + 1)
        if least <= 0:
            break
        total += least
        left = np.delete(left, chosen)
    return total
