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

from genparams.spec import NOTICE, Unit, snake

_MODULE = """\
// SPDX-License-Identifier: Apache-2.0
//
// {notice}
//
// params_probe: every constant of {unit}_pkg on a port, and a header packed from its fields.
//
//   Model       model/{unit}/params.h
//   Test        tb/params/params_test.cc

`default_nettype none

module params_probe (
{ports}
);

  {unit}_pkg::header_t header;

  always_comb begin
{members}
  end

  assign header_o = header;
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

/// One header field: where C++ expects it.
struct ProbedField {{
  std::string name;
  std::uint32_t lsb;
  std::uint32_t width;
}};

inline std::vector<ProbedField> probed_fields() {{
  return {{
{fields}
  }};
}}

/// Drives header field number `index` of probed_fields().
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
    rows.append(("header_width", 32, "$bits(header)", "kHeaderBits", "$bits(header)"))
    bits = unit.constant("HeaderBits").bit_length()
    for f in unit.fields:
        for part in ("Lsb", "Width"):
            name = f"Header{f.name}{part}"
            rows.append((snake(name), bits, pkg + name, f"k{name}", name))
    for e in unit.enums:
        for v in e.values:
            rows.append((snake(e.name + v.name), e.width, pkg + e.name + v.name,
                         f"code({e.name}::k{v.name})", f"{e.name}.{v.name}"))
    return rows


def _logic(width: int) -> str:
    return f"logic [{width - 1}:0]" if width > 1 else "logic"


def module(unit: Unit) -> str:
    """The text of params_probe.sv."""
    rows = _probes(unit)
    ports = [f"  input  {_logic(f.width):<12} {snake(f.name)}_i" for f in unit.fields]
    ports.append(f"  output {_logic(unit.constant('HeaderBits')):<12} header_o")
    ports += [f"  output {_logic(width):<12} {port}_o" for port, width, _, _, _ in rows]
    members = [f"    header.{snake(f.name)} = {snake(f.name)}_i;" for f in unit.fields]
    assigns = [f"  assign {port}_o = {sv};" for port, _, sv, _, _ in rows]
    return _MODULE.format(notice=NOTICE, unit=unit.name, ports=",\n".join(ports),
                          members="\n".join(members), assigns="\n".join(assigns))


def ports(unit: Unit) -> str:
    """The text of params_probe_ports.h."""
    constants = [f'      {{"{name}", {cxx}, dut.{port}_o}},' for port, _, _, cxx, name
                 in _probes(unit)]
    fields = [f'      {{"{f.name}", kHeader{f.name}Lsb, kHeader{f.name}Width}},'
              for f in unit.fields]
    drives = []
    for index, f in enumerate(unit.fields):
        ctype = f"std::uint{8 if f.width <= 8 else 16 if f.width <= 16 else 32}_t"
        drives += [f"    case {index}:",
                   f"      dut.{snake(f.name)}_i = static_cast<{ctype}>(value);",
                   "      break;"]
    return _PORTS.format(notice=NOTICE, unit=unit.name, constants="\n".join(constants),
                         fields="\n".join(fields), drives="\n".join(drives))
