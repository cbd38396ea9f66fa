# SPDX-License-Identifier: Apache-2.0
#
# framing.py: what header, trailer and the lanes' last words cost, by message size and lanes.
#
#   Spec  docs/results.md
#   Test  scripts/tests/results_test.py, tb/apps/corpus_test.py
"""Framing and padding of messages."""

from experiment import tool

LANES = (1, 4, 16, 64)
MESSAGE_BYTES = (1024, 4096, 65536, 1048576)
FIELDS = ("raw_bytes", "header_bytes", "trailer_bytes", "padding_bits")


def measure(tern: str, files: list) -> list:
    """A row for each number of lanes and message size; no circuit is needed."""
    rows = []
    for lanes in LANES:
        for size in MESSAGE_BYTES:
            report = tool.run_json([tern, "eval", *files, "--dtype", "bf16", "--engines", "model",
                                    "--lanes", str(lanes), "--message-bytes", str(size)])
            sums = {field: sum(t[field] for t in report["tensors"]) for field in FIELDS}
            rows.append({"lanes": lanes, "message_bytes": size, **sums})
    return rows


def percent(row: dict) -> tuple:
    """Header and trailer, and padding, in percent of the raw bytes."""
    raw = row["raw_bytes"] / 100
    return (row["header_bytes"] + row["trailer_bytes"]) / raw, row["padding_bits"] / 8 / raw


def parts(rows: list) -> list:
    """The section of docs/results.md."""
    shown = []
    for row in rows:
        framing, padding = percent(row)
        shown.append([row["lanes"], row["message_bytes"], f"{framing:.3f}", f"{padding:.3f}",
                      f"{framing + padding:.3f}"])
    return ["## Framing and padding",
            "What small messages cost, in percent of the raw bytes: `tern eval CORPUS/*.npy "
            "--dtype bf16 --engines model --lanes N --message-bytes B`. *Padding* is the rest of "
            "each lane's last word: half a word a lane and message, so it grows with the lanes.",
            tool.table(["lanes", "message bytes", "header and trailer %", "padding %", "sum %"],
                       shown)]
