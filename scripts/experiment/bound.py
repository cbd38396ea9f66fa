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
