# SPDX-License-Identifier: Apache-2.0
#
# progress.py: one line that says how far a sweep is, for a reader at a terminal.
#
#   Spec  docs/cli.md#progress
#   Test  scripts/tests/explore_test.py
"""Progress on standard error."""

import shutil
import sys
import threading
import time


class Progress:
    """A line that is rewritten, and removed at the end. Nothing where nobody watches."""

    def __init__(self, total: int, stream=None):
        self.total = total
        stream = stream or sys.stderr
        self.stream = stream if stream.isatty() else None
        self.done = 0
        self.kept = 0
        self.started = time.monotonic()
        self.at_work = []
        self._lock = threading.Lock()

    def start(self, title: str) -> None:
        """A point is being measured."""
        with self._lock:
            self.at_work.append(title)
            self.show()

    def end(self, title: str, kept: bool = False) -> None:
        """A point is finished, or was already."""
        with self._lock:
            if title in self.at_work:
                self.at_work.remove(title)
            self.done += 1
            self.kept += kept
            self.show()

    def text(self) -> str:
        """The line."""
        measured = self.done - self.kept
        left = ""
        if measured and self.done < self.total:
            spent = time.monotonic() - self.started
            left = f", about {minutes(spent / measured * (self.total - self.done))} left"
        now = f": {'; '.join(self.at_work)}" if self.at_work else ""
        return f"{self.done} of {self.total} points{left}{now}"

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
