# SPDX-License-Identifier: Apache-2.0
#
# activity.py: how often each net switches, and how long it is high, from a VCD file.
#
#   Spec  docs/energy.md
#   Test  scripts/tests/energy_test.py
"""Toggles and duty of nets."""

import re
from dataclasses import dataclass


@dataclass
class Net:
    """One bit: changes between 0 and 1, and ticks of the file at 1."""

    toggles: int = 0
    high: int = 0
    value: str = "x"
    since: int = 0


def bits_of(name: str, width: int, text: str) -> list:
    """Names of the bits of a variable, the first one for the leftmost character."""
    if width == 1:
        return [name + text]
    high, low = (int(number) for number in re.findall(r"\d+", text)[:2])
    step = -1 if high > low else 1
    return [f"{name}[{index}]" for index in range(high, low + step, step)]


class Activity:
    """All variables of one scope of a VCD file."""

    def __init__(self, lines, scope: str):
        self.nets = {}  # by name
        self.begin = None
        self.end = 0
        self._bits = {}  # by identifier
        lines = iter(lines)
        self._declarations(lines, scope)
        self._changes(lines)

    def _declarations(self, lines, scope: str) -> None:
        inside = []
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                inside.append(words[2])
            elif words[0] == "$upscope":
                inside.pop()
            elif words[0] == "$var" and inside and inside[-1] == scope:
                width, code, name = int(words[2]), words[3], words[4]
                found = [self.nets.setdefault(bit, Net())
                         for bit in bits_of(name, width, "".join(words[5:-1]))]
                self._bits.setdefault(code, []).append(found)
            elif words[0] == "$enddefinitions":
                return

    def _changes(self, lines) -> None:
        now = 0
        for line in lines:
            first = line[0]
            if first in "01xz":
                for found in self._bits.get(line[1:].rstrip(), ()):
                    self._set(found[0], first, now)
            elif first == "b":
                value, code = line[1:].split()
                for found in self._bits.get(code, ()):
                    # Leading digits that repeat are left out.
                    fill = value[0] if value[0] in "xz" else "0"
                    for net, bit in zip(found, value.rjust(len(found), fill)):
                        self._set(net, bit, now)
            elif first == "#":
                now = int(line[1:])
                if self.begin is None:
                    self.begin = now
        self.end = now
        for net in self.nets.values():
            self._set(net, net.value, now)

    @staticmethod
    def _set(net: Net, value: str, now: int) -> None:
        if net.value == "1":
            net.high += now - net.since
        if value != net.value:
            net.toggles += value in "01" and net.value in "01"
            net.value = value
        net.since = now

    def duty(self, name: str) -> float:
        """Share of the time in which a net is high."""
        return self.nets[name].high / ((self.end - self.begin) or 1)
