# SPDX-License-Identifier: Apache-2.0
#
# others.py: a tensor coded with a book of other tensors, with and without offsets.
#
#   Spec  docs/results.md
#   Test  scripts/tests/results_test.py
"""One book, trained on all tensors but the one that it codes."""

import pathlib
import tempfile

from experiment import tool

MESSAGE_BYTES = 65536
BOUNDS = {"huffman": "per_tensor_huffman_bits_per_value", "shannon": "shannon_bits_per_value"}
GOALS = {"huffman": 0.5, "shannon": 1.0}  # percent
MODES = {"plain": ([], []), "offset": (["--align"], ["--offset", "auto"]),
         "minimax": (["--align", "--minimax"], ["--offset", "auto"])}


def measure(tern: str, files: list) -> list:
    """A row for each tensor: bits of all, for each mode. No circuit is needed."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        book = str(pathlib.Path(folder) / "book.json")
        for file in files:
            row = {}
            for mode, (training, coding) in MODES.items():
                tool.run([tern, "train", *(f for f in files if f != file), "--dtype", "bf16",
                          *training, "-o", book])
                report = tool.run_json([tern, "eval", file, "--dtype", "bf16", "--books", book,
                                        *coding, "--message-bytes", str(MESSAGE_BYTES),
                                        "--engines", "model"])
                tensor, = report["tensors"]
                row[mode] = {key: tensor[key] for key in (
                    "name", "raw_bytes", "wire_bytes", "bits_per_value", "shannon_bits_per_value",
                    "per_tensor_huffman_bits_per_value", "saved_percent")}
            rows.append(row)
    return rows


def excess(tensor: dict, bound: str) -> float:
    """Percent over a bound."""
    return 100 * (tensor["bits_per_value"] / tensor[bound] - 1)


def measure_kinds(tern: str, kinds: dict, progress) -> list:
    """For each (group, kind): mean and largest excess of a tensor over its bounds.

    The others are the tensors of the same kind in other layers.
    """
    found = []
    for (group, kind), entries in kinds.items():
        if len(entries) < 2:
            continue
        progress(f"book of other layers, {group}, {kind}")
        rows = measure(tern, [str(entry.path) for entry in entries])
        row = {"group": group, "kind": kind, "tensors": len(rows)}
        for mode in MODES:
            for name, bound in BOUNDS.items():
                of_all = [excess(r[mode], bound) for r in rows]
                row[f"{mode}_{name}"] = {"mean": sum(of_all) / len(of_all), "max": max(of_all)}
        found.append(row)
    return found


def kinds_parts(rows: list) -> list:
    """The section of docs/results.md on the tensors of a transformer."""
    shown = []
    for row in rows:
        cells = [row["group"], row["kind"], row["tensors"]]
        for mode in MODES:
            for name in BOUNDS:
                cells += [f"{row[f'{mode}_{name}'][key]:.2f}" for key in ("mean", "max")]
        shown.append(cells)
    head = ["class", "kind", "tensors"]
    for mode in MODES:
        head += [f"{mode}: over own Huffman %, mean", "max", "over Shannon %, mean", "max"]

    def kept(mode):
        return [f"{row['group']} {row['kind']}" for row in rows
                if row[f"{mode}_huffman"]["mean"] > GOALS["huffman"]
                or row[f"{mode}_shannon"]["mean"] > GOALS["shannon"]]
    summary = " ".join(
        f"{title} the mean is above {GOALS['huffman']} % over own Huffman or "
        f"{GOALS['shannon']:.0f} % over Shannon for: {', '.join(kept(mode)) or 'none'}."
        for mode, title in (("plain", "Without offset"), ("offset", "With it"),
                            ("minimax", "With minimax books")))
    missed = [name for name in kept("minimax") if name in kept("offset")]
    summary += f" With the better of the last two, for: {', '.join(missed) or 'none'}."
    return ["### A book of the other layers",
            "Each tensor with one book trained on the tensors of its kind in all other layers, "
            "bf16, messages of 64 KiB, 16 lanes, everything counted. *Offset*: the book is trained "
            "on aligned tensors (`tern train --align`), and each message takes its cheapest offset "
            "(`--offset auto`). *Minimax*: the same, the book being drawn to the tensors that it "
            "costs most (`--minimax`). A message with an offset of its own may cost less than the "
            "tensor's own book, where its scale changes within the tensor. " + summary,
            tool.table(head, shown)]


def parts(rows: list) -> list:
    """The section of docs/results.md."""
    shown = []
    for row in rows:
        cells = [row["plain"]["name"].removesuffix(".npy")]
        for mode in MODES:
            tensor = row[mode]
            cells += [f"{excess(tensor, bound):.2f}" for bound in BOUNDS.values()]
            cells.append(f"{tensor['saved_percent']:.2f}")
        shown.append(cells)
    totals = ["all"]
    for mode in MODES:
        raw = sum(row[mode]["raw_bytes"] for row in rows)
        wire = sum(row[mode]["wire_bytes"] for row in rows)
        totals += ["", "", f"{100 * (1 - wire / raw):.2f}"]
    head = ["tensor"]
    for mode in MODES:
        head += [f"{mode}: over own Huffman %", "over Shannon %", "saved %"]
    return ["## A book of other tensors",
            "Each tensor with one book trained on the other five, in messages of 64 KiB, "
            "everything counted: `tern train (the others) --dtype bf16 [--align [--minimax]] -o "
            "book.json && "
            "tern eval FILE --dtype bf16 --books book.json [--offset auto] --message-bytes 65536 "
            "--engines model`. With an offset the book only has to fit in shape, not in scale; "
            "what is left is a difference of shape, which is largest for the mixed tensor.",
            tool.table(head, [*shown, totals])]
