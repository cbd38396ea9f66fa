# SPDX-License-Identifier: Apache-2.0
#
# drawings.py: the plots on the page of `tern link`.
#
#   Spec  docs/link.md#the-page
#   Test  scripts/tests/link_page_test.py
"""Drawings of points; each gives SVG text, or None."""

import plot
from collective import points as pts
from matplotlib import ticker

COLOURS = ("wire", "huffman", "shannon", "escape", "raw", "ink")
STAGE_COLOURS = dict(zip(pts.STAGES, ("faint", "huffman", "wire", "escape", "raw", "shannon")))
MAX_LINES = 6
MAX_BARS = 16


def rough(value: float) -> str:
    """Three digits, in powers of 1024 from there on."""
    for factor, unit in ((1 << 30, " Gi"), (1 << 20, " Mi"), (1 << 10, " Ki")):
        if value >= factor:
            return f"{value / factor:.3g}{unit}"
    return f"{value:.3g}"


def short(value: float) -> str:
    """1024 as 1 Ki, where that is a whole number."""
    for factor, unit in ((1 << 30, " Gi"), (1 << 20, " Mi"), (1 << 10, " Ki")):
        if value >= factor and value % factor == 0:
            return f"{value // factor:g}{unit}"
    return f"{value:g}"


def along(axis, key: str, values: list) -> None:
    """The x axis: logarithmic where values are far apart, a tick for each."""
    places = sorted(set(values))
    if places[0] > 0 and places[-1] / places[0] >= 6:
        axis.set_xscale("log", base=2)
    axis.set_xticks(places)
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: short(value)))
    axis.xaxis.set_minor_locator(ticker.NullLocator())
    if len(places) > 7:
        axis.tick_params(axis="x", rotation=45)
    axis.set_xlabel(pts.UNITS.get(key, key))


def legend_above(axis) -> None:
    if any(axis.get_legend_handles_labels()[1]):
        axis.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=2, borderaxespad=0.2,
                    fontsize=8)


def speed_up(svg, points: list):
    """Speed-up over the run without a codec; crosses mark break-even."""
    key = pts.axis_of(points)
    lines = pts.series(points, key, lambda point: point["speed_up"]) if key else {}
    if not lines:
        return None
    figure, axis = plot.axes(5.6, 4.0)
    axis.axhline(1, color=plot.COLOURS["ink"], linewidth=1, linestyle="--")
    for colour, (title, line) in zip(COLOURS, list(lines.items())[:MAX_LINES]):
        axis.plot(*zip(*line), "o-", markersize=5, linewidth=1.6, color=plot.COLOURS[colour],
                  label=title)
        for x in pts.crossings(line):
            axis.plot([x], [1], "X", markersize=9, color=plot.COLOURS[colour])
            axis.annotate(rough(x), (x, 1), xytext=(5, 6), textcoords="offset points",
                          fontsize=8)
    along(axis, key, [x for line in lines.values() for x, _ in line])
    axis.set_ylabel("speed-up over uncompressed")
    legend_above(axis)
    return svg.text(figure, "Speed-up over uncompressed")


def completion(svg, points: list):
    """Completion with the codec and without: compression pays where the first is below."""
    key = pts.axis_of(points)
    if not key:
        return None
    figure, axis = plot.axes(5.6, 4.0)
    shown = list(pts.series(points, key, lambda p: p["plain"]["completion_ns"]).items())
    for colour, (title, line) in zip(COLOURS, shown[:MAX_LINES]):
        axis.plot([x for x, _ in line], [y / 1000 for _, y in line], "o--", markersize=4,
                  linewidth=1.2, color=plot.COLOURS[colour], markerfacecolor="none",
                  label=f"plain {title}".strip())
        coded = pts.series(points, key, lambda p: p["coded"] and p["coded"]["completion_ns"])
        if title in coded:
            axis.plot([x for x, _ in coded[title]], [y / 1000 for _, y in coded[title]], "o-",
                      markersize=5, linewidth=1.6, color=plot.COLOURS[colour],
                      label=f"coded {title}".strip())
    along(axis, key, [x for _, line in shown for x, _ in line])
    axis.set_yscale("log")
    axis.set_ylabel("completion (us)")
    legend_above(axis)
    return svg.text(figure, "Completion time")


def bars(points: list) -> list:
    """(label, run) of every run that is drawn as a bar."""
    found = []
    for point in points[:MAX_BARS]:
        title = pts.name(point["swept"])
        found.append((f"{title} plain".strip(), point["plain"]))
        if point["coded"]:
            found.append((f"{title} coded".strip(), point["coded"]))
    return [(title, run) for title, run in found if run["latency"]]


def latency(svg, points: list):
    """Why a transfer takes as long as it does, stage by stage."""
    shown = bars(points)
    if not shown:
        return None
    figure, axis = plot.axes(11, 1.4 + 0.28 * len(shown))
    left = [0.0] * len(shown)
    means = [pts.mean_latency(run) for _, run in shown]
    for stage in pts.STAGES:
        widths = [100 * pts.breakdown(run)[stage] / mean for (_, run), mean in zip(shown, means)]
        axis.barh(range(len(shown)), widths, left=left, height=0.74, label=stage,
                  color=plot.COLOURS[STAGE_COLOURS[stage]])
        left = [at + width for at, width in zip(left, widths)]
    for row, mean in enumerate(means):
        axis.text(100, row, f" {mean:,.0f} ns", va="center", fontsize=9)
    axis.set_yticks(range(len(shown)))
    axis.set_yticklabels([plot.shorten(title, 52) for title, _ in shown], fontsize=9)
    axis.set_ylim(len(shown) - 0.4, -0.6)
    axis.set_xlim(0, 109)
    axis.set_xticks(range(0, 101, 20))
    axis.grid(False, axis="y")
    axis.set_xlabel("share of the mean latency of a transfer (%), and that latency")
    axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=6, borderaxespad=0.2, fontsize=9)
    return svg.text(figure, "Latency, stage by stage")


def utilisation(svg, points: list):
    """Share of the time that links, encoders and decoders work, with the codec."""
    key = pts.axis_of(points)
    if not key or not any(point["coded"] for point in points):
        return None
    figure, axis = plot.axes(5.6, 4.0)
    first = pts.name(points[0]["swept"], key)
    chosen = [p for p in points if p["coded"] and pts.name(p["swept"], key) == first]
    chosen.sort(key=lambda point: point["swept"][key])
    for field, colour in (("link", "wire"), ("encoder", "huffman"), ("decoder", "shannon")):
        axis.plot([p["swept"][key] for p in chosen],
                  [100 * (p["coded"][f"{field}_utilisation"] or 0) for p in chosen], "o-",
                  markersize=5, linewidth=1.6, color=plot.COLOURS[colour], label=field)
    along(axis, key, [p["swept"][key] for p in chosen])
    axis.set_ylim(0, 105)
    axis.set_ylabel(f"busy (% of the time){', ' + first if first else ''}")
    legend_above(axis)
    return svg.text(figure, "Utilisation with the codec")
