# SPDX-License-Identifier: Apache-2.0
#
# tables.py: the experiment as Markdown, every figure from docs/paper.json.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment import others
from experiment.tool import table

CLAIM_HUFFMAN, CLAIM_SHANNON, CLAIM_DIVERGENCE, CLAIM_SAVED = 0.5, 1.0, 0.06, 21.6
GROUPS = ("weights", "activations", "kv", "gradients")
TITLES = {"bf16-bytes": "bf16, both bytes with one book (the paper's way)",
          "bf16": "bf16, exponent coded and 8 bits raw",
          "e4m3": "e4m3, each tensor scaled to the largest finite value"}


def percent(bits, than) -> float:
    return 100 * (bits / than - 1)


def cells(entries: list) -> list:
    """The figures of several kinds together."""
    def add(field):
        return sum(e[field] for e in entries)
    values, huffman = add("values"), add("huffman_bits")
    layered = [e for e in entries if e["other_layers_bits"] is not None]
    others = percent(sum(e["other_layers_bits"] for e in layered),
                     sum(e["huffman_bits"] for e in layered)) if layered else None
    shards = add("shards")
    mean = sum(e["divergence"]["mean"] * e["shards"] for e in entries) / shards
    return [shards, f"{add('shannon_bits') / values:.3f}", f"{huffman / values:.3f}",
            f"{add('fixed_bits') / values:.3f}",
            f"{100 * (1 - add('fixed_wire_bytes') / add('raw_bytes')):.2f}",
            f"{percent(add('own_layer_bits'), huffman):.2f}",
            f"{percent(add('fixed_bits'), huffman):.2f}",
            "-" if others is None else f"{others:.2f}",
            f"{percent(huffman, add('shannon_bits')):.2f}",
            f"{percent(add('fixed_bits'), add('shannon_bits')):.2f}", f"{mean:.3f}",
            f"{max(e['divergence']['max'] for e in entries):.3f}"]


HEAD = ["shards", "Shannon", "own Huffman", "fixed book", "saved %", "own layer %", "all layers %",
        "other layers %", "own over Shannon %", "fixed over Shannon %", "KL mean", "KL max"]


def of_variant(paper: dict, variant: str) -> list:
    return [e for e in paper["shards"] if e["variant"] == variant]


def class_table(paper: dict) -> str:
    rows = []
    for variant in dict.fromkeys(e["variant"] for e in paper["shards"]):
        entries = of_variant(paper, variant)
        rows += [[variant, group, *cells([e for e in entries if e["group"] == group])]
                 for group in GROUPS]
        rows.append([variant, "all", *cells(entries)])
    return table(["dtype", "class", *HEAD], rows)


def kind_table(paper: dict, variant: str) -> str:
    return table(["class", "kind", *HEAD],
                 [[e["group"], e["kind"], *cells([e])] for e in of_variant(paper, variant)])


def count_within(entries: list, field: str, base: str, limit: float) -> str:
    shown = [e for e in entries if e[field] is not None]
    good = sum(percent(e[field], e[base]) <= limit for e in shown)
    return f"{good} of {len(shown)}"


def saved(entry: dict) -> float:
    return 100 * (1 - entry["fixed_wire_bytes"] / entry["raw_bytes"])


def claims(paper: dict) -> str:
    """The paper's claims, each with what is found here."""
    entries = of_variant(paper, "bf16-bytes")
    example = next(e for e in entries if (e["group"], e["kind"]) == ("activations", "ffn1"))
    rows = [["fixed book within 0.5 % of each shard's own Huffman book",
             f"{percent(example['fixed_bits'], example['huffman_bits']):.2f} %",
             count_within(entries, "fixed_bits", "huffman_bits", CLAIM_HUFFMAN)],
            ["the same, the book trained on other layers only",
             f"{percent(example['other_layers_bits'], example['huffman_bits']):.2f} %",
             count_within(entries, "other_layers_bits", "huffman_bits", CLAIM_HUFFMAN)],
            ["fixed book within 1 % of Shannon",
             f"{percent(example['fixed_bits'], example['shannon_bits']):.2f} %",
             count_within(entries, "fixed_bits", "shannon_bits", CLAIM_SHANNON)],
            ["each shard's own Huffman book within 1 % of Shannon",
             f"{percent(example['huffman_bits'], example['shannon_bits']):.2f} %",
             count_within(entries, "huffman_bits", "shannon_bits", CLAIM_SHANNON)],
            ["fixed book within 1 % of Shannon, codewords of 1 bit allowed",
             f"{percent(example['short_codes']['fixed_bits'], example['shannon_bits']):.2f} %",
             count_within([{**e, **e["short_codes"]} for e in entries], "fixed_bits",
                          "shannon_bits", CLAIM_SHANNON)],
            ["KL divergence of each shard from the average below 0.06 bit",
             f"{example['divergence']['max']:.3f} at most",
             f"{sum(e['divergence']['max'] < CLAIM_DIVERGENCE for e in entries)} of "
             f"{len(entries)}"],
            ["about 21.6 % saved", f"{saved(example):.2f} %",
             f"{sum(saved(e) >= CLAIM_SAVED for e in entries)} of {len(entries)}"]]
    return table(["claim of the paper (bf16 of Gemma 2B, 8-bit symbols)", "FFN1 activations here",
                  "kinds of tensor that meet it"], rows)


