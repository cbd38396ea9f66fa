#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# sweep_test.py: books for a circuit, rows and the front of a sweep; no tool runs.
#
#   Spec  docs/explore.md
#   Test  scripts/tests/sweep_test.py
"""Tests of the parts of scripts/explore.py that compute."""

import csv
import io
import json
import math
import pathlib
import random
import sys
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from sweep import campaign, coding, evaluation, front, outputs, part, rows  # noqa: E402
from sweep_rows import circuit, code, point  # noqa: E402
from synthesis.failure import Failure  # noqa: E402


class CodingTest(unittest.TestCase):
    def test_books_fit_the_circuit(self):
        words = coding.commands(point(BookKind=1, TopSymbols=7, MaxCodeLen=9, MinTokenBits=10))
        self.assertEqual(words.train, ["--dtype=bf16", "--kind=top", "--max-len=9",
                                       "--min-len=2", "--top-symbols=7"])
        self.assertEqual(words.evaluate, ["--dtype=bf16", "--lanes=4", "--word-bits=32"])
        words = coding.commands(point({"dtype": "e4m3"}, MinTokenBits=1, ValueBits=8, BookKind=2))
        self.assertEqual(words.train[1:], ["--kind=quad", "--max-len=15", "--min-len=3"])

    def test_units_that_choose_get_several_books(self):
        words = coding.commands(point(BestSteps=64, Books=3))
        self.assertIn("--clusters=3", words.train)
        self.assertEqual(words.evaluate[3:], ["--chunk-steps=64", "--select=best"])
        words = coding.commands(point({"dtype": "bf16", "chunk_steps": 16}, BestSteps=64))
        self.assertIn("--chunk-steps=16", words.evaluate)
        words = coding.commands(point({"dtype": "bf16", "chunk_steps": 16, "message_bytes": 64}))
        self.assertEqual(words.evaluate[3:], ["--message-bytes=64", "--chunk-steps=16"])

    def test_what_a_circuit_cannot_code_is_said(self):
        for made, words in (
                (point(ValueBits=8), "bf16 has 16 bits, and a value of the unit 8"),
                (point({"dtype": "int8"}, MinTokenBits=9), "no book for int8"),
                (point({"dtype": "bf16", "chunk_steps": 128}, BestSteps=64), "up to 64 steps")):
            with self.assertRaisesRegex(coding.Unfit, words):
                coding.commands(made)

    def test_lossy_coding_takes_its_options_as_they_are(self):
        words = coding.commands(point({"dtype": "fp32", "rate": 2.5, "block_rows": 8},
                                      top="tdr_inverse"))
        self.assertEqual(words.evaluate,
                         ["--codec=tdr", "--dtype=fp32", "--rate=2.5", "--block-rows=8"])
        self.assertEqual((words.train, words.engines), ([], "model"))

    def test_a_circuit_is_known_by_its_name(self):
        name = "huff_enc_n4_w32_v16_m15_t3_k4_b0_c1"
        self.assertEqual(coding.differences(name, point(Books=4, Counters=1)), [])
        self.assertEqual(coding.differences(name, point(Books=4, Counters=1, TopSymbols=7)), [])
        self.assertEqual(coding.differences(name, point(MaxCodeLen=8, BookKind=1, TopSymbols=7)),
                         ["MaxCodeLen", "Books", "Counters", "BookKind", "TopSymbols"])
        self.assertEqual(coding.differences(name, point(Books=4, Counters=1, Reserve=1)),
                         ["Reserve"])
        self.assertEqual(coding.differences(name + "_r1", point(Books=4, Counters=1, Reserve=1)),
                         [])


class FrontTest(unittest.TestCase):
    def naive(self, all_points):
        """The definition: on the front is what nothing beats."""
        return [not any(all(a <= b for a, b in zip(other, one)) and
                        any(a < b for a, b in zip(other, one)) for other in all_points)
                for one in all_points]

    def test_the_front_is_what_nothing_beats(self):
        rng = random.Random(20260101)
        for size, axes, steps in ((0, 2, 3), (1, 3, 3), (40, 1, 9), (60, 2, 5), (120, 3, 6),
                                  (120, 5, 4), (200, 6, 2), (200, 3, 10 ** 6)):
            for _ in range(6):
                made = [tuple(rng.choice((math.inf, *range(steps)) if steps < 100
                                         else (rng.random(),)) for _ in range(axes))
                        for _ in range(size)]
                self.assertEqual(front.front(made), self.naive(made), made)

    def test_equal_points_stay_together(self):
        self.assertEqual(front.front([(1, 2), (1, 2), (2, 2)]), [True, True, False])

    def test_rows_compete_with_those_of_their_top_that_are_done(self):
        made = [rows.row(point(number=1), circuit(ge=10), {}),
                rows.row(point(number=2), circuit(ge=20), {}),
                rows.row(point(number=3, top="huff_dec"), circuit(ge=90), {}),
                rows.row(point(number=4), {"refused": "no"}, {})]
        front.mark(made)
        self.assertEqual([row["front"] for row in made], [True, False, True, False])

    def test_more_throughput_or_ratio_is_better_and_more_latency_is_worse(self):
        slow = code(latency=9, ratio=1.5)
        made = [rows.row(point(number=number), circuit(critical_path_ns=ns, memory_bits=bits), by)
                for number, ns, bits, by in ((1, 4.0, 0, code(latency=7, ratio=1.5)),
                                             (2, 4.0, 0, slow), (3, 4.0, 0, code(9, ratio=1.6)),
                                             (4, 3.5, 0, slow), (5, 4.0, 5, slow))]
        front.mark(made)
        self.assertEqual([row["front"] for row in made], [True, False, True, True, False])


