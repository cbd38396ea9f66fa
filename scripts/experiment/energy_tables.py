# SPDX-License-Identifier: Apache-2.0
#
# energy_tables.py: energy of encoder and decoder, and the break-even with the link, in results.md.
#
#   Spec  docs/energy.md#the-record
#   Test  scripts/tests/energy_test.py
"""The section about energy."""

from experiment.tool import table

UNITS = {"huff_enc": "encoder", "huff_dec": "decoder"}
LINKS = (1, 5, 10, 20, 50)  # pJ for a bit of the link


def unit_rows(rows: list) -> list:
    found = []
    for row in rows:
        parts = row["parts_pj"]
        found.append([UNITS[row["top"]], row["kind"], row["params"]["Lanes"], row["values"],
                      row["cycles"], *(f"{parts[name]:.1f}" for name in
                                       ("clock", "registers", "logic")),
                      f"{row['energy_pj_per_value']:.1f}", f"{row['energy_pj_per_bit']:.2f}",
                      f"{row['break_even_pj_per_bit']:.1f}"])
    return found


def pair_rows(rows: list) -> list:
    """Encoder and decoder of one kind and width: what a pair takes, and what links give back."""
    pairs = {}
    for row in rows:
        pairs.setdefault((row["kind"], row["params"]["Lanes"]), {})[row["top"]] = row
    found = []
    for (kind, lanes), ends in pairs.items():
        if len(ends) < 2:
            continue
        row = ends["huff_enc"]
        saved = row["raw_bits"] - row["wire_bits"]
        energy = sum(end["energy_pj_per_value"] for end in ends.values())
        found.append([kind, lanes, f"{row['wire_bits']:.3f}", f"{energy:.1f}",
                      f"{energy / saved:.1f}",
                      *(f"{saved * link - energy:+.1f}" for link in LINKS)])
    return found


def parts(energy: dict) -> list:
    """Sections, as results.py wants them."""
    return [
        "## Energy",
        f"Recorded on {energy['date']} by `scripts/energy.py --record` with {energy['library']} "
        f"and the first message of {energy['tensor']}, bf16, books trained on that tensor; a test "
        "compares the sources. Every net of the netlist that is mapped for speed is counted while "
        "the message goes through, and the result must be that of the golden model. *Clock*: clock "
        "pins of the registers, which nothing gates. pJ for each value; *pJ/bit*: for each bit "
        "before coding; *break-even*: this end's energy for a bit that it saves. Before layout: no "
        "wires, no clock tree, no glitches; memories of 256 words and more are left out "
        "([what is summed](energy.md#what-is-summed)).",
        table(["unit", "books", "lanes", "values", "cycles", "clock", "registers", "logic",
               "pJ/value", "pJ/bit", "break-even pJ/bit"], unit_rows(energy["rows"])),
        "A pair, and what compressing saves for a value in pJ where a bit of the link takes 1 to "
        "50 pJ; it costs energy where that is negative.",
        table(["books", "lanes", "bits/value", "pJ/value", "break-even pJ/bit",
               *(f"at {link} pJ" for link in LINKS)], pair_rows(energy["rows"])),
    ]
