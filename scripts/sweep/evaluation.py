# SPDX-License-Identifier: Apache-2.0
#
# evaluation.py: tensors through model and Verilated circuit for a point, by `tern eval`.
#
#   Spec  docs/explore.md#coding
#   Test  scripts/tests/explore_test.py
"""Ratio and cycles of one point."""

import collections
import hashlib
import json
import pathlib
import tempfile
import threading

from sweep import coding
from sweep.points import Point
from sweep.processes import Processes
from sweep.spec import Spec
from synthesis import cache
from synthesis.failure import Failure

FORMAT = "1"  # of what is kept; part of its key
MISMATCH = 6  # exit code of `tern eval`: the engines disagree
REFUSALS = (2, 3, 4)  # the request, a file or a book cannot be used
MODEL_ONLY = "--engines model"  # what `tern eval` advises where the build has no such circuit
NO_TDR_ENGINE = "the circuit of this block is no engine of tern eval"


class Evaluator:
    """`tern train` and `tern eval`, for any number of points."""

    def __init__(self, tern: pathlib.Path, spec: Spec, kept: pathlib.Path, processes: Processes):
        self.tern = tern
        self.spec = spec
        self.kept = kept / "points"
        self.processes = processes
        self._locks = collections.defaultdict(threading.Lock)
        self._base = [FORMAT, digest(tern), *map(digest, spec.tensors), "train on",
                      *map(digest, spec.train_on)]

    def key(self, words: coding.Commands) -> str:
        """Hash of all that the figures depend on."""
        state = hashlib.sha256()
        for word in (*self._base, *words.train, "eval", *words.evaluate, words.engines):
            state.update(word.encode() + b"\0")
        return state.hexdigest()

    def identity(self, point: Point) -> str:
        """The key of what the point asks for, or why it cannot be asked."""
        try:
            return self.key(coding.commands(point))
        except coding.Unfit as reason:
            return str(reason)

    def known(self, point: Point):
        """What an earlier run has found out, or nothing."""
        try:
            return cache.load(self.kept, self.key(coding.commands(point)))
        except coding.Unfit as reason:
            return {"unfit": str(reason)}

    def measure(self, point: Point) -> dict:
        """`figures`, or why there are none: it is `unfit` for these values, or `tern` `failed`."""
        try:
            words = coding.commands(point)
        except coding.Unfit as reason:
            return {"unfit": str(reason)}
        key = self.key(words)
        # Points that differ in their circuits only ask for the same.
        with self._locks[key]:
            found = cache.load(self.kept, key)
            if found is None:
                found = self.run(words)
                if "failed" not in found:
                    cache.keep(self.kept, key, found)
        return found

    def run(self, words: coding.Commands) -> dict:
        """Trains and evaluates; without the circuit if the build has none for this."""
        with tempfile.TemporaryDirectory(dir=self.processes.folder) as folder:
            books = pathlib.Path(folder) / "books.json"
            report = pathlib.Path(folder) / "report.json"
            evaluate = [self.tern, "eval", *words.evaluate, f"--json={report}"]
            if words.train:
                done = self.processes.run([self.tern, "train", *words.train, "-o", books, "--",
                                           *(self.spec.train_on or self.spec.tensors)])
                if done.code:
                    return trouble(done)
                evaluate.append(f"--books={books}")
            why = None if "rtl" in words.engines else NO_TDR_ENGINE
            done = self.processes.run([*evaluate, f"--engines={words.engines}", "--",
                                       *self.spec.tensors])
            if done.code in REFUSALS and MODEL_ONLY in done.err and not why:
                why = message(done.err)
                done = self.processes.run([*evaluate, "--engines=model", "--", *self.spec.tensors])
            if done.code:
                return trouble(done)
            found = figures(json.loads(report.read_text(encoding="ascii")))
            found["in_sample"] = not self.spec.train_on if words.train else None
            found["not_simulated"] = why
            return {"figures": found}


def digest(path: pathlib.Path) -> str:
    """SHA-256 of a file."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Failure(f"{path}: cannot be opened ({error.strerror}); check its permissions",
                      3) from error


def message(text: str) -> str:
    """The line in which `tern` says what is wrong."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("tern: ") if lines else ""


def trouble(done) -> dict:
    """What a command that did not end well says about the point."""
    text = message(done.err) or f"tern: exit code {done.code}"
    if done.code in REFUSALS:
        return {"unfit": text}
    return {"failed": text, "mismatch": done.code == MISMATCH}


def percentile(counts: dict, percent: int):
    """The least latency that so many steps do not exceed."""
    left = sum(counts.values()) * percent
    for cycles in sorted(counts):
        left -= 100 * counts[cycles]
        if left <= 0:
            return cycles
    return None


def rate(values: int, cycles: int):
    """Values a cycle."""
    return round(values / cycles, 4) if cycles else None


def figures(report: dict) -> dict:
    """What a sweep keeps of a report: all tensors together."""
    tensors = report["tensors"]
    raw = sum(tensor["raw_bytes"] for tensor in tensors)
    wire = sum(tensor["wire_bytes"] for tensor in tensors)
    values = sum(tensor["values"] for tensor in tensors)
    coded = sum(tensor.get("coded_values", tensor["values"]) for tensor in tensors)
    found = {"raw_bytes": raw, "wire_bytes": wire, "values": values, "coded_values": coded,
             "ratio": round(raw / wire, 5) if wire else None,
             "bits_per_value": round(8 * wire / values, 5) if values else None,
             # The worst tensor counts.
             "nmse_db": max((round(tensor["nmse_db"], 3) for tensor in tensors
                             if tensor.get("nmse_db") is not None), default=None),
             "huff_enc": None, "huff_dec": None}
    circuits = [tensor["engines"].get("rtl") for tensor in tensors]
    if circuits and all(circuits):
        latencies = collections.Counter()
        for circuit in circuits:
            latencies.update({cycles: steps for cycles, steps in circuit["latency_steps"]})
        cycles = sum(circuit["cycles"] for circuit in circuits)
        found["huff_enc"] = {"circuit": circuits[0]["circuit"], "cycles": cycles,
                             "values_per_cycle": rate(coded, cycles),
                             "latency_cycles": percentile(latencies, 99)}
        decoders = [circuit["decode"] for circuit in circuits]
        cycles = sum(decoder["cycles"] for decoder in decoders)
        found["huff_dec"] = {"circuit": decoders[0]["circuit"], "cycles": cycles,
                             "values_per_cycle": rate(coded, cycles),
                             "latency_cycles": max((d["first_value_latency_cycles"]["max"]
                                                    for d in decoders), default=None)}
    return found
