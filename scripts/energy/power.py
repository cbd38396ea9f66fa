# SPDX-License-Identifier: Apache-2.0
#
# power.py: energy of a netlist whose nets have switched so often.
#
# The OpenSTA of Debian 12 takes activities at input ports only and guesses all others, and counts
# internal energies twice; so the sum is made here, net by net.
#
#   Spec  docs/energy.md#what-is-summed
#   Test  scripts/tests/energy_test.py
"""Energy in pJ, from toggles of nets and the tables of the library."""

from energy.activity import Activity
from energy.netlist import Netlist
from energy.tables import Tables
from synthesis.clocks import enable_pin

SLOPE = 0.1  # ns, of all pins; energies depend little on it
CLOCK = "clk_i"


def loads(netlist: Netlist, tables: Tables) -> dict:
    """Capacitance of the pins on each net in pF; there are no wires yet."""
    found = {}
    for kind, pins in netlist.cells.values():
        for pin, capacitance in tables.cells[kind].capacitance.items():
            if pin in pins:
                found[pins[pin]] = found.get(pins[pin], 0.0) + capacitance
    return found


def branches_of(netlist: Netlist, library) -> set:
    """Nets of a clock behind a gate: those of clock gates, and those that open latches."""
    found = set()
    for kind, pins in netlist.cells.values():
        cell = library.cells[kind]
        if cell.gate:
            found.add(pins[cell.gate["out"]])
        if cell.latch:
            found.add(pins[enable_pin(cell)])
    return found


def energies(netlist: Netlist, library, tables: Tables, found: Activity, nanoseconds: float,
             cycles: float) -> dict:
    """pJ of the whole record: of registers, their clock pins, logic, and leakage.

    A net belongs to the cell that drives it, and the clock to the registers; the other inputs are
    driven by what is around the unit.
    """
    load = loads(netlist, tables)
    branches = branches_of(netlist, library)
    sums = {"clock": load.get(CLOCK, 0.0) * tables.voltage ** 2 * cycles, "registers": 0.0,
            "logic": 0.0, "leakage": 0.0}
    for kind, pins in netlist.cells.values():
        cell = library.cells[kind]
        sums["leakage"] += tables.cells[kind].leakage * nanoseconds * 1e-6
        kept = "registers" if cell.flip_flop or cell.latch else "logic"
        for pin, net in pins.items():
            part = "clock" if net in branches else kept
            if net == CLOCK:
                sums["clock"] += 2 * cycles * tables.toggle(kind, pin, SLOPE, 0.0)
                continue
            toggles = found.nets[net].toggles if net in found.nets else 0
            if not toggles:
                continue
            if pin in cell.outputs:
                capacitance = load.get(net, 0.0)
                sums[part] += toggles * (capacitance * tables.voltage ** 2 / 2
                                         + tables.toggle(kind, pin, SLOPE, capacitance))
            else:
                sums[part] += toggles * tables.toggle(kind, pin, SLOPE, 0.0)
    return sums
