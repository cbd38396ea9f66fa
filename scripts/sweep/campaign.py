# SPDX-License-Identifier: Apache-2.0
#
# campaign.py: measures all points of a sweep, several at a time, and can be stopped at any moment.
#
#   Spec  docs/explore.md#running-it
#   Test  scripts/tests/explore_test.py
"""All points of a sweep."""

import collections
import concurrent.futures
import signal

from sweep import rows
from sweep.processes import Processes
from sweep.progress import Progress

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal asks the program to end."""

    def __init__(self, number: int):
        super().__init__()
        self.number = number


class Campaign:
    """The points, what measures them, and the rows that are known."""

    def __init__(self, points: list, circuits, evaluator, processes: Processes, jobs: int,
                 energies=None):
        self.points = points
        self.circuits = circuits
        self.evaluator = evaluator
        self.energies = energies
        self.processes = processes
        self.jobs = jobs
        self.rows = {}
        self.mismatch = False
        self.progress = Progress(weights(points))
        self.pool = None

    def known(self, point):
        """The row of a point that was finished earlier, or nothing."""
        circuit = self.circuits.known(self.circuits.key(point))
        if not circuit:
            return None
        code = self.evaluator.known(point) if self.evaluator and "figures" in circuit else {}
        energy = self.energies.known(point) if self.energies and "figures" in circuit else {}
        return rows.row(point, circuit, code, energy) if None not in (code, energy) else None

    def measure(self, point) -> tuple:
        """A row, and whether two engines disagree about it."""
        self.progress.start(point)
        circuit = self.circuits.measure(point)
        code = self.evaluator.measure(point) if self.evaluator and "figures" in circuit else {}
        energy = self.energies.measure(point) if self.energies and "figures" in circuit else {}
        self.progress.end(point)
        return rows.row(point, circuit, code, energy), code.get("mismatch", False)

    def in_order(self) -> list:
        """The rows that are known, in the order of the sweep."""
        return [self.rows[point.number] for point in self.points if point.number in self.rows]

    def finished(self, left: list):
        """Gives the rows of these points as they come, and whether two engines disagree."""
        self.pool = concurrent.futures.ThreadPoolExecutor(max_workers=self.jobs)
        for future in concurrent.futures.as_completed(
                {self.pool.submit(self.measure, point) for point in schedule(left)}):
            yield future.result()

    def run(self, keep) -> list:
        """All rows. Calls `keep` with those so far whenever there is another one."""
        before = {number: signal.signal(number, ended) for number in ENDING}
        try:
            left = []
            for point in self.points:
                row = self.known(point)
                if row:
                    self.rows[point.number] = row
                    self.progress.end(point, kept=True)
                else:
                    left.append(point)
            keep(self.in_order())
            for row, mismatch in self.finished(left):
                self.rows[row["number"]] = row
                self.mismatch |= mismatch
                keep(self.in_order())
        except BaseException:
            for number in ENDING:
                signal.signal(number, signal.SIG_IGN)
            self.stop()
            raise
        finally:
            if self.pool:
                self.pool.shutdown()
            self.progress.close()
            for number, handler in before.items():
                signal.signal(number, handler)
        return self.in_order()

    def stop(self) -> None:
        """Ends everything that is at work."""
        self.processes.stop()
        if self.pool:
            self.pool.shutdown(cancel_futures=True)
        self.progress.close()


def turns(points: list) -> list:
    """How many points before each one have its circuit."""
    seen = collections.Counter()
    found = []
    for point in points:
        circuit = (point.top, point.params)
        found.append(seen[circuit])
        seen[circuit] += 1
    return found


def schedule(points: list) -> list:
    """The order in which points begin.

    Those with one circuit would wait for each other, so every circuit comes once before any comes
    twice. Wide ones take longest; one that began last would keep a single core busy.
    """
    return [point for _, _, _, point in sorted(
        (turn, -point.param("Lanes"), point.number, point)
        for turn, point in zip(turns(points), points))]


def weights(points: list) -> dict:
    """How long each point takes, roughly, in units of a lane: what is the same for all lanes takes
    as long as some four of them, and a circuit is synthesised once."""
    return {point.number: 1 if turn else 4 + point.param("Lanes")
            for turn, point in zip(turns(points), points)}


def ended(number: int, _frame) -> None:
    """Handler of signals."""
    raise Ended(number)
