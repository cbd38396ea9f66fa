# SPDX-License-Identifier: Apache-2.0
#
# limits_tables.py: docs/limits.json as Markdown, beside what docs/paper.json and docs/results.json
# measured.
#
#   Spec  docs/tensors.md#bounds
#   Test  scripts/tests/limits_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment import kind_costs, others, restarts
from experiment.tool import table

GOALS, BASES, MODES = others.GOALS, tuple(others.GOALS), ("plain", "offset")
GROUPS = ("weights", "activations", "kv", "gradients", "ocr")


def left_out(paper: dict, results: dict) -> dict:
    """(group, kind) to what was measured with a book of the other tensors: mean and largest."""
    found = {(row["group"], row["kind"]): {mode: {base: row[f"{mode}_{base}"] for base in BASES}
                                           for mode in MODES}
             for row in paper["other_layers"]}
    ocr = {mode: {base: [others.excess(row[mode], bound) for row in results["others"]]
                  for base, bound in others.BOUNDS.items()} for mode in MODES}
    found["ocr", "ocr"] = {mode: {base: {"mean": sum(all_of) / len(all_of), "max": max(all_of)}
                                  for base, all_of in bases.items()}
                           for mode, bases in ocr.items()}
    return found


def bound_table(rows: list, measured: dict, mode: str) -> str:
    head = ["class", "kind", "tensors"]
    for base, title in (("huffman", "own Huffman"), ("shannon", "Shannon")):
        for key, name in (("mean", "mean"), ("max", "largest")):
            head += [f"over {title} %, {name}: least", "in sample", "left out"]
    shown = []
    for row in rows:
        cells = [row["group"], row["kind"], row["tensors"]]
        for base in BASES:
            of_mode = row[base][mode]
            for key in ("mean", "max"):
                least = f"{of_mode['least'][key]:.2f}"
                if key == "mean":
                    least += (f" to {of_mode['aligned']:.2f}" if mode == "offset" else
                              f"; {of_mode['book']:.2f}")
                cells += [least, f"{of_mode['in_sample'][key]:.2f}",
                          f"{measured[row['group'], row['kind']][mode][base][key]:.2f}"]
        shown.append(cells)
    return table(head, shown)


def least(of_mode: dict, key: str) -> float:
    """The largest of the bounds."""
    found = of_mode["least"][key]
    return max(found, of_mode["book"]) if key == "mean" and "book" in of_mode else found


def verdict(rows: list, measured: dict, mode: str, key: str) -> str:
    """Which kinds miss the goal, and why."""
    missing, certain, shape, unseen = [], [], [], []
    for row in rows:
        name = f"{row['group']} {row['kind']}".replace("ocr ocr", "OCR weights")
        at = measured[row["group"], row["kind"]][mode]

        def above(of_base) -> bool:
            return any(of_base(base) > GOALS[base] for base in BASES)
        if not above(lambda base: at[base][key]):
            continue
        missing.append(name)
        if above(lambda base: least(row[base][mode], key)):
            certain.append(name)
        elif above(lambda base: row[base][mode]["in_sample"][key]):
            shape.append(name)
        else:
            unseen.append(name)

    def listed(names):
        return ", ".join(names) or "none"
    what = {"mean": "The mean", "max": "The worst tensor"}[key]
    how = {"plain": "without offset", "offset": "with it"}[mode]
    return (f"{what}, {how}: {len(missing)} of {len(rows)} miss the goal. No book can reach it "
            f"for: {listed(certain)}. The book that is trained on all tensors reaches it, so that "
            f"only leaving one out, and framing, cost more, for: {listed(unseen)}. Between the two "
            f"are: {listed(shape)}.")


def restart_table(rows: list) -> str:
    shown = []
    for row in rows:
        cells = [row["variant"], row["population"], row["tensors"]]
        for mode in MODES:
            cells += [f"{row[mode][key]:.3f}" for key in ("chosen", "best", "median", "worst")]
        shown.append(cells)
    head = ["dtype", "tensors that share the books", "tensors"]
    for mode in MODES:
        head += [f"{mode}: as recorded %", "best restart", "median", "worst"]
    return table(head, shown)


