#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# link_page: turns the JSON of `tern link` into one HTML page that needs nothing else.
#
# Usage: link_page.py [RESULT.json] [-o PAGE.html]; without names from standard input to standard
# output, which is how `tern link --html` calls it.
#
#   Spec  docs/link.md#the-page
#   Test  scripts/tests/link_page_test.py
"""Draws the HTML page of `tern link`."""

import argparse
import json
import os
import sys

import report as reports


def fail(message: str) -> None:
    print(f"link_page: {message}", file=sys.stderr)
    sys.exit(1)


def load(path) -> dict:
    try:
        with (open(path, encoding="utf-8") if path else sys.stdin) as source:
            found = json.load(source)
        found["points"][0]["plain"]["latency"], found["spec"]["format"]
    except OSError as error:
        fail(f"{path}: cannot be read ({error.strerror})")
    except (ValueError, KeyError, TypeError, IndexError):
        fail(f"{path or 'standard input'}: is no result of 'tern link --json'")
    return found


def best(points: list):
    """The point with the largest speed-up, or None."""
    return max((p for p in points if p["speed_up"]), key=lambda p: p["speed_up"], default=None)


def draw(found: dict) -> str:
    """The page as text."""
    try:
        import jinja2
        import plot
        from collective import drawings, points as pts
    except ImportError as error:
        fail(f"{error.name} is missing ({error})")
    svg = plot.Svg()
    points = found["points"]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(os.path.dirname(os.path.abspath(__file__))),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters["number"] = lambda value, digits=0: (
        "\u2013" if value is None else f"{value:,.{digits}f}".replace(",", "\u202f"))
    environment.filters["bytes"] = reports.human_bytes
    small = [drawing for drawing in (drawings.speed_up(svg, points),
                                     drawings.completion(svg, points),
                                     drawings.utilisation(svg, points)) if drawing]
    good = all(not run["deadlock"] and not run["wrong"] for p in points
               for run in (p["plain"], p["coded"]) if run)
    return environment.get_template("link.html.j2").render(
        found=found, points=points, small=small, wide=drawings.latency(svg, points), good=good,
        best=best(points), name=pts.name, stages=pts.STAGES, breakdown=pts.breakdown,
        mean=pts.mean_latency, max_bars=drawings.MAX_BARS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result", nargs="?", help="JSON of tern link (default: standard input)")
    parser.add_argument("-o", "--output", help="page to write (default: standard output)")
    arguments = parser.parse_args()
    page = draw(load(arguments.result))
    if arguments.output:
        reports.store(arguments.output, page)
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
