#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# progress_test.py: the line that says how far a sweep is, and how long it goes on.
#
#   Spec  docs/explore.md#running-it
#   Test  scripts/tests/progress_test.py
"""Tests of scripts/sweep/progress.py."""

import io
import pathlib
import sys
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from sweep import campaign, progress  # noqa: E402
from sweep_rows import point  # noqa: E402


class ProgressTest(unittest.TestCase):
    def setUp(self):
        self.now = 100.0
        self.stream = io.StringIO()
        self.stream.isatty = lambda: True
        # Weights 20, 20, 8, 8, and 1 where only the coding differs.
        self.points = [point(number=1, Lanes=16), point(number=2, Lanes=16, Books=4),
                       point(number=3, Lanes=4), point(number=4, Lanes=4, Books=4),
                       point({"dtype": "fp16"}, number=5, Lanes=16)]
        self.shown = progress.Progress(campaign.weights(self.points), self.stream,
                                       lambda: self.now)

    def after(self, seconds: float) -> None:
        self.now += seconds

    def test_nobody_watches_nothing_is_shown(self):
        stream = io.StringIO()
        progress.Progress(campaign.weights(self.points), stream).start(self.points[0])
        self.assertEqual(stream.getvalue(), "")

    def test_it_is_one_line_that_goes_away(self):
        self.shown.end(self.points[0], kept=True)
        self.shown.start(self.points[1])
        self.shown.end(self.points[1])
        self.shown.close()
        self.shown.end(self.points[2])
        self.assertNotIn("\n", self.stream.getvalue())
        self.assertIn("2 of 5 points, about 0 s left", self.stream.getvalue())
        self.assertTrue(self.stream.getvalue().endswith("\r\x1b[K"))

    def test_nothing_measured_gives_no_time(self):
        self.shown.end(self.points[0], kept=True)
        self.shown.start(self.points[1])
        self.after(10)
        self.assertIsNone(self.shown.left())
        self.assertNotIn("left", self.shown.text())

    def test_wide_points_weigh_more_and_what_is_at_work_has_begun(self):
        for one in self.points[:2]:
            self.shown.start(one)
        self.after(40)
        self.shown.end(self.points[0])  # 2 s a unit
        self.shown.start(self.points[2])
        # 0 s of the second, 16 of the third and fourth, 2 of the fifth; two go on side by side.
        self.assertAlmostEqual(self.shown.left(), (0 + 16 + 16 + 2) / 2)
        self.after(6)
        self.assertAlmostEqual(self.shown.left(), (0 + 10 + 16 + 2) / 2)
        self.assertIn("1 of 5 points, about 14 s left: huff_enc", self.shown.text())

    def test_of_a_cluster_the_pace_is_known(self):
        self.shown.say(["2 at work", "3 waiting (Resources)"])
        self.assertIn("0 of 5 points: 2 at work; 3 waiting (Resources)", self.shown.text())
        self.after(10)
        self.shown.end(self.points[0])
        self.assertAlmostEqual(self.shown.left(), 10 / 20 * (20 + 8 + 8 + 1))

    def test_the_end_has_no_time_left(self):
        for one in self.points:
            self.shown.end(one)
        self.assertEqual(self.shown.text(), "5 of 5 points")


if __name__ == "__main__":
    unittest.main()
