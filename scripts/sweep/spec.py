# SPDX-License-Identifier: Apache-2.0
#
# spec.py: reads what a sweep is to vary, and refuses what makes no sense before any tool runs.
#
#   Spec  docs/explore.md#the-sweep
#   Test  scripts/tests/sweep_spec_test.py
"""The file of a sweep, as its author wrote it."""

import json
import math
import pathlib
import re
from dataclasses import dataclass, field

from synthesis import sources
from synthesis.failure import Failure

FORMAT = "tern-explore"
VERSION = 1
MAX_BYTES = 1 << 20
MAX_POINTS = 1000
MAX_PARAMETER = 2 ** 32

# What `tern eval` is asked for, by codec: name and the kinds of JSON value that it may have.
NUMBER = (int, float)
HUFFMAN = {"dtype": (str,), "chunk_steps": (int,), "message_bytes": (int,)}
TDR = {"dtype": (str,), "mode": (str,), "rate": NUMBER, "qp": NUMBER, "slot_bytes": (int,),
       "max_error": NUMBER, "states": (int,), "effort": (str,), "block_rows": (int,)}
CODECS = {"huff_enc": HUFFMAN, "huff_dec": HUFFMAN}

BOOK_KINDS = {"full": 0, "top": 1, "quad": 2}
KIND_NAMES = {number: name for name, number in BOOK_KINDS.items()}

TOP_FIELDS = ("format", "version", "tensors", "train_on", "sweeps")
SWEEP_FIELDS = ("top", "params", "coding")


@dataclass
class Sweep:
    """One product of parameters: every value of each with every value of the others."""

    top: str
    params: dict  # name to list of int
    coding: dict  # name to list of JSON values

    def count(self) -> int:
        """How many points it has."""
        return math.prod(len(values) for axes in (self.params, self.coding)
                         for values in axes.values())


@dataclass
class Spec:
    """A sweep file, checked."""

    path: pathlib.Path
    tensors: list = field(default_factory=list)  # paths
    train_on: list = field(default_factory=list)  # paths; none: the tensors themselves
    sweeps: list = field(default_factory=list)


def coding_of(top: str) -> dict:
    """What can be asked of `tern eval` for points of this top; nothing if it has no codec."""
    return CODECS.get(top, TDR if top.startswith("tdr_") else {})


