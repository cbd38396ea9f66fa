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

from genparams.spec import FORMATS, NOTICE, TESTS, Enum, Layout, Table, Unit, snake

_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// {unit}_pkg: the numbers that the {unit} RTL shares with its model.
//
//   Model       model/{unit}/params.h
//   Test        {test}
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


def _table(table: Table) -> list:
    """A flat vector, entry 0 in its lowest bits; constant slices of it are plain constants."""
    lines = ["", f"  // {table.doc[0].upper()}{table.doc[1:]}; entry 0 is the lowest.",
             f"  localparam int unsigned {table.name}Width = {table.width};",
             f"  localparam logic [{len(table.values) * table.width - 1}:0] {table.name} = {{"]
    words = [f"{table.width}'d{value}" for value in reversed(table.values)]
    rows = [", ".join(words[i:i + 8]) for i in range(0, len(words), 8)]
    return lines + [f"    {row}{',' if row is not rows[-1] else ''}" for row in rows] + ["  };"]


def package(unit: Unit) -> str:
    """The text of the package."""
    lines = []
    for c in unit.constants:
        value = f"{c.value}" if c.width < 32 else f"32'h{c.value:08X}"
        lines += [f"  // {c.doc[0].upper()}{c.doc[1:]}.",
                  f"  localparam int unsigned {c.name} = {value};"]
    for layout in unit.layouts:
        lines += _layout(layout)
    for table in unit.tables:
        lines += _table(table)
    lines.append("")
    for enum in unit.enums:
        lines += _enum(enum)
    head = _HEAD.format(notice=NOTICE, unit=unit.name, format=FORMATS[unit.name],
                        test=TESTS[unit.name])
    return head + "\n".join(lines) + "\nendpackage\n\n`default_nettype wire\n"
