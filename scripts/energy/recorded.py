# SPDX-License-Identifier: Apache-2.0
#
# recorded.py: the units whose energy is recorded, and what is kept of each.
#
#   Spec  docs/energy.md#the-record
#   Test  scripts/tests/energy_test.py
"""Rows of docs/energy.json."""

import hashlib
import pathlib

from synthesis import area_record, flow, sources

PATH = sources.ROOT / "docs/energy.json"
TENSOR = sources.ROOT / "sim/apps/sample/attention_qkv_120x360.npy"

ENCODER_COMPACT = {"BookKind": 1, "MaxCodeLen": 8, "MinTokenBits": 9}
DECODER_COMPACT = {"BookKind": 1, "MaxCodeLen": 8}
UNITS = [{"top": top, "kind": kind, "params": {"Lanes": 4, **params}}
         for top, kind, params in (("huff_enc", "compact", ENCODER_COMPACT),
                                   ("huff_dec", "compact", DECODER_COMPACT),
                                   ("huff_enc", "full", {}), ("huff_dec", "full", {}))]
FIELDS = ("values", "cycles", "raw_bits", "wire_bits", "parts_pj", "energy_pj_per_value",
          "energy_pj_per_bit", "break_even_pj_per_bit")


def name(row: dict) -> str:
    """How a row is called in messages."""
    return f"{row['top']} {row['kind']} {row['params']['Lanes']}"


def order(row: dict) -> int:
    """Its place in the record."""
    return [name(unit) for unit in UNITS].index(name(row))


def fingerprint(root: pathlib.Path, unit: dict) -> str:
    """Hash of what a row depends on; comments and layout of the RTL are no part of it."""
    state = hashlib.sha256()
    for path in sources.needed(unit["top"], root):
        text = area_record.code((root / path).read_text(encoding="ascii"))
        state.update(f"{path} {text}\n".encode())
    state.update((root / TENSOR.relative_to(sources.ROOT)).read_bytes())
    words = [f"{name}={value}" for name, value in sorted(unit["params"].items())]
    words += [flow.SPEED, flow.PLAIN_FLIP_FLOPS, str(flow.MEMORY_WORDS)]
    state.update("\n".join(words).encode())
    return state.hexdigest()


def row(root: pathlib.Path, unit: dict, found: dict) -> dict:
    """What is kept of a measurement."""
    return {**unit, **{field: found[field] for field in FIELDS},
            "sources": fingerprint(root, unit)}


def stale(root: pathlib.Path, rows: list) -> list:
    """Names of the units that have no row, or one of other sources."""
    known = {name(one): one["sources"] for one in rows}
    return [name(unit) for unit in UNITS if known.get(name(unit)) != fingerprint(root, unit)]
