# SPDX-License-Identifier: Apache-2.0
#
# cuda_tables.py: docs/cuda.json as Markdown, or that there is none.
#
#   Spec  docs/host.md#measuring
#   Test  scripts/tests/bench_gpu_test.py
"""Paragraphs and tables for docs/results.md."""

import pathlib

from experiment import record
from experiment.tool import table

RECORD = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/cuda.json"
WORKS = ("encode", "decode", "histogram")
TITLE = "## Speed on a CUDA device"


def dtypes(rows: list) -> list:
    return list(dict.fromkeys(row["dtype"] for row in rows))


def size(number: int) -> str:
    for unit, factor in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if number % factor == 0:
            return f"{number // factor} {unit}"
    return f"{number} bytes"


def speed_table(rows: list, dtype: str) -> str:
    """One line for each total and size of a message."""
    lines = []
    for total, message in dict.fromkeys((row["total_bytes"], row["message_bytes"])
                                        for row in rows if row["dtype"] == dtype):
        own = {row["work"]: row for row in rows if (row["dtype"], row["total_bytes"],
               row["message_bytes"]) == (dtype, total, message)}
        line = [size(total), size(message), f"{own['copy']['gigabytes_per_second']:.0f}"]
        for work in WORKS:
            line += [f"{own[work]['gigabytes_per_second']:.1f}",
                     f"{100 * own[work]['share_of_copy']:.1f}"]
        lines.append([*line, f"{100 * (1 - own['encode']['wire_share']):.1f}"])
    return table([f"{dtype}, total", "message", "copy GB/s",
                  *(cell for work in WORKS for cell in (f"{work} GB/s", "% of copy")), "saved %"],
                 lines)


def parts(found: dict) -> list:
    """Paragraphs of docs/results.md. `found` None: no device has been measured."""
    if found is None:
        return [TITLE,
                "Not measured: no device has run the kernels of `model/cuda` yet. "
                "`scripts/bench_gpu.sh --record` checks and measures them where one answers. Their "
                "goal on an H200 is to encode 600 and to decode 1000 GB/s of raw bf16, for a GiB "
                "in messages of 64 KiB to 1 MiB."]
    return [TITLE,
            f"Recorded on {found['date']} by `scripts/bench_gpu.sh --record` on one "
            f"{found['device']}; nothing measures it again. Values that are about normal, in "
            f"messages with {found['lanes']} lanes and words of {found['word_bits']} bits, with a "
            "book trained on them, all in memory of the device. Bytes are those of the values, "
            "10^9 in a GB, and everything is counted: header, order of the words, check. Medians "
            f"of {found['repetitions']} repetitions after one that warms up; totals below "
            f"{size(found['rotation_bytes'])} are there several times and used in turn, so that "
            "no cache holds them. *% of copy*: bytes read and written, each counted once, beside "
            "those that a copy on the same device reads and writes in that time.",
            *(speed_table(found["rows"], dtype) for dtype in dtypes(found["rows"]))]


def recorded() -> list:
    """Those of the record, which needs a device, and so may not be there."""
    return parts(record.load(RECORD) if RECORD.exists() else None)
