# SPDX-License-Identifier: Apache-2.0
#
# measure.py: energy of one unit for each value of a message: netlist, traffic, bench, sum.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""One measurement, or what is kept of it."""

import functools
import hashlib
import json
import pathlib
import shutil
import subprocess
import tempfile

from energy import activity, bench, models, netlist, power, tables, traffic
from sweep import coding
from synthesis import cache, clocks, flow, liberty, run, sources, tools
from synthesis.design import Design
from synthesis.failure import Failure

MESSAGE_BYTES = 8192  # of values in the message that is measured
TICKS = 10  # of the bench in a cycle
TOPS = ("huff_enc", "huff_dec")


def require() -> None:
    """Fails with the line that installs what is missing."""
    tools.require("yosys")
    for tool in ("iverilog", "vvp"):
        if shutil.which(tool) is None:
            raise Failure(f"{tool}: not found; install it with: apt-get install iverilog", 20)


def call(command: list, work: pathlib.Path, what: str) -> str:
    """Runs a program in the folder; gives what it prints."""
    done = subprocess.run([str(word) for word in command], cwd=work, capture_output=True,
                          text=True, errors="replace", check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise Failure(f"{what}: {lines[-1] if lines else f'exit code {done.returncode}'}")
    return done.stdout


def mapped(request: run.Request, library, kept: pathlib.Path, work: pathlib.Path) -> str:
    """The netlist, mapped for speed, as Verilog; once for all tensors."""
    files = run.check(request)
    key = run.key_of(request, [*files, "scripts/energy/netlist.py"])
    path = kept / f"{key}.v"
    if not path.exists():
        flow.elaborate(request.top, request.params, files, request.root, work)
        design = Design(work / "design.json", request.top)
        clocks.write_maps(library, request.clock_gating, design.has(clocks.LATCH_MODULE), work)
        flow.flatten_first(request.top, design.cut_modules(), work)
        delay = int(request.clock_ns * 1000) if request.clock_ns else 500
        flow.map_cells(library, "speed", flow.SPEED, delay, work)
        netlist.write(library, "speed", work)
        cache.write_whole(path, (work / "plain.v").read_text(encoding="ascii"))
    return path.read_text(encoding="ascii")


def message(point, tern: pathlib.Path, tensors: list, work: pathlib.Path) -> traffic.Traffic:
    """The first message of the first tensor, with books that are trained on all of them."""
    words = coding.commands(point)
    files = [path.resolve() for path in tensors]
    call([tern, "train", *words.train, "-o", "books.json", "--", *files], work, "tern train")
    evaluate = [word for word in words.evaluate if not word.startswith("--message-bytes")]
    call([tern, "encode", *evaluate, f"--message-bytes={MESSAGE_BYTES}", "--books=books.json",
          "-o", "coded.tern", "--", files[0]], work, "tern encode")
    sent = traffic.first_message(work / "coded.tern")
    (work / "message").write_bytes(sent)
    call([tern, "decode", "message", "--raw-message", "--books=books.json", "-o", "values"], work,
         "tern decode")
    books = json.loads((work / "books.json").read_text(encoding="ascii"))["books"]
    return traffic.Traffic(sent, (work / "values").read_bytes(), books)


def simulate(point, unit: netlist.Netlist, library, sent: traffic.Traffic,
             work: pathlib.Path) -> activity.Activity:
    """Sends the message through the netlist, which must do what the golden model does."""
    lanes = point.param("Lanes")
    wide_in, wide_out = unit.inputs["in_tdata_i"] // 8, unit.outputs["out_tdata_o"] // 8
    files = {"books": sent.book_lines()}
    if point.top == "huff_enc":
        files.update({"in": sent.value_lines(lanes, wide_in), "out": sent.message_lines(wide_out)})
    else:
        files.update({"in": sent.message_lines(wide_in), "out": sent.value_lines(lanes, wide_out)})
    for name, lines in files.items():
        (work / f"{name}.hex").write_text("\n".join(lines) + "\n", encoding="ascii")
    best = int(point.param("BestSteps") > 0)
    (work / "cells.v").write_text(models.models(library, unit.types()), encoding="ascii")
    (work / "bench.v").write_text(bench.text(
        point.top, unit, {**sent.header, "best": best},
        {name: len(lines) for name, lines in files.items()}), encoding="ascii")
    call(["iverilog", "-g2005-sv", "-o", "bench.vvp", "-s", "energy_bench", "plain.v", "cells.v",
          "bench.v"], work, "iverilog")
    said = call(["vvp", "-n", "bench.vvp"], work, "vvp")
    if "PASS: " not in said or "FAIL" in said:
        raise Failure("the netlist does not do what the golden model does: "
                      f"{(said.strip().splitlines() or ['no word'])[-1]}", 1)
    with open(work / "activity.vcd", encoding="ascii") as lines:
        return activity.Activity(lines, "u_dut")


def figures(point, unit, library, sent: traffic.Traffic, found: activity.Activity,
            period: float) -> dict:
    """What one value costs, and from which energy of the link on that is less than it saves."""
    cycles = (found.end - found.begin) / TICKS
    parts = power.energies(unit, library, tables.Tables(library.path, unit.types()), found,
                           cycles * period, cycles)
    values = sent.count()
    total = sum(parts.values()) / values
    raw, wire = 8 * len(sent.values) / values, 8 * len(sent.message) / values
    return {"values": values, "cycles": round(cycles), "raw_bits": round(raw, 4),
            "wire_bits": round(wire, 4), "cells": len(unit.cells),
            "parts_pj": {name: round(energy / values, 4) for name, energy in parts.items()},
            "energy_pj_per_value": round(total, 4), "energy_pj_per_bit": round(total / raw, 4),
            # Negative where the message is longer than its values: no link is expensive enough.
            "break_even_pj_per_bit": round(total / (raw - wire), 4) if raw > wire else None}


def request_of(point, path: pathlib.Path, period: float, gating: bool) -> run.Request:
    """The synthesis that the netlist comes from."""
    return run.Request(point.top, {name: str(value) for name, value in point.given},
                       path.resolve(), period, clock_gating=gating)


@functools.lru_cache(maxsize=None)
def digest(path: pathlib.Path, _stamp: int) -> bytes:
    """Hash of a file; a sweep asks for the same ones at every point."""
    return hashlib.sha256(path.read_bytes()).digest()


def key_of(point, path: pathlib.Path, tern: pathlib.Path, tensors: list, period: float,
           gating: bool = False) -> str:
    """Hash of all that the figures depend on."""
    request = request_of(point, path, period, gating)
    state = hashlib.sha256(run.key_of(request, run.check(request)).encode())
    own = sorted((sources.ROOT / "scripts/energy").glob("*.py"))
    for source in [*own, tern, *tensors]:
        state.update(digest(source, source.stat().st_mtime_ns))
    state.update(repr(point.coding).encode())
    return state.hexdigest()


def measure(point, path: pathlib.Path, tern: pathlib.Path, tensors: list, kept: pathlib.Path,
            period: float = 0.0, gating: bool = False) -> dict:
    """Figures of a unit and these tensors, kept under a hash of all that they depend on."""
    if point.top not in TOPS:
        raise Failure(f"{point.top}: energy is measured of {' and '.join(TOPS)}", 2)
    require()
    request = request_of(point, path, period, gating)
    key = key_of(point, path, tern, tensors, period, gating)
    found = cache.load(kept, key)
    if found:
        return found
    library = liberty.read(request.liberty)
    with tempfile.TemporaryDirectory(prefix="tern-energy-") as folder:
        work = pathlib.Path(folder)
        text = mapped(request, library, kept, work)
        (work / "plain.v").write_text(text, encoding="ascii")
        unit = netlist.read(text)
        try:
            sent = message(point, tern.resolve(), tensors, work)
        except coding.Unfit as reason:
            raise Failure(str(reason), 2) from reason
        if not sent.count():
            raise Failure(f"{tensors[0]}: has no values", 2)
        switched = simulate(point, unit, library, sent, work)
        result = {"top": point.top, "params": dict(point.params), "coding": dict(point.coding),
                  "library": library.name,
                  **figures(point, unit, library, sent, switched, period or 4.0)}
    cache.keep(kept, key, result)
    return result
