#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# align_test.py: clustering of tensors that may be moved. That its books are those of tern is tested
# with the program, in tb/apps/offset_test.py.
#
#   Spec  docs/tensors.md#best-of-k
#   Test  scripts/tests/align_test.py
"""Tests of offsets in scripts/experiment."""

import os
import pathlib
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

from experiment import best_of, books, cluster  # noqa: E402

SEED = int(os.environ.get("TERN_SEED", "1"))


class AlignTest(unittest.TestCase):
    """Two shapes of distribution, each at several scales."""

    def setUp(self):
        rng = np.random.default_rng(SEED)
        steep = (1 << 20) >> np.arange(16)
        flat = rng.integers(5000, 9000, 24)
        self.histograms = np.zeros((8, 256), np.int64)
        self.moved = rng.integers(0, 256, 8)
        for at, by in enumerate(self.moved):
            shape = flat if at % 2 else steep
            self.histograms[at, (np.arange(len(shape)) + by) % 256] = shape
        self.weights = np.array([books.weights(h) for h in self.histograms])
        self.trainer = cluster.AligningTrainer(self.weights, 1)

    def own(self):
        return np.array([self.weights[t] @ self.trainer.table(self.trainer.alone(t))
                         for t in range(8)])

    def test_costs_are_the_least_over_all_offsets(self):
        table = self.trainer.table(self.trainer.alone(0))
        found = self.trainer.costs(np.arange(8), [self.trainer.alone(0)])[:, 0]
        for t in range(8):
            moved = [sum(int(w) * int(table[(field - offset) % 256])
                         for field, w in enumerate(self.weights[t]) if w) for offset in range(256)]
            self.assertEqual(found[t], min(moved), SEED)

    def test_shapes_are_found_whatever_their_scale(self):
        found = cluster.cluster(self.trainer, range(8), 2)
        self.assertEqual(sorted([t for t, _ in members] for members in found),
                         [[0, 2, 4, 6], [1, 3, 5, 7]], SEED)
        for members in found:
            first, its = members[0]
            for tensor, offset in members:
                self.assertEqual((offset - its) % 256,
                                 (self.moved[tensor] - self.moved[first]) % 256, SEED)

    def test_two_books_for_two_shapes_cost_nothing(self):
        np.testing.assert_array_equal(cluster.best_costs(self.trainer, range(8), 2), self.own())
        np.testing.assert_array_equal(cluster.left_out_costs(self.trainer, range(8), 2),
                                      self.own())
        plain = cluster.Trainer(self.weights, 1)
        self.assertGreater(cluster.best_costs(plain, range(8), 2).sum(), 1.2 * self.own().sum())

    def test_a_population_is_measured_with_and_without_offsets(self):
        found = best_of.measure([f"t{t}" for t in range(8)], self.histograms, "bf16")
        self.assertEqual(list(found["offset"]["in_sample"]), list(found["in_sample"]))
        self.assertEqual(found["offset"]["in_sample"]["2"]["total"], 0)
        self.assertGreater(found["in_sample"]["2"]["total"], 1)
        self.assertEqual(found["offset"]["left_out"]["total"], 0)


if __name__ == "__main__":
    unittest.main()
