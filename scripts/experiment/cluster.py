# SPDX-License-Identifier: Apache-2.0
#
# cluster.py: K books for tensors of many kinds.
#
# Only whole numbers, fixed tie-breaks: equal tensors give equal books on every machine.
#
#   Spec  docs/tensors.md#best-of-k
#   Test  scripts/tests/experiment_test.py
"""Training of K books by clustering, with or without an offset for every tensor."""

import numpy as np

from experiment import books

MAX_ROUNDS = 50
FIRST_SHARE, MINIMAX_ROUNDS = 4, 32


class Trainer:
    """Books of sets of tensors; each set is trained once. A set is a tuple of tensors."""

    def __init__(self, weights: np.ndarray, min_len: int):
        self.weights = weights  # [tensor, symbol]
        self._min_len = min_len
        self._tables = {}
        self._own = None

    def alone(self, tensor) -> tuple:
        """The set of one tensor."""
        return (int(tensor),)

    def weights_of(self, member) -> np.ndarray:
        """What a member of a set adds to the weights of its book."""
        return self.weights[member]

    def lengths(self, members) -> np.ndarray:
        """Lengths of the book of these tensors."""
        return self.trained(sum(self.weights_of(m) for m in members))

    def trained(self, total: np.ndarray) -> np.ndarray:
        """Lengths of the book of these summed weights."""
        return books.train(total, self._min_len)

    def table(self, members) -> np.ndarray:
        """Bits of each symbol's code in the book of these tensors."""
        if members not in self._tables:
            self._tables[members] = books.code_bits(self.lengths(members))
        return self._tables[members]

    def costs(self, tensors, sets) -> np.ndarray:
        """[tensor, set]: cost of each tensor with the book of each set."""
        return self.weights[tensors] @ np.array([self.table(s) for s in sets]).T

    def own_costs(self, tensors) -> np.ndarray:
        """[tensor, tensor]: cost of each with the book of each alone."""
        if self._own is None:
            everything = np.arange(len(self.weights))
            self._own = self.costs(everything, [self.alone(t) for t in everything])
        return self._own[np.ix_(tensors, tensors)]

    def regrouped(self, tensors, sets) -> list:
        """The tensors of each set once they have gone to the cheapest book; no empty sets."""
        choice = np.argmin(self.costs(tensors, sets), axis=1)
        found = [tuple(int(t) for t in tensors[choice == k]) for k in range(len(sets))]
        return [members for members in found if members]


def costs_by_offset(weights: np.ndarray, table: np.ndarray) -> np.ndarray:
    """[row, offset]: cost of each row of weights with each offset and the code of `table`."""
    field, offset = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    # Exact in float64: the weights of a tensor add up to 2^32, and no symbol has 24 bits.
    moved = table[(field - offset) % 256].astype(float)
    return (weights.astype(float) @ moved).astype(np.int64)


class AligningTrainer(Trainer):
    """The same for tensors that may be moved. A set is a tuple of pairs of tensor and offset."""

    def alone(self, tensor) -> tuple:
        return ((int(tensor), 0),)

    def weights_of(self, member) -> np.ndarray:
        tensor, offset = member
        return np.roll(self.weights[tensor], -offset)

    def _by_offset(self, tensors, members) -> np.ndarray:
        return costs_by_offset(self.weights[tensors], self.table(members))

    def costs(self, tensors, sets) -> np.ndarray:
        return np.array([self._by_offset(tensors, s).min(axis=1) for s in sets]).T

    def regrouped(self, tensors, sets) -> list:
        by_offset = np.array([self._by_offset(tensors, s) for s in sets])
        choice = by_offset.min(axis=2).argmin(axis=0)
        offsets = by_offset.argmin(axis=2)  # of equally cheap ones the smallest
        found = [tuple((int(t), int(offsets[k, i])) for i, t in enumerate(tensors)
                       if choice[i] == k) for k in range(len(sets))]
        return [members for members in found if members]


def minimax_lengths(trainer: Trainer, members) -> np.ndarray:
    """Lengths of the book that is nearer to those of these members that it costs most."""
    moved = np.array([trainer.weights_of(m) for m in members])
    own = np.array([trainer.weights[t] @ trainer.table(trainer.alone(t))
                    for t in (m[0] if isinstance(m, tuple) else m for m in members)])
    shares = np.full(len(members), FIRST_SHARE)
    for _ in range(MINIMAX_ROUNDS):
        lengths = trainer.trained(shares @ moved)
        shares[np.argmax(moved @ books.code_bits(lengths) - own)] += 1
    return trainer.trained(shares @ moved)


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
    own = trainer.own_costs(tensors)
    return settled(trainer, tensors, [trainer.alone(tensors[j])
                                      for j in first_medoids(own, min(count, len(tensors)))])


def settled(trainer: Trainer, tensors: np.ndarray, sets: list) -> list:
    """The sets once nothing moves."""
    for _ in range(MAX_ROUNDS):
        found = trainer.regrouped(tensors, sets)
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
