# SPDX-License-Identifier: Apache-2.0
#
# tables.py: what a Liberty file says about the energy of the cells that a netlist uses.
#
# Tables of rising and falling outputs are only meant as a pair: in some libraries each has half of
# the energy of the load in it, once added and once taken away. So their mean is a toggle's energy.
#
#   Spec  docs/energy.md#what-is-summed
#   Test  scripts/tests/energy_test.py
"""Capacitances, internal energies and leakage of cells, in pF, pJ and nW."""

import bisect
import pathlib
import re
from dataclasses import dataclass, field

from synthesis import liberty
from synthesis.failure import Failure

NUMBER = r"-?[\d.]+(?:[eE][-+]?\d+)?"
FARADS = {"pf": 1.0, "ff": 1e-3}
WATTS = {"pw": 1e-3, "nw": 1.0, "uw": 1e3, "mw": 1e6}


@dataclass
class Energies:
    """One cell. Internal energies are tables of toggles: a few for each pin."""

    leakage: float = 0.0
    capacitance: dict = field(default_factory=dict)  # by input pin
    internal: dict = field(default_factory=dict)  # by pin: list of tables


def numbers(text: str) -> list:
    return [float(number) for number in re.findall(NUMBER, text)]


@dataclass
class Table:
    """Energy by slope and, for outputs, by load. Outside its range the border counts."""

    first: list
    second: list
    values: list

    def at(self, slope: float, load: float) -> float:
        if len(self.values) == 1:
            return self.values[0]
        # Which index is the slope does not matter where there is one only.
        low, part = position(self.first, slope)
        width = max(len(self.second), 1)
        column, share = position(self.second, load) if self.second else (0, 0.0)

        def value(row: int, at: int) -> float:
            row, at = min(row, len(self.first) - 1), min(at, width - 1)
            return self.values[row * width + at]

        return ((1 - part) * ((1 - share) * value(low, column) + share * value(low, column + 1))
                + part * ((1 - share) * value(low + 1, column)
                          + share * value(low + 1, column + 1)))


def position(axis: list, value: float) -> tuple:
    """Index below a value, and how far it is on the way to the next."""
    low = max(min(bisect.bisect_right(axis, value) - 1, len(axis) - 2), 0)
    if len(axis) < 2:
        return 0, 0.0
    return low, min(max((value - axis[low]) / (axis[low + 1] - axis[low]), 0.0), 1.0)


def listed(body: str, name: str) -> list:
    """Numbers of a complex attribute."""
    match = re.search(rf"\b{name}\s*\(([^)]*)\)", body)
    return numbers(match.group(1)) if match else []


class Tables:
    """The energies of some cells of a library."""

    def __init__(self, path: pathlib.Path, used: set):
        self.text = liberty.without_comments(path.read_text(encoding="utf-8", errors="replace"))
        self.path = path
        head = self.text[:re.search(r"\bcell\s*\(", self.text).start()]
        self.voltage = float(liberty.attribute(head, "nom_voltage") or 0)
        unit = re.search(rf'capacitive_load_unit\s*\(\s*({NUMBER})\s*,\s*"?(\w+)', head)
        power = re.search(rf"({NUMBER})\s*(\w+)",
                          liberty.attribute(head, "leakage_power_unit") or "1nW")
        if not self.voltage or not unit or unit.group(2).lower() not in FARADS \
                or power.group(2).lower() not in WATTS:
            raise Failure(f"{path}: has no nom_voltage, capacitive_load_unit or leakage_power_unit "
                          "that energies can be in", 4)
        self.farads = float(unit.group(1)) * FARADS[unit.group(2).lower()]
        self.watts = float(power.group(1)) * WATTS[power.group(2).lower()]
        self.templates = {name: (listed(body, "index_1"), listed(body, "index_2"))
                          for name, body in liberty.groups(head, "power_lut_template")}
        starts = {match.group(1): match.end() for match in re.finditer(
            r'\bcell\s*\(\s*"?([^")\s]+)"?\s*\)\s*{', self.text)}
        self.cells = {name: self._cell(starts[name]) for name in used}
        if not any(cell.internal for cell in self.cells.values()):
            raise Failure(f"{path}: has no internal_power; energies need a library with power", 4)

    def _cell(self, start: int) -> Energies:
        body = self.text[start:liberty.group_end(self.text, start - 1) - 1]
        found = Energies(float(liberty.attribute(body, "cell_leakage_power") or 0) * self.watts)
        for pin, text in liberty.groups(body, "pin"):
            found.internal[pin] = [self._pair(power)
                                   for _, power in liberty.groups(text, "internal_power")]
            if liberty.attribute(text, "direction") == "input":
                found.capacitance[pin] = float(liberty.attribute(text, "capacitance") or 0) \
                    * self.farads
        found.internal = {pin: pairs for pin, pairs in found.internal.items() if pairs}
        return found

    def _pair(self, body: str) -> list:
        """The tables of a rising and a falling pin, or one for both."""
        return [self._table(name, text) for kind in ("rise_power", "fall_power", "power")
                for name, text in liberty.groups(body, kind)]

    def _table(self, template: str, body: str) -> Table:
        axes = self.templates.get(template, ([], []))
        # Energies are in units of the load times the square of the voltage.
        return Table(listed(body, "index_1") or axes[0], listed(body, "index_2") or axes[1],
                     [value * self.farads for value in listed(body, "values")])

    def toggle(self, kind: str, pin: str, slope: float, load: float) -> float:
        """Internal energy of a toggle of a pin in pJ: the mean of its tables."""
        found = [sum(table.at(slope, load / self.farads) for table in pair) / len(pair)
                 for pair in self.cells[kind].internal.get(pin, []) if pair]
        return sum(found) / len(found) if found else 0.0
