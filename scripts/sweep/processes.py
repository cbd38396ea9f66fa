# SPDX-License-Identifier: Apache-2.0
#
# processes.py: runs programs side by side, and ends all of them when the sweep ends.
#
# Each program leads a process group of its own, so that what it has started ends with it.
#
#   Spec  docs/explore.md#running-it
#   Test  scripts/tests/explore_test.py
"""Programs that a sweep runs."""

import os
import signal
import subprocess
import threading
from dataclasses import dataclass

PATIENCE = 5.0  # seconds between asking a program to end and ending it


class Stopped(Exception):
    """The sweep ends before its end."""


@dataclass
class Done:
    """How a program ended."""

    code: int
    out: str
    err: str


class Processes:
    """The programs that are at work now."""

    def __init__(self, folder):
        self.folder = folder  # for temporary files, theirs included
        self._lock = threading.Lock()
        self._running = set()
        self._stopped = False

    def run(self, command: list) -> Done:
        """Runs a program to its end. Fails with Stopped if the sweep ends first."""
        with self._lock:
            if self._stopped:
                raise Stopped
            process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       errors="replace", start_new_session=True,
                                       env={**os.environ, "TMPDIR": str(self.folder)})
            self._running.add(process)
        try:
            out, err = process.communicate()
        finally:
            with self._lock:
                self._running.discard(process)
        if self._stopped:
            raise Stopped
        return Done(process.returncode, out, err)

    def stop(self) -> None:
        """Ends all programs; none can be started afterwards."""
        with self._lock:
            self._stopped = True
            running = list(self._running)
        for process in running:
            self._signal(process, signal.SIGTERM)
        for process in running:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._signal(process, signal.SIGKILL)

    @staticmethod
    def _signal(process: subprocess.Popen, number: int) -> None:
        """To the program and what it has started."""
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
