# SPDX-License-Identifier: Apache-2.0
#
# points.py: a sweep spread out into its points, and how many values one takes in a cycle by design.
#
#   Spec  docs/explore.md#the-sweep
#   Test  scripts/tests/sweep_spec_test.py
"""Points of a sweep."""

import itertools
import pathlib
import re
from dataclasses import dataclass

from sweep.spec import KIND_NAMES, Spec
from synthesis import sources


@dataclass(frozen=True)
class Point:
    """One circuit, and how it is to code the tensors."""

    number: int
    top: str
    given: tuple  # of (name, value): parameters that the sweep sets
    params: tuple  # of (name, value): all parameters that are numbers
    coding: tuple  # of (name, value): options of `tern eval`

    def param(self, name: str, default: int = 0) -> int:
        """A parameter of the circuit."""
        return dict(self.params).get(name, default)

    def option(self, name: str, default=None):
        """An option of the coding."""
        return dict(self.coding).get(name, default)

    def title(self) -> str:
        """How a reader calls it: the top, and what the sweep sets."""
        return " ".join([self.top, *(f"{name}={text(name, value)}"
                                     for name, value in self.given + self.coding)])


def text(name: str, value) -> str:
    """A value as a reader wants it."""
    return KIND_NAMES.get(value, str(value)) if name == "BookKind" else str(value)


def defaults(top: str, root: pathlib.Path) -> dict:
    """Parameters of the top as its source has them, if they are plain numbers."""
    return {name: int(value) for name, value in sources.parameters(top, root).items()
            if value.isdigit()}


def spread(spec: Spec, root: pathlib.Path = sources.ROOT) -> list:
    """All points, in the order of the file; what two sweeps have in common is there once."""
    found = {}
    for sweep in spec.sweeps:
        plain = defaults(sweep.top, root)
        names = [*sweep.params, *sweep.coding]
        for values in itertools.product(*sweep.params.values(), *sweep.coding.values()):
            chosen = tuple(zip(names, values))
            given, coding = chosen[:len(sweep.params)], chosen[len(sweep.params):]
            params = tuple({**plain, **dict(given)}.items())
            key = (sweep.top, params, tuple(sorted(coding)))
            found.setdefault(key, (sweep.top, given, params, coding))
    return [Point(number, *fields) for number, fields in enumerate(found.values(), 1)]


def values_by_design(point: Point, root: pathlib.Path = sources.ROOT):
    """Values a cycle that the header of the top promises, or nothing if it names no number."""
    source = (root / sources.modules(root)[point.top]).read_text(encoding="ascii")
    promise = re.search(r"^//   Throughput  (Lanes|\d+) values per cycle", source, re.M)
    if not promise:
        return None
    return point.param("Lanes") if promise.group(1) == "Lanes" else int(promise.group(1))
