#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# compare: turns the JSON of `tern compare` into one HTML page that needs nothing else.
#
# Usage: compare.py [COMPARE.json] [-o PAGE.html]; without names from standard input to standard
# output, which is how `tern compare --html` calls it.
#
#   Spec  docs/cli.md#tern-compare
#   Test  tb/apps/compare_test.py
"""Draws the HTML report of `tern compare`."""

import argparse
import json
import sys

import report as pages

FORMAT = "tern-compare-report"
# Colour (of plot.py) and marker of each engine.
LOOKS = {"model": ("raw", "s"), "fast": ("wire", "o"), "rtl": ("shannon", "D"),
         "cuda": ("huffman", "^")}


def fail(message):
    print(f"compare: {message}", file=sys.stderr)
    sys.exit(1)


def load(path):
    try:
        with (open(path, encoding="utf-8") if path else sys.stdin) as source:
            report = json.load(source)
        if report["format"] != FORMAT:
            raise ValueError(report["format"])
    except OSError as error:
        fail(f"{path}: cannot be read ({error.strerror})")
    except (ValueError, KeyError, TypeError):
        fail(f"{path or 'standard input'}: is no report of 'tern compare --json'")
    return report


def speeds(plot, svg, report):
    """GB/s of every engine for each tensor, both ways, on one logarithmic axis. None without any
    figure."""
    tensors = report["tensors"][:plot.MAX_BARS]
    rows = range(len(tensors))
    figure, panels = plot.plt.subplots(1, 2, sharex=True, sharey=True,
                                       figsize=(11, 1.5 + 0.42 * len(tensors)),
                                       gridspec_kw={"wspace": 0.06})
    drawn = False
    for axis, side in zip(panels, ("encode", "decode")):
        for name in report["config"]["engines"]:
            colour, marker = LOOKS.get(name, ("escape", "v"))
            points = [(tensor["engines"][name][side]["gigabytes_per_second"], row)
                      for row, tensor in zip(rows, tensors)]
            points = [point for point in points if point[0]]
            drawn = drawn or bool(points)
            axis.plot([x for x, _ in points], [y for _, y in points], marker, markersize=8,
                      color=plot.COLOURS[colour], label=name, linestyle="none")
        axis.set_xscale("log")
        axis.set_title(side, pad=24)
        axis.set_xlabel("GB/s of raw bytes")
        axis.grid(True, axis="x", which="major")
        axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2,
                    handletextpad=0.1, columnspacing=1.2)
    panels[0].set_yticks(list(rows))
    panels[0].set_yticklabels([plot.shorten(tensor["name"]) for tensor in tensors])
    panels[0].set_ylim(len(tensors) - 0.4, -0.6)
    panels[1].tick_params(axis="y", length=0)
    if not drawn:
        plot.plt.close(figure)
        return None
    low, high = panels[0].get_xlim()
    panels[0].set_xlim(low / 1.3, high * 1.3)
    for axis in panels:
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    return svg.text(figure, "Speed of every engine, encoding and decoding")


def draw(report):
    """The page as text."""
    try:
        import jinja2
        import plot
    except ImportError as error:
        fail(f"{error.name} is missing ({error})")
    return pages.template(jinja2, "compare.html.j2").render(
        report=report, speeds=speeds(plot, plot.Svg(), report), max_rows=plot.MAX_BARS)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", nargs="?", help="compare.json (default: standard input)")
    parser.add_argument("-o", "--output", help="page to write (default: standard output)")
    arguments = parser.parse_args()
    page = draw(load(arguments.report))
    if arguments.output:
        pages.store(arguments.output, page)
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
