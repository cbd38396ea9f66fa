# SPDX-License-Identifier: Apache-2.0
#
# tool.py: runs the `tern` program and reads its reports.
#
#   Spec  docs/cli.md
#   Test  scripts/tests/results_test.py
"""Commands of `tern`, and what they report."""

import json
import pathlib
import subprocess
import tempfile


class CommandFailed(Exception):
    """A command ended with another exit code than 0."""


def run(command: list) -> None:
    """Runs `command`, which must end with 0."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CommandFailed(f"{' '.join(command)}: exit code {done.returncode}: "
                            f"{done.stderr.strip()}")


def run_json(command: list) -> dict:
    """Runs `command` with `--json FILE` added, and gives what it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "report.json"
        run([*command, "--json", str(target)])
        return json.loads(target.read_text(encoding="ascii"))


def shown(command: list, corpus: pathlib.Path) -> str:
    """The command as a reader would type it."""
    text = " ".join("CORPUS/*.npy" if word == "@files" else word for word in command)
    return text.replace(str(corpus), "CORPUS")


def expand(command: list, tern: str, files: list) -> list:
    """The command as it is run: `tern` and `@files` stand for the program and the tensors."""
    words = [tern if command[0] == "tern" else command[0]]
    for word in command[1:]:
        words += files if word == "@files" else [word]
    return words


def table(head: list, rows: list) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)
