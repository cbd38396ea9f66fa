# SPDX-License-Identifier: Apache-2.0
#
# lossy_cycles_tables.py: docs/lossy_cycles.json as Markdown.
#
#   Spec  docs/tdr_architecture.md
#   Test  scripts/tests/lossy_cycles_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment.tool import table

LANES = 16


def steps_of(tensor: dict) -> int:
    """Steps of 16 values that the tensor needs at least."""
    return -(-tensor["values"] // LANES)


def mode_table(row: dict) -> str:
    cells = []
    for tensor in row["tensors"]:
        encoder, decoder, steps = tensor["encoder"], tensor["decoder"], steps_of(tensor)
        cells.append([tensor["name"], tensor["blocks"], steps, encoder["stalls"], encoder["first"],
                      encoder["last"], encoder["cycles"], decoder["cycles"], decoder["bubbles"],
                      decoder["first"], "yes" if tensor["match"] and not tensor["not_run"]
                      else "NO"])
    return table([row["mode"], "blocks", "steps", "encoder stalls", "first word", "last word",
                  "cycles", "decoder cycles", "bubbles", "first values", "RTL = model"], cells)


def worst(rows: list, unit: str, more) -> str:
    """The most cycles beyond the steps, in percent, and where."""
    found = max((100 * (more(tensor[unit]) / steps_of(tensor)), row["mode"], tensor["name"])
                for row in rows for tensor in row["tensors"])
    return f"{found[0]:.1f} % ({found[2]}, {found[1]})"


def parts(found: dict) -> list:
    """Paragraphs of docs/results.md."""
    rows = found["rows"]
    return [
        "## Cycles of lossy coding",
        f"Recorded on {found['date']} by `scripts/lossy_cycles.py --record`; a test measures some "
        f"of it again where the corpus is at hand. `{found['command']}`, with 16 lanes, four "
        "states or, for *near*, the scalar quantiser; source and sink never stall. *Encoder "
        "stalls*: cycles in which it does not take the values that are on offer. *First word*: "
        "cycles from a block's first value to its first words; *last word*: from its last value "
        "to its last words, the longest of the blocks. *Cycles* run from the first value to the "
        "last word. *Bubbles*: cycles between the first values of a block and its last in which "
        "the decoder has none to give; *first values*: cycles from a block's command to them, most "
        "of which are for its classes, one position a cycle.",
        *(mode_table(row) for row in rows),
        "Values come and go at 16 per cycle, from block to block as well. Where fewer than four "
        "groups of 16 lines are left, as behind 448 of 480 lines or 128 of 160, the quantiser "
        "leaves a turn of each empty behind a window of 32 positions, and every second one where a "
        "single group is left, but not with the scalar quantiser; memories in front of it hide the "
        "first 256. Words wait for the "
        "digits of up to 1023 values of their lane, and for lanes that are behind because their "
        "last lines are fewer, as where 120 rows are the lines of 16 lanes; so does the last "
        "word. At most, stalls are "
        f"{worst(rows, 'encoder', lambda unit: unit['stalls'])} of the steps, and bubbles of the "
        f"decoder {worst(rows, 'decoder', lambda unit: unit['bubbles'])}.",
    ]
