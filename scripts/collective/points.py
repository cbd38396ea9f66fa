# SPDX-License-Identifier: Apache-2.0
#
# points.py: the points of a report of `tern link`, as series that can be drawn.
#
#   Spec  docs/link.md#the-page
#   Test  scripts/tests/link_page_test.py
"""Axes, series and where they cross break-even."""

import math

STAGES = ("queue", "encode", "wire", "retry", "flight", "decode")
PREFERRED = ("bytes", "message_bytes", "link.gtps", "link.bit_error_rate", "dies")
UNITS = {"bytes": "bytes of each die's tensor", "message_bytes": "bytes of a message",
         "link.gtps": "GT/s of a lane", "link.bit_error_rate": "errors per bit", "dies": "dies"}


def is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def axis_of(points: list):
    """The swept key that goes along the x axis, or None if none has several numbers."""
    keys = [key for key in points[0]["swept"]
            if len({repr(p["swept"][key]) for p in points}) > 1
            and all(is_number(p["swept"][key]) for p in points)]
    return min(keys, key=lambda k: (PREFERRED.index(k) if k in PREFERRED else len(PREFERRED)),
               default=None)


def name(swept: dict, without=None) -> str:
    return ", ".join(f"{key.split('.')[-1]} {value}" for key, value in swept.items()
                     if key != without)


def series(points: list, axis: str, figure) -> dict:
    """Name to [(x, figure)] in the order of x; points without the figure are left out."""
    found = {}
    for point in points:
        value = figure(point)
        if value is not None:
            found.setdefault(name(point["swept"], axis), []).append((point["swept"][axis], value))
    return {title: sorted(line) for title, line in found.items()}


def crossings(line: list) -> list:
    """Where a line crosses 1, between neighbours on a logarithmic axis."""
    found = []
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        if (y0 - 1) * (y1 - 1) < 0 and x0 > 0:
            part = (1 - y0) / (y1 - y0)
            found.append(math.exp(math.log(x0) + part * (math.log(x1) - math.log(x0))))
    return found


def breakdown(run: dict) -> dict:
    """Mean nanoseconds of each stage over all transfers of a run; they add up to the mean."""
    transfers = sum(size["transfers"] for size in run["latency"])
    return {stage: sum(size["stages_ps"][stage] for size in run["latency"]) / 1000 / transfers
            for stage in STAGES}


def mean_latency(run: dict) -> float:
    transfers = sum(size["transfers"] for size in run["latency"])
    return sum(size["sum_ps"] for size in run["latency"]) / 1000 / transfers
