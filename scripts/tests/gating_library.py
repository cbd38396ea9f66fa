# SPDX-License-Identifier: Apache-2.0
#
# gating_library.py: the tiny library with cells that stop clocks and hold words.
#
#   Spec  docs/synthesis.md#clock-gates-and-latches
#   Test  scripts/tests/clocks_test.py
"""GATING: a Liberty file, for mapping; its latches and gates have no timing."""

from tiny_library import TINY, gate


def latch(name: str, area: float, pin: str, enable: str) -> str:
    """A latch with output Q."""
    return (f"  cell ({name}) {{\n    area : {area};\n    latch (IQ, IQ_N) {{\n"
            f'    data_in : "D";\n    enable : "{enable}";\n    }}\n'
            f"    pin ({pin}) {{ direction : input; capacitance : 0.001; }}\n"
            "    pin (D) { direction : input; capacitance : 0.001; }\n"
            '    pin (Q) { direction : output; function : "IQ"; }\n  }\n')


CLOCK_GATE = """\
  cell (cg) {
    area : 5.0;
    clock_gating_integrated_cell : "latch_posedge_precontrol";
    pin (CLK) { direction : input; clock : true; clock_gate_clock_pin : true; capacitance : 0.001; }
    pin (GATE) { direction : input; clock_gate_enable_pin : true; capacitance : 0.001; }
    pin (TEST) { direction : input; clock_gate_test_pin : true; capacitance : 0.001; }
    pin (GCLK) { direction : output; clock_gate_out_pin : true; }
  }
"""

GATING = TINY[:TINY.rindex("}")] + (
    gate("or2", 3.0, "AB", "(A) | (B)", "positive_unate")
    + gate("nor2", 2.0, "AB", "!(A | B)", "negative_unate")
    + latch("latn", 6.0, "E_N", "!E_N") + latch("latn2", 7.0, "E_N", "!E_N")
    + latch("latp", 6.0, "E", "E") + CLOCK_GATE) + "}\n"
