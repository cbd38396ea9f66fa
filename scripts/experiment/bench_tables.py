# SPDX-License-Identifier: Apache-2.0
#
# bench_tables.py: docs/bench.json as Markdown.
#
#   Spec  docs/host.md#speed
#   Test  scripts/tests/bench_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment.tool import table

CODERS = ("avx512", "avx2", "scalar", "golden", "zstd", "zlib")
PEERS = CODERS[-2:]
NAMES = {"golden": "golden model", "zstd": "zstd, level 1", "zlib": "zlib, Huffman only"}


def dtypes(rows: list) -> list:
    return list(dict.fromkeys(row["dtype"] for row in rows))


def find(rows: list, dtype: str, work: str, coder: str, threads: int = 1) -> dict:
    return next(row for row in rows if (row["dtype"], row["work"], row["coder"], row["threads"])
                == (dtype, work, coder, threads))


def speed_table(rows: list, dtype: str) -> str:
    """One line for each coder: speed with one thread, over that of the peers, with two threads."""
    cells = []
    for coder in dict.fromkeys(row["coder"] for row in rows):
        line = [NAMES.get(coder, f"fast, {coder}")]
        for work in ("encode", "decode"):
            one = find(rows, dtype, work, coder)
            speed = one["gigabytes_per_cpu_second"]
            line.append(f"{speed:.2f}")
            for peer in PEERS:
                other = find(rows, dtype, work, peer)["gigabytes_per_cpu_second"]
                line.append(f"{speed / other:.1f}")
            two = [row for row in rows
                   if (row["dtype"], row["work"], row["coder"], row["threads"])
                   == (dtype, work, coder, 2)]
            line.append(f"{2 * two[0]['gigabytes_per_cpu_second'] / speed:.2f}" if two else "")
        line.append(f"{100 * (1 - find(rows, dtype, 'encode', coder)['wire_share']):.1f}")
        cells.append(line)
    return table([dtype, "encode GB/s", "/ zstd", "/ zlib", "two threads", "decode GB/s", "/ zstd",
                  "/ zlib", "two threads", "saved %"], cells)


def parts(found: dict) -> list:
    """Paragraphs of docs/results.md."""
    return [
        "## Speed on a CPU",
        f"Recorded on {found['date']} by `scripts/bench.sh --record` on one core of a machine with "
        f"{found['cores']} cores (\"{found['processor']}\") that others use too; nothing measures "
        "it again. The tensors of the corpus, converted and tiled to 64 MiB, in messages of 256 "
        "KiB with 16 lanes, words of 32 bits, and one book trained on all of them; the peers get "
        "the same pieces of 256 KiB. Bytes are those of the values, 10^9 in a GB, and everything "
        "is counted: header, order of the words, check. Medians of "
        f"{found['repetitions']} repetitions that take turns with those of the others, in CPU "
        "time. *Two threads*: how much faster two are than one if each has a core to itself, as "
        "far as CPU time says it: twice that of one over that of both. The real gain was not "
        "measured, as both cores were in use.",
        *(speed_table(found["rows"], dtype) for dtype in dtypes(found["rows"])),
    ]
