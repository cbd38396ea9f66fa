# SPDX-License-Identifier: Apache-2.0
#
# drawings.py: the plots on the page of a sweep.
#
# Points bear the numbers of their rows, as the table has them. Plots that would show nothing are
# left out.
#
#   Spec  docs/explore.md#the-page
#   Test  scripts/tests/sweep_page_test.py
"""Drawings of rows; each gives SVG text, or None."""

import plot
from matplotlib import ticker
from sweep import front, outputs
from sweep.points import text

WIDE_RANGE = 6  # from this ratio of largest to smallest on, an axis is logarithmic
CLOSE = (26, 10)  # pixels, across and up: closer points share a label
MAX_LABEL = 24  # characters
MAX_BARS = 24
MAX_LINES = 5
COLOURS = ("wire", "huffman", "shannon", "escape", "raw")


def names(rows: list) -> dict:
    """What tells each row from the others: the parameters in which they differ."""
    fields = [("params", name) for name in outputs.varied(rows, "params")]
    fields += [("coding", name) for name in outputs.varied(rows, "coding")]
    return {row["number"]: " ".join(f"{name}={text(name, row[kind].get(name, '-'))}"
                                    for kind, name in fields) for row in rows}


def stretch(axis, scale: str, values: list) -> None:
    """Room around the points; logarithmic, with plain numbers, where they are far apart."""
    low, high = min(values), max(values)
    if low > 0 and high / low >= WIDE_RANGE:
        getattr(axis, f"set_{scale}scale")("log", base=2)
        getattr(axis, f"set_{scale}lim")(low / 1.3, high * 1.6)
        side = getattr(axis, f"{scale}axis")
        side.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        side.set_minor_locator(ticker.NullLocator())
    else:
        room = (high - low) * 0.12 or abs(high) * 0.1 or 1
        getattr(axis, f"set_{scale}lim")(low - room, high + 1.3 * room)


def number_points(axis, places: dict) -> None:
    """Numbers beside the points; those of points that are close together are one label."""
    at = {place: axis.transData.transform(place) for place in places}
    groups = []
    for place in sorted(places, key=lambda place: tuple(at[place])):
        near = [group for group in groups if any(
            abs(at[place][0] - at[other][0]) < CLOSE[0]
            and abs(at[place][1] - at[other][1]) < CLOSE[1] for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([place, *(other for group in near for other in group)])
    for group in groups:
        numbers = sorted(row["number"] for place in group for row in places[place])
        words = outputs.ranges(numbers)
        if len(words) > MAX_LABEL:
            words = f"{numbers[0]} .. {numbers[-1]}"
        axis.annotate(words, max(group, key=lambda place: at[place][0]),
                      xytext=(6, 4), textcoords="offset points", fontsize=8)


def scatter(svg, rows: list, x: tuple, y: tuple, title: str, hollow: bool = False):
    """Two figures against each other. `x` and `y`: field, unit of it, label.

    With `hollow` a point whose rate was not simulated looks like that.
    """
    shown = [row for row in rows if row[x[0]] is not None and row[y[0]] is not None]
    if not shown:
        return None
    figure, axis = plot.axes(5.6, 4.0)
    places = {}
    for row in shown:
        places.setdefault((row[x[0]] / x[1], row[y[0]] / y[1]), []).append(row)
    for on, simulated, colour, label in (
            (False, True, "raw", "beaten"), (False, False, "raw", "beaten, rate by design"),
            (True, True, "wire", "front"), (True, False, "wire", "front, rate by design")):
        chosen = [place for place, here in places.items()
                  if any(row["front"] for row in here) == on
                  and (not hollow or any(row["circuit"] for row in here)) == simulated]
        if chosen:
            axis.scatter(*zip(*chosen), s=46 if on else 32, label=label, linewidths=1.6,
                         edgecolors=plot.COLOURS[colour], zorder=3 if on else 2,
                         facecolors=plot.COLOURS[colour] if simulated else "none")
    stretch(axis, "x", [place[0] for place in places])
    stretch(axis, "y", [place[1] for place in places])
    best = [place for place, on in zip(places, front.front([(a, -b) for a, b in places])) if on]
    if len(best) > 1:
        axis.plot(*zip(*sorted(best)), color=plot.COLOURS["shannon"], linewidth=1, linestyle=":",
                  zorder=1, label="best of these two")
    number_points(axis, places)
    axis.set_xlabel(x[2])
    axis.set_ylabel(y[2])
    axis.set_title(title, pad=22 if len(axis.get_legend_handles_labels()[1]) <= 3 else 36)
    axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.1, fontsize=8,
                handletextpad=0.2, columnspacing=1.0)
    return svg.text(figure, title)


def area_throughput(svg, rows: list):
    """Logic against what goes through it."""
    timed = any(row["gb_per_s"] is not None for row in rows)
    y = ("gb_per_s", 1, "GB/s") if timed else ("bytes_per_cycle", 1, "bytes per cycle")
    return scatter(svg, rows, ("ge", 1000, "logic (kGE), memories apart"), y,
                   "Area against throughput", hollow=True)


def latency_ratio(svg, rows: list):
    """Latency against ratio; of lossy coding error against ratio."""
    if any(row["nmse_db"] is not None for row in rows):
        return scatter(svg, rows, ("nmse_db", 1, "NMSE (dB)"), ("ratio", 1, "ratio, raw / wire"),
                       "Error against ratio")
    timed = any(row["latency_ns"] is not None for row in rows)
    x = ("latency_ns", 1, "latency (ns)") if timed else ("latency_cycles", 1, "latency (cycles)")
    return scatter(svg, rows, x, ("ratio", 1, "ratio, raw / wire"), "Latency against ratio")


def module_name(module: dict) -> str:
    """A module that many units use is called after what holds it."""
    if module["name"].startswith("tern_") and module["in"]:
        return f"{module['name']} in {module['in']}"
    return module["name"]


def breakdown(svg, rows: list):
    """Which modules the logic is in: the largest five of all rows, and the rest."""
    unlike = {}
    for row in rows:  # points with one circuit have one bar
        if row["modules"]:
            unlike.setdefault(str(row["params"]), row)
    shown = sorted(unlike.values(), key=lambda row: not row["front"])[:MAX_BARS]
    shown.sort(key=lambda row: row["number"])
    if not shown:
        return None
    parts = []
    for row in shown:
        parts.append({})
        for module in row["modules"]:
            name = module_name(module)
            parts[-1][name] = parts[-1].get(name, 0) + module["ge"] / 1000
    total = {}
    for part in parts:
        for name, ge in part.items():
            total[name] = total.get(name, 0) + ge / (sum(part.values()) or 1)
    largest = sorted(total, key=lambda name: (-total[name], name))[:len(COLOURS)]
    figure, axis = plot.axes(11, 1.5 + 0.3 * len(shown))
    left = [0.0] * len(shown)
    for name, colour in zip([*largest, None], (*COLOURS, "faint")):
        widths = [part.get(name, 0) if name else sum(part.values()) - at
                  for part, at in zip(parts, left)]
        axis.barh(range(len(shown)), widths, left=left, height=0.72, color=plot.COLOURS[colour],
                  label=name or "all others")
        left = [at + width for at, width in zip(left, widths)]
    titles = names(shown)
    axis.set_yticks(range(len(shown)))
    axis.set_yticklabels([f"{plot.shorten(titles[row['number']], 46)}  {row['number']}"
                          for row in shown])
    axis.set_ylim(len(shown) - 0.4, -0.6)
    axis.grid(False, axis="y")
    axis.set_xlabel("logic (kGE), module by module")
    axis.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2, fontsize=9)
    return svg.text(figure, "Area by module")


