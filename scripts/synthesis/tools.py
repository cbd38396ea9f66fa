# SPDX-License-Identifier: Apache-2.0
#
# tools.py: finds and runs Yosys and OpenSTA, and turns their complaints into one line.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Running the tools of the flow."""

import pathlib
import re
import shutil
import subprocess

from synthesis.failure import Failure

# The Debian package of each tool.
PACKAGES = {"yosys": "yosys", "sta": "opensta"}

# Small memories and look-ups may become registers; a cut memory may leave its ports unused.
ALLOWED = re.compile(r"Replacing memory .* with list of registers"
                     r"|Selection .* did not match any")


def require(tool: str) -> None:
    """Fails with the line that installs `tool` when it is missing."""
    if shutil.which(tool) is None:
        raise Failure(f"{tool}: not found; install it with: apt-get install {PACKAGES[tool]}", 20)


def version(tool: str) -> str:
    """What the tool says about its version; part of the key of the cache."""
    require(tool)
    option = {"yosys": "-V", "sta": "-version"}[tool]
    done = subprocess.run([tool, option], capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip().split("\n", maxsplit=1)[0]


def run_yosys(script: str, cwd, what: str) -> str:
    """Runs a Yosys script; gives its output. A warning that matters is a fault of the design."""
    (cwd / f"{what}.ys").write_text(script, encoding="ascii")
    done = subprocess.run(["yosys", "-q", "-s", f"{what}.ys"], cwd=cwd, capture_output=True,
                          text=True, check=False, stdin=subprocess.DEVNULL)
    output = done.stdout + done.stderr
    (cwd / f"{what}.log").write_text(output, encoding="utf-8")
    if done.returncode != 0:
        raise refusal(output, f"yosys, {what}: exit code {done.returncode}")
    for line in output.splitlines():
        if "Warning:" in line and not ALLOWED.search(line):
            raise Failure(f"yosys, {what}: {line.strip()}")
    return output


def refusal(output: str, default: str) -> Failure:
    """The failure that the output of Yosys tells of."""
    fatal = re.search(r"^(\S+):(\d+): ERROR: FATAL", output, re.M)
    if fatal:
        return Failure(f"parameters refused: {fatal_text(fatal.group(1), int(fatal.group(2)))}", 3)
    error = re.search(r"ERROR: (.*)", output)
    return Failure(f"{default}: {error.group(1).strip()}" if error else default)


def fatal_text(path: str, line: int) -> str:
    """The message of the `$fatal` at this line; Yosys names the place, not the words."""
    text = pathlib.Path(path).read_text(encoding="ascii").splitlines()[line - 1:line + 2]
    words = re.search(r'"([^"]*)"', " ".join(text))
    return words.group(1) if words else f"{path}:{line}"


def run_sta(script: str, cwd) -> str:
    """Runs an OpenSTA script; gives its output."""
    require("sta")
    (cwd / "timing.tcl").write_text(script, encoding="ascii")
    done = subprocess.run(["sta", "-no_splash", "-exit", "timing.tcl"], cwd=cwd,
                          capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    output = done.stdout + done.stderr
    (cwd / "timing.log").write_text(output, encoding="utf-8")
    error = re.search(r"^Error: (.*)$", output, re.M)
    if done.returncode != 0 or error:
        raise Failure(f"sta: {error.group(1) if error else f'exit code {done.returncode}'}")
    return output
