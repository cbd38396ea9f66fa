# SPDX-License-Identifier: Apache-2.0
#
# slurm.py: the three commands of Slurm that a batch of tasks needs.
#
#   Spec  docs/farm.md
#   Test  scripts/tests/farm_test.py
"""sbatch, squeue and scancel."""

import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

from synthesis.failure import Failure

COMMANDS = ("sbatch", "squeue", "scancel")
MISSING = 20  # exit code: a tool is missing
FAILED = 21  # exit code: Slurm does not do what it is asked
ANSWER = 120  # seconds that a command has

# Slurm could not start the job and holds it; nothing but an administrator would let it go on.
STUCK = "launch_failed_requeued_held"


@dataclass
class Waiting:
    """A task that Slurm has not finished."""

    job: str
    state: str
    reason: str


def require() -> None:
    """Fails with the line that installs what is missing."""
    for name in COMMANDS:
        if shutil.which(name) is None:
            raise Failure(f"{name}: not found; --slurm needs the commands of a Slurm cluster, "
                          "install them with: apt-get install slurm-client", MISSING)


def ask(command: list) -> subprocess.CompletedProcess:
    """Runs a command of Slurm; one that does not answer counts as failed."""
    try:
        return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", check=False,
                              timeout=ANSWER)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no answer within {ANSWER} s")


def complaint(done: subprocess.CompletedProcess) -> str:
    """What a command of Slurm says is wrong."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return re.sub(r"^\w+: (error: )?", "", lines[-1]) if lines else f"exit code {done.returncode}"


def indices(numbers: list) -> str:
    """Ascending numbers as `--array` takes them: 0-3,7."""
    runs = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def submit(name: str, numbers: list, script: pathlib.Path, words: list, logs: pathlib.Path,
           options: dict) -> str:
    """Submits a job array; gives its id. `options`: partition, at_once, cpus; none may be set."""
    limit = f"%{options['at_once']}" if options.get("at_once") else ""
    command = ["sbatch", "--parsable", f"--job-name={name}",
               f"--array={indices(numbers)}{limit}", f"--output={logs}/%A_%a.log", "--ntasks=1",
               f"--cpus-per-task={options.get('cpus') or 1}"]
    if options.get("partition"):
        command.append(f"--partition={options['partition']}")
    done = ask([*command, script, *words])
    if done.returncode:
        raise Failure(f"sbatch: {complaint(done)}; see sinfo, and --partition", FAILED)
    return done.stdout.strip().split(";")[0]


def queue(names: list):
    """What is not finished of the arrays of these names: {(name, index): Waiting}.

    Nothing if Slurm does not answer: that is no word about the tasks.
    """
    done = ask(["squeue", "--noheader", "--array", "--me", f"--name={','.join(names)}",
                "--format=%j|%K|%F|%t|%r"])
    if done.returncode:
        return None
    found = {}
    for line in done.stdout.splitlines():
        words = line.split("|")
        if len(words) == 5 and words[1].isdigit():
            found[words[0], int(words[1])] = Waiting(words[2], words[3], words[4])
    return found


def cancel(job: str, index: int) -> None:
    """Takes one task out of the queue."""
    ask(["scancel", f"{job}_{index}"])
