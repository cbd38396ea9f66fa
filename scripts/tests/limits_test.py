#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# limits_test.py: no book beats the bounds, and the bounds are reached where that is known.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/limits_test.py
"""Tests of scripts/limits.py and its modules, on made-up distributions."""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

from experiment import (bound, books, cluster, kind_costs, limits_tables, one_book,  # noqa: E402
                        record, restarts)

TERN = os.environ.get("TERN_BIN") or str(ROOT / "build/bin/tern")
SEED = int(os.environ.get("TERN_SEED", "1"))


def load(name: str) -> dict:
    return json.loads((ROOT / "docs" / name).read_text(encoding="ascii"))


class BoundTest(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(SEED)
        at = np.arange(256)
        self.histograms = np.array([rng.poisson(3000 * 0.6 ** np.abs(at - 120 - 2 * t))
                                    for t in range(4)])
        self.shares = self.histograms / self.histograms.sum(axis=1, keepdims=True)
        self.scale, self.less = rng.uniform(5, 15, 4), rng.uniform(0, 0.05, 4)
        self.rng = rng

    def costs(self, q):
        return (bound.divergences(self.shares, q) - self.less) * self.scale

    def any_distribution(self):
        """Near the rows, so that it is a good one."""
        q = self.rng.dirichlet(np.ones(4)) @ self.shares + 1e-6
        return q / q.sum()

    def test_no_distribution_is_below_the_bounds(self):
        mean = bound.mean_cost(self.shares, self.scale, self.less)
        below, above = bound.largest_cost(self.shares, self.scale, self.less)
        self.assertLessEqual(above - below, 2 * bound.GAP)
        nearest = np.inf
        for _ in range(2000):
            cost = self.costs(self.any_distribution())
            self.assertGreaterEqual(cost.mean(), mean - 1e-9, SEED)
            self.assertGreaterEqual(cost.max(), below - 1e-9, SEED)
            nearest = min(nearest, cost.max() / below)
        self.assertLess(nearest, 1.5, "the bound is far from everything tried")

    def test_capacities_that_are_known(self):
        flip = 0.11  # binary symmetric channel: 1 - h(p)
        shares = np.zeros((2, 256))
        shares[0, :2], shares[1, :2] = (1 - flip, flip), (flip, 1 - flip)
        entropy = -(flip * np.log2(flip) + (1 - flip) * np.log2(1 - flip))
        one = np.ones(2)
        self.assertAlmostEqual(bound.largest_cost(shares, one, 0 * one)[0], 1 - entropy, 5)
        self.assertAlmostEqual(bound.mean_cost(shares, one, 0 * one), 1 - entropy, 9)
        disjoint = np.eye(256)[:5]  # five symbols that never meet: log2(5)
        five = np.ones(5)
        self.assertAlmostEqual(bound.largest_cost(disjoint, five, 0 * five)[0], np.log2(5), 5)
        zero, cross = 0.5, np.zeros((2, 256))  # Z channel: log2(1 + (1 - p) p^(p / (1 - p)))
        cross[0, 0], cross[1, :2] = 1, (zero, 1 - zero)
        self.assertAlmostEqual(bound.largest_cost(cross, one, 0 * one)[0], np.log2(1.25), 5)

    def test_no_book_of_a_kind_is_below_its_bounds(self):
        found = one_book.measure(self.histograms)
        own = np.array([books.cost(h, books.train(books.weights(h), 1)) / h.sum() + 8
                        for h in self.histograms])
        plain = found["huffman"]["plain"]
        for _ in range(20):
            mixed = (self.rng.dirichlet(np.ones(4)) @ self.shares * 2 ** 32).astype(np.int64)
            lengths = books.train(mixed, 1)
            cost = np.array([books.cost(h, lengths) / h.sum() + 8 for h in self.histograms])
            percent = 100 * (cost / own - 1)
            self.assertGreaterEqual(percent.mean(), plain["book"] - 1e-6, SEED)
            self.assertGreaterEqual(percent.max(), plain["least"]["max"] - 1e-6, SEED)
        self.assertGreaterEqual(plain["book"], plain["least"]["mean"])
        self.assertGreaterEqual(plain["in_sample"]["mean"], plain["book"] - 1e-6)
        for base in ("huffman", "shannon"):
            moved = found[base]["offset"]
            self.assertLessEqual(moved["least"]["mean"], moved["aligned"])
            self.assertLessEqual(moved["aligned"], moved["in_sample"]["mean"] + 1e-6)
            self.assertLessEqual(moved["least"]["max"], moved["in_sample"]["max"])


class RestartsTest(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(SEED)
        at = np.arange(256)
        self.histograms = np.array([rng.poisson(2000 * 0.5 ** np.abs(at - 40 * (t % 4) - 50))
                                    for t in range(8)])

    def test_restarts_are_the_same_each_time_and_in_order(self):
        shards = list(self.histograms[:, None])
        found = restarts.measure(shards, "bf16")
        self.assertEqual(found, restarts.measure(shards, "bf16"))
        for mode in (found["plain"], found["offset"]):
            self.assertTrue(mode["best"] <= mode["median"] <= mode["worst"])
        bits = found["bits"]
        self.assertTrue(bits["least"] <= bits["best"] <= bits["chosen"])
        self.assertAlmostEqual(bits["shards"], bits["best"], 9)

    def test_a_choice_for_each_shard_is_never_worse(self):
        halves = [np.array([h * (np.arange(256) % 2), h * (np.arange(256) % 2 == 0)])
                  for h in self.histograms]
        bits = restarts.all_bits(halves, 3, 0)
        self.assertLess(bits["shards"], bits["best"])

    def test_a_draw_that_misses_a_family_is_worse(self):
        weights = np.array([books.weights(h) for h in self.histograms])
        trainer, tensors = cluster.Trainer(weights, 1), np.arange(8)
        bad = cluster.settled(trainer, tensors, [trainer.alone(t) for t in (0, 4, 1, 5)])
        good = cluster.cluster(trainer, tensors, 4)
        self.assertEqual(sorted(good), [(0, 4), (1, 5), (2, 6), (3, 7)])
        self.assertGreater(trainer.costs(tensors, bad).min(axis=1).sum(),
                           trainer.costs(tensors, good).min(axis=1).sum())


@unittest.skipUnless(pathlib.Path(TERN).exists(), f"no program {TERN}")
class KindCostsTest(unittest.TestCase):
    def test_smaller_kinds_cost_more_and_the_full_one_is_the_book_of_section_10(self):
        rng = np.random.default_rng(SEED)
        histograms = rng.poisson(3000 * 0.95 ** np.arange(256), (3, 256))
        found = kind_costs.costs(TERN, "e4m3", histograms)
        total = books.weights(histograms)
        self.assertEqual(found["full"],
                         books.cost(total, books.train(total, 3)) / int(total.sum()))
        for kind in kind_costs.SMALLER:
            self.assertGreater(kind_costs.excess(found, kind), 0, kind)
        self.assertGreater(found["top 15"], found["top 31"])


class TablesTest(unittest.TestCase):
    def setUp(self):
        self.limits, self.paper = load("limits.json"), load("paper.json")
        self.results = load("results.json")

    def parts(self):
        return "\n".join(limits_tables.parts(self.limits, self.paper, self.results))

    def test_every_kind_and_population_is_shown(self):
        text = self.parts()
        for row in self.limits["one_book"]:
            self.assertEqual(text.count(f"| {row['group']} | {row['kind']} |"), 2)
        for row in self.limits["restarts"]:
            self.assertIn(f"| {row['variant']} | {row['population']} | {row['tensors']} |", text)
            self.assertLessEqual(row["bits"]["least"], row["bits"]["best"])

    def test_no_recorded_book_is_below_its_bound(self):
        for row in self.limits["one_book"]:
            for base in ("huffman", "shannon"):
                plain, moved = row[base]["plain"], row[base]["offset"]
                self.assertLessEqual(plain["book"], plain["in_sample"]["mean"] + 1e-5)
                self.assertLessEqual(plain["max_above"] - plain["least"]["max"], 1e-4)
                for mode, key in ((plain, "mean"), (plain, "max"), (moved, "mean"), (moved, "max")):
                    self.assertLessEqual(mode["least"][key], mode["in_sample"][key])

    def test_a_bound_above_the_goal_makes_a_miss_certain(self):
        measured = limits_tables.left_out(self.paper, self.results)
        row = next(r for r in self.limits["one_book"] if r["kind"] == "words" or
                   measured[r["group"], r["kind"]]["plain"]["huffman"]["mean"] > 0.5)
        name = f"{row['group']} {row['kind']}"
        for certain, value in ((True, 0.6), (False, 0.1)):
            changed = copy.deepcopy(row)
            for base in ("huffman", "shannon"):
                changed[base]["plain"]["book"] = value if base == "huffman" else 0.1
                changed[base]["plain"]["least"]["mean"] = 0.0
            text = limits_tables.verdict([changed], measured, "plain", "mean")
            self.assertEqual(f"reach it for: {name}." in text, certain)

    def test_luck_is_what_the_best_restart_saves(self):
        rows = [{"plain": {"chosen": 1.0, "best": 0.75}, "offset": {"chosen": 0.1, "best": 0.4}}]
        self.assertEqual(limits_tables.luck(rows), 0.25)

    def test_changes_are_found(self):
        changed = copy.deepcopy(self.limits)
        changed["date"] = "1970-01-01"
        self.assertEqual(record.difference(self.limits, changed, "limits"), "")
        changed["one_book"][0]["huffman"]["plain"]["least"]["max"] += 0.01
        self.assertIn("limits.one_book[0]", record.difference(self.limits, changed, "limits"))

    def test_without_tensors_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "limits.py"), "--check",
                                   "--tensors", folder], capture_output=True, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no manifest.json", done.stdout)


if __name__ == "__main__":
    unittest.main()
