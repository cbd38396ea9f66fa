# SPDX-License-Identifier: Apache-2.0
#
# design.py: modules of an elaborated design, how often each is there, and their memories.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""The tree of instances of a design, read from what Yosys wrote of it."""

import collections
import json
import pathlib
import re

from synthesis.flow import MEMORY_WORDS


def plain_name(name: str) -> str:
    """Name of a module without the parameters that Yosys puts into it."""
    parts = re.sub(r"^\$paramod(\$[0-9a-f]+)?\\?", "", name).split("\\")
    return parts[0] if parts[0] else parts[1]


class Design:
    """Modules, instances and memories of an elaborated design."""

    def __init__(self, path: pathlib.Path, top: str):
        self._modules = json.loads(path.read_text(encoding="ascii"))["modules"]
        self.instances = collections.Counter()
        self._count(next(name for name in self._modules if plain_name(name) == top
                         and int(self._modules[name]["attributes"].get("top", "0"), 2)), 1)

    def _count(self, name: str, times: int) -> None:
        self.instances[name] += times
        for cell in self._modules[name]["cells"].values():
            if cell["type"] in self._modules:
                self._count(cell["type"], times)

    def has(self, name: str) -> bool:
        """Is there a module of this name, whatever its parameters?"""
        return any(plain_name(found) == name for found in self.instances)

    def owners(self, name: str) -> str:
        """Names of the modules that hold an instance of this one, or nothing for the top."""
        found = {plain_name(owner) for owner in self.instances
                 if any(cell["type"] == name for cell in self._modules[owner]["cells"].values())}
        return ", ".join(sorted(found))

    def memory(self, name: str) -> tuple:
        """Bits of the memories in one module by itself: large ones, and small ones."""
        large = small = 0
        for cell in self._modules[name]["cells"].values():
            if cell["type"] == "$mem_v2":
                words = int(cell["parameters"]["SIZE"], 2)
                writes = int(cell["parameters"]["WR_PORTS"], 2)
                bits = words * int(cell["parameters"]["WIDTH"], 2)
                if words >= MEMORY_WORDS and writes:
                    large += bits
                else:
                    small += bits
        return large, small

    def cut_modules(self) -> list:
        """Modules that are nothing but a large memory, to be cut out."""
        return sorted(name for name in self.instances if self.memory(name)[0])

    def memory_list(self) -> list:
        """Each kind of cut memory: how many of them, words, bits of a word."""
        rows = collections.Counter()
        for name in self.cut_modules():
            for cell in self._modules[name]["cells"].values():
                if cell["type"] == "$mem_v2":
                    rows[int(cell["parameters"]["SIZE"], 2),
                         int(cell["parameters"]["WIDTH"], 2)] += self.instances[name]
        return [{"count": count, "words": words, "width": width}
                for (words, width), count in sorted(rows.items())]

    def memory_bits(self) -> int:
        """Bits of all memories that are cut out."""
        return sum(self.memory(name)[0] * times for name, times in self.instances.items())
