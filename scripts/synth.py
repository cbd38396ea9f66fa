#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# synth.py: area, flip-flops, memories, depth and clock of one top; called by scripts/synth.sh.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Synthesise one RTL top with Yosys, and time it with OpenSTA when a cell library is given.

examples:
  scripts/synth.sh --list
  scripts/synth.sh huff_enc --param Lanes=4
  scripts/synth.sh huff_enc --param Lanes=16 --liberty cells.lib --json out/huff_enc.json
  scripts/synth.sh huff_dec --param Lanes=16 BookKind=1 --liberty cells.lib --clock-ns 4.08

exit codes: 0 done; 1 a tool found a fault in the design; 2 wrong usage; 3 the design refuses the
parameters; 4 the library cannot be used; 20 a tool is missing
"""

import argparse
import json
import os
import pathlib
import sys

from synthesis import cache, present, run, sources
from synthesis.failure import Failure


def parse(arguments: list) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/synth.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("top", nargs="?", metavar="TOP", help="module of rtl/files.f")
    parser.add_argument("--list", action="store_true", help="print the modules that can be a top")
    parser.add_argument("--param", nargs="+", action="extend", default=[], metavar="NAME=VALUE",
                        help="parameters of the top (default: as in its source)")
    parser.add_argument("--liberty", type=pathlib.Path, metavar="FILE",
                        help="cell library; without it areas are those of generic gates")
    parser.add_argument("--clock-ns", type=float, default=0.0, metavar="T",
                        help="map for this clock (default: as fast as possible)")
    parser.add_argument("--memory-ns", type=float, default=0.0, metavar="T",
                        help="clock to output of the memories that are cut out (default: 0)")
    parser.add_argument("--area-only", action="store_true",
                        help="with a library: area and flip-flops, a quarter of the time")
    parser.add_argument("--clock-gating", action="store_true",
                        help="with a library: enables of four and more registers stop their clock")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures")
    parser.add_argument("--out", type=pathlib.Path, metavar="DIR",
                        help="folder of kept results (default: out/synth)",
                        default=sources.ROOT / "out" / "synth")
    parser.add_argument("--no-cache", action="store_true", help="do not use a kept result")
    parser.add_argument("--jobs", type=int, metavar="N", default=os.cpu_count() or 1,
                        help="steps that run side by side (default: one a core)")
    return parser.parse_args(arguments)


def request_of(options: argparse.Namespace) -> run.Request:
    """What was asked for, checked."""
    if options.top is None:
        raise Failure("TOP is missing; scripts/synth.sh --list names all of them", 2)
    params = {}
    for word in options.param:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Failure(f"--param {word}: write NAME=VALUE", 2)
        params[name] = value
    for name, low in (("clock_ns", options.clock_ns), ("memory_ns", options.memory_ns)):
        if not 0 <= low < 1e6:
            raise Failure(f"--{name.replace('_', '-')} {low}: must be from 0 to 1000000", 2)
    if "--clock-ns" in " ".join(sys.argv) and options.clock_ns == 0:
        raise Failure("--clock-ns 0: a clock needs a period; leave the option out for the fastest",
                      2)
    if options.jobs < 1:
        raise Failure(f"--jobs {options.jobs}: must be at least 1", 2)
    if options.liberty is not None and not options.liberty.is_file():
        raise Failure(f"{options.liberty}: no such file; --liberty needs a Liberty file", 4)
    if options.area_only and (options.liberty is None or options.clock_ns):
        raise Failure("--area-only: needs --liberty, and no clock", 2)
    if options.clock_gating and options.liberty is None:
        raise Failure("--clock-gating: needs --liberty", 2)
    liberty = options.liberty.resolve() if options.liberty else None
    return run.Request(options.top, params, liberty, options.clock_ns, options.memory_ns,
                       jobs=options.jobs, area_only=options.area_only,
                       clock_gating=options.clock_gating)


def main(arguments: list) -> int:
    """The program; gives its exit code."""
    options = parse(arguments)
    try:
        if options.list:
            print("\n".join(sorted(sources.modules())))
            return 0
        result = run.synthesise(request_of(options), options.out, not options.no_cache)
        if options.json:
            cache.write_whole(options.json, json.dumps(result, indent=1) + "\n")
        print(present.text(result))
        return 0
    except Failure as failure:
        print(f"synth: error: {failure}", file=sys.stderr)
        return failure.code
    except OSError as error:
        print(f"synth: error: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
