# SPDX-License-Identifier: Apache-2.0
#
# drift_tables.py: books through a training as Markdown, every figure from docs/drift.json.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Paragraphs and tables for docs/results.md."""

import numpy as np

from experiment import policies, symbols
from experiment.tool import table

LABELS = {"static": "static", "static_offset": "static, offset", "counters_16": "16", "counters_4":
          "4", "counters_1": "1", "counters_16_offset": "16, offset", "full_16": "full 16",
          "full_4": "full 4", "full_1": "full 1"}
BITS_SHOWN = ("shannon", "huffman", *policies.POLICIES[:6])
BOOK_BITS = 257 * 4  # the lengths of a book
LOAD_WRITES, LOAD_CYCLES = 258, 257 * 15 + 4
SAME = 0.02  # percent of all bits; less is no difference


def groups(drift: dict) -> dict:
    """(run, variant, kind) to the series of its layers."""
    found = {}
    for entry in drift["series"]:
        found.setdefault((entry["run"], entry["variant"], entry["kind"]), []).append(entry)
    return found


def bits(entries: list, policy: str) -> np.ndarray:
    """[layer, step]."""
    return np.array([e["bits"][policy] for e in entries])


def excess(entries: list, policy: str) -> np.ndarray:
    """Percent more than own Huffman, [layer, step]."""
    return 100 * (bits(entries, policy) / bits(entries, "huffman") - 1)


def octaves(entries: list) -> float:
    """How far the scale moves, in powers of two: the layer where it moves most."""
    return max(max(e["log2_rms"]) - min(e["log2_rms"]) for e in entries)


def excess_table(drift: dict) -> str:
    rows = []
    for key, entries in groups(drift).items():
        shown = [excess(entries, policy) for policy in policies.POLICIES]
        rows.append([*key, f"{octaves(entries):.1f}",
                     *(f"{found.mean():.2f} ({found.max():.1f})" for found in shown)])
    return table(["run", "dtype", "tensor", "octaves", *LABELS.values()], rows)


def summary_table(drift: dict) -> str:
    """Means over both runs, gradients together."""
    rows = []
    for variant in dict.fromkeys(key[1] for key in groups(drift)):
        for title, gradients in (("gradients", True), ("activation", False)):
            entries = [e for e in drift["series"] if e["variant"] == variant
                       and e["kind"].startswith("g_") == gradients]
            rows.append([variant, title, *(f"{excess(entries, policy).mean():.2f}"
                                           for policy in policies.POLICIES)])
    return table(["dtype", "tensors", *LABELS.values()], rows)


def bits_table(drift: dict) -> str:
    rows = [[*key, *(f"{bits(entries, name).mean():.3f}" for name in BITS_SHOWN)]
            for key, entries in groups(drift).items()]
    return table(["run", "dtype", "tensor", "Shannon", "own Huffman",
                  *(LABELS[name] for name in BITS_SHOWN[2:])], rows)


def saved_by_refresh(drift: dict, run: str, variant: str, base: str, policy: str,
                     interval: int) -> float:
    """Bits that a new book saves until the next one; mean over tensors."""
    saved = [(bits(entries, base) - bits(entries, policy)).mean() * entries[0]["values"]
             for key, entries in groups(drift).items() if key[:2] == (run, variant)]
    return float(np.mean(saved)) * interval


def refresh_table(drift: dict) -> str:
    rows = []
    for run, variant in dict.fromkeys(key[:2] for key in groups(drift)):
        saved = [saved_by_refresh(drift, run, variant, "static", f"counters_{n}", n)
                 for n in policies.INTERVALS]
        with_offset = saved_by_refresh(drift, run, variant, "static_offset",
                                       "counters_16_offset", 16)
        rows.append([run, variant, *(f"{s / 1000:.1f}" for s in (*saved, with_offset))])
    return table(["run", "dtype", "every 16 steps", "4", "1", "16, both with offset"], rows)


