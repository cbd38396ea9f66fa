# SPDX-License-Identifier: Apache-2.0
#
# plot: the drawings of a report, as SVG that follows the page's light or dark colours.
#
# matplotlib draws with marker colours, which are replaced by CSS variables afterwards, so that one
# drawing serves both.
#
#   Spec  docs/cli.md#html-report
#   Test  tb/apps/html_test.py
"""Drawings of a Tern report."""

import io
import math
import re

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as plt  # noqa: E402  (the backend must be chosen first)

# Marker colour and CSS variable of everything that is drawn.
COLOURS = {
    "ink": "#010101",
    "faint": "#020202",
    "raw": "#030303",
    "wire": "#040404",
    "huffman": "#050505",
    "shannon": "#060606",
    "escape": "#070707",
    "paper": "#080808",
}
ESCAPE_SYMBOL_BITS = 8
MAX_BARS = 40

plt.rcParams.update({
    "svg.fonttype": "none",
    "svg.hashsalt": "tern",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": COLOURS["ink"],
    "axes.labelcolor": COLOURS["ink"],
    "axes.titlecolor": COLOURS["ink"],
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "text.color": COLOURS["ink"],
    "xtick.color": COLOURS["ink"],
    "ytick.color": COLOURS["ink"],
    "grid.color": COLOURS["faint"],
    "grid.linewidth": 0.8,
    "legend.frameon": False,
})


class Svg:
    """Turns figures into SVG text whose ids are unique on the page."""

    def __init__(self):
        self.count = 0

    def text(self, figure, label):
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True, bbox_inches="tight",
                       metadata={"Date": None, "Creator": None})
        plt.close(figure)
        self.count += 1
        svg = buffer.getvalue()
        svg = svg[svg.index("<svg"):]
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        prefix = f"p{self.count}-"
        svg = re.sub(r'\bid="', f'id="{prefix}', svg)
        svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}", svg)
        for name, colour in COLOURS.items():
            svg = svg.replace(colour, f"var(--{name})")
        # The width follows the page; the height keeps the proportion.
        svg = re.sub(r'<svg\b[^>]*?(viewBox="[^"]*")[^>]*>',
                     rf'<svg \1 role="img" aria-label="{label}" '
                     'xmlns="http://www.w3.org/2000/svg" '
                     'xmlns:xlink="http://www.w3.org/1999/xlink">', svg, count=1)
        return svg


def axes(width, height):
    figure, axis = plt.subplots(figsize=(width, height))
    axis.grid(True, axis="both")
    return figure, axis


def shorten(name, width=30):
    if len(name) <= width:
        return name
    head = (width - 2) // 2
    return name[:head] + ".." + name[len(name) - (width - 2 - head):]


def overview(svg, tensors):
    """Bits per value of all tensors, and how far above the bound. None without any value."""
    shown = [t for t in tensors if t["bits_per_value"] is not None][:MAX_BARS]
    if not shown:
        return None
    figure, (left, right) = plt.subplots(1, 2, sharey=True, figsize=(11, 1.2 + 0.42 * len(shown)),
                                         gridspec_kw={"width_ratios": [1.5, 1], "wspace": 0.08})
    rows = range(len(shown))
    left.barh(rows, [t["raw_bits_per_value"] for t in shown], height=0.72,
              color=COLOURS["faint"], label="raw")
    left.barh(rows, [t["bits_per_value"] for t in shown], height=0.72, color=COLOURS["wire"],
              label="on the wire")
    for row, tensor in zip(rows, shown):
        left.text(0.3, row, f"{tensor['bits_per_value']:.2f}", va="center", fontsize=9,
                  color=COLOURS["paper"], fontweight="bold")
        left.text(max(tensor["raw_bits_per_value"], tensor["bits_per_value"]), row,
                  f" {tensor['saved_percent']:.1f} % saved", va="center", fontsize=9)
    left.set_yticks(list(rows))
    left.set_yticklabels([shorten(t["name"]) for t in shown])
    left.invert_yaxis()
    left.set_xlim(0, max(max(t["raw_bits_per_value"], t["bits_per_value"]) for t in shown) * 1.2)
    left.set_xlabel("bits per value")
    for key, colour, marker, label in (
            ("per_tensor_huffman_bits_per_value", "huffman", "D", "own best book, unframed"),
            ("bits_per_value", "wire", "o", "on the wire")):
        right.plot([above_shannon(t, key) for t in shown], rows, marker, color=COLOURS[colour],
                   markersize=7, label=label)
    right.set_xlim(left=0)
    right.tick_params(axis="y", length=0)
    right.set_xlabel("above Shannon (%)")
    for axis in (left, right):
        axis.grid(True, axis="x")
        axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.2)
    return svg.text(figure, "Bits per value of all tensors")


