#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# results.py: writes docs/results.md and the table in README.md from the records docs/*.json.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/results_test.py
"""Render the recorded measurements.

usage: scripts/results.py [--check]

  --check  write nothing; exit 1 if docs/results.md or README.md is not what would be written
"""

import argparse
import pathlib
import sys
import textwrap

from experiment import (ablation_tables, area_tables, bench_tables, blocks, cuda_tables,
                        drift_tables, energy_tables, framing, kind_costs, limits_tables,
                        link_tables, lossy_cycles_tables, others, rd_tables, readme_tables, record,
                        tables)
from experiment.tool import table

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- results:begin -->", "<!-- results:end -->"


def prose(text: str) -> str:
    """Wraps a paragraph; a table stays as it is."""
    if text.startswith(("|", "![")):
        return text
    return "\n".join(textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False))


def short(name: str) -> str:
    return name.removesuffix(".npy")


def number(value, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def find(results: dict, dtype: str, lanes: int) -> dict:
    return next(e for e in results["eval"] if (e["dtype"], e["lanes"]) == (dtype, lanes))


def ratio_table(entry: dict) -> str:
    rows = []
    for t in entry["tensors"]:
        rows.append([short(t["name"]), t["values"], number(t["bits_per_value"], 3),
                     number(t["shannon_bits_per_value"], 3),
                     number(t["per_tensor_huffman_bits_per_value"], 3),
                     number(t["saved_percent"], 2), "yes" if t["match"] else "NO"])
    total = entry["totals"]
    rows.append(["all", total["values"], number(8 * total["wire_bytes"] / total["values"], 3), "",
                 "", number(total["saved_percent"], 2), ""])
    return table(["tensor", "values", "bits/value", "Shannon", "own Huffman", "saved %",
                  "RTL = model"], rows)


def cycle_table(results: dict) -> str:
    rows = []
    for entry in (e for e in results["eval"] if e["dtype"] == "bf16"):
        for t in entry["tensors"]:
            c = t["circuit"]
            steps = -(-t["values"] // entry["lanes"])
            latency = c["latency_cycles"]
            rows.append([entry["lanes"], short(t["name"]), steps, c["cycles"],
                         c["cycles"] - steps, c["stall_cycles"], c["first_word_cycles"]["max"],
                         latency["min"], latency["p50"], latency["p99"], latency["max"]])
    return table(["lanes", "tensor", "steps", "cycles", "more than steps", "input stalls",
                  "first word", "latency min", "p50", "p99", "max"], rows)


def decode_table(results: dict) -> str:
    rows = []
    for entry in (e for e in results["eval"] if e["dtype"] == "bf16"):
        for t in entry["tensors"]:
            d = t["decode"]
            rows.append([entry["lanes"], short(t["name"]), d["cycles"], d["bubbles"],
                         number(d["values_per_cycle"], 2), d["first_value_latency_cycles"]["max"]])
    return table(["lanes", "tensor", "cycles", "bubbles", "values/cycle", "first value"], rows)


def bubble_shares(results: dict) -> str:
    """Bubbles in percent of the steps, of all tensors and of the one that has most."""
    texts = []
    for entry in (e for e in results["eval"] if e["dtype"] == "bf16"):
        counts = [(t["decode"]["bubbles"], -(-t["values"] // entry["lanes"]))
                  for t in entry["tensors"]]
        share = 100 * sum(b for b, _ in counts) / sum(s for _, s in counts)
        worst = max(100 * b / s for b, s in counts)
        texts.append(f"{number(share, 3)} % at {entry['lanes']} lanes (at most {number(worst, 2)})")
    return ", ".join(texts).replace(" 1 lanes", " 1 lane")


def best_table(results: dict) -> str:
    one = {t["name"]: t for t in find(results, "bf16", 16)["tensors"]}
    rows = []
    for t in results["best"]["tensors"]:
        own = t["per_tensor_huffman_bits_per_value"]
        rows.append([short(t["name"]), number(one[t["name"]]["bits_per_value"], 3),
                     number(t["bits_per_value"], 3), number(own, 3),
                     number(100 * (t["bits_per_value"] / own - 1), 2),
                     number(t["saved_percent"], 2), t["circuit"]["first_word_cycles"]["max"],
                     "yes" if t["match"] else "NO"])
    return table(["tensor", "one book", "best of 4", "own Huffman", "over own %", "saved %",
                  "first word", "RTL = model"], rows)


def dtype_table(results: dict) -> str:
    rows = []
    for entry in (e for e in results["eval"] if e["lanes"] == 16):
        total = entry["totals"]
        rows.append([entry["dtype"], number(8 * total["raw_bytes"] / total["values"], 0),
                     number(8 * total["wire_bytes"] / total["values"], 3),
                     number(total["saved_percent"], 2)])
    return table(["dtype", "raw bits/value", "bits/value", "saved %"], rows)


def shard_table(entry: dict) -> str:
    rows = []
    for t in entry["tensors"]:
        if t["skipped"]:
            rows.append([short(t["name"]), t["message_bytes"], t["skipped"], "", "", "", ""])
            continue
        rows.append([short(t["name"]), t["message_bytes"], f"{t['measured']} of {t['shards']}",
                     *(number(t[k], 2) for k in SHARD_FIELDS)])
    for t in entry["totals"]:
        rows.append(["all", t["message_bytes"], f"{t['measured']} of {t['shards']}",
                     *(number(t[k], 2) for k in SHARD_FIELDS)])
    return table(["tensor", "message bytes", "shards", "wire over Huffman %",
                  "wire over Shannon %", "tokens over Huffman %", "tokens over Shannon %"], rows)


SHARD_FIELDS = ("wire_over_huffman_percent", "wire_over_shannon_percent",
                "tokens_over_huffman_percent", "tokens_over_shannon_percent")


def render_results(results: dict) -> str:
    parts = [
        "# Results",
        "Generated by scripts/results.py from docs/results.json, paper.json, limits.json, "
        "drift.json, rd.json, ablation.json, lossy_cycles.json, areas.json, energy.json, "
        "bench.json and link.json; do not edit. "
        f"Measured on {results['date']} by `scripts/measure.py --record`; a test measures again "
        "and compares every byte and cycle count. CORPUS is a folder with six weight matrices of "
        "a public OCR network (PP-OCRv4, Apache-2.0), float32, converted to the dtype named.",
        "## Compression, bf16, 16 lanes",
        f"`{find(results, 'bf16', 16)['command']}`: one message a tensor, one book for all six, "
        "trained on their average distribution (in sample). Bits per value count everything sent: "
        "header, padding, trailer. *Own Huffman* is the best book for that tensor alone, without "
        "framing.",
        ratio_table(find(results, "bf16", 16)),
        "## Compression, bf16 as bytes (the paper's way)",
        f"`{find(results, 'bf16-bytes', 16)['command']}`",
        ratio_table(find(results, "bf16-bytes", 16)),
        "## All dtypes, 16 lanes, whole corpus",
        dtype_table(results),
        "## Four books, the best of them for each chunk",
        f"`{results['best']['command']}`: bits per value, everything counted, books in sample. "
        "*First word*: cycles from the first value to the first payload word; the circuit holds a "
        "chunk of 256 steps back until it has been weighed.",
        best_table(results),
        "## A book trained on other shards of the same tensor",
        "The experiment of arXiv 2601.10673: a tensor is cut into messages, and each is coded with "
        "a book trained on the other messages of that tensor. *Wire* counts header, padding and "
        "trailer, *tokens* only the coded values; both against the shard's own best Huffman book "
        "and its entropy.",
    ]
    for entry in results["shards"]:
        parts += [f"`{entry['command']}`", shard_table(entry)]
    parts += others.parts(results["others"]) + kind_costs.parts(results["kinds"])
    parts += blocks.parts(results["blocks"]) + framing.parts(results["framing"])
    parts += [
        "## The decoder circuit",
        "The encoder's messages through the decoder of the same lanes; source and sink never "
        "stall. *Cycles* run from the first beat to the last verdict, *bubbles* are those behind "
        "the first values of a message in which no values are on offer, *first value*: cycles from "
        "the first beat of a message to its first values.",
        decode_table(results),
        f"Bubbles of all tensors: {bubble_shares(results)}. They come from the "
        "[last steps](architecture.md#tails) of a message, whatever its length: the goal of 0.1 % "
        "is met by every bf16 message of 12000 steps or more, and missed by some that have fewer.",
        "## Cycles and latency of the encoder circuit",
        "Source and sink never stall. *Cycles* run from the first acceptance of a value to the "
        "last beat; *more than steps* is their excess over values / lanes, rounded up. *First "
        "word*: cycles from the first value accepted to the first payload word offered. "
        "*Latency*: cycles from the acceptance of a step to the beat that completes its bits; "
        "most of it is waiting for the word to fill.",
        cycle_table(results),
        "## Simulation speed",
        table(["dtype", "lanes", "MB of tensor per second"],
              [[e["dtype"], e["lanes"], number(e["speed"]["rtl_megabytes_per_second"], 1)]
               for e in results["eval"]]),
        "The encoder circuit alone, by processor time of one core, loading of books and drawing up "
        "of latencies included; assertions on; not compared by the test. Values of one byte take "
        "as many cycles as those of two. Larger tensors are faster "
        "([verification.md](verification.md#speed)).",
    ]
    return "\n\n".join(prose(part) for part in parts) + "\n"


def render_parts(parts: list) -> str:
    """The sections of an experiment."""
    return "\n" + "\n\n".join(prose(part) for part in parts) + "\n"


def render_readme(results: dict, areas: dict, rd: dict) -> str:
    parts = readme_tables.parts(results, find(results, "bf16", 16), areas, rd)
    return "\n\n".join(prose(part) for part in parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()

    names = ("results", "paper", "limits", "drift", "rd", "ablation", "lossy_cycles", "areas",
             "energy", "bench", "link")
    results, paper, limits, drift, rd, ablation, cycles, areas, energy, bench, link = (
        record.load(ROOT / f"docs/{name}.json") for name in names)
    readme = (ROOT / "README.md").read_text(encoding="ascii")
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    sections = [tables.parts(paper), limits_tables.parts(limits, paper, results),
                drift_tables.parts(drift), rd_tables.parts(rd), ablation_tables.parts(ablation),
                lossy_cycles_tables.parts(cycles), area_tables.parts(areas),
                energy_tables.parts(energy), bench_tables.parts(bench), cuda_tables.recorded(),
                link_tables.parts(link)]
    wanted = {
        ROOT / "docs" / "results.md":
            render_results(results) + "".join(render_parts(parts) for parts in sections),
        ROOT / "README.md": f"{before}{BEGIN}\n{render_readme(results, areas, rd)}\n{END}{after}",
    }
    stale = False
    for path, text in wanted.items():
        if args.check and (not path.exists() or path.read_text(encoding="ascii") != text):
            print(f"results: {path.relative_to(ROOT)} is stale; run scripts/results.py")
            stale = True
        elif not args.check:
            path.write_text(text, encoding="ascii")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
