# SPDX-License-Identifier: Apache-2.0
#
# sv.py: emits the SystemVerilog package of a unit.
#
# The package is self-contained and uses literals only, because stock Yosys cannot resolve one
# package from another.
#
#   Spec  model/params.json
#   Test  tb/params/params_test.cc
"""SystemVerilog emitter."""

from genparams.spec import FORMATS, NOTICE, Enum, Layout, Unit, snake

_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// {unit}_pkg: the numbers that the {unit} RTL shares with its model.
//
//   Model       model/{unit}/params.h
//   Test        tb/params/params_test.cc
//   Doc         {format}

`default_nettype none

package {unit}_pkg;

"""


def _enum(enum: Enum) -> list:
    lines = [f"  // {enum.doc[0].upper()}{enum.doc[1:]}.",
             f"  typedef enum logic [{enum.width - 1}:0] {{"]
    for v in enum.values:
        comma = "" if v is enum.values[-1] else ","
        lines += [f"    // {v.doc[0].upper()}{v.doc[1:]}.",
                  f"    {enum.name}{v.name} = {enum.width}'d{v.value}{comma}"]
    return lines + [f"  }} {snake(enum.name)}_e;", ""]


def _layout(layout: Layout) -> list:
    bits = layout.bits.bit_length()
    lines = ["", f"  // Fields of {layout.doc}: position of the lowest bit, and width."]
    for f in layout.fields:
        name = layout.name + f.name
        lines += [f"  localparam logic [{bits - 1}:0] {name}Lsb = {bits}'d{f.lsb};",
                  f"  localparam logic [{bits - 1}:0] {name}Width = {bits}'d{f.width};"]

    types = [f"logic [{f.width - 1}:0]" if f.width > 1 else "logic" for f in layout.fields]
    pad = max(len(t) for t in types)
    lines += ["", f"  // {layout.doc[0].upper()}{layout.doc[1:]}; the last member holds bit 0.",
              "  typedef struct packed {"]
    lines += [f"    {t:<{pad}} {snake(f.name)};"
              for t, f in reversed(list(zip(types, layout.fields)))]
    return lines + [f"  }} {snake(layout.name)}_t;"]


def package(unit: Unit) -> str:
    """The text of the package."""
    lines = []
    for c in unit.constants:
        value = f"{c.value}" if c.width < 32 else f"32'h{c.value:08X}"
        lines += [f"  // {c.doc[0].upper()}{c.doc[1:]}.",
                  f"  localparam int unsigned {c.name} = {value};"]
    for layout in unit.layouts:
        lines += _layout(layout)
    lines.append("")
    for enum in unit.enums:
        lines += _enum(enum)
    head = _HEAD.format(notice=NOTICE, unit=unit.name, format=FORMATS[unit.name])
    return head + "\n".join(lines) + "\nendpackage\n\n`default_nettype wire\n"
