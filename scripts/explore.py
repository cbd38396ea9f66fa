#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# explore.py: a sweep of parameters through synthesis and co-simulation; `tern explore` runs it.
#
#   Spec  docs/explore.md
#   Test  scripts/tests/explore_test.py
"""Sweep parameters: area, clock, cycles and ratio of each point, and their Pareto front.

usage: scripts/explore.py [options] SPEC.json, with the options of `tern explore`, and

  --tern FILE  the program that codes the tensors (default: build/bin/tern)

exit codes: those of docs/cli.md
"""

import argparse
import os
import pathlib
import signal
import sys

from sweep import request
from sweep.campaign import Ended
from synthesis import sources
from synthesis.failure import Failure

# Codes of scripts/synth.sh for a bad library and a missing tool, and of a cluster that refuses, as
# `tern` has them.
CODES = {4: 3, 20: 8, 21: 8}


class Parser(argparse.ArgumentParser):
    """Complains in one line, as everything else does."""

    def error(self, message):
        raise Failure(f"{message}; see 'tern explore --help'", 2)


def parse(arguments: list) -> argparse.Namespace:
    """The command line."""
    parser = Parser(prog="scripts/explore.py", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", type=pathlib.Path, metavar="SPEC")
    for name in ("--out", "--json", "--csv", "--html", "--liberty"):
        parser.add_argument(name, type=pathlib.Path)
    for name, value in (("--jobs", "N"), ("--clock-ns", "T"), ("--points", "LIST"),
                        ("--partition", "P")):
        parser.add_argument(name, metavar=value)
    for name in ("--no-sim", "--energy", "--slurm"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--tern", type=pathlib.Path, default=sources.ROOT / "build/bin/tern")
    parser.add_argument("--kept", type=pathlib.Path, default=sources.ROOT / "out")
    return parser.parse_args(arguments)


def one_line(text: str) -> str:
    """Text without anything that a terminal would obey."""
    return "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in text)


def main(arguments: list) -> int:
    """The program; gives its exit code."""
    try:
        return request.answer(parse(arguments))
    except Ended as signalled:
        # As if the signal had not been caught, so that a shell knows.
        signal.signal(signalled.number, signal.SIG_DFL)
        os.kill(os.getpid(), signalled.number)
        return 128 + signalled.number
    except Failure as failure:
        print(f"tern: {one_line(str(failure))}", file=sys.stderr)
        return CODES.get(failure.code, failure.code)
    except OSError as error:
        name = error.filename2 or error.filename
        print(f"tern: {one_line(f'{name}: {error.strerror}')}; check the folder and its room",
              file=sys.stderr)
        return 7


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
