# SPDX-License-Identifier: Apache-2.0
#
# cluster.py: K books for tensors of many kinds.
#
# Only whole numbers, fixed tie-breaks: equal tensors give equal books on every machine.
#
#   Spec  docs/tensors.md#best-of-k
#   Test  scripts/tests/experiment_test.py
"""Training of K books by clustering."""

import numpy as np

from experiment import books

MAX_ROUNDS = 50


class Trainer:
    """Books of sets of tensors; each set is trained once."""

    def __init__(self, weights: np.ndarray, min_len: int):
        self.weights = weights  # [tensor, symbol]
        self._min_len = min_len
        self._tables = {}

    def table(self, members) -> np.ndarray:
        """Bits of each symbol's code in the book of these tensors."""
        key = tuple(int(m) for m in members)
        if key not in self._tables:
            total = self.weights[list(key)].sum(axis=0)
            self._tables[key] = books.code_bits(books.train(total, self._min_len))
        return self._tables[key]

    def costs(self, tensors, sets) -> np.ndarray:
        """[tensor, set]: cost of each tensor with the book of each set."""
        return self.weights[tensors] @ np.array([self.table(s) for s in sets]).T


def first_medoids(cost: np.ndarray, count: int) -> list:
    """Tensors whose own books together serve all best, chosen one after the other.

    cost[i, j]: tensor i with the book of tensor j. Of equally good choices the first.
    """
    best = np.full(len(cost), np.iinfo(np.int64).max)
    chosen = []
    for _ in range(count):
        gain = np.maximum(0, best[:, None] - cost) if chosen else -cost
        j = int(np.argmax(sum_exact(gain)))
        chosen.append(j)
        best = np.minimum(best, cost[:, j])
    return chosen


def sum_exact(columns: np.ndarray) -> np.ndarray:
    """Column sums; a weight is below 2^32 and a code at most 23 bits, so that 2^26 rows fit."""
    return columns.sum(axis=0, dtype=np.int64)


def cluster(trainer: Trainer, tensors, count: int) -> list:
    """At most `count` sets of tensors, whose books are to be resident.

    Start: the own books of the tensors that serve all best. Then in turn: every tensor goes to
    the book that codes it cheapest (of equal ones the first), and every book is trained anew on
    its tensors, until nothing moves. Books that no tensor chose are dropped.
    """
    tensors = np.array(tensors)
    own = trainer.costs(tensors, [(t,) for t in tensors])
    sets = [(int(tensors[j]),) for j in first_medoids(own, min(count, len(tensors)))]
    for _ in range(MAX_ROUNDS):
        choice = np.argmin(trainer.costs(tensors, sets), axis=1)
        found = [tuple(int(t) for t in tensors[choice == k]) for k in range(len(sets))]
        found = [members for members in found if members]
        if found == sets:
            break
        sets = found
    return sets


def best_costs(trainer: Trainer, tensors, count: int) -> np.ndarray:
    """Cost of each tensor with the best of `count` books trained on all (in sample)."""
    return trainer.costs(np.array(tensors), cluster(trainer, tensors, count)).min(axis=1)


def left_out_costs(trainer: Trainer, tensors, count: int) -> np.ndarray:
    """The same, each tensor being coded with books that were trained without it."""
    result = []
    for tensor in tensors:
        others = [t for t in tensors if t != tensor]
        sets = cluster(trainer, others, count)
        result.append(trainer.costs(np.array([tensor]), sets).min())
    return np.array(result)
