# SPDX-License-Identifier: Apache-2.0
#
# page.py: a sweep as one HTML page that needs nothing else.
#
#   Spec  docs/explore.md#the-page
#   Test  scripts/tests/sweep_page_test.py
"""The page of a sweep."""

import pathlib

from sweep import outputs
from sweep.points import text
from synthesis.failure import Failure

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

# Column: head, field, digits, what it is.
COLUMNS = (
    ("kGE", "ge", 1), ("memory bits", "memory_bits", 0), ("FF", "ff", 0), ("LUT6", "lut6", 0),
    ("depth", "logic_depth", 0), ("MHz", "fmax_mhz", 0), ("values/cycle", "values_per_cycle", 2),
    ("GB/s", "gb_per_s", 2), ("bytes/cycle", "bytes_per_cycle", 2),
    ("latency", "latency_cycles", 0), ("latency ns", "latency_ns", 1), ("ratio", "ratio", 4),
    ("bits/value", "bits_per_value", 3), ("NMSE dB", "nmse_db", 2),
    ("pJ/value", "energy_pj_per_value", 1), ("break-even pJ/bit", "break_even_pj_per_bit", 1))


class Page:
    """Draws a page. Fails when it is made if what it needs is not installed."""

    def __init__(self):
        try:
            import jinja2
            import plot
            from sweep import drawings
        except ImportError as error:
            raise Failure(f"the page needs {error.name}, which is not installed; apt-get install "
                          "python3-matplotlib python3-jinja2; TERN_PYTHON chooses another python3",
                          8) from error
        self.svg = plot.Svg()
        self.drawings = drawings
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(SCRIPTS), autoescape=True, trim_blocks=True,
            lstrip_blocks=True, undefined=jinja2.StrictUndefined)
        self.environment.globals.update(figure=figure, text=text)

    def draw(self, facts: dict, rows: list) -> str:
        """The page as ASCII text."""
        tops = []
        for top in dict.fromkeys(row["top"] for row in rows):
            chosen = [row for row in rows if row["top"] == top]
            done = [row for row in chosen if row["ge"] is not None]
            tops.append({
                "name": top, "rows": chosen, "params": outputs.varied(chosen, "params"),
                "coding": outputs.varied(chosen, "coding"),
                "columns": [column for column in COLUMNS
                            if any(row[column[1]] is not None for row in chosen)],
                "same": same(chosen), "notes": notes(chosen),
                "drawings": self.drawings.of_top(self.svg, done) if done else None})
        page = self.environment.get_template("explore.html.j2").render(
            facts=facts, rows=rows, tops=tops, failed=[r for r in rows if r["status"] == "failed"],
            refused=[r for r in rows if r["status"] == "refused"],
            front=[r for r in rows if r["front"]])
        return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def figure(row: dict, field: str, digits: int) -> str:
    """A figure as the table has it."""
    value = row[field]
    if value is None:
        return "\u2013"
    return f"{value / 1000 if field == 'ge' else value:,.{digits}f}".replace(",", "\u202f")


def same(rows: list) -> str:
    """What all rows have in common."""
    words = []
    for field in ("params", "coding"):
        for name in outputs.names(rows, field):
            if name not in outputs.varied(rows, field):
                words.append(f"{name}={text(name, rows[0][field][name])}")
    return " ".join(words)


def notes(rows: list) -> list:
    """What the reader must know of single rows: numbers and words."""
    found = {}
    for row in rows:
        words = [row["reason"], row["note"]]
        if row["circuit_differs_in"]:
            words.append(f"cycles are those of {row['circuit']}, which differs in "
                         f"{', '.join(row['circuit_differs_in'])}")
        if row["values_per_cycle_from"] == "design":
            words.append("values per cycle are those that the design promises, not simulated")
        if row["in_sample"]:
            words.append("books were trained on the tensors that they code")
        for word in filter(None, words):
            found.setdefault(word, []).append(row["number"])
    return [(outputs.ranges(numbers), word) for word, numbers in found.items()]
