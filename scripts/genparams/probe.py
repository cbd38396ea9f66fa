# SPDX-License-Identifier: Apache-2.0
#
# probe.py: emits the module that shows every package constant on a port, and its reader in C++.
#
# Comparing generated texts would not show that the two languages understand them alike, for
# example a struct packed in another order; a simulated module does.
#
#   Spec  model/params.json
#   Test  tb/params/params_test.cc
"""Probe emitter."""

from genparams.spec import NOTICE, Field, Layout, Unit, snake

_MODULE = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// params_probe: every constant of {unit}_pkg on a port, and its structs packed from their fields.
//
//   Model       model/{unit}/params.h
//   Test        tb/params/params_test.cc

`default_nettype none

module params_probe (
{ports}
);

{variables}

  always_comb begin
{members}
  end

{assigns}

endmodule

`default_nettype wire
"""

_PORTS = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// params_probe_ports.h: reads params_probe beside the C++ constants, and drives its fields.
//
//   RTL   tb/params/params_probe.sv
//   Test  tb/params/params_test.cc
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "Vparams_probe.h"
#include "model/{unit}/params.h"

namespace tern::{unit} {{

/// One number as C++ and as RTL know it.
struct ProbedConstant {{
  std::string name;
  std::uint64_t cxx;
  std::uint64_t rtl;
}};

template <typename E>
constexpr std::uint64_t code(E value) {{
  return static_cast<std::uint64_t>(value);
}}

inline std::vector<ProbedConstant> probed_constants(const Vparams_probe& dut) {{
  return {{
{constants}
  }};
}}

/// One field of a struct: where C++ expects it.
struct ProbedField {{
  std::string name;
  std::uint32_t lsb;
  std::uint32_t width;
  std::size_t layout;  ///< index of the struct in probed_layouts()
}};

inline std::vector<ProbedField> probed_fields() {{
  return {{
{fields}
  }};
}}

/// The bits of a port, which may have more of them than a number.
using PackedBits = std::bitset<128>;

inline PackedBits packed_bits(std::uint64_t port) {{ return {{port}}; }}

template <std::size_t Words>
PackedBits packed_bits(const VlWide<Words>& port) {{
  PackedBits bits;
  for (std::size_t i = Words; i-- > 0;) bits = bits << 32U | PackedBits(port.at(i));
  return bits;
}}

/// A struct, and its bits as RTL packs them.
struct ProbedLayout {{
  std::string name;
  std::uint32_t width;
  PackedBits packed;
}};

inline std::vector<ProbedLayout> probed_layouts(const Vparams_probe& dut) {{
  return {{
{layouts}
  }};
}}

/// Drives field number `index` of probed_fields().
inline void drive_field(Vparams_probe& dut, std::size_t index, std::uint32_t value) {{
  switch (index) {{
{drives}
    default:
      break;
  }}
}}

}}  // namespace tern::{unit}
"""


def _probes(unit: Unit) -> list:
    """(port, width, RTL expression, C++ expression, name) of every constant."""
    pkg = f"{unit.name}_pkg::"
    rows = [(snake(c.name), 32, pkg + c.name, f"k{c.name}", c.name) for c in unit.constants]
    for layout in unit.layouts:
        low = snake(layout.name)
        rows.append((f"{low}_width", 32, f"$bits({low})", f"k{layout.name}Bits", f"$bits({low})"))
        bits = layout.bits.bit_length()
        for f in layout.fields:
            for part in ("Lsb", "Width"):
                name = f"{layout.name}{f.name}{part}"
                rows.append((snake(name), bits, pkg + name, f"k{name}", name))
    for e in unit.enums:
        for v in e.values:
            rows.append((snake(e.name + v.name), e.width, pkg + e.name + v.name,
                         f"code({e.name}::k{v.name})", f"{e.name}.{v.name}"))
    return rows


def _logic(width: int) -> str:
    return f"logic [{width - 1}:0]" if width > 1 else "logic"


def _fields(unit: Unit) -> list:
    """(index of its layout, layout, field) of every field."""
    return [(i, layout, f) for i, layout in enumerate(unit.layouts) for f in layout.fields]


def _input(layout: Layout, field: Field) -> str:
    return f"{snake(layout.name)}_{snake(field.name)}_i"


def module(unit: Unit) -> str:
    """The text of params_probe.sv."""
    rows = _probes(unit)
    names = [snake(layout.name) for layout in unit.layouts]
    ports = [f"  input  {_logic(f.width):<12} {_input(layout, f)}" for _, layout, f
             in _fields(unit)]
    ports += [f"  output {_logic(layout.bits):<12} {name}_o" for name, layout
              in zip(names, unit.layouts)]
    ports += [f"  output {_logic(width):<12} {port}_o" for port, width, _, _, _ in rows]
    variables = [f"  {unit.name}_pkg::{name}_t {name};" for name in names]
    members = [f"    {snake(layout.name)}.{snake(f.name)} = {_input(layout, f)};"
               for _, layout, f in _fields(unit)]
    assigns = [f"  assign {name}_o = {name};" for name in names]
    assigns += [f"  assign {port}_o = {sv};" for port, _, sv, _, _ in rows]
    return _MODULE.format(notice=NOTICE, unit=unit.name, ports=",\n".join(ports),
                          variables="\n".join(variables), members="\n".join(members),
                          assigns="\n".join(assigns))


def ports(unit: Unit) -> str:
    """The text of params_probe_ports.h."""
    constants = [f'      {{"{name}", {cxx}, dut.{port}_o}},' for port, _, _, cxx, name
                 in _probes(unit)]
    layouts = [f'      {{"{layout.name}", k{layout.name}Bits, '
               f'packed_bits(dut.{snake(layout.name)}_o)}},' for layout in unit.layouts]
    fields = []
    drives = []
    for index, (at, layout, f) in enumerate(_fields(unit)):
        name = layout.name + f.name
        fields.append(f'      {{"{name}", k{name}Lsb, k{name}Width, {at}}},')
        ctype = f"std::uint{8 if f.width <= 8 else 16 if f.width <= 16 else 32}_t"
        drives += [f"    case {index}:",
                   f"      dut.{_input(layout, f)} = static_cast<{ctype}>(value);",
                   "      break;"]
    return _PORTS.format(notice=NOTICE, unit=unit.name, constants="\n".join(constants),
                         layouts="\n".join(layouts), fields="\n".join(fields),
                         drives="\n".join(drives))