def shown(value) -> str:
    """A value of the file in a message: on one line, and not long."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Reader:
    """Checks one file; every complaint begins with its name."""

    def __init__(self, path: pathlib.Path, root: pathlib.Path):
        self.path = path
        self.root = root
        self.modules = sources.modules(root)

    def fail(self, where: str, cause: str, cure: str):
        raise Failure(f"{self.path}: {where + ': ' if where else ''}{cause}; {cure}", 2)

    def fields(self, where: str, value, known: tuple, needed: tuple) -> dict:
        """An object with known fields only."""
        if not isinstance(value, dict):
            self.fail(where, f"{shown(value)} is no object",
                      f"it has the fields {', '.join(known)}")
        for name in value:
            if name not in known:
                self.fail(where, f"{shown(name)} is not a field", f"use {', '.join(known)}")
        for name in needed:
            if name not in value:
                self.fail(where, f"the field {name} is missing", "see docs/explore.md")
        return value

    def values(self, where: str, value) -> list:
        """The values of an axis: a list of some, or one by itself."""
        found = value if isinstance(value, list) else [value]
        if not found:
            self.fail(where, "the list is empty", "give a value, or leave the name out")
        seen = set()
        for one in found:
            if json.dumps(one) in seen:
                self.fail(where, f"{shown(one)} is there twice", "give every value once")
            seen.add(json.dumps(one))
        return found

    def files(self, where: str, value) -> list:
        """Names of files, beside the sweep file unless they say otherwise."""
        if not isinstance(value, list):
            self.fail(where, f"{shown(value)} is no list", "give a list of files")
        for name in value:
            if not isinstance(name, str) or not name or "\0" in name:
                self.fail(where, f"{shown(name)} is no name of a file", "write it in quotes")
            if not (self.path.parent / name).is_file():
                self.fail(where, f"{shown(name)}: there is no such file",
                          "names are relative to the sweep file")
        return [self.path.parent / name for name in value]

    def parameter(self, where: str, name: str, value) -> int:
        """A value of a parameter of the circuit."""
        if name == "BookKind" and isinstance(value, str) and value in BOOK_KINDS:
            return BOOK_KINDS[value]
        if type(value) is not int or not 0 <= value < MAX_PARAMETER:
            kinds = f" or one of {', '.join(BOOK_KINDS)}" if name == "BookKind" else ""
            self.fail(where, f"{shown(value)} is no value of a parameter",
                      f"use a whole number below 2^32{kinds}")
        return value

    def coding(self, where: str, kinds: tuple, value):
        """A value of an option of `tern eval`."""
        fits = type(value) in kinds and (bool(re.fullmatch(r"[a-z0-9-]{1,32}", value))
                                         if kinds == (str,) else 0 <= value < 2 ** 53)
        if not fits:
            what = "a word in quotes" if kinds == (str,) else (
                "a number from 0 on" if float in kinds else "a whole number")
            self.fail(where, f"{shown(value)} does not fit", f"use {what}")
        return value

    def sweep(self, where: str, value) -> Sweep:
        """One entry of `sweeps`."""
        entry = self.fields(where, value, SWEEP_FIELDS, ("top",))
        top = entry["top"]
        if not isinstance(top, str) or top not in self.modules:
            self.fail(f"{where}.top", f"{shown(top)} is no module of {sources.LIST}",
                      "scripts/synth.sh --list names all of them")
        params = {}
        known = tuple(sources.parameters(top, self.root))
        for name, given in self.axes(f"{where}.params", entry.get("params", {}), known,
                                     f"{top} has no such parameter").items():
            axis = f"{where}.params.{name}"
            params[name] = self.values(axis, [self.parameter(axis, name, one) for one in given])
        coding = {}
        options = coding_of(top)
        for name, given in self.axes(f"{where}.coding", entry.get("coding", {}), tuple(options),
                                     f"is no option of the coding for {top}").items():
            axis = f"{where}.coding.{name}"
            coding[name] = [self.coding(axis, options[name], one) for one in given]
        return Sweep(top, params, coding)

    def axes(self, where: str, value, known: tuple, cause: str) -> dict:
        """An object of axes, each a list of values."""
        if not isinstance(value, dict):
            self.fail(where, f"{shown(value)} is no object", "give a list of values for each name")
        for name in value:
            if name not in known:
                self.fail(where, f"{shown(name)}: {cause}",
                          f"use {', '.join(known)}" if known else "leave it out")
        return {name: self.values(f"{where}.{name}", given) for name, given in value.items()}

    def spec(self, value) -> Spec:
        """The whole file."""
        entry = self.fields("", value, TOP_FIELDS, ("format", "version", "sweeps"))
        if entry["format"] != FORMAT or type(entry["version"]) is not int \
                or entry["version"] != VERSION:
            self.fail("", f"is not of the format {FORMAT}, version {VERSION}",
                      "see docs/explore.md")
        found = Spec(self.path)
        found.tensors = self.files("tensors", entry.get("tensors", []))
        found.train_on = self.files("train_on", entry.get("train_on", []))
        if found.train_on and not found.tensors:
            self.fail("train_on", "there are no tensors to code", "name some as tensors")
        if not isinstance(entry["sweeps"], list) or not entry["sweeps"]:
            self.fail("sweeps", "is no list with something in it", "see docs/explore.md")
        self.limit(len(entry["sweeps"]))
        found.sweeps = [self.sweep(f"sweeps[{index}]", one)
                        for index, one in enumerate(entry["sweeps"])]
        self.limit(sum(one.count() for one in found.sweeps))
        self.dtypes(found)
        return found

    def limit(self, points: int) -> None:
        """There is an end to patience."""
        if points > MAX_POINTS:
            self.fail("sweeps", f"there are {points} points, and the limit is {MAX_POINTS}",
                      "give fewer values, or several files")

    def dtypes(self, found: Spec) -> None:
        """A tensor can be coded only if its dtype is known."""
        for index, one in enumerate(found.sweeps):
            if found.tensors and coding_of(one.top) and "dtype" not in one.coding:
                self.fail(f"sweeps[{index}].coding", "the field dtype is missing",
                          "say what the values of the tensors are, as bf16")


def unique(pairs: list) -> dict:
    """An object in which no name is there twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is there twice in an object")
    return found


def no_constant(text: str):
    """NaN and Infinity are no JSON."""
    raise ValueError(f"{text} is no number of JSON")


def read(path: pathlib.Path, root: pathlib.Path = sources.ROOT) -> Spec:
    """Reads and checks a sweep file, or fails with one line."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Failure(f"{path}: cannot be opened ({error.strerror}); a sweep file is wanted, see "
                      "docs/explore.md", 3) from error
    if len(raw) > MAX_BYTES:
        raise Failure(f"{path}: is larger than {MAX_BYTES} bytes; a sweep file is short", 3)
    try:
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=unique,
                           parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        cause = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise Failure(f"{path}: is not JSON ({cause}); see docs/explore.md", 3) from error
    return Reader(path, root).spec(value)
