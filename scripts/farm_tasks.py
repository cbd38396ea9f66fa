#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# farm_tasks.py: commands as tasks of a Slurm cluster; scripts/regress.sh runs its parts with it.
#
#   Spec  docs/farm.md
#   Test  scripts/tests/farm_test.py
"""Run each line of standard input as a task of a job array, and wait for all of them.

usage: scripts/farm_tasks.py --folder DIR [--partition P] [--at-once N] [--cpus N]
                             [--accept CODE]... [--grace SECONDS] <LINES
       scripts/farm_tasks.py --present

A line is a command, its words separated by tabs, behind a first word that names it. Tasks that end
with another code than 0 and those of --accept are tried again, three times in all. A second call
with the same folder waits for the tasks that are still at work, and submits those that are not
done.

  --present  only say whether there is a Slurm
  --at-once  tasks that run at a time (no limit)
  --cpus     cores of a task (1)
  --grace    seconds that a result may take to reach this machine once its job has ended (10)

exit codes: 0 all tasks ended with 0 or an accepted code; 1 some did not; 2 wrong usage; 20 Slurm is
not installed; 21 Slurm refuses or does not answer
"""

import argparse
import fcntl
import os
import pathlib
import sys

from farm import batch, slurm
from synthesis.failure import Failure


def parse(arguments: list) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--folder", type=pathlib.Path)
    mode.add_argument("--present", action="store_true")
    parser.add_argument("--partition")
    parser.add_argument("--at-once", type=int)
    parser.add_argument("--cpus", type=int, default=1)
    parser.add_argument("--grace", type=float, default=batch.GRACE)
    parser.add_argument("--accept", type=int, action="append", default=[])
    return parser.parse_args(arguments)


def tasks(lines) -> list:
    """One task for each line."""
    found = []
    for line in lines:
        key, *command = line.rstrip("\n").split("\t")
        if command:
            found.append(batch.Task(key, command, os.getcwd()))
    return found


def last(text: str) -> str:
    """The last line that says something."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it says nothing"


class Line:
    """Progress, on a terminal."""

    def __init__(self, total: int):
        self.total = total
        self.done = 0

    def show(self, words: list) -> None:
        if sys.stderr.isatty():
            text = f"{self.done} of {self.total} tasks: {', '.join(words)}"
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        self.show([""])
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def answer(options: argparse.Namespace) -> int:
    """Runs the batch; gives the exit code."""
    slurm.require()
    if options.present:
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    held = os.open(options.folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Failure(f"{options.folder}: another call waits for these tasks", 2) from error
    asked = tasks(sys.stdin)
    line = Line(len(asked))
    work = batch.Batch(options.folder, {"partition": options.partition, "cpus": options.cpus,
                                        "at_once": options.at_once}, (0, *options.accept),
                       line.show, options.grace)
    failed = 0
    for ended in work.run(asked):
        line.done += 1
        if ended.code not in work.accepted:
            failed += 1
            line.close()
            why = last(ended.err) if ended.code is None else (
                f"exit code {ended.code}: {last(ended.err)}")
            print(f"tern: {ended.task.key}: failed {ended.tries} times, {why}; logs in "
                  f"{options.folder}/logs", file=sys.stderr)
    line.close()
    work.close(not failed)
    return 1 if failed else 0


def main() -> int:
    try:
        return answer(parse(sys.argv[1:]))
    except Failure as failure:
        print(f"tern: error: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("tern: the jobs go on, and the same command collects them", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
