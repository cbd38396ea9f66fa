# SPDX-License-Identifier: Apache-2.0
#
# models.py: the cells of a library as Verilog, from their functions in the Liberty file.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""Cells without delays: what they compute, and nothing about when."""

import re

from synthesis.failure import Failure
from synthesis.liberty import Cell, Library


def verilog(function: str) -> str:
    """A Liberty function as a Verilog expression."""
    text = re.sub(r"([A-Za-z_]\\w*)\s*'", r"(!\1)", function)
    return text.replace("!", "~").replace("*", "&").replace("+", "|").strip()


def edge(function: str) -> str:
    """A clock, or an active level that takes effect at once, as an event."""
    plain = verilog(function).strip("() ")
    return f"negedge {plain.lstrip('~(').strip(') ')}" if plain.startswith("~") else (
        f"posedge {plain}")


def flip_flop(cell: Cell) -> list:
    """The state of a flip-flop; what it holds at power-up is arbitrary, and 0 here."""
    state = cell.state
    name = state["name"]
    controls = [(state[kind], value) for kind, value in (("clear", 0), ("preset", 1))
                if state[kind]]
    events = " or ".join(map(edge, [state["clocked_on"], *(text for text, _ in controls)]))
    lines = [f"  reg {name} = 1'b0;", f"  always @({events})"]
    word = "if"
    for text, value in controls:
        lines.append(f"    {word} ({verilog(text)}) {name} <= 1'b{value};")
        word = "else if"
    lines.append(f"    {'else ' if controls else ''}{name} <= {verilog(state['next_state'])};")
    return lines


def latch(cell: Cell) -> list:
    """The state of a latch, which like that of a flip-flop changes behind all clocks."""
    if cell.latch["clear"] or cell.latch["preset"]:
        raise Failure(f"{cell.name}: the netlist uses a latch with reset", 4)
    name = cell.latch["name"]
    return [f"  reg {name} = 1'b0;",
            f"  always @* if ({verilog(cell.latch['enable'])}) "
            f"{name} <= {verilog(cell.latch['data_in'])};"]


def clock_gate(cell: Cell) -> list:
    """A clock gate: what it lets through is settled while the clock is low."""
    pins = cell.gate
    passes = " | ".join([pins["enable"], *pins["test"]])
    return ["  reg passes = 1'b0;",
            f"  always @* if (~{pins['clock']}) passes <= {passes};",
            f"  assign {pins['out']} = {pins['clock']} & passes;"]


def model(cell: Cell) -> str:
    """One cell as a module."""
    ports = [f"input {pin}" for pin in cell.inputs] + [f"output {pin}" for pin in cell.outputs]
    lines = [f"module {cell.name} ({', '.join(ports)});"]
    if cell.flip_flop:
        if not cell.state.get("clocked_on") or not cell.state.get("next_state"):
            raise Failure(f"{cell.name}: the library does not say what this flip-flop does", 4)
        lines += flip_flop(cell)
    elif cell.latch:
        lines += latch(cell)
    elif cell.gate:
        return "\n".join([*lines, *clock_gate(cell), "endmodule\n"])
    state = cell.state.get("name") or cell.latch.get("name")
    for pin, function in cell.outputs.items():
        text = verilog(function)
        if state:
            # The second name of a state is its complement.
            text = re.sub(rf"\b{state}_N\b", f"~{state}", text)
        if not text:
            raise Failure(f"{cell.name}: the library has no function for {pin}", 4)
        lines.append(f"  assign {pin} = {text};")
    return "\n".join([*lines, "endmodule\n"])


def models(library: Library, used: set) -> str:
    """The cells that a netlist uses."""
    missing = sorted(used - library.cells.keys())
    if missing:
        raise Failure(f"{library.path}: the netlist uses {missing[0]}, which is no cell of it", 4)
    return "\n".join(model(library.cells[name]) for name in sorted(used))