def verdict(drift: dict, base: str, policy: str) -> str:
    """How many kinds of tensor gain by `policy`, how many lose, and which one most."""
    less = {" ".join(key): 100 * (1 - bits(entries, policy).mean() / bits(entries, base).mean())
            for key, entries in groups(drift).items()}

    def side(verb, sign):
        found = {name: sign * v for name, v in less.items() if sign * v >= SAME}
        if not found:
            return f"{verb} for none"
        most = max(found, key=found.get)
        return (f"{verb} for {len(found)} of {len(less)}, {found[most]:.2f} % of all bits at most "
                f"({most})")
    return f"{side('saves', 1)}, and {side('costs', -1)}."


def above_raw(drift: dict, policy: str) -> str:
    """How many messages would be shorter as raw ones."""
    found = [np.array(e["bits"][policy]) > 8 + symbols.EXTRA_BITS[e["variant"]]
             for e in drift["series"]]
    return f"{sum(int(f.sum()) for f in found)} of {sum(f.size for f in found)}"


def runs(drift: dict) -> str:
    shown = []
    for name, losses in drift["losses"].items():
        ends = [float(np.mean(part)) for part in (losses[:12], losses[-12:])]
        shown.append(f"*{name}*: {losses[0]:.3f} at step 0, {losses[-1]:.3f} at step "
                     f"{len(losses) - 1}; mean of the first 12 steps {ends[0]:.3f}, of the last 12 "
                     f"{ends[1]:.3f}")
    return "Loss: " + ". ".join(shown) + "."


def parts(drift: dict) -> list:
    """Paragraphs of docs/results.md."""
    steps, layers = drift["config"]["steps"], drift["config"]["layers"]
    return [
        "## Books while a model is trained",
        f"Recorded on {drift['date']} by `scripts/drift.py --record`; a test trains again where "
        f"the package is at hand. {steps} steps of training; gradients and an activation of layers "
        f"{' and '.join(map(str, layers))}, each step's tensor one message of 16 lanes and chunks "
        "of 256 steps. [tensors.md](tensors.md#drift) describes the two runs and the books. "
        + runs(drift),
        "Percent more than the best Huffman book of each tensor alone, mean over steps, layers "
        "and runs. Tokens, with the bits that name the choices of chunks; headers, "
        "padding and trailers apart. *Octaves*: by how much the root mean square moves. *Static*: "
        "the book of step 0. *Offset*: each message with its cheapest offset. *16*, *4*, *1*: a "
        "new book after so many steps, trained on what the encoder's counters sampled in them. "
        "*Full*: the same, had every symbol been counted.",
        summary_table(drift),
        "Each kind of tensor; in brackets the worst step:",
        excess_table(drift),
        "No message is sent raw here. It would have been shorter so for "
        f"{above_raw(drift, 'static')} messages with the static book, "
        f"{above_raw(drift, 'counters_16')} with a new one every 16 steps, "
        f"{above_raw(drift, 'counters_1')} with one every step, and "
        f"{above_raw(drift, 'static_offset')} with the static book and offset; the encoder's best "
        "choice takes raw for them.",
        "![Cost of books while a model is trained](drift.png)",
        "Bits per value, mean over steps and layers:",
        bits_table(drift),
        "### What a refresh buys",
        f"A new book takes {LOAD_WRITES} writes of the load port at each end and {LOAD_CYCLES} "
        f"cycles beside the traffic, with a spare slot; its lengths are {BOOK_BITS} bits if they "
        "travel over the same link. Thousands of bits that a new book saves until the next one, "
        "mean over the tensors; below 0 it costs:",
        refresh_table(drift),
        "A new book every 16 steps instead of the static one "
        + verdict(drift, "static", "counters_16"),
        "The offset alone, with the static book, " + verdict(drift, "static", "static_offset"),
        "A new book every 16 steps beside the offset "
        + verdict(drift, "static_offset", "counters_16_offset"),
    ]