def bits_table(rows: list, paper: dict) -> str:
    """What four books with offsets cost of all bits, beside what was recorded."""
    recorded = {(row["variant"], row["population"]): row["offset"]["in_sample"]
                for row in paper["best_of"]}
    shown = []
    for row in rows:
        bits = row["bits"]
        at = recorded[row["variant"], row["population"]][str(restarts.COUNT)]["total"]
        shown.append([row["variant"], row["population"], f"{at:.2f}",
                      *(f"{bits[key]:z.2f}" for key in ("chosen", "best", "shards", "least"))])
    return table(["dtype", "tensors that share the books", "as recorded %", "for all bits",
                  "best restart", "a choice for each shard", "at least"], shown)


def by_variant(rows: list) -> dict:
    return {variant: [row for row in rows if row["variant"] == variant]
            for variant in dict.fromkeys(row["variant"] for row in rows)}


def luck(rows: list) -> float:
    """By how many percent of own bits a restart was better, at most."""
    return max(max(0.0, row[mode]["chosen"] - row[mode]["best"])
               for row in rows for mode in MODES)


def kinds_table(rows: list) -> str:
    shown = []
    for variant in dict.fromkeys(row["variant"] for row in rows):
        for group in GROUPS:
            of_group = [r for r in rows if (r["variant"], r["group"]) == (variant, group)]
            cells = [variant, group, len(of_group)]
            for kind in kind_costs.SMALLER:
                worst = max(of_group, key=lambda r: kind_costs.excess(r["bits_per_value"], kind))
                costs = [kind_costs.excess(r["bits_per_value"], kind) for r in of_group]
                cells.append(f"{sum(costs) / len(costs):.2f}")
                cells.append(f"{max(costs):.2f} ({worst['kind']})")
            shown.append(cells)
    head = ["dtype", "class", "kinds"]
    for kind in kind_costs.SMALLER:
        head += [f"{kind}: mean %", "largest"]
    return table(head, shown)


def parts(limits: dict, paper: dict, results: dict) -> list:
    """Paragraphs of docs/results.md."""
    rows, measured = limits["one_book"], left_out(paper, results)
    return [
        "## What one book costs at least",
        f"Recorded on {limits['date']} by `scripts/limits.py --record`; a test computes it again "
        "where the tensors are at hand. bf16. *Least*: what any book costs that is the same for "
        "all tensors of the kind, had it been made for just these, with codewords of any length, "
        "parts of bits included ([how](tensors.md#bounds)); behind the semicolon, for the mean, "
        "the best book with whole lengths of up to 12 bits. *In sample*: the book that is trained "
        "on all of them, tokens only. *Left out*: measured, [each tensor with a book of the other "
        "layers](#a-book-of-the-other-layers), or of the [other "
        "matrices](#a-book-of-other-tensors), everything counted. The goal is at most "
        f"{GOALS['huffman']} % over own Huffman and {GOALS['shannon']:.0f} % over Shannon.",
        bound_table(rows, measured, "plain"),
        " ".join(verdict(rows, measured, "plain", key) for key in ("mean", "max")),
        "With an offset for each tensor. The first number of *least* is proven: it is that of "
        "Huffman codes for pairs of tensors, of all offsets the best. The second is that of the "
        "best book with whole lengths, with the offsets that the trainer finds. Left out is "
        "measured with an offset for each message of 64 KiB, which can be better than one for each "
        "tensor.",
        bound_table(rows, measured, "offset"),
        " ".join(verdict(rows, measured, "offset", key) for key in ("mean", "max")),
        "### Clustering from other starts",
        "Four books for many kinds of tensor, in percent over a book for each tensor, every "
        f"tensor having the same say: with the start that is chosen ([best of "
        f"K](#best-of-k-books)), and from {restarts.RESTARTS} starts that are drawn. The best of "
        "these saves at most "
        + " and ".join(f"{luck(of_variant):.2f} % more for {variant}"
                       for variant, of_variant in by_variant(limits["restarts"]).items()) + ".",
        restart_table(limits["restarts"]),
        "Four books with offsets, in percent of all bits. *As recorded*: trained for every tensor "
        "to have the same say. *For all bits*: trained for every bit to have the same say, from "
        "the start that is chosen, and with the best of all starts. *A choice for each shard*: the "
        "same books; every shard, not tensor, takes the book and the offset that are best for it. "
        "*At least*: what any four books of the format cost if a tensor has one book and one "
        "offset ([how](tensors.md#bounds)).",
        bits_table(limits["restarts"], paper),
        "### Kinds of books for transformer tensors",
        "As [above](#kinds-of-books): one book for each kind of tensor, all its layers, trained on "
        "them; percent over the book of the full kind, mean over the kinds of a class and the "
        "largest.",
        kinds_table(limits["kinds"]),
    ]
