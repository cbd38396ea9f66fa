# SPDX-License-Identifier: Apache-2.0
#
# link_page_test.py: tests of scripts/link_page.py on a made-up result.
#
#   Spec  docs/link.md#the-page
#   Test  scripts/tests/link_page_test.py
"""Tests of scripts/link_page.py and its modules."""

import json
import pathlib
import subprocess
import sys
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import link_page  # noqa: E402
from collective import points as pts  # noqa: E402


def run(us: float, ratio: float) -> dict:
    """One run of two sizes of transfers."""
    stages = dict(zip(pts.STAGES, (5000, 8, int(us * 100), 0, 5000, 60)))
    sizes = [{"bytes": size, "transfers": 4, "mean_ns": 1.0, "p50_ns": 1.0, "p95_ns": 1.0,
              "p99_ns": 1.0, "max_ns": 1.0, "sum_ps": sum(stages.values()), "stages_ps": stages}
             for size in (64, 128)]
    return {"completion_ns": us * 1000, "ratio": ratio, "link_utilisation": 0.9,
            "encoder_utilisation": 0.4, "decoder_utilisation": None, "retries": 3,
            "energy_pj": None, "latency": sizes, "deadlock": None, "wrong": None,
            "buffers": {"transmit_flits": 1, "replay_flits": 2, "receive_bytes": 3,
                        "forward_bytes": 4}}


def result() -> dict:
    points = []
    for dies in (2, 4):
        for bytes_, speed_up in ((1024, 0.5), (4096, 0.9), (65536, 1.3)):
            points.append({"swept": {"dies": dies, "bytes": bytes_}, "speed_up": speed_up,
                           "plain": run(10.0, 1.0), "coded": run(10.0 / speed_up, 1.4),
                           "codec": None})
    return {"version": "0", "command_line": "tern link <b>.json", "spec": {"format": "tern-link"},
            "points": points}


class PointsTest(unittest.TestCase):
    def setUp(self):
        self.points = result()["points"]

    def test_the_axis_is_what_was_swept(self):
        self.assertEqual(pts.axis_of(self.points), "bytes")
        self.assertEqual(pts.axis_of([p for p in self.points if p["swept"]["bytes"] == 1024]),
                         "dies")
        self.assertIsNone(pts.axis_of(self.points[:1]))
        for point in self.points:
            point["swept"]["bytes"] = str(point["swept"]["bytes"])
        self.assertEqual(pts.axis_of(self.points), "dies")

    def test_series_are_by_what_else_was_swept(self):
        lines = pts.series(self.points[::-1], "bytes", lambda p: p["speed_up"])
        self.assertEqual(lines["dies 2"], [(1024, 0.5), (4096, 0.9), (65536, 1.3)])
        self.assertEqual(len(lines), 2)

    def test_break_even_is_between_its_neighbours(self):
        lines = pts.series(self.points, "bytes", lambda p: p["speed_up"])
        crossing, = pts.crossings(lines["dies 4"])
        self.assertAlmostEqual(crossing, 8192.0, 6)  # a quarter of the way from 2^12 to 2^16
        self.assertEqual(pts.crossings([(1, 2.0), (2, 1.5)]), [])

    def test_the_breakdown_adds_up(self):
        for point in self.points:
            for one in (point["plain"], point["coded"]):
                self.assertAlmostEqual(sum(pts.breakdown(one).values()), pts.mean_latency(one), 9)


class PageTest(unittest.TestCase):
    def test_it_needs_nothing_else_and_shows_every_point(self):
        page = link_page.draw(result())
        for word in ("<script", "src=", "@import", "https://"):
            self.assertNotIn(word, page.replace("http://www.w3.org", ""))
        self.assertIn("&lt;b&gt;", page)
        self.assertIn("all delivered", page)
        self.assertEqual(page.count("<svg"), 4)
        self.assertEqual(page.count('<td data-label="us">'), 12)

    def test_it_says_what_was_not_delivered(self):
        found = result()
        found["points"][3]["coded"]["wrong"] = "die 1 has wrong values"
        self.assertIn("NOT DELIVERED", link_page.draw(found))

    def test_one_point_without_a_codec_has_a_page(self):
        found = result()
        del found["points"][1:]
        found["points"][0].update(coded=None, speed_up=None)
        self.assertEqual(link_page.draw(found).count("<svg"), 1)

    def test_what_is_no_result_is_refused(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "link_page.py")],
                              input=json.dumps({"points": []}), capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is no result of 'tern link --json'", done.stderr)


if __name__ == "__main__":
    unittest.main()
