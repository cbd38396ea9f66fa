# SPDX-License-Identifier: Apache-2.0
#
# timing.py: the longest paths of a netlist, by OpenSTA.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Static timing: between registers, from and to memories that were cut out, at the ports."""

import re

from synthesis import tools

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
INSIDE = ("register_to_register", "memory_to_register", "register_to_memory", "memory_to_memory")

SCRIPT = """\
read_liberty {liberty}
read_verilog {netlist}
link_design {top}
create_clock -name clk -period {period} clk_i
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
set registers_out [all_registers -clock_pins]
set registers_in [all_registers -data_pins]
"""

QUERY = """\
puts "PATH {kind}"
if {{[llength {start}] > 0 && [llength {end}] > 0}} {{
  report_checks -path_delay max -from {start} -to {end} -format full_clock -digits 4
}}
"""


def script(top: str, library, period: float, memory_ns: float, netlist: str) -> str:
    """The Tcl that asks for the longest path of each kind."""
    text = SCRIPT.format(liberty=library.path, netlist=netlist, top=top, period=period,
                         memory=memory_ns)
    return text + "".join(QUERY.format(kind=kind, start=start, end=end)
                          for kind, (start, end) in KINDS.items())


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
        paths[kind] = {"ns": round(period - float(slack.group(1)), 4), "from": pin_name(start),
                       "to": pin_name(end),
                       "cells": len(passed - ends)}
    return paths


def measure(top: str, library, memory_ns: float, out, netlist: str) -> dict:
    """Runs OpenSTA in `out` and gives the paths."""
    period = 100.0
    return parse(tools.run_sta(script(top, library, period, memory_ns, netlist), out), period)


def critical(paths: dict) -> float:
    """The longest path that ends inside: it limits the clock. 0 when there is none."""
    return max((paths[kind]["ns"] for kind in INSIDE if kind in paths), default=0.0)
