# SPDX-License-Identifier: Apache-2.0
#
# netlist.py: a mapped netlist whose nets and cells have plain names, and what it consists of.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""Ports, cells and nets of the Verilog that Yosys writes of a flat netlist."""

import re
from dataclasses import dataclass

from synthesis import flow, tools

PORT = re.compile(r"^  (input|output) (?:\[(\d+):0\] )?(\S+) ?;$", re.M)
CELL = re.compile(r"^  (\w+) (\w+) \(\n((?:    \.\w+\([^()]*\),?\n)*)  \);$", re.M)
PIN = re.compile(r"\.(\w+)\(([^()]*)\)")

# How the ports of a memory end that was cut out; the last is what it gives.
MEMORY = ("clk_i", "write_i", "waddr_i", "wdata_i", "read_i", "raddr_i", "rdata_o")


@dataclass
class Netlist:
    """The top: its ports with their widths, and its cells."""

    inputs: dict
    outputs: dict
    cells: dict  # instance: (cell, {pin: net})

    def types(self) -> set:
        """The cells of the library that it uses."""
        return {kind for kind, _ in self.cells.values()}

    def memories(self) -> list:
        """What the ports of each memory that was cut out begin with."""
        tail = f"_{MEMORY[-1]}"
        return sorted(name.removesuffix(tail) for name in self.inputs
                      if name.startswith(flow.MEMORY_PORT) and name.endswith(tail))


def write(library, name: str, out) -> None:
    """NAME.il as plain.v: single bits inside, the ports of cut memories as ports of the top."""
    tools.run_yosys(f"read_ilang {name}.il\n{flow.expose(library, out)}splitnets\n"
                    "opt_clean -purge\nrename -hide w:* c:*\n"
                    "write_verilog -noattr -noexpr -nohex -simple-lhs plain.v\n", out, "plain")
    path = out / "plain.v"
    text = path.read_text(encoding="ascii")
    for port in re.findall(r"^  (?:in|out)put (?:\[\d+:0\] )?\\(\S+) ;", text, re.M):
        text = text.replace(f"\\{port} ", flow.MEMORY_PORT + re.sub(r"\W", "_", port) + " ")
    path.write_text(text, encoding="ascii")


def read(text: str) -> Netlist:
    """The netlist, from its Verilog."""
    inputs, outputs, cells = {}, {}, {}
    for kind, high, name in PORT.findall(text):
        (inputs if kind == "input" else outputs)[name] = int(high or 0) + 1
    for kind, name, pins in CELL.findall(text):
        cells[name] = (kind, {pin: net.strip() for pin, net in PIN.findall(pins)})
    return Netlist(inputs, outputs, cells)
