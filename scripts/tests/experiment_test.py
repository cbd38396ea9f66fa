#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# experiment_test.py: the books of the experiment are those of tern, and its figures are complete.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Tests of scripts/experiment and scripts/paper.py, on made-up tensors."""

import copy
import itertools
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

from experiment import (best_of, books, cluster, corpora, record, shards, tool,  # noqa: E402
                        symbols, tables)

TERN = os.environ.get("TERN_BIN") or str(ROOT / "build/bin/tern")
SEED = int(os.environ.get("TERN_SEED", "1"))


def values(scale: float, shape=(8, 500), seed: int = SEED) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, scale, shape).astype("<f4")


class SymbolsTest(unittest.TestCase):
    def test_e4m3_rounds_to_the_nearest_of_all_values_ties_to_even(self):
        codes = np.arange(0x7F)
        exponent, mantissa = codes >> 3, codes & 7
        finite = np.where(exponent > 0, np.ldexp(1 + mantissa / 8, exponent - 7),
                          np.ldexp(mantissa / 8, -6))
        np.testing.assert_array_equal(symbols.to_e4m3(finite), codes)
        np.testing.assert_array_equal(symbols.to_e4m3(-finite), codes | 0x80)
        middle = (finite[1:] + finite[:-1]) / 2
        np.testing.assert_array_equal(symbols.to_e4m3(middle), codes[1:] - (codes[1:] & 1))
        above = np.nextafter(middle.astype("f4"), np.float32(1e9))
        np.testing.assert_array_equal(symbols.to_e4m3(above), codes[1:])
        self.assertEqual(symbols.to_e4m3(np.array([464.0, 465.0])).tolist(), [0x7E, 0x7F])

    def test_scaling_reaches_the_largest_value_and_never_passes_it(self):
        for scale in (1e-6, 0.3, 1e4):
            x = symbols.scaled(values(scale))
            self.assertEqual(np.abs(x).max(), symbols.E4M3_MAX)
            self.assertFalse((symbols.to_e4m3(x) & 0x7F == 0x7F).any())
        self.assertEqual(symbols.scaled(np.zeros(3, "f4")).tolist(), [0, 0, 0])

    def test_block_scales_are_powers_of_two_of_their_own_block(self):
        x = np.concatenate([np.full(32, 3.0), np.full(32, 2.0 ** -140), np.zeros(5)]).astype("f4")
        found = symbols.block_scaled(x)
        self.assertEqual(found.shape, x.shape)
        self.assertEqual(set(found[:32]), {384.0})
        self.assertEqual(set(found[32:64]), {2.0 ** -13})  # no scale is below 2^-127
        self.assertEqual(set(found[64:]), {0.0})

    def test_a_histogram_counts_every_symbol(self):
        x = np.array([1.0, -1.0, 2.0], "f4")
        self.assertEqual(np.flatnonzero(symbols.histogram(x, "bf16")).tolist(), [127, 128])
        both = symbols.histogram(x, "bf16-bytes")
        self.assertEqual({int(b): int(both[b]) for b in np.flatnonzero(both)},
                         {0x00: 1, 0x3F: 1, 0x40: 1, 0x80: 2, 0xBF: 1})


