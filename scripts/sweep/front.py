# SPDX-License-Identifier: Apache-2.0
#
# front.py: the points that no other point beats.
#
#   Spec  docs/explore.md#the-front
#   Test  scripts/tests/sweep_test.py
"""The Pareto front of rows."""

import math

# Of each group of fields the first one counts that some row has; the sign says what is better: 1
# less, -1 more.
OBJECTIVES = ((("ge",), 1), (("memory_bits",), 1), (("gb_per_s", "bytes_per_cycle"), -1),
              (("latency_ns", "latency_cycles"), 1), (("ratio",), -1), (("nmse_db",), 1),
              (("energy_pj_per_value",), 1))


def fields(rows: list) -> list:
    """The fields that count for these rows, and their signs."""
    found = []
    for names, sign in OBJECTIVES:
        known = [name for name in names if any(row[name] is not None for row in rows)]
        found += [(known[0], sign)] if known else []
    return found


def costs(row: dict, objectives: list) -> tuple:
    """What is less is better. What is not known counts as the worst."""
    return tuple(math.inf if row[name] is None else sign * row[name] for name, sign in objectives)


def beats(one: tuple, other: tuple) -> bool:
    """Is `one` nowhere worse than `other`, and somewhere better?"""
    return one != other and all(a <= b for a, b in zip(one, other))


def front(points: list) -> list:
    """Whether each point is on the front.

    Sorted, a point can only be beaten by one before it, and then by one of the front: whatever
    beats one that is beaten beats it as well.
    """
    order = sorted(range(len(points)), key=points.__getitem__)
    kept = []
    for index in order:
        if not any(beats(points[other], points[index]) for other in kept):
            kept.append(index)
    on = set(kept)
    return [index in on for index in range(len(points))]


def mark(rows: list) -> None:
    """Sets `front` of every row; units that do different jobs do not compete."""
    for row in rows:
        row["front"] = False
    for top in {row["top"] for row in rows}:
        done = [row for row in rows if row["top"] == top and row["status"] == "done"]
        objectives = fields(done)
        for row, on in zip(done, front([costs(row, objectives) for row in done])):
            row["front"] = on
