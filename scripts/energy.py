#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# energy.py: what a value costs in encoder or decoder, and from which link on that is worth it.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""Energy of a unit for a real tensor, from what switches in its netlist.

usage: scripts/energy.py TOP --liberty FILE --tensor FILE... [options]
       scripts/energy.py --record --liberty FILE | --check

  --param NAME=VALUE...   parameters of the top
  --coding NAME=VALUE...  dtype (bf16), chunk_steps
  --link-pj E             energy of a bit on the link in pJ: says what compressing saves
  --clock-ns T            clock of the mapping, and of the leakage (as fast as possible, and 4 ns)
  --clock-gating          enables of four and more registers stop their clock
  --json FILE             write all figures
  --tern FILE             the program that codes the tensors (build/bin/tern)
  --kept DIR              folder of what is kept (out/energy)
  --record                measure the units of docs/energy.json (then run scripts/results.py)
  --check                 compare the sources with those that were measured; runs no tool

exit codes: those of scripts/synth.sh
"""

import argparse
import datetime
import json
import pathlib
import sys

from energy import measure, recorded
from experiment import record
from sweep.points import Point, defaults
from sweep.spec import BOOK_KINDS
from synthesis import cache, sources
from synthesis.failure import Failure


def parse(arguments: list) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/energy.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("top", nargs="?")
    for name in ("--liberty", "--json"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--tern", type=pathlib.Path, default=sources.ROOT / "build/bin/tern")
    parser.add_argument("--kept", type=pathlib.Path, default=sources.ROOT / "out/energy")
    parser.add_argument("--tensor", type=pathlib.Path, nargs="+", default=[])
    for name in ("--param", "--coding"):
        parser.add_argument(name, nargs="+", action="extend", default=[])
    for name in ("--link-pj", "--clock-ns"):
        parser.add_argument(name, type=float, default=0.0)
    for name in ("--record", "--check", "--clock-gating"):
        parser.add_argument(name, action="store_true")
    return parser.parse_args(arguments)


def pairs(words: list, option: str) -> dict:
    """NAME=VALUE words; values are numbers where they can be."""
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Failure(f"{option} {word}: write NAME=VALUE", 2)
        found[name] = int(value) if value.isdigit() else BOOK_KINDS.get(value, value)
    return found


def point_of(top: str, params: dict, coding: dict) -> Point:
    """The unit, as sweeps have it."""
    if top not in measure.TOPS:
        raise Failure(f"{top}: energy is measured of {' and '.join(measure.TOPS)}", 2)
    known = defaults(top, sources.ROOT)
    for name, value in params.items():
        if name not in known or not isinstance(value, int):
            raise Failure(f"--param {name}={value}: {top} has {', '.join(known)}, all numbers", 2)
    return Point(1, top, tuple(params.items()), tuple({**known, **params}.items()),
                 tuple({"dtype": "bf16", **coding}.items()))


def text(found: dict, link: float) -> str:
    """The figures for a reader."""
    parts = ", ".join(f"{name} {energy:.2f}" for name, energy in found["parts_pj"].items())
    lines = [f"{found['top']}  {found['library']}, {found['cells']:,} cells",
             f"  {found['values']} values in {found['cycles']} cycles, {found['raw_bits']:.0f} "
             f"bits a value before coding and {found['wire_bits']:.3f} on the link",
             f"  {found['energy_pj_per_value']:.2f} pJ a value ({parts})",
             f"  {found['energy_pj_per_bit']:.3f} pJ a bit before coding"]
    saved = found["raw_bits"] - found["wire_bits"]
    if found["break_even_pj_per_bit"] is None:
        lines.append("  nothing is saved: the message is longer than its values")
    else:
        lines.append(f"  break-even of this end: {found['break_even_pj_per_bit']:.2f} pJ a bit of "
                     "the link; that of a pair is the sum of both ends")
    if link:
        lines.append(f"  with {link:g} pJ a bit the link saves {saved * link:.2f} pJ a value, and "
                     f"this end takes {found['energy_pj_per_value']:.2f}")
    return "\n".join(lines)


def answer(options: argparse.Namespace) -> int:
    """Everything; gives the exit code."""
    if options.check:
        stale = recorded.stale(sources.ROOT, record.load(recorded.PATH)["rows"])
        print(f"energy: docs/energy.json is {'stale: ' + ', '.join(stale) if stale else 'fresh'}"
              + ("; run scripts/energy.py --record and scripts/results.py" if stale else ""))
        return 1 if stale else 0
    if options.liberty is None or not options.liberty.is_file():
        raise Failure(f"--liberty {options.liberty or ''}: a Liberty file is needed", 4)
    if not options.tern.is_file():
        raise Failure(f"{options.tern}: no such program; build it with scripts/run.sh", 20)
    if options.record:
        return measure_all(options)
    if options.top is None or not options.tensor:
        raise Failure("TOP or --tensor is missing; see scripts/energy.py --help", 2)
    for path in options.tensor:
        if not path.is_file():
            raise Failure(f"{path}: no such file", 2)
    point = point_of(options.top, pairs(options.param, "--param"),
                     pairs(options.coding, "--coding"))
    found = measure.measure(point, options.liberty, options.tern, options.tensor,
                            options.kept.resolve(), options.clock_ns, options.clock_gating)
    if options.json:
        cache.write_whole(options.json, json.dumps(found, indent=1) + "\n")
    print(text(found, options.link_pj))
    return 0


def measure_all(options: argparse.Namespace) -> int:
    """Measures what is not fresh; every row is written as soon as it is known."""
    old = record.load(recorded.PATH) if recorded.PATH.exists() else {"rows": []}
    stale = recorded.stale(sources.ROOT, old["rows"])
    rows = [row for row in old["rows"] if recorded.name(row) not in stale]
    for unit in recorded.UNITS:
        if recorded.name(unit) not in stale:
            continue
        print(f"energy: {recorded.name(unit)}", file=sys.stderr)
        found = measure.measure(point_of(unit["top"], unit["params"], {}), options.liberty,
                                options.tern, [recorded.TENSOR], options.kept.resolve())
        rows.append(recorded.row(sources.ROOT, unit, found))
        rows.sort(key=lambda row: recorded.order(row))
        recorded.PATH.write_text(record.text(
            {"date": datetime.date.today().isoformat(), "library": found["library"],
             "tensor": recorded.TENSOR.name, "rows": rows}), encoding="ascii")
    return 0


def main(arguments: list) -> int:
    try:
        return answer(parse(arguments))
    except Failure as failure:
        print(f"energy: error: {failure}", file=sys.stderr)
        return failure.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
