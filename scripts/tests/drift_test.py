# SPDX-License-Identifier: Apache-2.0
#
# drift_test.py: training, sampling and the books of scripts/drift.py do what their names say.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Tests of scripts/drift.py, on made-up series and a small random transformer."""

import copy
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

import drift  # noqa: E402
from experiment import books, drift_tables, policies, record, sampling, symbols  # noqa: E402

SEED = int(os.environ.get("TERN_SEED", "1"))


def histogram(scale: float, seed: int = SEED, count: int = 20000) -> np.ndarray:
    return symbols.histogram(np.random.default_rng(seed).normal(0, scale, count), "bf16")


class Lanes:
    """The lanes that the counters draw, one after the other."""

    def __init__(self, lanes: int):
        self.state, self.lanes = 1, lanes

    def draw(self) -> int:
        lane = self.state % self.lanes
        bits = [self.state >> (tap - 1) & 1 for tap in (16, 15, 13, 4)]
        self.state = (2 * self.state + sum(bits) % 2) % 65536
        return lane


def counted(sent, lanes: Lanes, chunk_steps: int):
    """What the counters must hold, step by step."""
    counts = np.zeros(256, np.int64)
    for first in range(0, max(1, len(sent)), lanes.lanes):
        opens = first == 0 or (chunk_steps and first // lanes.lanes % chunk_steps == 0)
        lane = lanes.draw()
        if not opens and first + lane < len(sent):
            counts[sent[first + lane]] += 1
    return counts


class SamplingTest(unittest.TestCase):
    def test_the_first_step_of_every_chunk_is_not_seen(self):
        for chunk_steps, seen in ((0, 7), (2, 4), (4, 6)):
            counts, turn = sampling.sampled_histogram(np.arange(32), 4, chunk_steps)
            self.assertEqual((counts.sum(), turn), (seen, 8))

    def test_it_is_what_counting_step_by_step_finds_over_messages(self):
        rng = np.random.default_rng(SEED)
        for lanes in (1, 2, 16, 64):
            turn, want_lanes = 0, Lanes(lanes)
            for size in (0, 1, lanes, 5 * lanes + 1, 700, 4096 + lanes // 2):
                for chunk_steps in (0, 16, 256):
                    sent = rng.integers(0, 256, size)
                    counts, turn = sampling.sampled_histogram(sent, lanes, chunk_steps, turn)
                    want = counted(sent, want_lanes, chunk_steps)
                    self.assertEqual(counts.tolist(), want.tolist(), (SEED, lanes, size))

    def test_the_lanes_repeat_after_all_states_only(self):
        self.assertEqual(len(set(sampling.STATES.tolist())), sampling.PERIOD)
        counts = [sampling.sampled_histogram(np.arange(16), 16, 0, turn)[1] for turn in (0, 65534)]
        self.assertEqual(counts, [1, 0])

    def test_rows_of_any_length_are_seen_in_every_place(self):
        for steps in (15, 16, 17, 96, 255):  # of a row of 16 lanes
            for place in range(16):
                row = np.zeros((steps, 16), np.uint8)
                row[:, place] = 1
                counts, _ = sampling.sampled_histogram(np.tile(row.reshape(-1), 2000), 16, 256)
                self.assertAlmostEqual(counts[1] / counts.sum(), 1 / 16, delta=0.01)


class PoliciesTest(unittest.TestCase):
    def setUp(self):
        self.coder = policies.Coder("bf16")

    def test_the_offset_makes_scaled_tensors_cost_what_the_first_one_does(self):
        first = histogram(1.0)
        full = np.array([np.roll(first, shift) for shift in (0, 3, -7, 1)])
        own = [int(h @ self.coder.book(h)) for h in full[1:]]
        self.assertEqual(policies.static(self.coder, full, True).tolist(), own)
        self.assertTrue((policies.static(self.coder, full, False) > 1.05 * np.array(own)).all())
        self.assertEqual([policies.best_offset(h, self.coder.book(first)) for h in full],
                         [0, 3, 249, 1])

    def test_the_best_offset_is_the_cheapest_of_all(self):
        fields, bits = histogram(0.3), self.coder.book(histogram(5.0, SEED + 1))
        costs = [sum(int(fields[(s + offset) % 256]) * int(bits[s]) for s in range(256))
                 for offset in range(256)]
        self.assertEqual(policies.best_offset(fields, bits), int(np.argmin(costs)))

    def test_a_book_is_trained_on_the_interval_before(self):
        full = np.array([histogram(2.0 ** step, SEED + step) for step in range(8)])
        every = policies.refreshed(self.coder, full, full, 1)
        self.assertEqual(every.tolist(), [int(full[t] @ self.coder.book(full[t - 1]))
                                          for t in range(1, 8)])
        third = policies.refreshed(self.coder, full, full, 3)
        used = [full[0]] * 3 + [full[1:4].sum(axis=0)] * 3 + [full[4:7].sum(axis=0)]
        self.assertEqual(third.tolist(), [int(full[t + 1] @ self.coder.book(h))
                                          for t, h in enumerate(used)])

    def test_counters_count_behind_the_offset(self):
        first = histogram(1.0)
        full = np.array([np.roll(first, shift) for shift in (0, 5, -3, 9, 30)])
        found = policies.refreshed(self.coder, full, full, 2, offsets=True)
        self.assertEqual(found.tolist(), [int(first @ self.coder.book(first))] * 4)

    def test_a_symbol_that_was_not_seen_costs_an_escape(self):
        seen = np.zeros((2, 256), np.int64)
        seen[:, 100:104] = 1000
        full = seen.copy()
        full[1, 7] = 1
        lengths = books.train(books.weights(seen[0]), 1)
        self.assertEqual(policies.refreshed(self.coder, full, seen, 1)[0],
                         seen[1] @ lengths[:256] + lengths[books.ESCAPE] + 8)

    def test_bounds_are_below_everything_and_choices_are_counted(self):
        full = np.array([histogram(2.0 ** (step / 4), SEED + step, 16 * 700) for step in range(5)])
        found = policies.measure("bf16", full, full // 16)
        self.assertEqual(set(found), {"shannon", "huffman", *policies.POLICIES})
        self.assertEqual(policies.choice_bits(16 * 700), 2 * 13)
        self.assertEqual(policies.choice_bits(16 * 512), 13)
        for step in range(4):
            self.assertLess(found["shannon"][step], found["huffman"][step])
            for name in policies.POLICIES:
                self.assertLessEqual(found["huffman"][step] + 26 / (16 * 700),
                                     found[name][step] + 1e-12)
        static = (full[1] @ policies.Coder("bf16").book(full[0]) + 26) / (16 * 700) + 8
        self.assertAlmostEqual(found["static"][0], static)


class RecordTest(unittest.TestCase):
    def setUp(self):
        self.drift = record.load(ROOT / "docs/drift.json")

    def test_a_record_survives_the_file_and_has_every_step(self):
        self.assertEqual(record.text(self.drift), (ROOT / "docs/drift.json").read_text())
        self.assertEqual(self.drift["config"], drift.config(drift.STEPS))
        for entry in self.drift["series"]:
            self.assertEqual(len(entry["log2_rms"]), drift.STEPS)
            self.assertEqual({len(v) for v in entry["bits"].values()}, {drift.STEPS - 1})

    def test_a_change_in_the_steps_that_are_measured_again_is_found(self):
        part = drift.shortened(self.drift, 18)
        self.assertEqual(record.difference(part, drift.shortened(part, 18)), "")
        for name in ("static", "counters_16"):
            changed = copy.deepcopy(self.drift)
            changed["series"][-1]["bits"][name][16] += 0.001
            self.assertNotEqual(record.difference(part, drift.shortened(changed, 18)), "")
            self.assertEqual(record.difference(drift.shortened(self.drift, 17),
                                               drift.shortened(changed, 17)), "")

    def test_every_series_is_shown_and_a_changed_figure_changes_the_text(self):
        text = "\n".join(drift_tables.parts(self.drift))
        for entry in self.drift["series"]:
            self.assertIn(f"| {entry['run']} | {entry['variant']} | {entry['kind']} |", text)
        entry = copy.deepcopy(self.drift)
        entry["series"][0]["bits"]["static"][3] += 1
        self.assertNotEqual("\n".join(drift_tables.parts(entry)), text)

    def test_a_verdict_counts_who_gains_and_who_loses(self):
        for entry, sign in zip(self.drift["series"], (1, -1, 0) * 100):
            entry["bits"]["counters_16"] = [(1 - 0.1 * sign) * b for b in entry["bits"]["static"]]
        groups = len(drift_tables.groups(self.drift))
        text = drift_tables.verdict(self.drift, "static", "counters_16")
        self.assertRegex(text, rf"saves for \d+ of {groups}, \d+\.\d\d % .*costs for \d+ of")
        for entry in self.drift["series"]:
            entry["bits"]["counters_16"] = [0.75 * b for b in entry["bits"]["static"]]
        text = drift_tables.verdict(self.drift, "static", "counters_16")
        self.assertIn(f"saves for {groups} of {groups}, 25.00 % of all bits at most", text)
        self.assertIn("costs for none", text)

    def test_without_the_package_it_skips_and_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "drift.py"), "--check",
                                   "--wheel", f"{folder}/none.whl"], capture_output=True,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: no ", done.stdout)

    def test_another_file_than_the_pinned_package_is_refused(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "drift.py"), "--check",
                               "--wheel", __file__], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("SHA-256", done.stderr)

    def test_the_plot_is_drawn_from_the_record(self):
        from experiment import drift_plot  # only here: matplotlib is slow to load
        with tempfile.TemporaryDirectory() as folder:
            path = drift_plot.draw(self.drift, pathlib.Path(folder) / "drift.png")
            self.assertEqual(path.read_bytes()[:4], b"\x89PNG")
        self.assertTrue((ROOT / "docs/drift.png").exists())


if __name__ == "__main__":
    unittest.main()
