# SPDX-License-Identifier: Apache-2.0
#
# timing.py: the longest paths of a netlist, by OpenSTA.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Static timing: between registers, from and to memories that were cut out, at the ports."""

import re

from synthesis import tools
from synthesis.failure import Failure

# Kinds of path: from, to. A port cut__* is one of a memory that was cut out.
KINDS = {
    "register_to_register": ("$registers_out", "$registers_in"),
    "memory_to_register": ("$memory_out", "$registers_in"),
    "register_to_memory": ("$registers_out", "$memory_in"),
    "memory_to_memory": ("$memory_out", "$memory_in"),
    "input_to_register": ("$inputs", "$registers_in"),
    "register_to_output": ("$registers_out", "$outputs"),
    "input_to_output": ("$inputs", "$outputs"),
}
INSIDE = ("register_to_register", "memory_to_register", "register_to_memory", "memory_to_memory",
          "register_to_clock_gate", "memory_to_clock_gate", "register_to_latch", "memory_to_latch",
          "latch_to_register", "latch_to_memory", "register_to_latch_gate")

# The same with latches at one end. They are open in the low half of a cycle, and what they hold is
# used from the rising edge on, so they are timed as registers of that edge: with a low half of next
# to nothing. Data that comes later than it opens must not go on through a latch.
LATCH_KINDS = {
    "register_to_latch": ("$registers_out", "$latches_in"),
    "memory_to_latch": ("$memory_out", "$latches_in"),
    "latch_to_register": ("$latches_out", "$registers_in"),
    "latch_to_memory": ("$latches_out", "$memory_in"),
    "input_to_latch": ("$inputs", "$latches_in"),
    "latch_to_output": ("$latches_out", "$outputs"),
    "register_to_latch_gate": ("$registers_out", "$gates_in"),
    "latch_to_latch": ("$latches_out", "$latches_in"),
}
LOW = 0.01  # ns

# What a clock gate is told must be there before the clock rises.
GATE_KINDS = {
    "register_to_clock_gate": ("$registers_out", "[get_pins */{enable}]"),
    "memory_to_clock_gate": ("$memory_out", "[get_pins */{enable}]"),
}

SCRIPT = """\
read_liberty {liberty}
read_verilog {netlist}
link_design {top}
create_clock -name clk -period {period}{waveform} clk_i
set memory_out {{}}
set inputs {{}}
foreach port [all_inputs] {{
  if {{$port == "NULL"}} {{ continue }}
  set name [get_full_name $port]
  if {{$name == "clk_i" || $name == "rst_ni"}} {{ continue }}
  if {{[string match cut__* $name]}} {{ lappend memory_out $port }} else {{ lappend inputs $port }}
}}
set memory_in {{}}
set outputs {{}}
foreach port [all_outputs] {{
  if {{$port == "NULL"}} {{ continue }}
  set name [get_full_name $port]
  if {{[string match cut__*_clk_i $name]}} {{ continue }}
  if {{[string match cut__* $name]}} {{ lappend memory_in $port }} else {{ lappend outputs $port }}
}}
set_input_delay 0 -clock clk $inputs
if {{[llength $memory_out]}} {{ set_input_delay {memory} -clock clk $memory_out }}
set_output_delay 0 -clock clk [all_outputs]
set registers_out [all_registers{edge} -clock_pins]
set registers_in [all_registers{edge} -data_pins]
"""

LATCHES = """\
set latches_out [all_registers -level_sensitive -clock_pins]
set latches_in [all_registers -level_sensitive -data_pins]
set gates_in [get_pins *u_gate.gate/*]
set_disable_timing -from {data} -to {output} [get_lib_cells */{cell}]
"""

QUERY = """\
puts "PATH {kind}"
if {{[llength {start}] > 0 && [llength {end}] > 0}} {{
  report_checks -path_delay max -from {start} -to {end} -format full_clock -digits 4
}}
"""


