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
import sys

from energy import measure
from farm import slurm
from sweep import front, outputs, part, points, spec
from sweep.campaign import Campaign
from sweep.circuit import Circuits
from sweep.energies import Energies
from sweep.evaluation import Evaluator
from sweep.farmed import FarmedCampaign
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


def jobs(options: argparse.Namespace):
    """How many points are measured side by side; on a cluster as many as it likes."""
    if options.jobs is None:
        return None if options.slurm else os.cpu_count() or 1
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


def energies(options: argparse.Namespace, asked: spec.Spec, cells, processes: Processes):
    """What measures energy, or nothing."""
    if not options.energy:
        return None
    if options.no_sim or not asked.tensors or cells is None:
        raise Failure("--energy: needs tensors that are coded, and a cell library; add --liberty, "
                      "and leave --no-sim out", 2)
    measure.require()
    return Energies(options.tern.resolve(), asked, cells, clock(options), options.kept.resolve(),
                    processes)


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


def campaign(options: argparse.Namespace, asked: spec.Spec, cells, work: pathlib.Path, **farm):
    """The points that were asked for, and what measures them."""
    chosen = points.spread(asked)
    if options.points is not None:
        chosen = part.choose(options.points, chosen)
    processes = Processes(work.resolve())
    circuits = Circuits(cells, clock(options), options.kept.resolve(), processes)
    arguments = (chosen, circuits, evaluator(options, asked, processes), processes, jobs(options),
                 energies(options, asked, cells, processes))
    return FarmedCampaign(*arguments, **farm) if farm else Campaign(*arguments)


def some(options: argparse.Namespace, asked: spec.Spec, cells) -> int:
    """Measures the points of --points, with neither front nor page; gives the exit code."""
    total = len(points.spread(asked))
    with part.folder() as work:
        measured = campaign(options, asked, cells, pathlib.Path(work))
        rows = part.measure(measured, options.json, facts(options, asked), total)
    return verdict(rows, measured.mismatch)


def verdict(rows: list, mismatch: bool) -> int:
    """0, or fails with what has failed."""
    failed = [row for row in rows if row["status"] == "failed"]
    if not failed:
        return 0
    raise Failure(f"{len(failed)} of {len(rows)} points failed, point {failed[0]['number']} with: "
                  f"{failed[0]['reason']}; the others are done, and the same command tries again",
                  MISMATCH if mismatch else FAILED)


def check(options: argparse.Namespace) -> None:
    """Options that make no sense together."""
    if options.points is not None and (options.slurm or options.out or options.csv or options.html):
        raise Failure("--points: some points have neither front nor page; leave --slurm, --out, "
                      "--csv and --html out", 2)
    if options.partition is not None and not options.slurm:
        raise Failure("--partition: is one of a Slurm cluster; add --slurm", 2)
    if options.slurm:
        slurm.require()


def farm(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    """What a campaign on a cluster needs, or nothing."""
    if not options.slurm:
        return {}
    words = [sys.executable, "-B", sources.ROOT / "scripts/explore.py", "--jobs=1",
             f"--tern={options.tern.resolve()}", f"--kept={options.kept.resolve()}"]
    if options.liberty:
        words.append(f"--liberty={options.liberty.resolve()}")
    if options.clock_ns:
        words.append(f"--clock-ns={options.clock_ns}")
    for name in ("no_sim", "energy"):
        if getattr(options, name):
            words.append(f"--{name.replace('_', '-')}")
    return {"folder": folder, "partition": options.partition,
            "command": [*map(str, words), str(options.spec.resolve())]}


def answer(options: argparse.Namespace) -> int:
    """Everything; gives the exit code."""
    check(options)
    asked = spec.read(options.spec)
    clock(options), jobs(options)
    cells = library(options)
    tools.require("yosys")
    if options.points is not None:
        return some(options, asked, cells)
    where = places(options, asked)
    page = Page()
    held = lock(where["folder"])
    work = where["folder"] / ".work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        measured = campaign(options, asked, cells, work, **farm(options, where["folder"]))
        about = facts(options, asked)
        total = len(measured.points)

        def keep(rows: list) -> None:
            """What is known so far, should the sweep be stopped."""
            front.mark(rows)
            cache.write_whole(where["json"], outputs.as_json(about, rows, total))
            cache.write_whole(where["csv"], outputs.as_csv(rows))

        rows = measured.run(keep)
    finally:
        shutil.rmtree(work, ignore_errors=True)
        os.close(held)
    cache.write_whole(where["html"], page.draw(about, rows))
    print(outputs.as_text(rows))
    print("\n" + ", ".join(os.path.relpath(where[name]) for name in ("json", "csv", "html")))
    return verdict(rows, measured.mismatch)
