#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# farm_test.py: tasks of a real Slurm end once, are tried again, and are found by a later call.
#
#   Spec  docs/farm.md
#   Test  scripts/tests/farm_test.py
"""Tests of scripts/farm_tasks.py and of scripts/regress.sh --slurm, with a Slurm of one node."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

from farm import slurm  # noqa: E402
from regress_test import TESTS  # noqa: E402
from slurm_cluster import Cluster, Unavailable, main  # noqa: E402

CALL = [sys.executable, "-B", str(SCRIPTS / "farm_tasks.py"), "--folder", "farm"]


class FarmCase(unittest.TestCase):
    """A folder for tasks, and the cluster that all tests of the class share."""

    @classmethod
    def setUpClass(cls):
        try:
            cls.cluster = Cluster()
        except Unavailable as why:
            raise unittest.SkipTest(str(why)) from why
        cls.addClassCleanup(cls.cluster.stop)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def environment(self, **more) -> dict:
        plain = {k: v for k, v in os.environ.items()
                 if not k.startswith(("TERN_", "SBATCH_", "SLURM_"))}
        return {**plain, **self.cluster.environment, **more}

    def call(self, lines: dict, *arguments, code=0, env=None):
        """Runs tasks, shell commands by their names, which must end with this code."""
        text = "".join(f"{name}\tsh\t-c\t{words}\n" for name, words in lines.items())
        done = subprocess.run([*CALL, *map(str, arguments)], input=text, cwd=self.folder,
                              capture_output=True, text=True, check=False, timeout=180,
                              env=env or self.environment())
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def lines(self, name: str) -> list:
        path = self.folder / name
        return sorted(path.read_text().splitlines()) if path.exists() else []


class TasksTest(FarmCase):
    def test_every_task_runs_once_as_part_of_one_array(self):
        done = self.call({f"t{i}": f"echo {i} $SLURM_ARRAY_JOB_ID $SLURM_JOB_PARTITION >>ran"
                          for i in range(4)}, "--partition", "other")
        ran = [line.split() for line in self.lines("ran")]
        self.assertEqual([line[0] for line in ran], ["0", "1", "2", "3"])
        self.assertEqual({tuple(line[1:]) for line in ran}, {(ran[0][1], "other")})
        self.assertRegex(done.stderr, rf"\Atern: job {ran[0][1]}: 4 tasks, tern-[0-9a-f]+-0\n\Z")
        self.assertFalse((self.folder / "farm").exists())

    def test_a_task_that_fails_or_is_lost_once_is_tried_again(self):
        # The second takes what runs it along. The third ends with a code that needs no other try.
        self.call({"fails": "echo f >>ran; test -e f || { touch f; exit 9; }",
                   "lost": "echo l >>ran; test -e l || { touch l; kill -9 $PPID; }",
                   "fine": "echo n >>ran; exit 1"}, "--accept", 1, "--grace", 0.5)
        self.assertEqual(self.lines("ran"), ["f", "f", "l", "l", "n"])

    def test_tries_are_bounded_and_the_next_call_begins_anew(self):
        bad = {"bad": "echo b >>ran; echo no licence >&2; exit 4", "good": "echo g >>ran"}
        done = self.call(bad, code=1)
        self.assertEqual(self.lines("ran"), ["b", "b", "b", "g"])
        self.assertIn("tern: bad: failed 3 times, exit code 4: no licence; logs in farm/logs\n",
                      done.stderr)
        self.assertIn("no licence", "".join(
            path.read_text() for path in (self.folder / "farm/logs").iterdir()))
        self.call({**bad, "bad": "echo b >>ran"})
        self.assertEqual(self.lines("ran").count("b"), 4)

    def test_who_waits_may_be_killed_and_a_later_call_collects(self):
        tasks = {"early": "echo e >>ran",
                 "late": "echo l >>ran; until test -e go; do sleep .1; done"}
        text = "".join(f"{name}\tsh\t-c\t{words}\n" for name, words in tasks.items())
        first = subprocess.Popen(CALL, stdin=subprocess.PIPE, cwd=self.folder, text=True,
                                 stderr=subprocess.DEVNULL, env=self.environment())
        try:
            first.stdin.write(text)
            first.stdin.close()
            deadline = time.monotonic() + 60
            while self.lines("ran") != ["e", "l"] and time.monotonic() < deadline:
                time.sleep(0.05)
            refused = self.call(tasks, code=2)
        finally:
            first.kill()
            first.wait()
        self.assertIn("another call waits for these tasks", refused.stderr)
        (self.folder / "go").touch()
        self.assertEqual(self.call(tasks).stderr, "")
        self.assertEqual(self.lines("ran"), ["e", "l"])

    def test_what_slurm_refuses_is_one_clear_line(self):
        done = self.call({"t": "true"}, "--partition", "none", code=slurm.FAILED)
        self.assertRegex(done.stderr, r"\Atern: error: sbatch: [^\n]*partition[^\n]*; see sinfo, "
                                      r"and --partition\n\Z")
        port = re.search(r"SlurmctldPort=(\d+)", (self.cluster.folder / "slurm.conf").read_text())
        (self.folder / "away.conf").write_text(
            port.string.replace(port.group(), "SlurmctldPort=1") + "MessageTimeout=2\n")
        done = self.call({"t": "true"}, code=slurm.FAILED,
                         env=self.environment(SLURM_CONF=str(self.folder / "away.conf")))
        self.assertEqual(done.stderr, "tern: error: squeue: Slurm does not answer; see sinfo\n")

    def test_a_cluster_that_is_not_there_is_named_with_what_installs_it(self):
        done = self.call({"t": "true"}, code=slurm.MISSING, env={"PATH": str(self.folder)})
        self.assertEqual(done.stderr, "tern: error: sbatch: not found; --slurm needs the commands "
                         "of a Slurm cluster, install them with: apt-get install slurm-client\n")


class RegressTest(FarmCase):
    """scripts/regress.sh on a project of three tests."""

    def setUp(self):
        super().setUp()
        (self.folder / "CMakeLists.txt").write_text(TESTS)
        subprocess.run(["cmake", "-G", "Ninja", "-S", self.folder, "-B", self.folder / "build"],
                       check=True, capture_output=True)

    def regress(self, *arguments, code=0, **more):
        done = subprocess.run(
            ["bash", str(SCRIPTS / "regress.sh"), "--no-build", "--out", "out",
             *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, check=False,
            timeout=180, env=self.environment(TERN_BUILD_DIR=str(self.folder / "build"), **more))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_every_seed_is_a_task_and_failures_are_named(self):
        done = self.regress("--slurm", "--first", 2, "--seeds", 3, "--partition", "main", code=1)
        self.assertIn("seed 2: passed\nseed 3: 1 failed, log ", done.stdout)
        self.assertIn("TERN_SEED=3 ctest --test-dir", done.stdout)
        self.assertIn("3 seeds, 1 with failures", done.stdout)
        self.assertRegex(done.stderr, r"\Atern: job \d+: 3 tasks, [^\n]*\n\Z")
        self.assertEqual(self.lines("build/runs"), [f"{seed} 1000000 1" for seed in (2, 3, 4)])
        again = self.regress("--slurm", "--first", 2, "--seeds", 3, code=1)
        self.assertEqual((again.stdout, again.stderr), (done.stdout, ""))
        self.assertEqual(len(self.lines("build/runs")), 3)

    def test_wrong_requests_are_refused(self):
        self.assertIn("add --slurm", self.regress("--partition", "main", code=2).stderr)
        self.assertIn("is none of lint", self.regress("--only", "odd", code=2).stderr)
        changed = self.regress("--seeds", 1, code=3, TERN_REGRESS_SOURCES="other")
        self.assertIn("the sources have changed", changed.stderr)


class StateTest(unittest.TestCase):
    """What needs no cluster."""

    def test_indices_are_drawn_together(self):
        self.assertEqual(slurm.indices([7, 0, 1, 2, 5]), "0-2,5,7")

    def test_more_than_an_array_takes_are_several_arrays(self):
        from farm import batch
        with tempfile.TemporaryDirectory() as folder:
            work = batch.Batch(pathlib.Path(folder), {}, (0,))
            chosen = work.enter([batch.Task(f"t{i}", ["true"], "/") for i in range(1001)])
            work.state["name"] = "tern-x"
            self.assertEqual(work.names(), ["tern-x-0", "tern-x-1"])
            self.assertEqual([work.place(index) for index in chosen[-2:]],
                             [("tern-x-0", 999), ("tern-x-1", 0)])
            work.save()
            kept = json.loads((pathlib.Path(folder) / "batch.json").read_text())
            self.assertEqual(len(kept["tasks"]), 1001)

    def test_regress_names_what_is_missing(self):
        with tempfile.TemporaryDirectory() as bare:
            for name in ("bash", "dirname", "nproc", "python3"):
                (pathlib.Path(bare) / name).symlink_to(f"/usr/bin/{name}")
            done = subprocess.run(["/bin/bash", str(SCRIPTS / "regress.sh"), "--slurm"],
                                  capture_output=True, text=True, check=False, env={"PATH": bare})
        self.assertEqual(done.returncode, slurm.MISSING)
        self.assertRegex(done.stderr,
                         r"\A[^\n]*sbatch: not found[^\n]*apt-get install slurm-client\n\Z")


if __name__ == "__main__":
    main()
