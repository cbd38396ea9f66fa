# SPDX-License-Identifier: Apache-2.0
#
# frame.py: the command line that scripts with a record in docs/ have in common.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Options, reasons to skip, and what is done with what was found."""

import argparse
import datetime
import pathlib
import sys

from experiment import record

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77


def parser(doc: str) -> tuple:
    """The parser, with the program, the corpus and the modes; and the group of modes."""
    found = argparse.ArgumentParser(description=doc,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--tern", default=str(ROOT / "build/bin/tern"))
    found.add_argument("--corpus", type=pathlib.Path, default=ROOT.parent / "shared/corpus")
    mode = found.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    return found, mode


def add_tensors(to_parser: argparse.ArgumentParser) -> None:
    to_parser.add_argument("--tensors", type=pathlib.Path, default=ROOT / "out/tensors")


def no_tensors(folder: pathlib.Path) -> str:
    """Why there is nothing to measure, or an empty string."""
    if (folder / "manifest.json").exists():
        return ""
    return f"no manifest.json in {folder}; run scripts/fetch_tensors.py"


def no_corpus(folder: pathlib.Path) -> str:
    return "" if list(folder.glob("*.npy")) else f"no .npy file in {folder}"


def skip(why: str) -> int:
    print(f"skipped: {why}")
    return SKIPPED


def failed(name: str, error: Exception) -> int:
    print(f"{name}: {error}", file=sys.stderr)
    return 1


def settle(name: str, found: dict, recording: bool, draw=None) -> int:
    """Writes docs/NAME.json, or compares with it; `draw` makes plots of what was written."""
    path = ROOT / f"docs/{name}.json"
    if recording:
        path.write_text(record.text({"date": datetime.date.today().isoformat(), **found}),
                        encoding="ascii")
        if draw:
            draw()
        print(f"{name}: wrote docs/{name}.json{' and the plots' if draw else ''}; now run "
              "scripts/results.py")
        return 0
    different = record.difference(record.load(path), found, name)
    if different:
        print(f"{name}: docs/{name}.json is stale: {different}; run scripts/{name}.py --record and "
              "scripts/results.py")
        return 1
    print(f"{name}: docs/{name}.json is fresh")
    return 0