def differences(paper: dict) -> str:
    """Where the paper's claims do not hold here, and why."""
    entries = of_variant(paper, "bf16-bytes")

    def misses(field, base, limit):
        return ", ".join(f"{e['group']} {e['kind']}" for e in entries
                         if percent(e[field], e[base]) > limit)
    example = next(e for e in entries if (e["group"], e["kind"]) == ("activations", "ffn1"))
    allowed = percent(example["short_codes"]["fixed_bits"], example["shannon_bits"])
    whole = {v: cells(of_variant(paper, v)) for v in ("bf16-bytes", "bf16", "e4m3")}
    saved_at, fixed_at = HEAD.index("saved %"), HEAD.index("all layers %")
    peak = 100 * max(paper["distribution"]["average"])
    return (f"Where this differs from the paper. The fixed book costs more than 0.5 % for: "
            f"{misses('fixed_bits', 'huffman_bits', CLAIM_HUFFMAN)}. There the layers differ in "
            "scale (attention probabilities, residual stream), or the shards do: the gradients of "
            "easy and of hard sequences, and of single attention heads, are of different size, and "
            "a book fits one size. For the FFN1 activations the distance to Shannon is mostly a "
            "limit of the circuit, which takes no codeword below 3 bits, while one byte value has "
            f"{peak:.0f} % of all occurrences: without it {allowed:.2f} % are left. Over all kinds "
            f"{whole['bf16-bytes'][saved_at]} % is saved; coding the exponent alone, with sign and "
            f"mantissa raw, saves {whole['bf16'][saved_at]} %, but its fixed book costs "
            f"{whole['bf16'][fixed_at]} % instead of {whole['bf16-bytes'][fixed_at]} %. For e4m3 "
            f"with one scale for each tensor a fixed book costs {whole['e4m3'][fixed_at]} %: the "
            "largest magnitude of a layer says little about the bulk of its values, so that the "
            "layers come to lie in different places.")


def best_table(paper: dict, offset: bool = False) -> str:
    rows = []
    for entry in paper["best_of"]:
        found = entry["offset"] if offset else entry
        four, out = found["in_sample"]["4"], found["left_out"]
        others = [f"{found['in_sample'][k]['total']:.2f}" if k in found["in_sample"] else "-"
                  for k in ("1", "2", "8", "16")]
        rows.append([entry["variant"], entry["population"], entry["tensors"], *others[:2],
                     f"{four['total']:.2f}", *others[2:], f"{four['mean']:.2f}",
                     f"{four['max']:.2f} ({four['worst']})", f"{out['mean']:.2f}",
                     f"{out['total']:.2f}", f"{out['max']:.2f} ({out['worst']})"])
    return table(["dtype", "tensors that share the books", "tensors", "K = 1", "2", "4", "8", "16",
                  "4: mean", "4: largest", "4, left out: mean", "bits", "largest"], rows)


def best_summary(paper: dict, offset: bool = False) -> str:
    """Which populations four books serve within the bound."""
    good, bad = [], []
    for entry in paper["best_of"]:
        name = f"{entry['variant']} {entry['population']}"
        found = entry["offset"] if offset else entry
        (good if found["in_sample"]["4"]["total"] <= CLAIM_HUFFMAN else bad).append(name)
    return (f"Four books cost at most 0.5 % of all bits for: {', '.join(good)}. They cost more "
            f"for: {', '.join(bad)}.")


def parts(paper: dict) -> list:
    """Paragraphs of docs/results.md."""
    return [
        "## The paper's experiment on transformer tensors",
        f"Recorded on {paper['date']} by `scripts/paper.py --record`; a test measures again where "
        "the tensors are at hand. [tensors.md](tensors.md) describes tensors, shards, dtypes and "
        "books: six layers of a sentence transformer in float32, rounded here, on 2048 tokens of "
        "text; 16 shards of a tensor and layer. The paper has 18 layers and 64 shards of a model "
        "about 100 times as large.",
        claims(paper),
        differences(paper),
        "![Share of each byte value](paper_distribution.png)",
        "All figures in the next tables are bits of a value or percent. *Own Huffman*: every shard "
        "with its best book. *Fixed book*: every shard with the book of the average of all other "
        "shards of its kind, of all layers. *Saved*: with that book, headers, padding and trailers "
        "of one message a shard included; everything else counts tokens only. The three columns "
        "behind it are the cost of a book trained on the other shards of the same *layer*, of *all "
        "layers* (the fixed book), and of *other layers* only, over own Huffman. *KL*: divergence "
        "of a shard from the average of all, in bits of a symbol.",
        class_table(paper),
        "![Cost of fixed books](paper_shards.png)",
        *(part for variant, title in TITLES.items()
          for part in (f"### By kind: {title}", kind_table(paper, variant))),
        *others.kinds_parts(paper["other_layers"]),
        "## Best of K books",
        "K books for many kinds of tensor, each tensor coded with the best of them; tokens only, "
        "in percent more than with a book for each tensor. Books by clustering "
        "([tensors.md](tensors.md#best-of-k)). *1* to *16*: all bits of all tensors, in sample, "
        "by K. *Mean* and *largest* are over tensors. *Left out*: each tensor is coded with books "
        "trained without it. The OCR weights are the six tensors of the tables above. Each tensor "
        "and its percentages are in docs/paper.json.",
        best_table(paper),
        best_summary(paper),
        "![Cost by number of books](paper_best_of.png)",
        "### With an offset for every tensor",
        "The same when the books are trained on aligned tensors, and every tensor is coded with "
        "the offset that suits it ([tensors.md](tensors.md#best-of-k)): a power of two between two "
        "tensors costs nothing any more, where the symbol is an exponent.",
        best_table(paper, offset=True),
        best_summary(paper, offset=True),
    ]