class BooksTest(unittest.TestCase):
    def test_lengths_are_optimal_among_all_codes(self):
        rng = np.random.default_rng(SEED)
        for count, low, high in itertools.product((4, 5, 6), (1, 2), (3, 4)):
            weights = np.sort(rng.integers(1, 100, count) ** 3)
            best = min(sum(int(w) * n for w, n in zip(weights, lengths))
                       for lengths in itertools.product(range(low, high + 1), repeat=count)
                       if sum(2.0 ** -n for n in lengths) == 1)
            found = books.limited_lengths(weights, low, high)
            self.assertEqual(sum(2.0 ** -found), 1)
            self.assertEqual(int(weights @ found), best, (SEED, weights, low, high))

    def test_divergence_is_zero_for_itself_and_infinite_without_support(self):
        p = np.array([1, 3, 0, 4])
        self.assertAlmostEqual(books.divergence(p, 5 * p), 0)
        self.assertAlmostEqual(books.divergence(np.array([1, 0]), np.array([1, 3])), 2)
        self.assertEqual(books.divergence(p, np.array([1, 0, 0, 1])), np.inf)

    @unittest.skipUnless(pathlib.Path(TERN).exists(), f"no program {TERN}")
    def test_books_are_those_of_tern_train(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            tensors = {"a": values(0.02), "b": values(3.0, (7, 90)), "c": np.zeros((2, 9), "<f4")}
            for key, x in tensors.items():
                np.save(folder / f"{key}.npy", x)
            for (dtype, low), names in itertools.product(symbols.MIN_LEN.items(),
                                                         ("a", "b", "ab", "ac", "c")):
                subprocess.run([TERN, "train", *(f"{folder}/{n}.npy" for n in names), "--dtype",
                                dtype, "-o", f"{folder}/books.json"], check=True,
                               capture_output=True)
                want = json.loads((folder / "books.json").read_text())["books"][0]
                histograms = [symbols.histogram(tensors[n], dtype) for n in names]
                got = books.train(books.weights(histograms), low).tolist()
                self.assertEqual(got, [*want["lengths"], want["escape_length"]], (dtype, names))


class ClusterTest(unittest.TestCase):
    """Three families of tensors: members differ little, families much."""

    def setUp(self):
        self.families = [[values(scale, (4, 400), SEED + i) for i in range(4)]
                         for scale in (1e-4, 0.1, 50.0)]
        self.histograms = np.array([symbols.histogram(x, "bf16") for f in self.families
                                    for x in f])
        weights = np.array([books.weights(h) for h in self.histograms])
        self.trainer = cluster.Trainer(weights, symbols.MIN_LEN["bf16"])

    def test_families_are_found(self):
        found = cluster.cluster(self.trainer, range(12), 3)
        self.assertEqual(sorted(found), [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])

    def test_as_many_books_as_tensors_cost_nothing(self):
        own = [self.trainer.costs(np.array([t]), [(t,)])[0, 0] for t in range(12)]
        self.assertEqual(cluster.best_costs(self.trainer, range(12), 12).tolist(), own)
        self.assertEqual(cluster.best_costs(self.trainer, range(12), 40).tolist(), own)

    def test_a_tensor_left_out_does_not_train(self):
        lonely = self.histograms[[0, 1, 2, 3, 11]]
        trainer = cluster.Trainer(np.array([books.weights(h) for h in lonely]), 1)
        in_sample = cluster.best_costs(trainer, range(5), 2)
        left_out = cluster.left_out_costs(trainer, range(5), 2)
        self.assertGreater(left_out[4], 1.5 * in_sample[4])

    def test_the_summary_knows_the_worst_and_the_whole(self):
        found = best_of.summary(np.array([11.0, 10.2]), np.array([10.0, 10.0]),
                                np.array([1.0, 3.0]))
        self.assertEqual({k: round(v, 9) for k, v in found.items()},
                         {"mean": 6.0, "max": 10.0, "worst": 0, "total": 4.0})


@unittest.skipUnless(pathlib.Path(TERN).exists(), f"no program {TERN}")
class ShardsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.entries = []
        for layer in range(3):
            path = pathlib.Path(folder.name) / f"a_ffn1_l{layer}.npy"
            np.save(path, values(0.1 + 0.05 * layer, (8, 4096), SEED + layer))
            self.entries.append(corpora.Entry(path.stem, path, "activations", "ffn1", 8))

    def test_every_variant_is_measured_and_numpy_agrees_on_the_entropy(self):
        counts = corpora.histograms(self.entries)
        for variant, (dtype, _) in symbols.VARIANTS.items():
            of_kind = np.concatenate([counts[variant, e.name] for e in self.entries])
            found = shards.measure(TERN, self.entries, variant, of_kind)
            self.assertEqual((found["shards"], found["values"]), (24, 3 * 8 * 4096))
            self.assertEqual(found["raw_bytes"], found["values"] * symbols.RAW_BYTES[dtype])
            self.assertLess(found["shannon_bits"], found["huffman_bits"])
            self.assertLess(found["huffman_bits"], found["fixed_bits"])
            self.assertLess(found["fixed_bits"], 8 * found["fixed_wire_bytes"])
            self.assertLessEqual(found["short_codes"]["huffman_bits"], found["huffman_bits"])
            own = sum(books.cost(h, books.train(books.weights(h), symbols.MIN_LEN[dtype]))
                      for h in of_kind) + found["values"] * symbols.EXTRA_BITS[dtype]
            self.assertEqual(found["huffman_bits"], own)

    def test_a_wrong_histogram_is_noticed(self):
        counts = corpora.histograms(self.entries)
        of_kind = np.concatenate([counts["bf16", e.name] for e in self.entries])
        of_kind[0] = of_kind[1]
        with self.assertRaisesRegex(shards.Disagreement, "numpy"):
            shards.measure(TERN, self.entries, "bf16", of_kind)

    def test_a_failing_command_is_named(self):
        with self.assertRaisesRegex(tool.CommandFailed, "shards .*exit code 1"):
            shards.tern_shards("/bin/false", ["x"], "bf16", 1024, "shard")


class RecordTest(unittest.TestCase):
    def setUp(self):
        self.paper = record.load(ROOT / "docs/paper.json")

    def test_a_record_survives_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "paper.json"
            path.write_text(record.text(self.paper))
            self.assertEqual(record.load(path), self.paper)
            self.assertEqual(path.read_text(), (ROOT / "docs/paper.json").read_text())

    def test_changes_are_found_and_last_bits_and_dates_are_not(self):
        changed = copy.deepcopy(self.paper)
        changed["date"] = "1970-01-01"
        changed["shards"][3]["fixed_bits"] += 2
        self.assertEqual(record.difference(self.paper, changed), "")
        for edit in (lambda p: p["shards"][3].update(fixed_bits=1),
                     lambda p: p["best_of"][0]["in_sample"]["4"].update(total=9.0),
                     lambda p: p["best_of"][0]["each"].pop(),
                     lambda p: p["shards"][0].update(kind="other"),
                     lambda p: p.pop("distribution")):
            changed = copy.deepcopy(self.paper)
            edit(changed)
            self.assertNotEqual(record.difference(self.paper, changed), "")

    def test_every_kind_and_every_population_is_shown(self):
        text = "\n".join(tables.parts(self.paper))
        for entry in self.paper["shards"]:
            self.assertIn(f"| {entry['group']} | {entry['kind']} |", text)
        for entry in self.paper["best_of"]:
            self.assertIn(f"| {entry['variant']} | {entry['population']} |", text)

    def test_a_claim_that_fails_is_not_counted(self):
        before = tables.claims(self.paper)
        for entry in self.paper["shards"]:
            entry["fixed_bits"] = int(1.2 * entry["huffman_bits"])
        after = tables.claims(self.paper)
        self.assertNotEqual(before, after)
        self.assertIn("| 20.00 % | 0 of 24 |", after)

    def test_without_tensors_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "paper.py"), "--check",
                                   "--tensors", folder], capture_output=True, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no manifest.json", done.stdout)

    def test_every_plot_is_drawn_from_the_record(self):
        from experiment import plots  # only here: matplotlib is slow to load
        with tempfile.TemporaryDirectory() as folder:
            for path in plots.draw(self.paper, pathlib.Path(folder)):
                self.assertEqual(path.read_bytes()[:4], b"\x89PNG")
                self.assertTrue((ROOT / "docs" / path.name).exists())


if __name__ == "__main__":
    unittest.main()
