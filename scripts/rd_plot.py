#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# rd_plot: turns the JSON of `tern rd` into a PNG file.
#
# Usage: rd_plot.py < CURVES.json > CURVES.png, which is how `tern rd --plot` calls it.
#
#   Spec  docs/cli.md#tern-rd
#   Test  tb/apps/rd_plot_test.py
"""Draws rate and distortion of tensors, beside the peer's and the bound of a Gaussian source."""

import io
import json
import math
import pathlib
import sys

sys.dont_write_bytecode = True  # whoever runs it may not own the folder
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

MAX_TENSORS = 24
COLUMNS = 3
DB_PER_BIT = 20 * math.log10(2)
FLOOR = -120  # dB; what is exact has no place on the axis


def fail(message):
    print(f"rd_plot: {message}", file=sys.stderr)
    sys.exit(1)


def lines(curve):
    """Points (bits, dB) of the stream and of the peer, in ascending order."""
    own = sorted((p["bits_per_value"], p["nmse_db"]) for p in curve["points"]
                 if p["nmse_db"] > FLOOR)
    peer = sorted((p["rate_target"], p["nmse_db"] + p["gain_db"]) for p in curve["points"]
                  if p.get("gain_db") is not None)
    return own, peer


def draw(curves):
    from experiment.plots import COLOURS, INK, plt
    shown = curves[:MAX_TENSORS]
    columns = min(COLUMNS, len(shown))
    rows = -(-len(shown) // columns)
    figure, axes = plt.subplots(rows, columns, squeeze=False,
                                figsize=(1.2 + 3.4 * columns, 0.9 + 2.9 * rows),
                                gridspec_kw={"wspace": 0.2, "hspace": 0.32})
    for axis, curve in zip(axes.flat, shown):
        own, peer = lines(curve)
        end = max([bits for bits, _ in own + peer], default=4) * 1.05
        axis.plot((0, end), (0, -DB_PER_BIT * end), color=INK, linestyle=":", linewidth=1.2,
                  label="white Gaussian bound")
        axis.plot(*zip(*peer) if peer else ([], []), "s--", color=COLOURS[1], markersize=4,
                  linewidth=1.2, label="peer")
        axis.plot(*zip(*own) if own else ([], []), "o-", color=COLOURS[0], markersize=4.5,
                  linewidth=1.4, label="TDR")
        axis.set_xlim(0, end)
        axis.set_title(curve["tensor"][:34], fontsize=9)
    for axis in list(axes.flat)[len(shown):]:
        axis.remove()
    handles, labels = axes[0][0].get_legend_handles_labels()
    if not any(lines(curve)[1] for curve in shown):
        handles, labels = handles[::2], labels[::2]
    axes[0][0].legend(handles[::-1], labels[::-1], loc="lower left")
    for row in range(rows):
        axes[row][0].set_ylabel("NMSE (dB)")
    for axis in list(axes.flat)[max(0, len(shown) - columns):len(shown)]:
        axis.set_xlabel("bits per value, everything counted")
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=110, bbox_inches="tight", metadata={"Software": None})
    return image.getvalue()


def main():
    try:
        curves = json.load(sys.stdin)
        curves = curves if isinstance(curves, list) else [curves]
        for curve in curves:
            curve["tensor"], lines(curve)
    except (ValueError, KeyError, TypeError):
        fail("standard input: is no JSON of 'tern rd --json'")
    try:
        sys.stdout.buffer.write(draw(curves))
    except ImportError as error:
        fail(f"module {error.name} is missing")


if __name__ == "__main__":
    main()