class RowTest(unittest.TestCase):
    def test_throughput_is_clock_times_values(self):
        row = rows.row(point(), circuit(critical_path_ns=4.0, fmax_mhz=250.0), code(latency=8))
        self.assertAlmostEqual(row["gb_per_s"], 250e6 * 3.9 * 2 / 1e9)
        self.assertEqual((row["latency_ns"], row["values_per_cycle_from"]), (32.0, "simulation"))

    def test_without_simulation_the_rate_is_that_of_the_design(self):
        row = rows.row(point(), circuit(), {})
        self.assertEqual((row["values_per_cycle"], row["values_per_cycle_from"]), (4, "design"))
        self.assertEqual((row["bytes_per_cycle"], row["latency_cycles"]), (8, None))
        self.assertEqual(rows.row(point(top="tdr_inverse"), circuit(), {})["values_per_cycle"], 16)
        self.assertIsNone(rows.row(point(top="tern_skid"), circuit(), {})["values_per_cycle"])

    def test_a_row_says_why_something_is_missing(self):
        row = rows.row(point(), {"refused": "no such lanes"}, code())
        self.assertEqual((row["status"], row["reason"], row["ratio"]),
                         ("refused", "no such lanes", None))
        row = rows.row(point(), circuit(), {"failed": "tern broke"})
        self.assertEqual((row["status"], row["reason"]), ("failed", "tern broke"))
        row = rows.row(point(), circuit(), {"unfit": "too wide"})
        self.assertEqual((row["status"], row["note"]), ("done", "too wide"))

    def test_csv_and_json_have_the_same_rows(self):
        made = [rows.row(point(number=1), circuit(), code()),
                rows.row(point({}, number=2, top="tern_skid"), {"refused": 'no, "never"\n'}, {})]
        front.mark(made)
        table = list(csv.DictReader(io.StringIO(outputs.as_csv(made))))
        self.assertEqual([line["top"] for line in table], ["huff_enc", "tern_skid"])
        self.assertEqual([table[0][name] for name in ("ge", "front", "nmse_db")], ["10.0", "1", ""])
        self.assertEqual((table[1]["reason"], table[1]["dtype"]), ('no, "never"\n', ""))
        whole = json.loads(outputs.as_json({"spec": "s"}, made, 3))
        self.assertEqual((whole["front"], whole["complete"], whole["points"]), ([1], False, 3))
        self.assertEqual(whole["rows"], made)

    def test_the_terminal_shows_every_row(self):
        made = [rows.row(point(number=n, Lanes=n), circuit(), code()) for n in (1, 2)]
        front.mark(made)
        lines = outputs.as_text(made).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertIn("Lanes", lines[1])


class OrderTest(unittest.TestCase):
    def test_every_circuit_begins_before_any_comes_twice_and_wide_ones_come_first(self):
        made = [point({"dtype": "bf16", "chunk_steps": steps}, number=number, Lanes=lanes)
                for number, (lanes, steps) in enumerate(((1, 0), (1, 16), (8, 0), (8, 16)), 1)]
        self.assertEqual([p.number for p in campaign.schedule(made)], [3, 1, 4, 2])


class EnergyTest(unittest.TestCase):
    ENERGY = {"energy_pj_per_value": 30.0, "energy_pj_per_bit": 1.875,
              "break_even_pj_per_bit": 6.0}

    def test_rows_have_energy_and_less_of_it_is_better(self):
        made = [rows.row(point(number=1), circuit(ge=10), code(), {"figures": self.ENERGY}),
                rows.row(point(number=2), circuit(ge=11), code(),
                         {"figures": {**self.ENERGY, "energy_pj_per_value": 29.0}}),
                rows.row(point(number=3), circuit(ge=11), code(), {"figures": self.ENERGY}),
                rows.row(point(number=4), circuit(ge=11), code())]
        front.mark(made)
        self.assertEqual([row["front"] for row in made], [True, True, False, False])
        self.assertEqual({name: made[0][name] for name in rows.ENERGY}, self.ENERGY)
        self.assertIsNone(made[3]["energy_pj_per_value"])
        self.assertIn("even pJ/bit", outputs.as_text(made))

    def test_energy_that_cannot_be_measured_is_a_failure(self):
        made = rows.row(point(), circuit(), code(), {"failed": "vvp: broke"})
        self.assertEqual((made["status"], made["reason"]), ("failed", "vvp: broke"))


class PartTest(unittest.TestCase):
    def test_numbers_and_ranges_name_points(self):
        points = [point(number=number) for number in range(1, 8)]
        for text, wanted in (("3", [3]), ("1,4-6", [1, 4, 5, 6]), ("7,1-7", list(range(1, 8)))):
            self.assertEqual([one.number for one in part.choose(text, points)], wanted)
        for text in ("", "x", "0", "8", "5-4", "1-", "1,,2"):
            self.assertRaises(Failure, part.choose, text, points)


class FigureTest(unittest.TestCase):
    def test_percentile_is_the_least_that_so_many_do_not_exceed(self):
        self.assertEqual(evaluation.percentile({5: 98, 7: 1, 9: 1}, 99), 7)
        self.assertEqual(evaluation.percentile({5: 99, 9: 1}, 99), 5)
        self.assertIsNone(evaluation.percentile({}, 99))


if __name__ == "__main__":
    unittest.main()
