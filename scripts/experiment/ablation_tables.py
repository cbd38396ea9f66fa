# SPDX-License-Identifier: Apache-2.0
#
# ablation_tables.py: docs/ablation.json as Markdown.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/ablation_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment.tool import table

DB_PER_BIT = 6.02
# What counts as a gain in dB: the margin of the choice of tools is 1/128 of the cost, 0.03 dB.
PAYS = 0.05


def error_at(point: dict) -> float:
    """NMSE at the rate itself: streams end a little below it, without classes far below."""
    return point["nmse_db"] - DB_PER_BIT * (point["rate_target"] - point["bits_per_value"])


def losses(rows: list, rate: float) -> dict:
    """Tool to (tensor to dB that are lost without it)."""
    def errors(row):
        return {tensor["name"]: error_at(point) for tensor in row["tensors"]
                for point in tensor["points"] if point["rate_target"] == rate}
    best = errors(rows[0])
    return {row["without"]: {name: error - best[name] for name, error in errors(row).items()}
            for row in rows[1:]}


def tools_of(point: dict) -> str:
    names = [name for name in (point["predict"], point["transform"])
             if name not in ("none", "bypass")]
    return ", ".join(names) or "none"


def rates(rows: list) -> list:
    return [point["rate_target"] for point in rows[0]["tensors"][0]["points"]]


def shown(value: float) -> str:
    """Two digits, and no sign of a zero."""
    return f"{value:.2f}".replace("-0.00", "0.00")


def loss_table(rows: list, rate: float) -> str:
    lost = losses(rows, rate)
    cells = []
    for tensor in rows[0]["tensors"]:
        point = next(point for point in tensor["points"] if point["rate_target"] == rate)
        cells.append([tensor["name"], f"{error_at(point):.2f}", tools_of(point),
                      *(shown(lost[name][tensor["name"]]) for name in lost)])
    return table([f"{rate:g} bit", "NMSE in dB", "tools chosen", *lost], cells)


def verdict(rows: list, name: str) -> str:
    """Where a tool pays, at any of the rates."""
    found = {}
    for rate in rates(rows):
        for tensor, loss in losses(rows, rate)[name].items():
            found[tensor] = max(loss, found.get(tensor, loss))
    paying = {tensor: loss for tensor, loss in found.items() if loss >= PAYS}
    if not paying:
        return f"*{name}*: nowhere, {shown(max(found.values()))} dB at most."
    others = ", ".join(tensor for tensor in found if tensor not in paying)
    where = ("everywhere" if not others else f"everywhere but {others}"
             if len(paying) > len(found) // 2 else ", ".join(paying))
    span = " to ".join(dict.fromkeys(shown(find(paying.values())) for find in (min, max)))
    return f"*{name}*: {where}; {span} dB."


def parts(ablation: dict) -> list:
    """Paragraphs of docs/results.md."""
    rows = ablation["rows"]
    found = [
        "## Tools of lossy coding, one at a time",
        f"Recorded on {ablation['date']} by `scripts/ablation.py --record`; a test measures some "
        f"of it again where the corpus is at hand. `{ablation['command']}`, 32 states and whole "
        "lines, with one tool switched off (`--without`, `--states`): how much higher the error is "
        f"then, in dB, at the same rate ({DB_PER_BIT} dB a bit for what a stream falls short of "
        "it). A negative number: the encoder chose a tool that does not pay. *Axis*: DCT-8 and "
        "DCT-16 down columns only. *Classes*: one for all rows and one for all columns. *Joint "
        "symbols*: a codeword for each value, counted, since there is no such stream. *States*: a "
        "scalar quantiser. Noise and fields that are slow one way or both ways are made up "
        "(`scripts/experiment/fields.py`); `kv`, `a`, `g` and `w` are keys and values, "
        "activations, gradients and weights of the [transformer](tensors.md), as many as are "
        "measured; the others are weights.",
    ]
    found += [loss_table(rows, rate) for rate in rates(rows)]
    found.append(f"Where each pays, by {PAYS} dB or more at one of the rates: "
                 + " ".join(verdict(rows, row["without"]) for row in rows[1:]))
    return found
