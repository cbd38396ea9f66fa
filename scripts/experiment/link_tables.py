# SPDX-License-Identifier: Apache-2.0
#
# link_tables.py: docs/link.json as Markdown.
#
#   Spec  docs/link.md#system
#   Test  scripts/tests/link_record_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment.tool import table

LANES = 16


def size(count: int) -> str:
    """Bytes as a reader wants them."""
    for shift, unit in ((20, "MiB"), (10, "KiB")):
        if count >= 1 << shift:
            return f"{count >> shift} {unit}"
    return f"{count} B"


def where(link: dict) -> str:
    """The link and the codec of a column."""
    units = "1 unit" if link["units"] == 1 else f"{link['units']} units"
    return f"{link['gtps'] * LANES // 8} GB/s, {units}"


def collective_table(rows: list) -> str:
    """Speed-ups; those below 1 in bold."""
    head = ["collective", "bytes", "ratio", *(where(link) for link in rows[0]["links"]),
            "p99 ns, plain", "p99 ns, coded"]
    cells = []
    for row in rows:
        last = row["links"][-1]
        speed = [f"{link['speed_up']:.2f}" for link in row["links"]]
        speed = [f"**{text}**" if link["speed_up"] < 1 else text
                 for text, link in zip(speed, row["links"])]
        name = f"{row['case']}, {row['dies']} dies, {row['topology']}"
        cells.append([name, size(row["bytes"]), f"{row['ratio']:.3f}", *speed,
                      f"{last['plain_p99_ns']:,.0f}", f"{last['coded_p99_ns']:,.0f}"])
    return table(head, cells)


def losses(rows: list) -> dict:
    """For each column, how many rows it loses."""
    found = {}
    for row in rows:
        for link in row["links"]:
            found.setdefault(where(link), []).append(link["speed_up"] < 1)
    return {column: sum(lost) for column, lost in found.items()}


def lossy_sentence(rows: list) -> str:
    lossy = [row for row in rows if row["nmse_db"] is not None]
    return "; ".join(f"{row['case']}, {size(row['bytes'])}: {row['nmse_db']:.1f} dB"
                     for row in lossy)


def parts(found: dict) -> list:
    """Paragraphs of docs/results.md."""
    rows = found["rows"]
    lost = ", ".join(f"{count} of {len(rows)} at {column}" for column, count in
                     losses(rows).items())
    return [
        "## Collectives over links",
        f"Simulated on {found['date']} by `scripts/link.py --record` with the transformer tensors "
        "(docs/tensors.md); a test simulates one of the collectives again where the tensors are at "
        "hand. The model and its limits: docs/link.md. Links of 16 lanes at 8 and 32 GT/s, so 16 "
        "and 64 GB/s in each direction, codecs of 16 lanes at 1 GHz, so about 32 GB/s of bf16 for "
        "each unit (rates and latencies from `docs/examples/codec_16_lanes.json` and "
        "`codec_tdr.json`); messages of 16 KiB, lossy ones of 64 KiB. Lossless: one book for each "
        "row, trained on the odd layers, with the cheapest offset for each message; what is sent "
        "are even layers. *Bytes*: of each sender's tensor. Figures are the speed-up over the same "
        "run without a codec, in bold where compression loses; p99 is the latency of a transfer, "
        f"with {where(rows[0]['links'][-1])}.",
        collective_table(rows),
        f"Compression loses {lost}. It wins what it saves where the wires are the slowest part, "
        "which takes codecs that are as fast as wires times ratio; and it loses where the codec is "
        "slower than the wires, however well it compresses, and where messages are so small that "
        "latency and framing count. Lossy coding has the largest ratios and the longest latencies, "
        "so that it also needs more credits (256 KiB here; 64 KiB hold it back).",
        "Error of the lossy rows (NMSE; sums are coded anew at every die): "
        f"{lossy_sentence(rows)}.",
    ]
