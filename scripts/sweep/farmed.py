# SPDX-License-Identifier: Apache-2.0
#
# farmed.py: the points of a sweep on a Slurm cluster, a task for each circuit.
#
#   Spec  docs/farm.md#a-sweep
#   Test  scripts/tests/farm_sweep_test.py
"""A campaign whose points are measured by other machines."""

import hashlib
import os
import pathlib
import sys

from farm import batch
from sweep import part, rows
from sweep.campaign import Campaign

MISMATCH = 6  # exit code of a sweep: two engines disagree, and would again


class FarmedCampaign(Campaign):
    """The points of a sweep, and the batch that measures them."""

    def __init__(self, *arguments, folder: pathlib.Path, command: list, partition):
        super().__init__(*arguments)
        self.folder = folder.resolve() / ".farm"
        self.command = command  # measures the points that --points names
        self.batch = batch.Batch(self.folder, {"partition": partition, "at_once": self.jobs},
                                 (0, MISMATCH), self.progress.say)

    def file(self, key: str) -> pathlib.Path:
        """Where the rows of a task are."""
        return self.folder / "rows" / f"{key}.json"

    def task(self, points: list) -> batch.Task:
        """The task of points that have one circuit: apart, they would all synthesise it."""
        numbers = ",".join(str(point.number) for point in points)
        words = [str(word) for word in self.command] + [numbers, self.circuits.key(points[0])]
        words += [self.evaluator.identity(point) for point in points] if self.evaluator else []
        key = hashlib.sha256("\0".join(words).encode()).hexdigest()
        return batch.Task(key, [*self.command, f"--points={numbers}", f"--json={self.file(key)}"],
                          os.getcwd())

    def finished(self, left: list):
        """Gives rows, and whether two engines disagree about them."""
        circuits = {}
        for point in left:
            circuits.setdefault(self.circuits.key(point), []).append(point)
        points_of = {}
        for points in circuits.values():
            task = self.task(points)
            points_of[task.key] = (task, points)
        whole = True
        for ended in self.batch.run([task for task, _ in points_of.values()]):
            whole &= ended.code == 0
            found = part.rows_of(self.file(ended.task.key))
            for point in points_of[ended.task.key][1]:
                row = found.get(point.number) or rows.row(point, {"failed": self.why(ended)}, {})
                self.progress.end(point)
                yield row, ended.code == MISMATCH
        self.batch.close(whole)

    def why(self, ended: batch.Ended) -> str:
        """Why there is no row."""
        lines = [line for line in ended.err.splitlines() if line.strip()]
        words = lines[-1].removeprefix("tern: ") if lines else f"exit code {ended.code}"
        return f"{words}; logs in {self.folder}/logs"

    def stop(self) -> None:
        """The jobs go on without this program."""
        self.progress.close()
        if self.batch.names():
            names = ",".join(self.batch.names())
            print(f"tern: the jobs go on, and the same command collects them; scancel "
                  f"--name={names} ends them", file=sys.stderr)
