# SPDX-License-Identifier: Apache-2.0
#
# energies.py: energy of the encoders and decoders of a sweep, by scripts/energy.py.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/sweep_test.py
"""Energy of one point."""

import collections
import json
import pathlib
import sys
import threading

from energy import measure
from sweep import coding
from sweep.points import Point
from sweep.processes import Processes
from sweep.spec import Spec
from synthesis import cache, sources


class Energies:
    """scripts/energy.py, for any number of points."""

    def __init__(self, tern: pathlib.Path, spec: Spec, liberty: pathlib.Path, clock_ns: float,
                 kept: pathlib.Path, processes: Processes):
        self.tern = tern
        self.liberty = liberty
        self.clock_ns = clock_ns
        self.kept = kept / "energy"
        self.processes = processes
        # Books are trained on all of them, and the first one is sent; see Spec.
        self.tensors = [spec.tensors[0], *(spec.train_on or spec.tensors[1:])]
        self._locks = collections.defaultdict(threading.Lock)

    def key(self, point: Point) -> str:
        """Hash of all that the figures depend on."""
        return measure.key_of(point, self.liberty, self.tern, self.tensors, self.clock_ns)

    def fits(self, point: Point) -> bool:
        """Has the point an energy at all?"""
        try:
            return point.top in measure.TOPS and bool(coding.commands(point))
        except coding.Unfit:
            return False

    def known(self, point: Point):
        """What an earlier run has found out, or nothing."""
        if not self.fits(point):
            return {}
        found = cache.load(self.kept, self.key(point))
        return {"figures": found} if found else None

    def measure(self, point: Point) -> dict:
        """`figures`, or why there are none: a tool `failed`; nothing at all for other tops."""
        found = self.known(point)
        if found is not None:
            return found
        with self._locks[point.top, point.params]:
            return self.run(point)

    def run(self, point: Point) -> dict:
        """The same, by the tools."""
        target = self.processes.folder / f"energy_{point.number}.json"
        command = [sys.executable, "-B", sources.ROOT / "scripts/energy.py", point.top, "--kept",
                   self.kept, "--tern", self.tern, "--liberty", self.liberty, "--json", target,
                   "--tensor", *self.tensors]
        if self.clock_ns:
            command += ["--clock-ns", self.clock_ns]
        for option, pairs in (("--param", point.given), ("--coding", point.coding)):
            if pairs:
                command += [option, *(f"{name}={value}" for name, value in pairs)]
        done = self.processes.run(command)
        if done.code == 0:
            return {"figures": json.loads(target.read_text(encoding="ascii"))}
        lines = [line for line in done.err.splitlines() if line.strip()]
        return {"failed": (lines or [f"scripts/energy.py: exit code {done.code}"])[-1]
                .removeprefix("energy: error: ")}
