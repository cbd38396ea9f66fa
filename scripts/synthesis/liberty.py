# SPDX-License-Identifier: Apache-2.0
#
# liberty.py: the few facts that the flow needs of a cell library.
#
# Only areas, functions and the kind of each cell are read here; the tools read the library whole.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Cells of a Liberty file: areas, the NAND2 that is one gate equivalent, tie and drive cells."""

import pathlib
import re
from dataclasses import dataclass, field

from synthesis.failure import Failure


STATE = ("clocked_on", "next_state", "clear", "preset")
LATCH = ("data_in", "enable", "clear", "preset")

NEEDED = "use a standard-cell library with flip-flops, NAND2, buffers and tie cells"


@dataclass
class Cell:
    """One cell: its area in um2, whether it is a flip-flop, its pins."""

    name: str
    area: float
    flip_flop: bool
    inputs: list = field(default_factory=list)
    outputs: dict = field(default_factory=dict)  # pin to function
    state: dict = field(default_factory=dict)  # of a flip-flop: its name, and attributes of it
    latch: dict = field(default_factory=dict)  # of a latch: its name, and attributes of it
    gate: dict = field(default_factory=dict)  # of a clock gate: its pins; none is a list of none


@dataclass
class Library:
    """What the flow uses of a library."""

    path: pathlib.Path
    name: str
    cells: dict
    nand2: Cell
    tie_high: tuple  # cell, pin
    tie_low: tuple
    driver: Cell


def without_comments(text: str) -> str:
    """The text without /* */ comments."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def group_end(text: str, start: int) -> int:
    """Position behind the group whose opening brace is at `start`."""
    depth = 0
    for match in re.compile(r'"[^"]*"|[{}]').finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match.group(0), 0)
        if depth == 0:
            return match.end()
    raise ValueError("a group does not end")


def groups(text: str, kind: str):
    """Name and body of each group of this kind that is not inside another of it."""
    at = 0
    pattern = re.compile(rf'\b{kind}\s*\(\s*"?([^")]*)"?\s*\)\s*{{')
    while match := pattern.search(text, at):
        at = group_end(text, match.end() - 1)
        yield match.group(1).strip(), text[match.end():at - 1]


def attribute(body: str, name: str) -> str:
    """Value of a simple attribute, or nothing."""
    match = re.search(rf'\b{name}\s*:\s*"?([^";]*)"?\s*;', body)
    return match.group(1).strip() if match else ""


def gate_pins(pins: list) -> dict:
    """What each pin of a clock gate is for, or nothing where that is not said."""
    found = {role: [pin for pin, text in pins
                    if attribute(text, f"clock_gate_{role}_pin") == "true"]
             for role in ("clock", "enable", "out", "test")}
    if not all(len(found[role]) == 1 for role in ("clock", "enable", "out")):
        return {}
    return {**{role: found[role][0] for role in ("clock", "enable", "out")},
            "test": found["test"]}


def read_cell(name: str, body: str) -> Cell:
    """One cell of the library."""
    pins = list(groups(body, "pin"))
    head = body
    for _, pin in pins:
        head = head.replace(pin, "")
    cell = Cell(name, float(attribute(head, "area") or 0),
                re.search(r"\bff(_bank)?\s*\(", head) is not None)
    if match := re.search(r'\bff\s*\(\s*"?(\w+)[^)]*\)\s*{', head):
        text = head[match.end():group_end(head, match.end() - 1)]
        cell.state = {"name": match.group(1), **{name: attribute(text, name) for name in STATE}}
    if match := re.search(r'\blatch\s*\(\s*"?(\w+)[^)]*\)\s*{', head):
        text = head[match.end():group_end(head, match.end() - 1)]
        cell.latch = {"name": match.group(1), **{name: attribute(text, name) for name in LATCH}}
    if attribute(head, "clock_gating_integrated_cell").startswith("latch_posedge"):
        cell.gate = gate_pins(pins)
    for pin, text in pins:
        direction = attribute(text, "direction")
        if direction == "input":
            cell.inputs.append(pin)
        elif direction == "output":
            cell.outputs[pin] = attribute(text, "function")
    return cell


def truth(function: str, inputs: list) -> list:
    """Truth table of a Liberty function over its inputs, or nothing where it is not plain."""
    text = re.sub(r"([A-Za-z_]\w*)\s*'", r"(!\1)", function)
    if not re.fullmatch(r"[\w\s()!&|*+^]*", text) or not text.strip():
        return []
    words = re.sub(r"[A-Za-z_]\w*", lambda m: f"x{inputs.index(m.group(0))}"
                   if m.group(0) in inputs else "?", text)
    for sign, word in (("!", " not "), ("&", " and "), ("*", " and "), ("|", " or "),
                       ("+", " or "), ("^", " != ")):
        words = words.replace(sign, word)
    try:
        rule = compile(words.strip(), "function", "eval")
        return [bool(eval(rule, {"__builtins__": {}},  # only x0, x1, ... and operators are left
                          {f"x{i}": bool(row >> i & 1) for i in range(len(inputs))}))
                for row in range(2 ** len(inputs))]
    except (SyntaxError, TypeError, NameError, ValueError):
        return []


def computes(cell: Cell, inputs: int, table: list) -> bool:
    """Is this a plain cell of one output with this truth table?"""
    return (not cell.flip_flop and len(cell.inputs) == inputs and len(cell.outputs) == 1
            and truth(next(iter(cell.outputs.values())), cell.inputs) == table)


def smallest(cells, what: str, path, remedy: str = NEEDED) -> Cell:
    """The smallest of the cells, which must not be none."""
    found = sorted(cells, key=lambda cell: (cell.area, cell.name))
    if not found:
        raise Failure(f"{path}: the library has no {what}; {remedy}", 4)
    return found[0]


def tie(cells: list, value: str, path) -> tuple:
    """Cell and pin that give a constant."""
    found = [(cell, pin) for cell in cells for pin, function in cell.outputs.items()
             if not cell.inputs and truth(function, []) == [value == "1"]]
    if not found:
        raise Failure(f"{path}: the library has no tie cell for {value}", 4)
    cell, pin = min(found, key=lambda item: (item[0].area, item[0].name))
    return cell.name, pin


def read(path: pathlib.Path) -> Library:
    """Reads a Liberty file, or fails with what it lacks."""
    try:
        text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
        name, body = next(groups(text, "library"))
        cells = [read_cell(*group) for group in groups(body, "cell")]
    except OSError as error:
        raise Failure(f"{path}: cannot be read ({error.strerror})", 4) from error
    except (StopIteration, ValueError) as error:
        raise Failure(f"{path}: is not a Liberty file (no complete library group)", 4) from error
    smallest((c for c in cells if c.flip_flop), "flip-flop", path)
    nand2 = smallest((c for c in cells if computes(c, 2, [True, True, True, False])
                      and c.area > 0), "NAND2", path)
    buffers = sorted((c for c in cells if computes(c, 1, [False, True])), key=lambda c: c.area)
    if not buffers:
        raise Failure(f"{path}: the library has no buffer", 4)
    # A buffer of about twice the smallest stands for what drives the inputs.
    driver = min(buffers, key=lambda c: (abs(c.area - 2 * buffers[0].area), c.name))
    return Library(path, name, {c.name: c for c in cells}, nand2, tie(cells, "1", path),
                   tie(cells, "0", path), driver)
