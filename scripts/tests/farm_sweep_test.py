#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# farm_sweep_test.py: a sweep on a real Slurm gives the rows of a local one, whatever goes wrong.
#
#   Spec  docs/farm.md#a-sweep
#   Test  scripts/tests/farm_sweep_test.py
"""Tests of scripts/explore.py --slurm and --points, with a Slurm of one node."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from slurm_cluster import Cluster, Unavailable, main  # noqa: E402
from sweep_project import Project  # noqa: E402

# Width 9 is refused.
LEAVES = {"top": "leaf", "params": {"Width": [1, 8, 9]}}

# In front of Yosys: notes which job calls it, fails once for each job array task if it is told to,
# and waits as long as it is told to.
YOSYS = """#!/bin/sh
[ "$1" = -V ] && exec {real} -V
echo "$SLURM_ARRAY_JOB_ID $SLURM_JOB_PARTITION" >>{bin}/calls
if [ -e {bin}/fail ] && mkdir {bin}/failed.$SLURM_ARRAY_TASK_ID 2>/dev/null; then
  echo "ERROR: no room" >&2
  exit 1
fi
while [ -e {bin}/hold ]; do sleep 0.05; done
exec {real} "$@"
"""


class FarmedSweepTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.cluster = Cluster()
        except Unavailable as why:
            raise unittest.SkipTest(str(why)) from why
        cls.addClassCleanup(cls.cluster.stop)
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)

    def setUp(self):
        self.project.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)
        (self.bin / "yosys").write_text(YOSYS.format(real=shutil.which("yosys"), bin=self.bin))
        (self.bin / "yosys").chmod(0o755)
        self.env = {**self.cluster.environment, "PATH": f"{self.bin}:{os.environ['PATH']}"}

    def explore(self, *arguments, code: int = 0):
        return self.project.explore(self, *arguments, code=code, env=self.env)

    def jobs(self) -> set:
        """Array and partition of every call of Yosys."""
        path = self.bin / "calls"
        return {tuple(line.split()) for line in path.read_text().splitlines()} if path.exists() \
            else set()

    def test_rows_are_those_of_a_local_sweep(self):
        self.project.spec(LEAVES, {"top": "shelf"})
        self.explore("--kept", "kept")
        (self.bin / "calls").unlink()
        local = self.project.result()["rows"]
        self.project.clear()
        done = self.explore("--slurm", "--partition", "other", "--jobs", "3")
        result = self.project.result()
        self.assertEqual((result["rows"], result["complete"]), (local, True))
        (job, partition), = self.jobs()
        self.assertEqual(partition, "other")
        self.assertRegex(done.stderr, rf"\Atern: job {job}: 4 tasks, tern-[0-9a-f]+-0\n\Z")
        self.assertEqual(sorted(path.name for path in self.project.out.iterdir()),
                         ["explore.csv", "explore.html", "explore.json"])
        # A second sweep finds everything.
        self.assertEqual(self.explore("--slurm").stderr, "")

    def test_a_job_that_fails_once_is_tried_again(self):
        self.project.spec({"top": "leaf", "params": {"Width": [1, 8]}})
        (self.bin / "fail").touch()
        self.explore("--slurm")
        self.assertEqual([row["status"] for row in self.project.result()["rows"]], ["done", "done"])
        self.assertEqual(len(self.jobs()), 2)

    def test_what_fails_again_and_again_is_told_and_the_others_are_done(self):
        self.project.spec({"top": "latch"}, {"top": "leaf"})
        done = self.explore("--slurm", code=8)
        self.assertIn("tern: 1 of 2 points failed, point 1 with: ", done.stderr)
        rows = self.project.result()["rows"]
        self.assertEqual([row["status"] for row in rows], ["failed", "done"])
        self.assertIn("latch", rows[0]["reason"])
        self.assertEqual(len(self.jobs()), 3)

    def end(self, number: int) -> str:
        """Ends who waits with a signal while the jobs are at work; what it says."""
        (self.bin / "hold").touch()
        process = subprocess.Popen(
            self.project.command("--slurm"), cwd=self.project.root, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **self.env})
        try:
            deadline = time.monotonic() + 60
            while not self.jobs() and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(number)
            return process.communicate(timeout=60)[1]
        finally:
            process.kill()

    def test_an_interrupted_collection_goes_on(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            self.project.clear()
            self.project.spec(LEAVES)
            (self.bin / "calls").unlink(missing_ok=True)
            words = self.end(number)
            self.assertEqual("the jobs go on, and the same command collects them; scancel --name="
                             in words, number == signal.SIGTERM)
            (self.bin / "hold").unlink()
            self.assertEqual(self.explore("--slurm").stderr, "")
            self.assertEqual([row["status"] for row in self.project.result()["rows"]],
                             ["done", "done", "refused"])
            self.assertEqual(len(self.jobs()), 1)


class PartTest(unittest.TestCase):
    """Points by their numbers, as any scheduler can run them."""

    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)

    def setUp(self):
        self.project.clear()

    def test_points_one_by_one_are_all_that_a_sweep_needs(self):
        self.project.spec(LEAVES)
        for number in range(1, 4):
            done = self.project.explore(self, "--points", number, env={})
            self.assertRegex(done.stdout, rf"\Apoint {number}: (done|refused: .*)\n\Z")
        kept = self.project.kept()
        self.assertEqual(len(kept), 3)
        self.assertFalse(self.project.out.exists())
        self.project.explore(self, env={})
        self.assertEqual(self.project.kept(), kept)
        self.assertTrue(self.project.result()["complete"])

    def test_wrong_requests_have_one_clear_line(self):
        self.project.spec(LEAVES)
        for words, arguments in (("the sweep has the points 1 to 3", ["--points", "4"]),
                                 ("leave --slurm", ["--points", "1", "--slurm"]),
                                 ("leave --slurm", ["--points", "1", "--html", "x"]),
                                 ("add --slurm", ["--partition", "short"])):
            done = self.project.explore(self, *arguments, code=2, env={})
            self.assertRegex(done.stderr, rf"\Atern: [^\n]*{words}[^\n]*\n\Z")

    def test_a_cluster_that_is_not_there_is_named_with_what_installs_it(self):
        self.project.spec(LEAVES)
        with tempfile.TemporaryDirectory() as bare:
            (pathlib.Path(bare) / "yosys").symlink_to(shutil.which("yosys"))
            done = self.project.explore(self, "--slurm", code=8, env={"PATH": bare})
        self.assertEqual(done.stderr, "tern: sbatch: not found; --slurm needs the commands of a "
                         "Slurm cluster, install them with: apt-get install slurm-client\n")


if __name__ == "__main__":
    main()
