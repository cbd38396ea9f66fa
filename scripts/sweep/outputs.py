# SPDX-License-Identifier: Apache-2.0
#
# outputs.py: the rows of a sweep as JSON, as CSV and as a table for a terminal.
#
#   Spec  docs/explore.md#rows
#   Test  scripts/tests/sweep_test.py
"""What a sweep leaves behind."""

import csv
import io
import json

from sweep.points import text
from sweep.rows import FIGURES

FORMAT = "tern-explore-result"
VERSION = 1

# Column of the table: head, field, digits.
COLUMNS = (("kGE", "ge", 1), ("mem bits", "memory_bits", 0), ("FF", "ff", 0),
           ("depth", "logic_depth", 0), ("MHz", "fmax_mhz", 0), ("val/cyc", "values_per_cycle", 2),
           ("GB/s", "gb_per_s", 2), ("latency", "latency_cycles", 0), ("ratio", "ratio", 3),
           ("NMSE dB", "nmse_db", 2), ("pJ/val", "energy_pj_per_value", 1),
           ("even pJ/bit", "break_even_pj_per_bit", 1))


def as_json(facts: dict, rows: list, total: int) -> str:
    """All rows and the front, one row a line."""
    head = {"format": FORMAT, "version": VERSION, **facts, "points": total,
            "complete": len(rows) == total,
            "front": [row["number"] for row in rows if row["front"]]}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    body = ",\n".join(json.dumps(row) for row in rows)
    return "{\n" + ",\n".join(lines) + ',\n"rows": [\n' + body + "\n]\n}\n"


def names(rows: list, field: str) -> list:
    """Names that occur in an object of the rows, in the order in which they first do."""
    return list(dict.fromkeys(name for row in rows for name in row[field]))


def as_csv(rows: list) -> str:
    """A line for each row; what a row does not have is left empty."""
    params, coding = names(rows, "params"), names(rows, "coding")
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["number", "top", *params, *coding, "status", "reason", "front", *FIGURES])
    for row in rows:
        writer.writerow([cell(value) for value in (
            row["number"], row["top"], *(row["params"].get(name) for name in params),
            *(row["coding"].get(name) for name in coding), row["status"], row["reason"],
            row["front"], *(row[name] for name in FIGURES))])
    return buffer.getvalue()


def cell(value):
    """A value as a spreadsheet takes it."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (list, tuple)):
        return " ".join(value)
    return "" if value is None else value


def varied(rows: list, field: str) -> list:
    """Names whose values are not the same in all rows."""
    return [name for name in names(rows, field)
            if len({str(row[field].get(name)) for row in rows}) > 1]


def ranges(numbers: list) -> str:
    """Ascending numbers with runs drawn together: 1-3, 5."""
    runs = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def number(row: dict, field: str, digits: int) -> str:
    """A figure, or a dash where there is none; areas in thousands."""
    value = row[field]
    if value is None:
        return "-"
    return f"{value / 1000 if field == 'ge' else value:,.{digits}f}"


def as_text(rows: list) -> str:
    """A table for each top; * marks the front."""
    parts = []
    for top in dict.fromkeys(row["top"] for row in rows):
        chosen = [row for row in rows if row["top"] == top]
        params, coding = varied(chosen, "params"), varied(chosen, "coding")
        columns = [column for column in COLUMNS
                   if any(row[column[1]] is not None for row in chosen)]
        table = [["", "#", *params, *coding, *(head for head, _, _ in columns), ""]]
        for row in chosen:
            table.append(["*" if row["front"] else "", str(row["number"]),
                          *(text(name, row["params"].get(name, "")) for name in params),
                          *(str(row["coding"].get(name, "")) for name in coding),
                          *(number(row, field, digits) for _, field, digits in columns),
                          f"{row['status']}: {row['reason']}" if row["reason"] else ""])
        widths = [max(len(line[index]) for line in table) for index in range(len(table[0]) - 1)]
        lines = [" ".join([*(word.rjust(width) for word, width in zip(line, widths)), line[-1]])
                 .rstrip() for line in table]
        parts.append("\n".join([top, *lines]))
    return "\n\n".join(parts)
