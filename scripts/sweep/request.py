# SPDX-License-Identifier: Apache-2.0
#
# request.py: what was asked of a sweep, checked before the first tool runs, and the answer.
#
#   Spec  docs/explore.md#running-it
#   Test  scripts/tests/explore_test.py
"""From a command line to rows, front and page."""

import argparse
import datetime
import fcntl
import os
import pathlib
import re
import shutil

from sweep import front, outputs, points, spec
from sweep.campaign import Campaign
from sweep.circuit import Circuits
from sweep.evaluation import Evaluator
from sweep.page import Page
from sweep.processes import Processes
from synthesis import cache, liberty, sources, tools
from synthesis.failure import Failure

MAX_JOBS = 256
FAILED, MISMATCH = 8, 6  # exit codes of `tern`: a program failed; two engines disagree


def clock(options: argparse.Namespace) -> float:
    """The clock that was asked for, or 0."""
    if options.clock_ns is None:
        return 0.0
    try:
        found = float(options.clock_ns)
    except ValueError:
        found = -1.0
    if not 0 < found < 1e6:
        raise Failure(f"--clock-ns {options.clock_ns}: a clock needs a period of more than 0 and "
                      "less than 1000000 ns; leave the option out for the fastest", 2)
    if options.liberty is None:
        raise Failure("--clock-ns: generic gates have no clock; add --liberty", 2)
    return found


def jobs(options: argparse.Namespace) -> int:
    """How many points are measured side by side."""
    text = options.jobs
    if not (re.fullmatch("[0-9]{1,3}", text) and 0 < int(text) <= MAX_JOBS):
        raise Failure(f"--jobs {text}: is no number of jobs; use 1 to {MAX_JOBS}", 2)
    return int(text)


def library(options: argparse.Namespace):
    """The path of the cell library, if one was given and can be used."""
    if options.liberty is None:
        return None
    tools.require("sta")
    if not options.liberty.is_file():
        raise Failure(f"{options.liberty}: no such file; --liberty needs a Liberty file", 3)
    return liberty.read(options.liberty.resolve()).path


def places(options: argparse.Namespace, asked: spec.Spec) -> dict:
    """Where the results go: none over an input, and no two into one file."""
    folder = options.out or pathlib.Path("out/explore") / options.spec.stem
    # Links are followed.
    found = {name: (getattr(options, name) or folder / f"explore.{name}").resolve()
             for name in ("json", "csv", "html")}
    inputs = [options.spec, *asked.tensors, *asked.train_on]
    taken = {path.resolve() for path in inputs + [options.liberty] if path}
    for name, path in found.items():
        if path in taken:
            raise Failure(f"--{name}: {path} is an input, or another output; choose another name",
                          2)
        if path.exists() and not path.is_file():
            raise Failure(f"--{name}: {path} is no regular file; choose another name", 2)
        taken.add(path)
    return {"folder": folder, **found}


def facts(options: argparse.Namespace, asked: spec.Spec) -> dict:
    """What the results say about themselves."""
    return {"spec": str(options.spec), "date": datetime.date.today().isoformat(),
            "tensors": [path.name for path in asked.tensors] if not options.no_sim else [],
            "train_on": [path.name for path in asked.train_on],
            "library": options.liberty.stem if options.liberty else None,
            "clock_ns": float(options.clock_ns) if options.clock_ns else None,
            "tools": {tool: tools.version(tool) for tool in
                      (["yosys", "sta"] if options.liberty else ["yosys"])}}


def evaluator(options: argparse.Namespace, asked: spec.Spec, processes: Processes):
    """What codes the tensors, or nothing."""
    if options.no_sim or not asked.tensors:
        return None
    if not options.tern.is_file():
        raise Failure(f"{options.tern}: no such program; build it with scripts/run.sh, or use "
                      "--no-sim", 8)
    return Evaluator(options.tern.resolve(), asked, options.kept, processes)


def lock(folder: pathlib.Path):
    """Only one sweep at a time writes into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise Failure(f"{folder}: another sweep writes into it; wait for it, or use --out",
                      2) from error
    return handle


def answer(options: argparse.Namespace) -> int:
    """Everything; gives the exit code."""
    asked = spec.read(options.spec)
    period, workers, cells = clock(options), jobs(options), library(options)
    tools.require("yosys")
    where = places(options, asked)
    page = Page()
    held = lock(where["folder"])
    work = where["folder"] / ".work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        processes = Processes(work.resolve())
        campaign = Campaign(points.spread(asked),
                            Circuits(cells, period, options.kept.resolve(), processes),
                            evaluator(options, asked, processes), processes, workers)
        about = facts(options, asked)

        def keep(rows: list) -> None:
            """What is known so far, should the sweep be stopped."""
            front.mark(rows)
            cache.write_whole(where["json"], outputs.as_json(about, rows, len(campaign.points)))
            cache.write_whole(where["csv"], outputs.as_csv(rows))

        rows = campaign.run(keep)
    finally:
        shutil.rmtree(work, ignore_errors=True)
        os.close(held)
    cache.write_whole(where["html"], page.draw(about, rows))
    print(outputs.as_text(rows))
    print("\n" + ", ".join(os.path.relpath(where[name]) for name in ("json", "csv", "html")))
    failed = [row for row in rows if row["status"] == "failed"]
    if not failed:
        return 0
    raise Failure(f"{len(failed)} of {len(rows)} points failed, point {failed[0]['number']} with: "
                  f"{failed[0]['reason']}; the others are done, and the same command tries again",
                  MISMATCH if campaign.mismatch else FAILED)
