# SPDX-License-Identifier: Apache-2.0
#
# record.py: docs/paper.json and docs/drift.json, and whether they still hold.
#
#   Spec  docs/tensors.md#the-experiment
#   Test  scripts/tests/experiment_test.py
"""What an experiment found, as a file."""

import json
import pathlib

# Tensors differ between machines in a few last bits, so that counts may differ by a few bits.
TOLERANCE = 1e-4
DIGITS = 6


def rounded(value, digits: int = DIGITS):
    """Floats with as many digits as are worth keeping."""
    if isinstance(value, dict):
        return {key: rounded(v, digits) for key, v in value.items()}
    if isinstance(value, list):
        return [rounded(v, digits) for v in value]
    return round(value, digits) if isinstance(value, float) else value


def text(found: dict) -> str:
    """JSON with one line for each entry of a list or table at the second level."""
    parts = []
    for key, value in found.items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(v) for v in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def load(path: pathlib.Path) -> dict:
    return json.loads(path.read_text(encoding="ascii"))


def difference(want, got, where="paper") -> str:
    """Path and values of the first difference, or an empty string. The date is not compared."""
    if isinstance(want, dict) and isinstance(got, dict):
        keys = [k for k in sorted(set(want) | set(got)) if k != "date"]
        pairs = [(want.get(k), got.get(k), f"{where}.{k}") for k in keys]
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(want, got))]
    else:
        numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in (want, got))
        same = abs(want - got) <= TOLERANCE * max(1, abs(want)) if numbers else want == got
        return "" if same else f"{where}: recorded {want}, measured {got}"
    return next(filter(None, (difference(*pair) for pair in pairs)), "")
