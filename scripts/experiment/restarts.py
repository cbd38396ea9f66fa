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

from experiment import books, cluster, shared, symbols

COUNT = 4
RESTARTS = 20
SEED = 1


def random_start(rng: np.random.RandomState, trainer, tensors: np.ndarray) -> list:
    """The own books of tensors that are drawn."""
    drawn = rng.choice(len(tensors), min(COUNT, len(tensors)), replace=False)
    return [trainer.alone(tensors[t]) for t in drawn]


def random_sets(trainer, tensors: np.ndarray) -> list:
    """What each of RESTARTS draws ends with."""
    rng = np.random.RandomState(SEED)  # its numbers never change, whatever the version
    return [cluster.settled(trainer, tensors, random_start(rng, trainer, tensors))
            for _ in range(RESTARTS)]


def own_costs(trainer) -> np.ndarray:
    """Bits of the codes of each tensor with its own book."""
    return np.array([trainer.costs(np.array([t]), [trainer.alone(t)])[0, 0]
                     for t in range(len(trainer.weights))])


def mode_costs(trainer, scale: np.ndarray, extra: int) -> dict:
    """Percent over own books, every tensor having the same say: of our start, and of others."""
    tensors = np.arange(len(trainer.weights))
    own = (own_costs(trainer) / scale + extra).sum()

    def excess(sets) -> float:
        found = trainer.costs(tensors, sets).min(axis=1)
        return float(100 * ((found / scale + extra).sum() / own - 1))
    others = sorted(excess(sets) for sets in random_sets(trainer, tensors))
    return {"chosen": excess(cluster.cluster(trainer, tensors, COUNT)), "best": others[0],
            "median": float(np.median(others)), "worst": others[-1]}


def all_bits(shards: list, least: int, extra: int) -> dict:
    """Percent of all bits over own books, with offsets, if the books are trained for that.

    `shards` has a [shard, symbol] histogram for each tensor. Every bit has the same say.
    """
    histograms = np.array([of_tensor.sum(axis=0) for of_tensor in shards])
    trainer, tensors = cluster.AligningTrainer(histograms, least), np.arange(len(shards))
    own = own_costs(trainer)
    raw = extra * histograms.sum()

    def excess(bits) -> float:
        return float(100 * ((bits + raw) / (own.sum() + raw) - 1))

    def cost(sets) -> int:
        return int(trainer.costs(tensors, sets).min(axis=1).sum())
    chosen = cluster.cluster(trainer, tensors, COUNT)
    best = min([chosen, *random_sets(trainer, tensors)], key=cost)
    of_shards = sum(int(np.min([cluster.costs_by_offset(of_tensor, trainer.table(members))
                                .min(axis=1) for members in best], axis=0).sum())
                    for of_tensor in shards)
    classes = [[t for t, _ in members] for members in cluster.cluster(trainer, tensors, COUNT + 1)]
    more = shared.cost(histograms, own, classes) if len(classes) > COUNT else 0
    return {"chosen": excess(cost(chosen)), "best": excess(cost(best)),
            "shards": excess(of_shards), "least": excess(own.sum() + more)}


def measure(shards: list, variant: str) -> dict:
    """One population: `shards` has a [shard, symbol] histogram for each tensor."""
    dtype, _ = symbols.VARIANTS[variant]
    weights = np.array([books.weights(h.sum(axis=0)) for h in shards])
    scale, least = weights.sum(axis=1), symbols.MIN_LEN[dtype]
    extra = symbols.EXTRA_BITS[dtype]
    return {"plain": mode_costs(cluster.Trainer(weights, least), scale, extra),
            "offset": mode_costs(cluster.AligningTrainer(weights, least), scale, extra),
            "bits": all_bits(shards, least, extra)}
