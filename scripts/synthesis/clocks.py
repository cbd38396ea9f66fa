# SPDX-License-Identifier: Apache-2.0
#
# clocks.py: cells of a library that stop clocks and hold words, and what they replace.
#
#   Spec  docs/synthesis.md#clock-gates-and-latches
#   Test  scripts/tests/clocks_test.py
"""Yosys lines and maps for clock gates and latches; Yosys 0.23 brings neither."""

import pathlib

from synthesis.failure import Failure
from synthesis.liberty import Cell, Library, computes, smallest

# Registers with an enable that are at least so wide get a clock gate. A narrower one would cost
# more than the multiplexers that it spares.
GATED_BITS = 4

# Files of the maps, in the folder of a run.
REGISTERS = "registers.v"
LATCHES = "latches.v"
# Ports of the cell that gates latches: it is there while the rest is still a design.
STUBS = "stubs.v"

# The only modules that may gate a clock, or have latches.
GATE_MODULE = "tern_clock_or"
LATCH_MODULE = "tern_latches"

# Latches anywhere else are a fault.
NO_LATCHES = ("select -assert-none t:$dlatch t:$dlatchsr t:$adlatch t:$sr %u %u %u "
              f"*{LATCH_MODULE}*/* %d\n")

# Kinds of registers: ports beside clock, data and output, and what must be able to pass the gate.
# A reset within the enable does not wait for it; an asynchronous one needs no clock.
KINDS = {
    "$dffe": ("", "$dff", "enable"),
    "$adffe": ("ARST", "$adff", "enable"),
    "$sdffce": ("SRST", "$sdff", "enable"),
    "$sdffe": ("SRST", "$sdff", "enable | reset"),
}


def register_map(gate: Cell) -> str:
    """The map of registers with an enable to registers behind a clock gate."""
    pins = gate.gate
    tied = "".join(f", .{pin}(1'b0)" for pin in pins["test"])
    text = ""
    for kind, (reset, plain, passes) in KINDS.items():
        port = f"{reset}, " if reset else ""
        names = ["WIDTH", "CLK_POLARITY", "EN_POLARITY"]
        given = ".WIDTH(WIDTH), .CLK_POLARITY(1'b1)"
        if reset:
            names += [f"{reset}_POLARITY", f"{reset}_VALUE"]
            given += f", .{reset}_POLARITY({reset}_POLARITY), .{reset}_VALUE({reset}_VALUE)"
        text += (f'(* techmap_celltype = "{kind}" *)\n'
                 f"module gated_{plain[1:]}_{kind[1:]} (CLK, {port}EN, D, Q);\n"
                 + "".join(f"  parameter {name} = 1;\n" for name in names)
                 + f"  input CLK, {port}EN;\n  input [WIDTH-1:0] D;\n  output [WIDTH-1:0] Q;\n"
                 f"  wire _TECHMAP_FAIL_ = WIDTH < {GATED_BITS} || !CLK_POLARITY;\n"
                 "  wire clock, enable = EN_POLARITY ? EN : ~EN;\n")
        if reset == "SRST":
            text += "  wire reset = SRST_POLARITY ? SRST : ~SRST;\n"
        connected = f".{reset}({reset}), " if reset else ""
        text += (f"  {gate.name} gate (.{pins['clock']}(CLK), .{pins['enable']}({passes}), "
                 f".{pins['out']}(clock){tied});\n"
                 f"  \\{plain} #({given}) register (.CLK(clock), {connected}.D(D), .Q(Q));\n"
                 "endmodule\n")
    return text


def clock_gate(library: Library) -> Cell:
    """The smallest cell that passes a clock's high half in cycles that are enabled."""
    return smallest((cell for cell in library.cells.values() if cell.gate), "clock gate",
                    library.path, "leave out --clock-gating")


def latch_gate(library: Library) -> Cell:
    """The smallest OR2: a clock behind it stays high while the other input is."""
    return smallest((cell for cell in library.cells.values()
                     if computes(cell, 2, [False, True, True, True])), "OR2", library.path)


def stub(cell: Cell) -> str:
    """A cell without its inside."""
    outputs = ", ".join(cell.outputs)
    return (f"(* blackbox *)\nmodule {cell.name} ({', '.join(cell.inputs)}, {outputs});\n"
            f"  input {', '.join(cell.inputs)};\n  output {outputs};\nendmodule\n")


def latch_map(library: Library) -> str:
    """The map of latches, and of the gates in front of them."""
    either = latch_gate(library)
    first, second = either.inputs
    text = (f"module {GATE_MODULE} (clk_i, hold_i, clk_o);\n  input clk_i, hold_i;\n"
            f"  output clk_o;\n  {either.name} gate (.{first}(clk_i), .{second}(hold_i), "
            f".{next(iter(either.outputs))}(clk_o));\nendmodule\n")
    for kind, low in (("$_DLATCH_N_", True), ("$_DLATCH_P_", False)):
        cell = latch(library, low)
        text += (f"module \\{kind} (E, D, Q);\n  input E, D;\n  output Q;\n"
                 f"  {cell.name} latch (.{enable_pin(cell)}(E), .{cell.latch['data_in']}(D), "
                 f".{next(iter(cell.outputs))}(Q));\nendmodule\n")
    return text


def enable_pin(cell: Cell) -> str:
    """Name of the pin that opens a latch."""
    return cell.latch["enable"].strip("!() '")


def opens_low(cell: Cell) -> bool:
    """Is the latch open while its enable is low?"""
    return cell.latch["enable"].strip("( ").startswith("!") or cell.latch["enable"].endswith("'")


def latch(library: Library, low: bool) -> Cell:
    """The smallest plain latch that is open while its enable is low, or high."""
    found = (cell for cell in library.cells.values()
             if cell.latch and not cell.latch["clear"] and not cell.latch["preset"]
             and len(cell.inputs) == 2 and len(cell.outputs) == 1 and opens_low(cell) == low
             and cell.latch["data_in"] in cell.inputs and enable_pin(cell) in cell.inputs)
    return smallest(found, f"latch that is open while its enable is {'low' if low else 'high'}",
                    library.path)


def write_maps(library: Library, gating: bool, latches: bool, out: pathlib.Path) -> None:
    """Writes the maps that a run needs into its folder; generic gates need none."""
    if gating:
        (out / REGISTERS).write_text(register_map(clock_gate(library)), encoding="ascii")
    if latches and library:
        (out / LATCHES).write_text(latch_map(library), encoding="ascii")
        (out / STUBS).write_text(stub(latch_gate(library)), encoding="ascii")
