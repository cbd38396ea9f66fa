# SPDX-License-Identifier: Apache-2.0
#
# part.py: some points of a sweep by themselves: what one machine of a cluster does.
#
#   Spec  docs/farm.md#other-schedulers
#   Test  scripts/tests/farm_sweep_test.py
"""Points by their numbers, and their rows as a file."""

import json
import pathlib
import re
import sys
import tempfile

from sweep import outputs
from synthesis import cache
from synthesis.failure import Failure


def choose(text: str, points: list) -> list:
    """The points whose numbers `text` has, as 3 or 1,4-6."""
    wanted = set()
    for word in text.split(","):
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", word)
        if not match:
            raise Failure(f"--points {text}: is no list of points; write numbers, as 3 or 1,4-6", 2)
        low, high = int(match.group(1)), int(match.group(2) or match.group(1))
        if not 1 <= low <= high <= len(points):
            raise Failure(f"--points {text}: there is no such point; the sweep has the points 1 to "
                          f"{len(points)}", 2)
        wanted.update(range(low, high + 1))
    return [point for point in points if point.number in wanted]


def measure(campaign, where, facts: dict, total: int) -> list:
    """Measures the points of a campaign and keeps what is found; gives the rows.

    `where`: the file for the rows, or nothing.
    """
    def keep(rows: list) -> None:
        if where:
            cache.write_whole(where, outputs.as_json(facts, rows, total))

    rows = campaign.run(keep)
    for row in rows:
        words = f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]
        print(f"point {row['number']}: {words}", file=sys.stdout)
    return rows


def folder():
    """A place for temporary files of this machine."""
    return tempfile.TemporaryDirectory(prefix="tern-explore-")


def rows_of(path: pathlib.Path) -> dict:
    """The rows of a file by their numbers; none if it is not there, or not whole."""
    try:
        found = json.loads(path.read_text(encoding="ascii"))
        return {row["number"]: row for row in found["rows"]}
    except (OSError, ValueError, KeyError):
        return {}
