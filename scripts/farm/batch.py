# SPDX-License-Identifier: Apache-2.0
#
# batch.py: tasks as Slurm job arrays: submits, waits, collects, tries again, and goes on later.
#
# Its folder holds all that is known, so that who waits may end at any moment: the jobs go on, and
# the next call with this folder finds them by their name.
#
#   Spec  docs/farm.md
#   Test  scripts/tests/farm_test.py
"""A batch of tasks."""

import json
import pathlib
import secrets
import shutil
import sys
import time
from dataclasses import dataclass

from farm import slurm
from synthesis import cache
from synthesis.failure import Failure

TRIES = 3  # of a task
ARRAY = 1000  # tasks of an array; Slurm takes indices below 1001 unless told otherwise
POLLS = (0.5, 10.0)  # seconds between two looks at the queue: the first ones, and at most
GRACE = 10.0  # seconds in which a result may reach this machine after its job has ended
SILENCE = 600.0  # seconds without an answer of Slurm until the wait ends

LOST = ("the job ended without a result: cancelled, out of time or memory, or a folder that not "
        "all machines have")
STUCK = "Slurm could not start the job"


@dataclass
class Task:
    """What is to run. `key` names it for good: the same key is the same work."""

    key: str
    command: list
    cwd: str


@dataclass
class Ended:
    """How a task ended in its last try; no code if its job was lost."""

    task: Task
    code: int
    err: str
    tries: int


