# SPDX-License-Identifier: Apache-2.0
#
# run.py: one synthesis, from a top and its parameters to the figures of the report.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""One synthesis: checks what was asked, runs the steps, keeps the result."""

import concurrent.futures
import dataclasses
import pathlib
import shutil
import sys
import tempfile

from synthesis import cache, cells, clocks, flow, liberty, sources, timing, tools
from synthesis.design import Design, plain_name
from synthesis.failure import Failure

FORMAT = "1"  # of the result; part of the key of the cache


@dataclasses.dataclass
class Request:
    """What to synthesise, and how."""

    top: str
    params: dict
    liberty: pathlib.Path = None
    clock_ns: float = 0.0
    memory_ns: float = 0.0
    root: pathlib.Path = sources.ROOT
    jobs: int = 2
    area_only: bool = False
    clock_gating: bool = False


def check(request: Request) -> list:
    """The files that are needed; fails for a top or a parameter that does not exist."""
    files = sources.needed(request.top, request.root)
    known = sources.parameters(request.top, request.root)
    for name, value in request.params.items():
        if name not in known:
            raise Failure(f"--param {name}: {request.top} has no such parameter; it has "
                          f"{', '.join(known) or 'none'}", 2)
        if not value.isdigit() or int(value) >= 2 ** 32:
            raise Failure(f"--param {name}={value}: the value must be a whole number below 2^32", 2)
    return files


def say(text: str) -> None:
    """Progress, on standard error."""
    print(f"synth: {text}", file=sys.stderr, flush=True)


def key_of(request: Request, files: list) -> str:
    """Hash of all that the result depends on."""
    words = [FORMAT, request.top, *(f"{k}={v}" for k, v in sorted(request.params.items())),
             f"clock {request.clock_ns}", f"memory {request.memory_ns}", tools.version("yosys")]
    flow_files = sorted(str(path.relative_to(request.root)) for path in
                        request.root.glob("scripts/synthesis/*.py"))
    if request.area_only:
        words.append("area only")
    if request.clock_gating:
        words.append("clock gating")
    if request.liberty:
        words += [tools.version("sta"), request.liberty.read_bytes().hex()]
    return sources.content_hash(request.root, files + flow_files, words)


def synthesise(request: Request, folder: pathlib.Path, use_cache: bool = True) -> dict:
    """Figures of the request, from the cache in `folder` or from the tools."""
    tools.require("yosys")
    files = check(request)
    library = None
    if request.liberty:
        tools.require("sta")
        library = liberty.read(request.liberty)
    key = key_of(request, files)
    found = cache.load(folder, key) if use_cache else None
    if found is not None:
        return found
    work = pathlib.Path(tempfile.mkdtemp(prefix="tern-synth-"))
    try:
        result = measure(request, files, library, work)
    except Failure:
        kept = folder / f"failed-{key[:12]}"
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(work, kept, ignore=shutil.ignore_patterns("*.il", "*.json", "*.v"))
        say(f"logs of the failed run: {kept}")
        raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    cache.keep(folder, key, result)
    return result


