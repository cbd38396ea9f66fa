#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# report: turns the report.json of `tern eval` into one HTML page that needs nothing else.
#
# Usage: report.py [REPORT.json] [-o PAGE.html]; without names from standard input to standard
# output, which is how `tern eval --html` calls it.
#
#   Spec  docs/cli.md#html-report
#   Test  tb/apps/html_test.py
"""Draws the HTML report of `tern eval`."""

import argparse
import json
import os
import sys
import tempfile

MAX_DETAILED = 60


def fail(message):
    print(f"report: {message}", file=sys.stderr)
    sys.exit(1)


def load(path):
    try:
        with (open(path, encoding="utf-8") if path else sys.stdin) as source:
            report = json.load(source)
        if not is_lossy(report):
            report["tensors"], report["books"]["list"], report["config"]["lanes"]
    except OSError as error:
        fail(f"{path}: cannot be read ({error.strerror})")
    except (ValueError, KeyError, TypeError):
        fail(f"{path or 'standard input'}: is no report of 'tern eval --json'")
    return report


def is_lossy(report):
    return (isinstance(report, dict) and report.get("format") == "tern-tdr-report"
            and "tensors" in report)


def find_book(report, reference):
    if reference is None:
        return None
    keys = ("dtype", "id", "epoch")
    return next(book for book in report["books"]["list"]
                if all(book[key] == reference[key] for key in keys))


def draw(report):
    """The page as text."""
    try:
        import jinja2
        import plot
    except ImportError as error:
        fail(f"{error.name} is missing ({error})")
    svg = plot.Svg()
    if is_lossy(report):
        return draw_lossy(report, svg, jinja2)
    details = []
    for tensor in report["tensors"][:MAX_DETAILED]:
        book = find_book(report, tensor["book"])
        rtl = tensor["engines"].get("rtl")
        drawings = [
            plot.code_lengths(svg, tensor, book) if book else None,
            plot.bits(svg, tensor),
            plot.latency(svg, rtl) if rtl else None,
        ]
        details.append({"tensor": tensor, "drawings": [d for d in drawings if d]})
    return template(jinja2, "report.html.j2").render(
        report=report, details=details, overview=plot.overview(svg, report["tensors"]),
        max_bars=plot.MAX_BARS, left_out=len(report["tensors"]) - len(details))


def template(jinja2, name):
    """A template of this folder, with the filters that all of them use."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(os.path.dirname(os.path.abspath(__file__))),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters["number"] = lambda value, digits=0: (
        "\u2013" if value is None else f"{value:,.{digits}f}".replace(",", "\u202f"))
    environment.filters["bytes"] = human_bytes
    return environment.get_template(name)


def draw_lossy(report, svg, jinja2):
    """The page of a report of lossy coding."""
    import tdr_plot
    details = []
    for tensor in report["tensors"][:MAX_DETAILED]:
        drawings = [tdr_plot.block_rates(svg, tensor), tdr_plot.block_errors(svg, tensor)]
        details.append({"tensor": tensor, "drawings": [d for d in drawings if d]})
    return template(jinja2, "tdr_report.html.j2").render(
        report=report, details=details, overview=tdr_plot.overview(svg, report["tensors"]),
        left_out=len(report["tensors"]) - len(details))


def human_bytes(count):
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count} B"
        count /= 1000
    return f"{count:.3g} TB"


def store(path, page):
    """Writes the page beside its place first, so that a failure leaves an old one as it was."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", delete=False,
                                         dir=os.path.dirname(os.path.abspath(path))) as part:
            part.write(page)
        os.chmod(part.name, 0o644)
        os.replace(part.name, path)
    except OSError as error:
        fail(f"{path}: cannot be written ({error.strerror})")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", nargs="?", help="report.json (default: standard input)")
    parser.add_argument("-o", "--output", help="page to write (default: standard output)")
    arguments = parser.parse_args()
    page = draw(load(arguments.report))
    if arguments.output:
        store(arguments.output, page)
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(page)


if __name__ == "__main__":
    main()
