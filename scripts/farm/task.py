# SPDX-License-Identifier: Apache-2.0
#
# task.py: runs one task of a batch on a machine of the cluster, and leaves how it ended.
#
#   Spec  docs/farm.md
#   Test  scripts/tests/farm_test.py
"""Run a task.

usage: scripts/farm/task.py FOLDER INDEX

exit codes: those of the task; 127 when it cannot be started
"""

import json
import pathlib
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from synthesis import cache  # noqa: E402

SHOWN = 4000  # characters of what the task says that are kept; the log has everything


def run(folder: pathlib.Path, index: int) -> int:
    """Runs the task and keeps its exit code and its last words."""
    batch = json.loads((folder / "batch.json").read_text(encoding="ascii"))
    task = batch["tasks"][index]
    begun = time.monotonic()
    try:
        done = subprocess.run(task["command"], cwd=task["cwd"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", check=False)
        code, out, err = done.returncode, done.stdout, done.stderr
    except OSError as error:
        code, out, err = 127, "", f"{task['command'][0]}: {error.strerror}"
    print(out, end="")
    print(err, end="", file=sys.stderr, flush=True)
    result = {"code": code, "err": err[-SHOWN:], "host": socket.gethostname(),
              "seconds": round(time.monotonic() - begun, 1)}
    cache.keep(folder / "results", task["key"], result)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(run(pathlib.Path(sys.argv[1]), int(sys.argv[2])))
