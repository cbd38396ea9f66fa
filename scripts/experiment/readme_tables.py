# SPDX-License-Identifier: Apache-2.0
#
# readme_tables.py: the figures at the front of README.md.
#
#   Spec  docs/results.md
#   Test  scripts/tests/results_test.py
"""What compressing buys and what it costs, in three tables."""

from experiment import rd_tables
from experiment.area_tables import UNITS
from experiment.tool import table

LANES = 16


def bought(entry: dict) -> str:
    """One row a tensor."""
    rows = []
    for tensor in entry["tensors"]:
        circuit = tensor["circuit"]
        rows.append([tensor["name"].removesuffix(".npy"), tensor["values"],
                     f"{tensor['bits_per_value']:.2f}", f"{tensor['shannon_bits_per_value']:.2f}",
                     f"{tensor['saved_percent']:.1f}", circuit["cycles"],
                     f"{circuit['values_per_cycle']:.2f}"])
    return table(["bf16 weights, 16 lanes", "values", "bits/value", "Shannon", "saved %", "cycles",
                  "values/cycle"], rows)


def paid(areas: dict, entry: dict) -> str:
    """One row a unit: those with compact books."""
    circuits = [tensor["circuit"] for tensor in entry["tensors"]]
    first = {"huff_enc": max(c["first_word_cycles"]["max"] for c in circuits),
             "huff_dec": max(t["decode"]["first_value_latency_cycles"]["max"]
                             for t in entry["tensors"])}
    storage = {"compact": "registers", "compact, gated": "clock gates, latches where they pay"}
    rows = [[UNITS[row["top"]], storage[row["kind"]], f"{row['ge'] / 1000:.0f}",
             f"{row['lane_ge'] / 1000:.1f}",
             f"{row['fmax_mhz']:.0f}", f"{2 * LANES * row['fmax_mhz'] / 1000:.1f}",
             first[row["top"]]]
            for row in areas["rows"]
            if row["kind"] in storage and int(row["params"]["Lanes"]) == LANES]
    return table(["circuit, 16 lanes", "what waits is in", "kGE", "of it a lane", "MHz",
                  "GB/s of bf16", "cycles to the first output"], rows)


def lossy(rd: dict) -> str:
    """Least and mean gain of what a circuit can do, and of the most effort."""
    rows = []
    for name, effort, states in (("on the fly, 4 states", "stream", 4),
                                 ("most effort, 32 states", "best", 32)):
        run = next(r for r in rd["runs"] if (r["effort"], r["states"]) == (effort, states))
        found = [rd_tables.gains(run, rate) for rate in rd_tables.rates(run)]
        rows.append([name, *(f"{sum(g) / len(g):.1f} ({min(g):.1f})" for g in found)])
    return table(["gain over x265 in dB, mean (least)",
                  *(f"{rate:g} bit" for rate in rd_tables.rates(run))], rows)


def parts(results: dict, entry: dict, areas: dict, rd: dict) -> list:
    """Paragraphs and tables."""
    return [
        "**What it buys.** One fixed book for all six, trained on their average distribution; "
        "everything sent is counted; RTL and golden model are equal to the byte. Measured on "
        f"{results['date']} by `{entry['command']}`.",
        bought(entry),
        "**What it costs.** Before layout, in sky130 (130 nm), books of 15 symbols and the escape, "
        "framing and check included; recorded "
        f"on {areas['date']} by `scripts/areas.py --record`.",
        paid(areas, entry),
        "**What loss buys.** How much lower the error of the same tensors is than that of x265 at "
        f"its best; recorded on {rd['date']} by `scripts/rd.py --record`.",
        lossy(rd),
        "More, with what does not pay, in [docs/results.md](docs/results.md).",
    ]