def series(rows: list) -> dict:
    """Rows that differ in their lanes alone: the first of each circuit, by what else they are."""
    found = {}
    titles = {}
    for row in rows:
        if row["ge"] is not None and row["params"].get("Lanes"):
            rest = {name: value for name, value in row["params"].items() if name != "Lanes"}
            titles.setdefault(str(rest), {**row, "params": rest, "coding": {}})
            found.setdefault(str(rest), {}).setdefault(row["params"]["Lanes"], row)
    found = {key: lanes for key, lanes in found.items() if len(lanes) > 1}
    if not found:
        return {}
    words = names([titles[key] for key in found])
    return {words[titles[key]["number"]]: sorted(lanes.items()) for key, lanes in found.items()}


def scaling(svg, rows: list):
    """Logic of a lane against the number of lanes."""
    lines = series(rows)
    if not lines:
        return None
    figure, axis = plot.axes(5.6, 4.0)
    for index, (title, points) in enumerate(lines.items()):
        colour = COLOURS[index] if index < MAX_LINES - 1 else COLOURS[-1]
        label = None if index >= MAX_LINES else (
            "all others" if index == MAX_LINES - 1 < len(lines) - 1 else plot.shorten(title, 44))
        axis.plot([lanes for lanes, _ in points],
                  [row["ge"] / 1000 / lanes for lanes, row in points], "o-", markersize=5,
                  color=plot.COLOURS[colour], label=label or None, linewidth=1.5)
    ticks = sorted({lanes for points in lines.values() for lanes, _ in points})
    axis.set_xscale("log", base=2)
    axis.set_xticks(ticks)
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_ylim(bottom=0)
    axis.set_xlabel("lanes")
    axis.set_ylabel("logic of a lane (kGE)")
    axis.set_title("Scaling with lanes")
    if any(lines):
        axis.legend(fontsize=8)
    return svg.text(figure, "Scaling with lanes")


def of_top(svg, rows: list) -> dict:
    """All drawings of one top."""
    return {"small": [drawing for drawing in (area_throughput(svg, rows), latency_ratio(svg, rows),
                                              scaling(svg, rows)) if drawing],
            "wide": breakdown(svg, rows)}
