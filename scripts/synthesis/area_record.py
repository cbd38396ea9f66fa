# SPDX-License-Identifier: Apache-2.0
#
# area_record.py: the units whose area and clock are recorded, and what is kept of each.
#
#   Spec  docs/synthesis.md#the-record
#   Test  scripts/tests/areas_test.py
"""Rows of docs/areas.json."""

import hashlib
import pathlib
import re

from synthesis import flow, sources

FULL = {}
# At most 15 symbols of a book have a codeword, of 8 bits at most, beside the escape.
ENCODER_COMPACT = {"BookKind": "1", "MaxCodeLen": "8", "MinTokenBits": "9"}
DECODER_COMPACT = {"BookKind": "1", "MaxCodeLen": "8"}

# With gates of the clock, and what waits in latches.
ENCODER_GATED = {**ENCODER_COMPACT, "Latches": "1"}
GATED = "compact, gated"

UNITS = [{"top": top, "kind": kind, "params": {"Lanes": str(lanes), **params}}
         for lanes, top, kind, params in ((4, "huff_enc", "full", FULL),
                                          (4, "huff_enc", "compact", ENCODER_COMPACT),
                                          (4, "huff_dec", "full", FULL),
                                          (4, "huff_dec", "compact", DECODER_COMPACT),
                                          (16, "huff_enc", "compact", ENCODER_COMPACT),
                                          (16, "huff_dec", "compact", DECODER_COMPACT),
                                          (16, "huff_enc", GATED, ENCODER_GATED),
                                          (16, "huff_dec", GATED, DECODER_COMPACT))]

# Headers, trailers and their check: (module, what holds it; None: any).
FRAMING = {
    "huff_enc": {("tern_crc32", None), ("huff_enc_s6_frame", None), ("huff_enc_title", None),
                 ("tern_fifo", "huff_enc_s5_order")},
    "huff_dec": {("tern_crc32", None), ("huff_dec_check", None), ("tern_fifo", "huff_dec_check"),
                 ("huff_dec_s1_deframe", None), ("huff_dec_header", None),
                 ("huff_dec_intake", None), ("huff_dec_finish", None)},
}

FIELDS = ("ge", "ff", "memory_bits", "lut6", "logic_depth", "critical_path_ns", "fmax_mhz",
          "speed_ge")


def name(row: dict) -> str:
    """How a row is called in messages."""
    return f"{row['top']} {row['kind']} {row['params']['Lanes']}"


def code(text: str) -> str:
    """A source without what no tool reads."""
    return " ".join(re.sub(r"//.*", "", text).split())


def fingerprint(root: pathlib.Path, unit: dict) -> str:
    """Hash of what a row depends on; comments and layout are not part of it."""
    state = hashlib.sha256()
    for path in sources.needed(unit["top"], root):
        state.update(f"{path} {code((root / path).read_text(encoding='ascii'))}\n".encode())
    words = [f"{k}={v}" for k, v in sorted(unit["params"].items())]
    words += ["clock gating"] * (unit["kind"] == GATED)
    words += [flow.AREA, flow.SPEED, flow.GATES, flow.PLAIN_FLIP_FLOPS, str(flow.MEMORY_WORDS)]
    state.update("\n".join(words).encode())
    return state.hexdigest()


def framing(top: str, modules: list) -> float:
    """Gate equivalents of the modules that frame and check messages."""
    return round(sum(m["ge"] for m in modules
                     if {(m["name"], None), (m["name"], m["in"])} & FRAMING[top]), 1)


def row(root: pathlib.Path, unit: dict, result: dict) -> dict:
    """What is kept of a result of the flow."""
    frame = framing(unit["top"], result["modules"])
    lanes = int(unit["params"]["Lanes"])
    return {**unit, **{field: result[field] for field in FIELDS}, "framing_ge": frame,
            "lane_ge": round((result["ge"] - frame) / lanes, 1),
            "sources": fingerprint(root, unit)}


def stale(root: pathlib.Path, rows: list) -> list:
    """Names of the units that have no row, or one of other sources."""
    known = {name(row): row["sources"] for row in rows}
    return [name(unit) for unit in UNITS if known.get(name(unit)) != fingerprint(root, unit)]


def in_order(rows: list) -> list:
    """Rows in the order of the units."""
    order = [name(unit) for unit in UNITS]
    return sorted((row for row in rows if name(row) in order), key=lambda row:
                  order.index(name(row)))