def above_shannon(tensor, key):
    bound = tensor["shannon_bits_per_value"]
    return 100 * (tensor[key] / bound - 1) if bound else 0


def code_points(histogram, book):
    """(probability, code length, coded with the escape) of every symbol that occurs."""
    total = sum(histogram)
    escaped = book["escape_length"] + ESCAPE_SYMBOL_BITS
    return [(count / total, length if length else escaped, length == 0)
            for count, length in zip(histogram, book["lengths"]) if count]


def code_lengths(svg, tensor, book):
    """Length of every symbol's code against the ideal one."""
    points = code_points(tensor["histogram"], book)
    if not points:
        return None
    figure, axis = axes(4.6, 3.4)
    end = max(max(-math.log2(p) for p, _, _ in points), max(n for _, n, _ in points)) + 0.8
    axis.plot([0, end], [0, end], color=COLOURS["shannon"], linewidth=1.4,
              label="ideal: $-\\log_2 p$")
    for escaped, colour, marker, label in ((False, "wire", "o", "own codeword"),
                                           (True, "escape", "D", "escape + 8 bits")):
        chosen = [(-math.log2(p), n, 14 + 420 * p) for p, n, e in points if e == escaped]
        if chosen:
            x, y, size = zip(*chosen)
            axis.scatter(x, y, s=size, color=COLOURS[colour], alpha=0.75, marker=marker,
                         linewidths=0, label=label)
    axis.set_xlim(0, end)
    axis.set_ylim(0, end)
    axis.set_xlabel("ideal length $-\\log_2 p$ (bits)")
    axis.set_ylabel("length in the book (bits)")
    axis.set_title("Code lengths against probabilities")
    legend = axis.legend(loc="upper left", fontsize=9)
    for handle in legend.legend_handles if hasattr(legend, "legend_handles") else \
            legend.legendHandles:
        if hasattr(handle, "set_sizes"):
            handle.set_sizes([36])
    return svg.text(figure, "Code lengths against probabilities")


def bits(svg, tensor):
    """Bits per value of one tensor against its bounds, the axis cut where it is interesting."""
    if tensor["bits_per_value"] is None:
        return None
    bars = [("raw", tensor["raw_bits_per_value"], "raw"),
            ("on the wire", tensor["bits_per_value"], "wire"),
            ("own best book", tensor["per_tensor_huffman_bits_per_value"], "huffman"),
            ("Shannon", tensor["shannon_bits_per_value"], "shannon")]
    figure, axis = axes(4.6, 3.4)
    for row, (_, value, colour) in enumerate(bars):
        axis.barh(row, value, height=0.62, color=COLOURS[colour])
        axis.text(value, row, f" {value:.3f}", va="center", fontsize=9)
    axis.set_yticks(range(len(bars)))
    axis.set_yticklabels([label for label, _, _ in bars])
    axis.invert_yaxis()
    axis.grid(False, axis="y")
    axis.set_xlim(0, max(value for _, value, _ in bars) * 1.18)
    axis.set_xlabel("bits per value")
    axis.set_title("Bits per value")
    return svg.text(figure, "Bits per value")


def latency(svg, engine):
    """Latency of the steps, with percentiles."""
    counts = engine.get("latency_steps")
    if not counts:
        return None
    figure, axis = axes(4.6, 3.4)
    axis.bar([cycles for cycles, _ in counts], [steps for _, steps in counts], width=0.9,
             color=COLOURS["wire"])
    for key, style, colour in (("p50", "-", "shannon"), ("p95", "--", "huffman"),
                               ("p99", ":", "escape")):
        value = engine["latency_cycles"][key]
        axis.axvline(value, color=COLOURS[colour], linestyle=style, linewidth=1.8,
                     label=f"{key}: {value}")
    axis.set_xlabel("latency of a step (cycles)")
    axis.set_ylabel("steps")
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_title("Latency: values in to last bit out")
    axis.legend(fontsize=9)
    return svg.text(figure, "Latency histogram")
