# SPDX-License-Identifier: Apache-2.0
#
# drift_plot.py: books through a training as a drawing, from docs/drift.json.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Excess over own Huffman against the training step."""

import pathlib

from PIL import Image  # comes with matplotlib

from experiment import drift_tables, plots
from experiment.plots import COLOURS, plt

FLOOR, CEILING = 0.02, 200  # percent
PALETTE = 48  # enough for five lines; a quarter of the bytes
SHOWN = (("bf16", "g_w_ffn1"), ("bf16", "g_a_ffn1"), ("e4m3", "g_w_ffn1"), ("e4m3", "a_gelu"))
LINES = {"static": (COLOURS[6], "static"), "counters_1": (COLOURS[5], "counters, every step"),
         "counters_16": (COLOURS[1], "counters, every 16 steps"),
         "static_offset": (COLOURS[0], "static, offset"),
         "counters_16_offset": (COLOURS[2], "counters, every 16 steps, offset")}


def draw(drift: dict, path: pathlib.Path) -> pathlib.Path:
    groups, runs = drift_tables.groups(drift), list(drift["losses"])
    figure, axes = plt.subplots(len(runs), len(SHOWN), sharex=True, sharey=True, squeeze=False,
                                figsize=(11, 2.3 * len(runs)),
                                gridspec_kw={"wspace": 0.06, "hspace": 0.22})
    for row, run in zip(axes, runs):
        for axis, (variant, kind) in zip(row, SHOWN):
            for policy, (colour, label) in LINES.items():
                found = drift_tables.excess(groups[run, variant, kind], policy).mean(axis=0)
                axis.plot(range(1, len(found) + 1), found.clip(FLOOR), color=colour, linewidth=1.2,
                          label=label)
            axis.axhline(plots.CLAIM, color=plots.INK, linestyle=":", linewidth=1)
            axis.set_yscale("log")
            axis.set_ylim(FLOOR, CEILING)
            axis.set_yticks((0.1, 1, 10, 100), ("0.1", "1", "10", "100"))
            axis.set_xticks(range(0, len(found) + 1, 16))
            axis.set_title(f"{run}: {variant} {kind}")
    axes[0][0].legend(loc="lower left", bbox_to_anchor=(0, 1.12), ncols=len(LINES),
                      borderaxespad=0)
    figure.supxlabel("step of training; dotted: 0.5 %", fontsize=9, y=0.02)
    figure.supylabel("more than own Huffman (%)", fontsize=9, x=0.075)
    plots.save(figure, path)
    image = Image.open(path).convert("RGB").quantize(PALETTE, dither=Image.Dither.NONE)
    image.save(path, optimize=True)
    return path
