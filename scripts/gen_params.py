#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# gen_params.py: writes every file derived from model/params.json.
#
# RTL, C++ and documentation share their numbers through one source; the results are committed, so
# a reader sees plain code and a build needs no generator.
#
#   Spec  model/params.json
#   Test  scripts/tests/gen_params_test.py, tb/params/params_test.cc
"""Generate the shared parameter files, or check that they are up to date.

usage: scripts/gen_params.py [--check] [--root DIR]

exit codes: 0 done (or up to date), 1 a file is stale (--check), 2 params.json is malformed
"""

import argparse
import pathlib
import sys

from genparams import cxx, doc, probe, spec, sv

SOURCE = "model/params.json"


def outputs(root: pathlib.Path, unit: spec.Unit, tdr: spec.Unit) -> dict:
    """The wanted text of every generated file, by path."""
    integration = root / doc.PATH
    return {
        "model/tdr/params.h": cxx.header(tdr),
        "rtl/tdr/tdr_pkg.sv": sv.package(tdr),
        "model/huff/params.h": cxx.header(unit),
        "rtl/huff/huff_pkg.sv": sv.package(unit),
        "tb/params/params_probe.sv": probe.module(unit),
        "tb/params/params_probe_ports.h": probe.ports(unit),
        doc.PATH: doc.replace_table(integration.read_text(encoding="ascii"), unit),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when stale")
    parser.add_argument("--root", type=pathlib.Path, help="root of the repository",
                        default=pathlib.Path(__file__).resolve().parent.parent)
    args = parser.parse_args()

    try:
        unit = spec.load(args.root / SOURCE, "huff")
        wanted = outputs(args.root, unit, spec.load(args.root / SOURCE, "tdr"))
    except (OSError, spec.SpecError) as error:
        print(f"gen_params: {error}", file=sys.stderr)
        return 2

    stale = []
    for path, text in wanted.items():
        file = args.root / path
        if not file.exists() or file.read_text(encoding="ascii") != text:
            stale.append(path)
            if not args.check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="ascii")
                print(f"gen_params: wrote {path}")
    if args.check:
        for path in stale:
            print(f"gen_params: {path} does not match {SOURCE}; run scripts/gen_params.py",
                  file=sys.stderr)
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
