# SPDX-License-Identifier: Apache-2.0
#
# plots.py: the drawings of the experiment, from docs/paper.json.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""Plots as PNG files."""

import pathlib

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt  # noqa: E402  (the backend must be chosen first)

INK, FAINT = "#24292f", "#d0d7de"
COLOURS = ("#0550ae", "#bc4c00", "#1a7f37", "#8250df", "#9a6700", "#57606a", "#cf222e")
FLOOR = 0.003  # percent; smaller excesses are drawn here
CLAIM = 0.5
VARIANT_TITLES = {"bf16-bytes": "bf16, both bytes (the paper)", "bf16": "bf16, exponent",
                  "e4m3": "e4m3, scale a tensor", "mxfp8": "e4m3, scale a block (MX)"}

plt.rcParams.update({
    "font.size": 9, "axes.titlesize": 10, "axes.titlelocation": "left", "axes.edgecolor": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": FAINT, "grid.linewidth": 0.7, "text.color": INK,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "legend.frameon": False})


def save(figure, path: pathlib.Path) -> pathlib.Path:
    figure.savefig(path, dpi=100, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    return path


def distribution(paper: dict, path: pathlib.Path) -> pathlib.Path:
    """The bytes of one tensor: every shard against the average."""
    found = paper["distribution"]
    figure, axis = plt.subplots(figsize=(9, 3.2))
    bytes_ = range(256)
    axis.fill_between(bytes_, [max(v, 1e-4) for v in found["low"]], found["high"], step="mid",
                      color=COLOURS[1], alpha=0.45, linewidth=0,
                      label="smallest to largest share in a shard")
    axis.step(bytes_, found["average"], where="mid", color=COLOURS[0], linewidth=1,
              label="average of the shards")
    axis.set_yscale("log")
    axis.set_ylim(5e-4, 1)
    axis.set_xlim(0, 255)
    axis.set_xlabel("byte of a bf16 value (low and high bytes together)")
    axis.set_ylabel("share")
    axis.set_title("FFN1 activations: the shards look alike")
    axis.legend(loc="upper left", ncols=2)
    return save(figure, path)


def excess(bits, huffman) -> float:
    return max(100 * (bits / huffman - 1), FLOOR)


def shards(paper: dict, path: pathlib.Path) -> pathlib.Path:
    """Excess of fixed books over each shard's own, for every kind of tensor."""
    figure, axes = plt.subplots(1, len(VARIANT_TITLES), sharey=True, sharex=True,
                                figsize=(12, 6.2), gridspec_kw={"wspace": 0.07})
    for axis, (variant, title) in zip(axes, VARIANT_TITLES.items()):
        rows = [e for e in paper["shards"] if e["variant"] == variant]
        series = (("own_layer_bits", "^", COLOURS[2], "other shards of the same layer"),
                  ("fixed_bits", "o", COLOURS[0], "other shards of all layers"),
                  ("other_layers_bits", "D", COLOURS[1], "other layers only"))
        for field, marker, colour, label in series:
            shown = [(excess(e[field], e["huffman_bits"]), y) for y, e in enumerate(rows)
                     if e[field] is not None]
            axis.plot(*zip(*shown), marker, color=colour, markersize=5, alpha=0.85, label=label)
        axis.axvline(CLAIM, color=INK, linestyle=":", linewidth=1.2)
        axis.set_xscale("log")
        axis.set_title(title)
        axis.set_yticks(range(len(rows)), [f"{e['group']}: {e['kind']}" for e in rows])
        axis.tick_params(axis="y", length=0)
    axes[0].invert_yaxis()
    axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1.06), ncols=3, borderaxespad=0)
    figure.supxlabel("more than the shard's own Huffman book (%), tokens only; dotted: the paper's "
                     "0.5 %", fontsize=9, y=0.03)
    return save(figure, path)


def best_of(paper: dict, path: pathlib.Path) -> pathlib.Path:
    """Excess of the best of K books over a book for every tensor."""
    variants = list(dict.fromkeys(e["variant"] for e in paper["best_of"]))
    figure, axes = plt.subplots(1, len(variants), sharey=True, figsize=(12, 3.6),
                                gridspec_kw={"wspace": 0.07})
    for axis, variant in zip(axes, variants):
        for colour, entry in zip(COLOURS, [e for e in paper["best_of"]
                                           if e["variant"] == variant]):
            counts = [int(k) for k in entry["in_sample"]]
            axis.plot(counts, [max(v["total"], FLOOR) for v in entry["in_sample"].values()], "o-",
                      color=colour, markersize=4, linewidth=1.4, label=entry["population"])
        axis.axhline(CLAIM, color=INK, linestyle=":", linewidth=1.2)
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.set_xticks((1, 2, 4, 8, 16), ("1", "2", "4", "8", "16"))
        axis.set_xlabel("books")
        axis.set_title(VARIANT_TITLES.get(variant, "e4m3, unscaled"))
    axes[0].set_ylabel("more than a book a tensor (%)")
    axes[-1].legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
    return save(figure, path)


def draw(paper: dict, folder: pathlib.Path) -> list:
    """All plots; returns their paths."""
    return [distribution(paper, folder / "paper_distribution.png"),
            shards(paper, folder / "paper_shards.png"),
            best_of(paper, folder / "paper_best_of.png")]