def script(top: str, library, period: float, memory_ns: float, netlist: str,
           latches: list = (), gates: list = ()) -> str:
    """The Tcl that asks for the longest path of each kind; `latches`, `gates`: cells in use."""
    waveform = f" -waveform {{0 {period - LOW}}}" if latches else ""
    text = SCRIPT.format(liberty=library.path, netlist=netlist, top=top, period=period,
                         memory=memory_ns, waveform=waveform,
                         edge=" -edge_triggered" if latches else "")
    for cell in latches:
        text += LATCHES.format(cell=cell.name, data=cell.latch["data_in"],
                               output=next(iter(cell.outputs)))
    kinds = {**KINDS, **LATCH_KINDS} if latches else dict(KINDS)
    for cell in gates:
        kinds.update({kind: (start, end.format(**cell.gate))
                      for kind, (start, end) in GATE_KINDS.items()})
    return text + "".join(QUERY.format(kind=kind, start=start, end=end)
                          for kind, (start, end) in kinds.items())


def length(kind: str, slack: float, body: str, period: float) -> float:
    """What a path asks of the clock, in ns."""
    if kind == "latch_to_latch":
        raise Failure(f"a path goes from a latch to a latch: {pin_name(body.splitlines()[0])}")
    if kind.startswith("latch_to"):
        return LOW - slack
    if kind.endswith("to_latch"):
        # Slack is up to where the latch opens; its set-up, to where it shuts, is in what it lends.
        return period - slack - float(re.search(r"max time borrow\s+(-?[\d.]+)", body).group(1))
    if kind.endswith("latch_gate"):
        # Settled before the clock falls: in half a cycle.
        return 2 * (period - LOW - slack)
    return period - slack


def pin_name(line: str) -> str:
    """Register or port that a path starts or ends at; the name of its cell's type is dropped."""
    name = re.sub(r"^(Start|End)point: | \(.*$", "", line).strip()
    return re.split(r"\\+(?=\w+$)", name)[0].replace("\\", "")


def parse(report: str, period: float) -> dict:
    """Each kind of path that exists: its delay in ns with set-up, where from, where to."""
    paths = {}
    for part in report.split("PATH ")[1:]:
        kind, _, body = part.partition("\n")
        slack = re.search(r"^\s*(-?[\d.]+)\s+slack", body, re.M)
        if slack is None:
            continue
        start = re.search(r"^Startpoint: .*$", body, re.M).group(0)
        end = re.search(r"^Endpoint: .*$", body, re.M).group(0)
        passed = set(re.findall(r"^\s*-?[\d.]+\s+-?[\d.]+ [v^] (\S+)/[^/\s]+ \(", body, re.M))
        ends = {re.sub(r"^\w+: | \(.*$", "", line).strip() for line in (start, end)}
        paths[kind] = {"ns": round(length(kind, float(slack.group(1)), start + body, period), 4),
                       "from": pin_name(start),
                       "to": pin_name(end),
                       "cells": len(passed - ends)}
    return paths


def measure(top: str, library, memory_ns: float, out, netlist: str) -> dict:
    """Runs OpenSTA in `out` and gives the paths."""
    period = 100.0
    used = set(re.findall(r"^  (\w+) ", (out / netlist).read_text(encoding="ascii"), re.M))
    cells = [library.cells[name] for name in sorted(used & library.cells.keys())]
    latches = [cell for cell in cells if cell.latch]
    gates = [cell for cell in cells if cell.gate]
    report = tools.run_sta(script(top, library, period, memory_ns, netlist, latches, gates), out)
    paths = parse(report, period)
    if latches and "register_to_latch_gate" not in paths and "register_to_latch" not in paths:
        raise Failure(f"no path to a latch is timed: {', '.join(cell.name for cell in latches)}")
    return paths


def critical(paths: dict) -> float:
    """The longest path that ends inside: it limits the clock. 0 when there is none."""
    return max((paths[kind]["ns"] for kind in INSIDE if kind in paths), default=0.0)
