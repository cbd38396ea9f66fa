#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# explore_test.py: a sweep measures every point once, goes on after any end, and says what is wrong.
#
#   Spec  docs/explore.md
#   Test  scripts/tests/explore_test.py
"""Tests of scripts/explore.py on modules small enough to synthesise in a moment."""

import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from sweep_project import Project  # noqa: E402
from tiny_library import TINY  # noqa: E402

# Width 9 is refused.
LEAVES = {"top": "leaf", "params": {"Width": [1, 8, 9]}}


class ExploreTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)

    def setUp(self):
        self.project.clear()

    def explore(self, *arguments, code: int = 0, env=None):
        return self.project.explore(self, *arguments, code=code, env=env)

    def refused(self, code: int, words: str, *arguments, **options):
        """One line with cause and cure, and nothing is left behind."""
        done = self.explore(*arguments, code=code, **options)
        self.assertRegex(done.stderr, rf"\Atern: [^\n]*{words}[^\n]*\n\Z")
        self.assertEqual(done.stdout, "")

    def test_rows_front_and_page_are_written(self):
        self.project.spec(LEAVES, {"top": "shelf"})
        done = self.explore("--csv", "areas.csv")
        result = self.project.result()
        self.assertEqual([row["status"] for row in result["rows"]],
                         ["done", "done", "refused", "done"])
        self.assertEqual([row["ge"] for row in result["rows"][:2]], [8.0, 64.0])
        self.assertEqual(result["rows"][2]["reason"], "leaf: Width must be at most 8")
        self.assertEqual((result["front"], result["complete"]), ([1, 4], True))
        self.assertIn("refused: leaf: Width must be at most 8", done.stdout)
        self.assertEqual(done.stderr, "")
        self.assertEqual(len((self.project.root / "areas.csv").read_text().splitlines()), 5)
        self.assertEqual(sorted(p.name for p in self.project.out.iterdir()),
                         ["explore.html", "explore.json"])
        self.assertIn("<svg", (self.project.out / "explore.html").read_text())

    def test_finished_points_are_kept_until_a_source_changes(self):
        self.project.spec(LEAVES)
        self.explore()
        before = self.project.kept()
        self.assertEqual(len(before), 3)
        again = self.explore("--out", "elsewhere")
        self.assertEqual(self.project.kept(), before)
        self.assertNotIn("elaborating", again.stderr)
        self.project.change("leaf", "~(a_i & b_i)", "~(a_i | b_i)")
        self.explore()
        self.assertEqual(len(self.project.kept()), 6)

    def test_a_library_gives_a_clock(self):
        self.project.spec({"top": "shelf"})
        self.explore("--liberty", "tiny.lib", "--clock-ns", "2")
        row, = self.project.result()["rows"]
        self.assertAlmostEqual(row["fmax_mhz"], 1000 / row["critical_path_ns"], delta=0.1)
        self.assertGreater(row["area_um2"], 0)

    def test_a_fault_of_a_tool_is_told_and_the_others_are_done(self):
        self.project.spec({"top": "latch"}, LEAVES)
        done = self.explore(code=8)
        self.assertRegex(done.stderr, r"\Atern: 1 of 4 points failed, point 1 with: [^\n]*latch"
                                      r"[^\n]*; the others are done[^\n]*\n\Z")
        result = self.project.result()
        self.assertEqual([row["status"] for row in result["rows"]],
                         ["failed", "done", "done", "refused"])
        self.assertEqual(len(self.project.kept()), 3)

    def test_wrong_requests_have_one_clear_line(self):
        self.project.spec(LEAVES)
        self.refused(2, "a clock needs a period", "--liberty", "tiny.lib", "--clock-ns", "0")
        for period in ("nan", "1e6"):
            self.refused(2, "a clock needs a period", f"--clock-ns={period}")
        self.refused(2, "generic gates have no clock; add --liberty", "--clock-ns", "2")
        self.refused(2, "--energy: needs tensors that are coded", "--energy")
        for jobs in ("0", "257", "x"):
            self.refused(2, "is no number of jobs; use 1 to 256", f"--jobs={jobs}")
        self.refused(2, "see 'tern explore --help'", "--colour", "blue")
        self.refused(2, "is an input, or another output", "--json", "sweep.json")
        self.refused(2, "is an input, or another output", "--json", "x", "--csv", "x")
        self.refused(2, "is no regular file", "--csv", "rtl")
        self.refused(2, "is no regular file", "--csv", "/dev/null")
        self.refused(7, "tiny.lib", "--out", "tiny.lib/below")
        self.refused(3, "none.lib: no such file", "--liberty", "none.lib")
        (self.project.root / "bad.lib").write_text(TINY.replace("ff (", "fff ("),
                                                   encoding="ascii")
        self.refused(3, "no flip-flop", "--liberty", "bad.lib")
        self.project.spec({"top": "nosuch"})
        self.refused(2, '"nosuch" is no module of rtl/files.f')
        (self.project.root / "sweep.json").unlink()
        self.refused(3, "sweep.json: cannot be opened")
        self.assertEqual(self.project.kept(), {})

    def test_missing_tools_are_named_with_what_installs_them(self):
        self.project.spec(LEAVES)
        with tempfile.TemporaryDirectory() as bare:
            self.refused(8, "yosys: not found; install it with: apt-get install yosys",
                         env={"PATH": bare})
            self.refused(8, "apt-get install opensta", "--liberty", "tiny.lib",
                         env={"PATH": bare})
            (pathlib.Path(bare) / "jinja2.py").write_text("raise ImportError(name='jinja2')\n")
            self.refused(8, "needs jinja2.*apt-get install python3-matplotlib python3-jinja2",
                         env={"PYTHONPATH": bare})
        self.project.spec({"top": "huff_enc", "coding": {"dtype": "bf16"}}, tensors=["w.npy"])
        self.refused(8, "no such program; build it with scripts/run.sh", "--tern", "none")

    def test_two_sweeps_do_not_write_into_one_folder(self):
        self.project.spec(LEAVES)
        self.project.out.mkdir(parents=True)
        held = os.open(self.project.out, os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.refused(2, "another sweep writes into it")


class EndTest(unittest.TestCase):
    """Sweeps that are ended at a bad moment."""

    POINTS = 4

    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)

    def end(self, number: int) -> dict:
        """Ends a sweep with a signal as soon as two rows are there; what it has left."""
        self.project.clear()
        self.project.spec({"top": "leaf", "params": {"Width": list(range(1, self.POINTS + 1))}})
        process = subprocess.Popen(self.project.command("--jobs", "1"), cwd=self.project.root,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and process.poll() is None:
                if len(self.project.rows()) >= 2:
                    break
                time.sleep(0.02)
            process.send_signal(number)
            errors = process.communicate(timeout=60)[1]
        finally:
            process.kill()
        self.assertEqual(process.returncode, -number)
        self.assertNotIn(b"Traceback", errors)
        return self.project.result()

    def goes_on(self, kept: dict) -> None:
        """The same command measures only what is missing."""
        self.project.explore(self, env={})
        after = self.project.kept()
        self.assertEqual({name: after[name] for name in kept}, kept)
        result = self.project.result()
        self.assertTrue(result["complete"])
        self.assertEqual([row["ff"] for row in result["rows"]],
                         list(range(1, self.POINTS + 1)))

    def test_a_stopped_sweep_goes_on_where_it_was(self):
        result = self.end(signal.SIGTERM)
        kept = self.project.kept()
        self.assertGreaterEqual(len(result["rows"]), 2)
        self.assertLess(len(result["rows"]), self.POINTS)
        self.assertFalse(result["complete"])
        # Nothing of it goes on working, or stays.
        self.assertEqual(self.project.at_work(), [])
        self.assertFalse((self.project.out / ".work").exists())
        self.goes_on(kept)

    def test_a_killed_sweep_goes_on_where_it_was(self):
        result = self.end(signal.SIGKILL)
        self.assertGreaterEqual(len(result["rows"]), 2)
        kept = self.project.kept()
        self.goes_on(kept)
        self.assertFalse((self.project.out / ".work").exists())


if __name__ == "__main__":
    unittest.main()
