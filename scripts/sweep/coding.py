# SPDX-License-Identifier: Apache-2.0
#
# coding.py: the commands of `tern` that code tensors as the circuit of a point would.
#
# Books are trained for the circuit: of its kind, with its longest codeword, and with no token that
# is too short for it.
#
#   Spec  docs/explore.md#coding
#   Test  scripts/tests/sweep_test.py
"""From a point to the options of `tern train` and `tern eval`."""

from dataclasses import dataclass

from sweep.points import Point
from sweep.spec import KIND_NAMES

# Bits of a value, and those of them that have no codeword; all other dtypes have 8 and none.
VALUE_BITS = {"bf16": 16, "fp16": 16, "fp32": 32}
EXTRA_BITS = {"bf16": 8, "fp16": 8, "fp32": 24}

MIN_TOKEN_BITS = 3  # of the circuits in `tern`
LONGEST_SHORTEST = 8  # bits: every book may have a codeword as short as this

BUILT = "Lanes WordBits ValueBits MaxCodeLen MinTokenBits Books BestSteps Counters BookKind " \
        "TopSymbols Reserve".split()
TAGS = dict(zip("nwvmtkbcysr", BUILT))


class Unfit(Exception):
    """The circuit cannot code these values, or not so."""


@dataclass
class Commands:
    """Options of `tern train`, if books are needed, and of `tern eval`."""

    train: list
    evaluate: list
    engines: str


def commands(point: Point) -> Commands:
    """What `tern` has to do for the point."""
    if point.top.startswith("tdr_"):
        words = [f"--{name.replace('_', '-')}={value}" for name, value in point.coding]
        return Commands([], ["--codec=tdr", *words], "model")
    dtype = point.option("dtype")
    bits = VALUE_BITS.get(dtype, 8)
    if bits > point.param("ValueBits"):
        raise Unfit(f"{dtype} has {bits} bits, and a value of the unit {point.param('ValueBits')}")
    words = [f"--dtype={dtype}", f"--lanes={point.param('Lanes')}",
             f"--word-bits={point.param('WordBits')}"]
    if point.option("message_bytes") is not None:
        words.append(f"--message-bytes={point.option('message_bytes')}")
    return Commands(training(point, dtype), words + chunks(point), "model,rtl")


def chunks(point: Point) -> list:
    """Options for chunks: of a named book, or of the best one where the circuit can choose."""
    most = point.param("BestSteps")
    steps = point.option("chunk_steps", most)
    if not most:
        return [f"--chunk-steps={steps}"] if steps else []
    if not 0 < steps <= most:
        raise Unfit(f"chunk_steps {steps}: the unit chooses for chunks of up to {most} steps")
    return [f"--chunk-steps={steps}", "--select=best"]


def training(point: Point, dtype: str) -> list:
    """Options that make the cheapest book that the circuit can hold."""
    shortest = max(point.param("MinTokenBits"), MIN_TOKEN_BITS) - EXTRA_BITS.get(dtype, 0)
    if shortest > LONGEST_SHORTEST:
        raise Unfit(f"MinTokenBits {point.param('MinTokenBits')}: no book for {dtype} has only "
                    f"codewords of {shortest} bits and more")
    kind = KIND_NAMES.get(point.param("BookKind"))
    words = [f"--dtype={dtype}", f"--kind={kind}", f"--max-len={point.param('MaxCodeLen')}",
             f"--min-len={max(shortest, 1)}"]
    if kind == "top":
        words.append(f"--top-symbols={point.param('TopSymbols')}")
    if point.param("BestSteps"):
        words.append(f"--clusters={point.param('Books')}")
    return words


def built(name: str) -> dict:
    """Parameters of a Verilated circuit, from its name."""
    found = {"BookKind": 0, "TopSymbols": 15, "Reserve": 0}
    for word in name.split("_"):
        if word[:1] in TAGS and word[1:].isdigit():
            found[TAGS[word[0]]] = int(word[1:])
    return found


def differences(name: str, point: Point) -> list:
    """Parameters in which a Verilated circuit is not that of the point."""
    has = built(name)
    found = [param for param, value in point.params if param in has and has[param] != value]
    if point.param("BookKind") != 1 and has["BookKind"] != 1 and "TopSymbols" in found:
        found.remove("TopSymbols")
    return found
