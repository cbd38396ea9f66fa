#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# shared_test.py: no few books for many tensors cost less than the bound says.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/shared_test.py
"""Tests of scripts/experiment/shared.py, on made-up distributions."""

import os
import pathlib
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

from experiment import books, cluster, shared  # noqa: E402

SEED = int(os.environ.get("TERN_SEED", "1"))
DECAYS = (0.7, 0.8, 0.88, 0.93, 0.96, 0.98)


class SharedTest(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(SEED)
        at = np.abs(np.arange(256) - 90)
        # Two tensors of each of six shapes, moved; later shapes have more values.
        self.histograms = np.array([np.roll(self.rng.poisson(4000 * (1 + k) * decay ** at), 7 * t)
                                    for k, decay in enumerate(DECAYS) for t in range(2)])
        self.own = np.array([books.cost(h, books.train(h, 3)) for h in self.histograms])

    def test_no_books_cost_less_than_the_bound(self):
        for count in (1, 2, 4):
            used = np.arange(2 * (count + 1))
            alike = [[2 * k, 2 * k + 1] for k in range(count + 1)]
            least = shared.cost(self.histograms[used], self.own[used], alike)
            trainer = cluster.AligningTrainer(self.histograms[used], 3)
            drawn = [self.rng.choice(used, count, replace=False) for _ in range(4)]
            found = [cluster.settled(trainer, used, [trainer.alone(t) for t in of])
                     for of in drawn] + [cluster.cluster(trainer, used, count)]
            more = [(trainer.costs(used, sets).min(axis=1) - self.own[used]).sum()
                    for sets in found]
            self.assertGreaterEqual(min(more), least, SEED)
            self.assertLess(min(more), 2 * least, "the bound is far from everything tried")

    def test_two_tensors_with_one_book_cost_the_code_of_their_sum(self):
        two = self.histograms[[0, 11]]
        found = shared.cost(two, self.own[[0, 11]], [[0], [1]])
        least = min(shared.huffman_bits(two[0] + np.roll(two[1], by)) for by in range(256))
        self.assertEqual(found, least - self.own[0] - self.own[11])

    def test_tensors_of_one_shape_cost_nothing_wherever_they_are(self):
        same = np.array([np.roll(self.histograms[0], 40 * k) for k in range(4)])
        self.assertEqual(shared.cost(same, self.own[[0] * 4], [[0], [1, 2], [3]]), 0)

    def test_parts_of_a_class_add_up_to_the_whole(self):
        # A class of one beside classes of two: the one is in both groups, half of it in each.
        one = shared.cost(self.histograms[[0, 10]], self.own[[0, 10]], [[0], [1]])
        twice = np.array([0, 10, 10])
        found = shared.cost(self.histograms[twice], self.own[twice], [[0], [1, 2]])
        pair = shared.Pairs(self.histograms, self.own)
        self.assertAlmostEqual(found, 2 * pair.cost(0, 10, 0.5, 1.0), 6)
        self.assertGreater(found, one)

    def test_one_book_costs_at_least_what_its_pairs_do(self):
        few, own = self.histograms[::3], self.own[::3].astype(float)
        scale = self.rng.uniform(1e4, 1e5, len(few))
        mean, largest = shared.one_book_costs(few, own, scale)
        self.assertGreater(mean, 0)
        for _ in range(12):
            mixed = (self.rng.dirichlet(np.ones(len(few))) @ few).astype(np.int64)
            table = books.code_bits(books.train(mixed, 3))
            costs = (cluster.costs_by_offset(few, table).min(axis=1) - own) / scale
            self.assertGreaterEqual(costs.mean(), mean, SEED)
            self.assertGreaterEqual(costs.max(), largest, SEED)
        two = shared.one_book_costs(few[:2], own[:2], scale[:2])
        self.assertEqual(two[0], two[1])
        self.assertEqual(shared.one_book_costs(few[:1], own[:1], scale[:1]), (0, 0))

    def test_huffman_bits_that_are_known(self):
        self.assertEqual(shared.huffman_bits(np.array([1, 1, 1, 1])), 8)
        self.assertEqual(shared.huffman_bits(np.array([1, 1, 2, 4, 0])), 14)
        self.assertEqual(shared.huffman_bits(np.array([0, 5])), 5)

    def test_huffman_bits_are_those_of_the_trainer_where_no_length_is_limited(self):
        total = self.rng.integers(500, 1500, 256).astype(np.int64)
        self.assertEqual(shared.huffman_bits(total), books.cost(total, books.train(total, 1)))


if __name__ == "__main__":
    unittest.main()
