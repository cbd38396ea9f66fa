# SPDX-License-Identifier: Apache-2.0
#
# tdr_plot: the drawings of a report of lossy coding, as SVG that follows the page's colours.
#
#   Spec  docs/cli.md#html-report
#   Test  tb/apps/tdr_html_test.py
"""Drawings of a report of `tern eval --codec tdr`."""

import math

import plot

DB_PER_BIT = 20 * math.log10(2)


def overview(svg, tensors):
    """Error against rate of all tensors. None where nothing was lost."""
    shown = [t for t in tensors if t["bits_per_value"] is not None and t["max_abs_error"] != 0]
    if not shown:
        return None
    figure, axis = plot.axes(7, 4)
    end = max(t["bits_per_value"] for t in shown) * 1.15
    axis.plot([0, end], [0, -DB_PER_BIT * end], color=plot.COLOURS["shannon"], linewidth=1.4,
              label="noise at its bound: 6.02 dB a bit")
    axis.plot([t["bits_per_value"] for t in shown], [t["nmse_db"] for t in shown], "o",
              color=plot.COLOURS["wire"], markersize=7, label="tensors")
    for tensor in shown[:plot.MAX_BARS]:
        axis.annotate(plot.shorten(tensor["name"]).replace("$", r"\$"),
                      (tensor["bits_per_value"], tensor["nmse_db"]), xytext=(7, 3),
                      textcoords="offset points", fontsize=8)
    axis.set_xlim(0, end)
    axis.set_xlabel("bits per value, everything counted")
    axis.set_ylabel("NMSE (dB)")
    axis.legend(fontsize=9)
    return svg.text(figure, "Error against rate of all tensors")


def columns_of(tensor):
    """Values in a row of the tensor."""
    rows = sum(block["rows"] for block in tensor["blocks"])
    return tensor["values"] / rows if rows else 0


def block_rates(svg, tensor):
    """Bits per value of each block."""
    columns = columns_of(tensor)
    if not columns:
        return None
    figure, axis = plot.axes(4.6, 3.4)
    rates = [8 * block["bytes"] / (block["rows"] * columns) for block in tensor["blocks"]]
    axis.bar(range(len(rates)), rates, width=0.8, color=plot.COLOURS["wire"])
    axis.axhline(tensor["bits_per_value"], color=plot.COLOURS["huffman"], linestyle="--",
                 linewidth=1.6, label="of the tensor")
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_xlabel("block")
    axis.set_ylabel("bits per value")
    axis.set_title("Rate of the blocks")
    axis.legend(fontsize=9)
    return svg.text(figure, "Rate of the blocks")


def block_errors(svg, tensor):
    """Root of the mean squared error and largest error of each block that lost something."""
    columns = columns_of(tensor)
    lossy = [(number, block) for number, block in enumerate(tensor["blocks"])
             if block["exponent"] is not None and block["squared_error"]]
    if not lossy or not columns:
        return None
    figure, axis = plot.axes(4.6, 3.4)
    numbers = [number for number, _ in lossy]
    for key, colour, marker, label in (("rms", "wire", "o", "root of the mean square"),
                                       ("max", "escape", "D", "largest")):
        values = []
        for _, block in lossy:
            unit = 2.0 ** block["exponent"]
            mean = block["squared_error"] / (block["rows"] * columns)
            values.append(unit * (math.sqrt(mean) if key == "rms" else block["max_error"]))
        axis.plot(numbers, values, marker, color=plot.COLOURS[colour], markersize=6, label=label)
    axis.set_yscale("log")
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_xlabel("block")
    axis.set_ylabel("error, in the tensor's unit")
    axis.set_title("Distortion of the blocks")
    axis.legend(fontsize=9)
    return svg.text(figure, "Distortion of the blocks")
