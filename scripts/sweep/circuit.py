# SPDX-License-Identifier: Apache-2.0
#
# circuit.py: what the circuit of a point costs, by scripts/synth.sh or from what that has kept.
#
#   Spec  docs/explore.md#rows
#   Test  scripts/tests/explore_test.py
"""Synthesis of one point."""

import collections
import json
import pathlib
import sys
import threading

from sweep.points import Point
from sweep.processes import Processes
from synthesis import cache, run, sources

REFUSED = 3  # exit code of scripts/synth.sh: parameters that the design refuses


class Circuits:
    """The synthesis flow, for any number of points."""

    def __init__(self, liberty, clock_ns: float, kept: pathlib.Path, processes: Processes,
                 root: pathlib.Path = sources.ROOT):
        self.liberty = liberty
        self.clock_ns = clock_ns
        self.kept = kept / "synth"
        self.refused = kept / "points"
        self.processes = processes
        self.root = root
        self._locks = collections.defaultdict(threading.Lock)

    def key(self, point: Point) -> str:
        """Hash of all that the figures depend on; that of the flow."""
        params = {name: str(value) for name, value in point.given}
        request = run.Request(point.top, params, self.liberty, self.clock_ns, root=self.root)
        return run.key_of(request, sources.needed(point.top, self.root))

    def known(self, key: str):
        """What an earlier run has found out, or nothing."""
        found = cache.load(self.kept, key)
        return {"figures": found} if found else cache.load(self.refused, key)

    def measure(self, point: Point) -> dict:
        """`figures`, or why there are none: `refused` by the design, or a tool has `failed`."""
        key = self.key(point)
        # Points that differ in their coding only have one circuit.
        with self._locks[key]:
            return self.known(key) or self.run(point, key)

    def run(self, point: Point, key: str) -> dict:
        """The same, by the tools."""
        # One step at a time: the sweep has other points for the other cores.
        command = [sys.executable, "-B", self.root / "scripts/synth.py", point.top, "--out",
                   self.kept, "--jobs", "1"]
        for name, value in point.given:
            command += ["--param", f"{name}={value}"]
        if self.liberty:
            command += ["--liberty", self.liberty]
        if self.clock_ns:
            command += ["--clock-ns", self.clock_ns]
        target = self.processes.folder / f"{key}.json"
        done = self.processes.run([*command, "--json", target])
        if done.code == 0:
            return {"figures": json.loads(target.read_text(encoding="ascii"))}
        if done.code == REFUSED:
            found = {"refused": complaint(done.err).removeprefix("parameters refused: ")}
            cache.keep(self.refused, key, found)
            return found
        return {"failed": complaint(done.err) or f"scripts/synth.sh: exit code {done.code}"}


def complaint(text: str) -> str:
    """The line in which scripts/synth.sh says what is wrong."""
    lines = [line for line in text.splitlines() if line.strip()]
    marked = [line.removeprefix("synth: error: ") for line in lines
              if line.startswith("synth: error: ")]
    return (marked or lines or [""])[-1]
