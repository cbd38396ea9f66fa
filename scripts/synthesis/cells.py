# SPDX-License-Identifier: Apache-2.0
#
# cells.py: gate equivalents and flip-flops of a count of cells.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""What a netlist weighs."""

from synthesis.failure import Failure

# Transistors of common static CMOS cells; a NAND2 has four. The flip-flops are pairs of latches of
# transmission gates, with asynchronous set or reset where the name has one. A latch inverts its
# enable by itself, as a flip-flop its clock.
TRANSISTORS = {
    "$_NOT_": 2, "$_BUF_": 4, "$_NAND_": 4, "$_NOR_": 4, "$_AND_": 6, "$_OR_": 6, "$_ANDNOT_": 6,
    "$_ORNOT_": 6, "$_XOR_": 10, "$_XNOR_": 10, "$_MUX_": 10, "$_AOI3_": 6, "$_OAI3_": 6,
    "$_AOI4_": 8, "$_OAI4_": 8, "$_DFF_P_": 22, "$_DFF_PN0_": 28, "$_DFF_PN1_": 28,
    "$_DLATCH_P_": 16, "$_DLATCH_N_": 16,
}


def generic_ge(cells: dict) -> float:
    """Gate equivalents of generic gates. Instances of modules weigh nothing here."""
    weights = 0
    for name, count in cells.items():
        if name.startswith("$_"):
            if name not in TRANSISTORS:
                raise Failure(f"internal: no weight for the gate {name}")
            weights += TRANSISTORS[name] * count
    return weights / TRANSISTORS["$_NAND_"]


def generic_flip_flops(cells: dict) -> int:
    """Flip-flops among generic gates."""
    return sum(count for name, count in cells.items() if name.startswith("$_DFF"))


def area(cells: dict, library) -> float:
    """Area in um2 of cells of a library. Instances of modules weigh nothing here."""
    return sum(library.cells[name].area * count for name, count in cells.items()
               if name in library.cells)


def flip_flops(cells: dict, library) -> int:
    """Flip-flops among cells of a library."""
    return sum(count for name, count in cells.items()
               if name in library.cells and library.cells[name].flip_flop)
