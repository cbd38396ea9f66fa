#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# sweep_page_test.py: the page of a sweep stands alone, shows every row, and obeys no name.
#
#   Spec  docs/explore.md#the-page
#   Test  scripts/tests/sweep_page_test.py
"""Tests of the page of a sweep, on made-up rows."""

import pathlib
import re
import sys
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests"), str(SCRIPTS.parent / "tb/apps")]

from html_test import Checker  # noqa: E402
from sweep import drawings, front, outputs, page, rows  # noqa: E402
from sweep_rows import circuit, code, point  # noqa: E402

FACTS = {"spec": "<b>&.json", "date": "2026-01-01", "library": None, "clock_ns": None,
         "tensors": ["<i>.npy"], "train_on": [], "tools": {"yosys": "Yosys 0.23"}}


def sweep(count: int = 6, **figures) -> list:
    """Rows of encoders of 1 to 2^(count / 2 - 1) lanes, full and compact."""
    found = []
    for number in range(1, count + 1):
        lanes, kind = 2 ** ((number - 1) // 2), (number - 1) % 2
        found.append(rows.row(point(number=number, Lanes=lanes, BookKind=kind),
                              circuit(ge=9000.0 * lanes - 900 * kind, **figures),
                              code(latency=9 + number, ratio=1.5 - 0.01 * kind)))
    front.mark(found)
    return found


class PageTest(unittest.TestCase):
    def draw(self, made: list, **facts):
        text = page.Page().draw({**FACTS, **facts}, made)
        checker = Checker()
        checker.feed(text)
        self.assertEqual((checker.problems, checker.open), ([], []))
        self.assertEqual([r for r in checker.references if not r.startswith("#")], [])
        self.assertEqual(re.findall(r"url\((?!#)|@import|<script", text), [])
        self.assertTrue(text.isascii())
        return text, checker

    def test_the_page_stands_alone_and_has_all_plots(self):
        text, checker = self.draw(sweep())
        self.assertEqual(checker.svgs, 4)
        for words in ("Area against throughput", "Latency against ratio", "Scaling with lanes",
                      "module by module", "bytes per cycle", "latency (cycles)"):
            self.assertIn(words, text)
        text, _ = self.draw(sweep(critical_path_ns=4.0, fmax_mhz=250.0), library="cells",
                            clock_ns=4.0, train_on=["a.npy"])
        for words in ("GB/s", "latency (ns)", "before layout", "books trained on"):
            self.assertIn(words, text)

    def test_every_cell_says_what_it_is_where_there_is_no_head(self):
        text, _ = self.draw(sweep())
        table = text[text.index("<table"):text.index("</table>")]
        head, *lines = re.split(r"<tr[^>]*>", table)[1:]
        names = re.findall(r"<th[^>]*>([^<]*)</th>", head)
        self.assertEqual(len(lines), 6)
        for line in lines:
            self.assertEqual(re.findall(r'<td data-label="([^"]*)"', line), names)

    def test_names_are_shown_and_not_obeyed(self):
        text, _ = self.draw(sweep())
        self.assertIn("&lt;b&gt;&amp;.json", text)
        self.assertIn("&lt;i&gt;.npy", text)
        self.assertNotIn("<i>", text)

    def test_a_row_without_figures_says_why(self):
        made = sweep() + [rows.row(point(number=7, Lanes=3), {"refused": "<3 lanes>"}, {}),
                          rows.row(point(number=8, Lanes=8), {"failed": "broke"}, {}),
                          rows.row(point(number=9, top="huff_dec"), circuit(), {"unfit": "wide"})]
        front.mark(made)
        text, _ = self.draw(made)
        for words in ("&lt;3 lanes&gt;", "broke", "1 failed", "wide", "not simulated",
                      "differs in", "trained on the tensors"):
            self.assertIn(words, text)
        self.draw([made[-2]])

    def test_lossy_coding_shows_its_error(self):
        made = [rows.row(point({"rate": rate}, number=number, top="tdr_inverse"), circuit(),
                         code(ratio=32 / rate, nmse_db=-6.0 * rate))
                for number, rate in ((1, 2), (2, 3))]
        front.mark(made)
        text, _ = self.draw(made)
        self.assertIn("Error against ratio", text)

    def test_the_same_rows_give_the_same_page(self):
        self.assertEqual(self.draw(sweep(2))[0], self.draw(sweep(2))[0])

    def test_plots_stay_readable_with_many_rows(self):
        made = [rows.row(point(number=n, Lanes=n, Books=n % 9 + 1), circuit(ge=100.0 * n), code())
                for n in range(1, 61)]
        front.mark(made)
        text, _ = self.draw(made)
        self.assertEqual(text.count(' data-label="point"'), 60)
        self.assertIn("all others", text)
        self.assertLessEqual(len(drawings.COLOURS), drawings.MAX_LINES)

    def test_numbers_of_rows_are_drawn_together(self):
        self.assertEqual(outputs.ranges([1, 2, 3, 5, 8, 9]), "1-3, 5, 8-9")


if __name__ == "__main__":
    unittest.main()
