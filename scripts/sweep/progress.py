# SPDX-License-Identifier: Apache-2.0
#
# progress.py: one line that says how far a sweep is, for a reader at a terminal.
#
#   Spec  docs/cli.md#progress
#   Test  scripts/tests/progress_test.py
"""Progress on standard error."""

import shutil
import sys
import threading
import time


class Progress:
    """A line that is rewritten, and removed at the end. Nothing where nobody watches."""

    def __init__(self, weights: dict, stream=None, clock=time.monotonic):
        self.weights = weights  # by the number of the point: how long it takes, in any unit
        stream = stream or sys.stderr
        self.stream = stream if stream.isatty() else None
        self.clock = clock
        self.begun = clock()
        self.done = set()
        self.kept = set()
        self.at_work = {}  # by number: when it began, and its title
        self.spent = 0.0  # seconds of those that are done and began here
        self.words = []  # what else is to be said
        self._lock = threading.Lock()

    def start(self, point) -> None:
        """A point is being measured."""
        with self._lock:
            self.at_work[point.number] = (self.clock(), point.title())
            self.show()

    def end(self, point, kept: bool = False) -> None:
        """A point is finished, or was already."""
        with self._lock:
            if point.number in self.at_work:
                self.spent += self.clock() - self.at_work.pop(point.number)[0]
            self.done.add(point.number)
            if kept:
                self.kept.add(point.number)
            self.show()

    def say(self, words: list) -> None:
        """What a cluster is doing."""
        with self._lock:
            self.words = words
            self.show()

    def left(self):
        """Seconds until the end, or nothing as long as nothing was measured.

        Where points begin here, one unit takes as long as those that are done took on average, and
        as many go on side by side as do now. Elsewhere only the pace of all together is known.
        """
        weight = sum(self.weights[number] for number in self.done - self.kept)
        if not weight:
            return None
        open_points = self.weights.keys() - self.done
        if not self.spent:
            pace = (self.clock() - self.begun) / weight
            return pace * sum(self.weights[number] for number in open_points)
        pace = self.spent / weight
        work = 0.0
        for number in open_points:
            work += pace * self.weights[number]
            if number in self.at_work:
                began = self.at_work[number][0]
                work -= min(self.clock() - began, pace * self.weights[number])
        return work / max(len(self.at_work), 1)

    def text(self) -> str:
        """The line."""
        seconds = self.left() if len(self.done) < len(self.weights) else None
        left = f", about {minutes(seconds)} left" if seconds is not None else ""
        now = "; ".join([*(title for _, title in self.at_work.values()), *self.words])
        return f"{len(self.done)} of {len(self.weights)} points{left}{': ' if now else ''}{now}"

    def show(self) -> None:
        """Writes the line over the one before."""
        if self.stream:
            width = shutil.get_terminal_size().columns - 1
            self.stream.write(f"\r{self.text()[:width]}\x1b[K")
            self.stream.flush()

    def close(self) -> None:
        """Removes the line; none is written afterwards."""
        with self._lock:
            if self.stream:
                self.stream.write("\r\x1b[K")
                self.stream.flush()
            self.stream = None


def minutes(seconds: float) -> str:
    """A time as a reader wants it."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
