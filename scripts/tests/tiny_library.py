# SPDX-License-Identifier: Apache-2.0
#
# tiny_library.py: a cell library of round numbers, for tests of the synthesis flow.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""TINY: a Liberty file. Every gate takes 0.1 ns, every flip-flop 0.2 ns and 0.05 ns of set-up."""


def arc(pin: str, sense: str, delay: float, kind: str = "combinational") -> str:
    """A timing arc that does not depend on slope or load."""
    tables = "".join(f'        {table} (scalar) {{ values ("{value}"); }}\n' for table, value in (
        ("cell_rise", delay), ("cell_fall", delay), ("rise_transition", 0.01),
        ("fall_transition", 0.01)))
    unate = f"timing_sense : {sense}; " if sense else ""
    return (f'      timing () {{\n        related_pin : "{pin}"; {unate}timing_type : {kind};\n'
            f"{tables}      }}\n")


def gate(name: str, area: float, inputs: str, function: str, sense: str) -> str:
    """A gate with output Y."""
    pins = "".join(f"    pin ({pin}) {{ direction : input; capacitance : 0.001; }}\n"
                   for pin in inputs)
    arcs = "".join(arc(pin, sense, 0.1) for pin in inputs)
    return (f"  cell ({name}) {{\n    area : {area};\n{pins}    pin (Y) {{\n"
            f'      direction : output; max_capacitance : 10; function : "{function}";\n'
            f"{arcs}    }}\n  }}\n")


def check(kind: str, value: float) -> str:
    """Set-up or hold of D."""
    tables = "".join(f'        {edge}_constraint (scalar) {{ values ("{value}"); }}\n'
                     for edge in ("rise", "fall"))
    return (f'      timing () {{\n        related_pin : "CLK"; timing_type : {kind}_rising;\n'
            f"{tables}      }}\n")


def flip_flop(name: str, area: float, control: str) -> str:
    """A flip-flop; `control` is RESET_B, SET_B or nothing."""
    action = {"RESET_B": "    clear : \"!RESET_B\";\n", "SET_B": "    preset : \"!SET_B\";\n"}
    pin = (f"    pin ({control}) {{ direction : input; capacitance : 0.001; }}\n"
           if control else "")
    return (f"  cell ({name}) {{\n    area : {area};\n    ff (IQ, IQ_N) {{\n"
            '    clocked_on : "CLK";\n    next_state : "D";\n'
            f"{action.get(control, '')}    }}\n{pin}"
            "    pin (CLK) { direction : input; clock : true; capacitance : 0.001; }\n"
            "    pin (D) {\n      direction : input; capacitance : 0.001;\n"
            f"{check('setup', 0.05)}{check('hold', 0.0)}    }}\n"
            '    pin (Q) {\n      direction : output; max_capacitance : 10; function : "IQ";\n'
            f"{arc('CLK', '', 0.2, 'rising_edge')}    }}\n  }}\n")


TINY = f"""\
library (tiny) {{
  delay_model : table_lookup;
  time_unit : "1ns";
  voltage_unit : "1V";
  current_unit : "1mA";
  leakage_power_unit : "1nW";
  pulling_resistance_unit : "1kohm";
  capacitive_load_unit (1.0, pf);
  nom_voltage : 1.0;
  default_max_transition : 1.0;
  input_threshold_pct_rise : 50;
  input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50;
  output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20;
  slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80;
  slew_upper_threshold_pct_fall : 80;
{gate("inv", 1.0, "A", "!A", "negative_unate")}\
{gate("buf", 3.0, "A", "A", "positive_unate")}\
{gate("nand2", 2.0, "AB", "!(A & B)", "negative_unate")}\
{flip_flop("dff", 8.0, "")}\
{flip_flop("dffr", 10.0, "RESET_B")}\
{flip_flop("dffs", 10.0, "SET_B")}\
  cell (tie) {{
    area : 1.0;
    pin (HI) {{ direction : output; function : "1"; }}
    pin (LO) {{ direction : output; function : "0"; }}
  }}
}}
"""


def with_power() -> str:
    """TINY with energies: 0.2 pJ for a toggle of an inverter, 0.04 pJ for one of a clock pin."""
    def pair(rise: float, fall: float, related: str = "") -> str:
        return f"internal_power () {{ {related}" + " ".join(
            f'{kind}_power (slopes) {{ index_1 ("0.01, 1.0"); values ("{value}, {value}"); }}'
            for kind, value in (("rise", rise), ("fall", fall))) + " }"

    text = TINY.replace("  default_max_transition", """\
  power_lut_template (slopes) { variable_1 : input_transition_time; index_1 ("0.01, 1.0"); }
  operating_conditions (typical) { process : 1; temperature : 25; voltage : 1.0; }
  default_operating_conditions : typical;
  default_max_transition""", 1)
    text = text.replace("cell (inv) {", "cell (inv) {\n    cell_leakage_power : 7;")
    text = text.replace("clock : true; capacitance : 0.001; }",
                        f"clock : true; capacitance : 0.001; {pair(0.05, 0.03)} }}")
    at = text.index("timing ()", text.index("cell (inv)"))
    return text[:at] + pair(0.3, 0.1, 'related_pin : "A"; ') + "\n      " + text[at:]
