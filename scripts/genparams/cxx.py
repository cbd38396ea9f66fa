# SPDX-License-Identifier: Apache-2.0
#
# cxx.py: emits the C++ header of a unit.
#
# Names follow the twin in the RTL package: MaxCodeLen becomes kMaxCodeLen.
#
#   Spec  model/params.json
#   Test  tb/params/params_test.cc
"""C++ emitter."""

from genparams.spec import FORMATS, NOTICE, TESTS, Enum, Table, Unit

# The TDR model has constants of its own, which a test compares with these.
SPACES = {"huff": "huff", "tdr": "tdr::shared"}

_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// params.h: the numbers that the {unit} model shares with its RTL.
//
//   Spec  {format}
//   RTL   rtl/{unit}/{unit}_pkg.sv
//   Test  {test}
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tern::{space} {{

/// An enum value and its name in options, files and reports.
template <typename E>
struct EnumName {{
  E value;
  std::string_view text;
}};

"""


def _enum(enum: Enum) -> list:
    lines = [f"/// {enum.doc[0].upper()}{enum.doc[1:]}.",
             f"enum class {enum.name} : std::uint8_t {{"]
    for v in enum.values:
        lines += [f"  /// {v.doc[0].upper()}{v.doc[1:]}.", f"  k{v.name} = {v.value},"]
    lines += ["};", "",
              f"inline constexpr std::array<EnumName<{enum.name}>, {len(enum.values)}> "
              f"k{enum.name}Names = {{{{"]
    lines += [f"    {{{enum.name}::k{v.name}, \"{v.text}\"}}," for v in enum.values]
    return lines + ["}};", ""]


def _table(table: Table) -> list:
    lines = ["", "// clang-format off", f"/// {table.doc[0].upper()}{table.doc[1:]}.",
             f"inline constexpr std::array<std::uint32_t, {len(table.values)}> "
             f"k{table.name} = {{"]
    # Sixteen in a row, whatever fits.
    words = [f"{value}," for value in table.values]
    rows = [" ".join(words[i:i + 16]) for i in range(0, len(words), 16)]
    return lines + [f"    {row}" for row in rows] + ["};", "// clang-format on"]


def header(unit: Unit) -> str:
    """The text of params.h."""
    lines = []
    for c in unit.constants:
        value = f"{c.value}" if c.width < 32 else f"0x{c.value:08X}"
        lines += [f"/// {c.doc[0].upper()}{c.doc[1:]}.",
                  f"inline constexpr std::uint32_t k{c.name} = {value};"]
    for layout in unit.layouts:
        lines += ["", f"// Fields of {layout.doc}: position of the lowest bit, and width."]
        for f in layout.fields:
            name = f"k{layout.name}{f.name}"
            lines += [f"inline constexpr std::uint32_t {name}Lsb = {f.lsb};",
                      f"inline constexpr std::uint32_t {name}Width = {f.width};"]
    for table in unit.tables:
        lines += _table(table)
    lines.append("")
    for enum in unit.enums:
        lines += _enum(enum)
    space = SPACES[unit.name]
    head = _HEAD.format(notice=NOTICE, unit=unit.name, format=FORMATS[unit.name], space=space,
                        test=TESTS[unit.name])
    return head + "\n".join(lines) + f"\n}}  // namespace tern::{space}\n"