class Batch:
    """Tasks, and how often each was tried."""

    def __init__(self, folder: pathlib.Path, options: dict, accepted: tuple, watch=None,
                 grace: float = GRACE):
        self.folder = folder.resolve()
        self.options = options  # of slurm.submit
        self.accepted = accepted  # exit codes that another try would not change
        self.watch = watch or (lambda words: None)  # is told how many tasks wait for what
        self.grace = grace
        self.state = self.load()
        self.failing = time.monotonic()

    def load(self) -> dict:
        """What an earlier call has left, or a new name."""
        found = cache.load(self.folder, "batch")
        return found or {"name": f"tern-{secrets.token_hex(4)}", "tasks": []}

    def save(self) -> None:
        cache.write_whole(self.folder / "batch.json", json.dumps(self.state, indent=1) + "\n")

    def names(self) -> list:
        """Names of the arrays: one for each thousand tasks."""
        return [f"{self.state['name']}-{part}"
                for part in range((len(self.state["tasks"]) + ARRAY - 1) // ARRAY)]

    def place(self, index: int) -> tuple:
        """The array of a task, and its index there."""
        return f"{self.state['name']}-{index // ARRAY}", index % ARRAY

    def queue(self):
        """Tasks that Slurm has not finished, by index; nothing if it does not answer."""
        waiting = slurm.queue(self.names())
        if waiting is None:
            if time.monotonic() - self.failing > SILENCE:
                raise Failure(f"squeue: no answer for {SILENCE / 60:.0f} minutes; the jobs go on, "
                              "and the same command collects them", slurm.FAILED)
            return None
        self.failing = time.monotonic()
        return {int(name.rsplit("-", 1)[1]) * ARRAY + index: task
                for (name, index), task in waiting.items()}

    def result(self, task: dict):
        return cache.load(self.folder / "results", task["key"])

    def enter(self, tasks: list) -> list:
        """Indices of these tasks; those that are not at work begin anew."""
        known = {task["key"]: index for index, task in enumerate(self.state["tasks"])}
        for task in tasks:
            if task.key not in known:
                known[task.key] = len(self.state["tasks"])
                self.state["tasks"].append({"key": task.key, "tries": 0})
            self.state["tasks"][known[task.key]].update(
                command=[str(word) for word in task.command], cwd=str(task.cwd))
        return [known[task.key] for task in tasks]

    def submit(self, chosen: list) -> None:
        """One more try for these tasks."""
        if not chosen:
            return
        for index in chosen:
            task = self.state["tasks"][index]
            task["tries"] += 1
            (self.folder / "results" / f"{task['key']}.json").unlink(missing_ok=True)
        (self.folder / "logs").mkdir(parents=True, exist_ok=True)
        script = self.folder / "task.sh"
        runner = pathlib.Path(__file__).resolve().parent / "task.py"
        cache.write_whole(script, f'#!/bin/sh\nexec "{sys.executable}" -B "{runner}" "$1" '
                                  '"$(($2 + SLURM_ARRAY_TASK_ID))"\n')
        # Before the jobs: whoever is ended in between finds them by their name.
        self.save()
        for part in sorted({index // ARRAY for index in chosen}):
            numbers = [index % ARRAY for index in chosen if index // ARRAY == part]
            job = slurm.submit(f"{self.state['name']}-{part}", numbers, script,
                               [self.folder, part * ARRAY], self.folder / "logs", self.options)
            print(f"tern: job {job}: {len(numbers)} tasks, {self.state['name']}-{part}",
                  file=sys.stderr, flush=True)

    def run(self, tasks: list):
        """Gives each task when it has ended for good, as Ended."""
        chosen = self.enter(tasks)
        task_of = dict(zip(chosen, tasks))
        waiting = self.first_queue()
        fresh = []
        for index in chosen:
            entry = self.state["tasks"][index]
            found = self.result(entry)
            if index not in waiting and (found is None or found["code"] not in self.accepted):
                entry["tries"] = 0
                fresh.append(index)
        self.submit(fresh)
        missing = {}
        poll = POLLS[0]
        while task_of:
            again = []
            waiting = self.queue()
            changed = False
            for index in list(task_of) if waiting is not None else []:
                ended = self.look(index, waiting, missing)
                if ended is None:
                    continue
                changed = True
                tries = self.state["tasks"][index]["tries"]
                if ended["code"] in self.accepted or tries >= TRIES:
                    yield Ended(task_of.pop(index), ended["code"], ended["err"], tries)
                else:
                    again.append(index)
            self.submit(again)
            if not task_of:
                break
            if waiting is not None:
                self.watch(summary(waiting))
            poll = POLLS[0] if changed else min(poll * 1.3, POLLS[1])
            time.sleep(poll)

    def close(self, whole: bool) -> None:
        """Forgets the batch, and keeps logs if something failed: the next call begins anew."""
        if whole:
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            (self.folder / "batch.json").unlink(missing_ok=True)
            shutil.rmtree(self.folder / "results", ignore_errors=True)

    def first_queue(self) -> dict:
        """The queue, which must answer before anything is submitted."""
        waiting = self.queue()
        if waiting is None:
            raise Failure("squeue: Slurm does not answer; see sinfo", slurm.FAILED)
        return waiting

    def look(self, index: int, waiting: dict, missing: dict):
        """How a task ended in this try, or nothing if it has not."""
        found = self.result(self.state["tasks"][index])
        if found:
            missing.pop(index, None)
            return found
        if index in waiting:
            missing.pop(index, None)
            if slurm.STUCK not in waiting[index].reason.replace(" ", "_"):
                return None
            slurm.cancel(waiting[index].job, self.place(index)[1])
            return {"code": None, "err": f"{STUCK}: {waiting[index].reason}"}
        since = missing.setdefault(index, time.monotonic())
        if time.monotonic() - since < self.grace:
            return None
        del missing[index]
        return {"code": None, "err": LOST}


def summary(waiting: dict) -> list:
    """Words for a line of progress: how many tasks run, and for what the others wait."""
    running = sum(task.state in ("R", "CG", "CF") for task in waiting.values())
    others = {}
    for task in waiting.values():
        if task.state not in ("R", "CG", "CF"):
            others[task.reason] = others.get(task.reason, 0) + 1
    return [f"{running} at work", *(f"{count} waiting ({reason})"
                                    for reason, count in sorted(others.items()))]
