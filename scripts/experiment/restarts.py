# SPDX-License-Identifier: Apache-2.0
#
# restarts.py: whether clustering from other starts finds better books.
#
# The start of the clustering is chosen, not drawn; this bounds what it may have missed.
#
#   Spec  docs/tensors.md#best-of-k
#   Test  scripts/tests/limits_test.py
"""Clustering from random starts."""

import numpy as np

from experiment import books, cluster, symbols

COUNT = 4
RESTARTS = 20
SEED = 1


def random_start(rng: np.random.RandomState, trainer, tensors: np.ndarray) -> list:
    """The own books of tensors that are drawn."""
    drawn = rng.choice(len(tensors), min(COUNT, len(tensors)), replace=False)
    return [trainer.alone(tensors[t]) for t in drawn]


def mode_costs(trainer, scale: np.ndarray, extra: int) -> dict:
    """Percent over own books, every tensor having the same say: of our start, and of others."""
    tensors = np.arange(len(trainer.weights))
    own = sum((trainer.costs(np.array([t]), [trainer.alone(t)])[0, 0] / scale[t] + extra)
              for t in tensors)

    def excess(sets) -> float:
        found = trainer.costs(tensors, sets).min(axis=1)
        return float(100 * ((found / scale + extra).sum() / own - 1))
    rng = np.random.RandomState(SEED)  # its numbers never change, whatever the version
    others = sorted(excess(cluster.settled(trainer, tensors, random_start(rng, trainer, tensors)))
                    for _ in range(RESTARTS))
    return {"chosen": excess(cluster.cluster(trainer, tensors, COUNT)), "best": others[0],
            "median": float(np.median(others)), "worst": others[-1]}


def measure(histograms: np.ndarray, variant: str) -> dict:
    """One population: `histograms` is [tensor, symbol]."""
    dtype, _ = symbols.VARIANTS[variant]
    weights = np.array([books.weights(h) for h in histograms])
    scale, least = weights.sum(axis=1), symbols.MIN_LEN[dtype]
    extra = symbols.EXTRA_BITS[dtype]
    return {"plain": mode_costs(cluster.Trainer(weights, least), scale, extra),
            "offset": mode_costs(cluster.AligningTrainer(weights, least), scale, extra)}