def measure(request: Request, files: list, library, work: pathlib.Path) -> dict:
    """Runs the steps; those that do not need each other side by side."""
    say(f"{request.top}: elaborating")
    flow.elaborate(request.top, request.params, files, request.root, work)
    design = Design(work / "design.json", request.top)
    memories = design.cut_modules()
    clocks.write_maps(library, request.clock_gating, design.has(clocks.LATCH_MODULE), work)
    if request.area_only:
        say(f"{request.top}: flattening and mapping, {sum(design.instances.values())} instances")
        flow.flatten_first(request.top, memories, work)
        found = flow.map_cells(library, "area", flow.AREA, 0, work)
        return {**figures(request, design, library), **areas(found, library), "modules": []}
    if not library:
        say(f"{request.top}: refining, {len(design.instances)} modules")
        flow.refine(request.top, memories, work)
    with concurrent.futures.ThreadPoolExecutor(max_workers=request.jobs) as pool:
        by_module = pool.submit(flow.map_modules, request.top, memories, library, work)
        say(f"{request.top}: flattening, {sum(design.instances.values())} instances")
        # The mapper for speed finds a shorter longest path in what was flattened first.
        flatten = flow.flatten_first if library else flow.flatten
        pool.submit(flatten, request.top, memories, work).result()
        say(f"{request.top}: mapping")
        speed = pool.submit(measure_speed, request, library, work) if library else None
        area = pool.submit(flow.map_cells, library, "area", flow.AREA, 0, work) if library else None
        lut6 = pool.submit(flow.map_lut6, memories, work)
        generic = pool.submit(flow.map_generic, work)
        result = figures(request, design, library)
        result["lut6"], result["logic_depth"] = lut6.result()
        result["generic_ge"] = round(cells.generic_ge(generic.result()), 1)
        result["ge"] = result["generic_ge"]
        result["ff"] = cells.generic_flip_flops(generic.result())
        if library:
            result.update(areas(area.result(), library))
            result.update(speed.result())
        result["modules"] = modules(design, by_module.result(), library)
    return result


def figures(request: Request, design: Design, library) -> dict:
    """The part of the result that says what was measured."""
    params = {**sources.parameters(request.top, request.root), **request.params}
    return {"top": request.top, "params": {k: as_number(v) for k, v in params.items()},
            "library": library.name if library else None, "area_um2": None, "ge": None,
            "generic_ge": None, "ff": None, "memory_bits": design.memory_bits(),
            "memories": design.memory_list(), "lut6": None, "logic_depth": None,
            "fmax_mhz": None, "critical_path_ns": None}


def areas(found: dict, library) -> dict:
    """Figures of cells mapped for area."""
    area = round(cells.area(found, library), 1)
    return {"area_um2": area, "ge": round(area / library.nand2.area, 1),
            "ff": cells.flip_flops(found, library)}


def as_number(text: str):
    """A default as it stands in the source, as a number where it is one."""
    return int(text) if text.isdigit() else text


def measure_speed(request: Request, library, work: pathlib.Path) -> dict:
    """Maps for speed, or for the clock that was asked for, and measures paths."""
    delay = int(request.clock_ns * 1000) if request.clock_ns else 500
    mapped = flow.map_cells(library, "speed", flow.SPEED, delay, work)
    flow.write_netlist(library, "speed", work)
    paths = timing.measure(request.top, library, request.memory_ns, work, "speed.v")
    longest = timing.critical(paths)
    area = cells.area(mapped, library)
    result = {"speed_area_um2": round(area, 1), "speed_ge": round(area / library.nand2.area, 1),
              "critical_path_ns": longest or None, "paths": paths,
              "fmax_mhz": round(1000 / longest, 1) if longest else None}
    if request.clock_ns:
        result["clock_ns"] = request.clock_ns
        result["slack_ns"] = round(request.clock_ns - longest, 4)
    return result


def modules(design: Design, by_module: dict, library) -> list:
    """What each kind of module weighs by itself, times its instances, largest first."""
    rows = {}
    for name, times in design.instances.items():
        found = by_module.get(name, by_module.get(plain_name(name), {}))
        ge = (cells.area(found, library) / library.nand2.area if library
              else cells.generic_ge(found))
        ff = cells.flip_flops(found, library) if library else cells.generic_flip_flops(found)
        owners = design.owners(name)
        row = rows.setdefault((plain_name(name), owners),
                              {"name": plain_name(name), "in": owners, "instances": 0, "ge": 0.0,
                               "ff": 0, "memory_bits": 0})
        row["instances"] += times
        row["ge"] += ge * times
        row["ff"] += ff * times
        row["memory_bits"] += design.memory(name)[0] * times
    for row in rows.values():
        row["ge"] = round(row["ge"], 1)
    return sorted(rows.values(), key=lambda row: (-row["ge"], row["name"], row["in"]))
