# SPDX-License-Identifier: Apache-2.0
#
# snippets.py: what the style checker must refuse, rule by rule, and what it must accept.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""Snippets for check_style_test.py: (rule, path, text) and (path, text)."""

_SV_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// m: a module.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     none
//   Model       identity
//   Test        docs/a.md
//   Doc         docs/a.md#some-heading

`default_nettype none

"""
_SV_TAIL = "\n`default_nettype wire\n"
_CXX_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Title.
//
//   Spec  docs/a.md
"""
_PY_HEAD = _CXX_HEAD.replace("//", "#")


def _sv(body: str) -> str:
    ports = "(\n  input  logic a_i,\n  output logic b_o\n)"
    return f"{_SV_HEAD}module m {ports};\n{body}\nendmodule\n{_SV_TAIL}"


def _cc(body: str) -> str:
    return f"{_CXX_HEAD}\n{body}\n"


def _bad_sv(rule: str, body: str) -> tuple:
    return (rule, "rtl/x/m.sv", _sv(body))


# Written in two parts, so that this file itself keeps the rules.
_MACHINE_PATH = "/" + "home/someone/tern"
_WORD = "TO" + "DO"

BAD = [
    ("ascii", "a.md", "caf\u00e9\n"),
    ("columns", "a.md", "x" * 101 + "\n"),
    ("columns", "model/a.cc", _cc("// " + "x" * 98)),
    ("tab", "a.md", "a\tb\n"),
    ("trailing-space", "a.md", "a \n"),
    ("end-of-file", "a.md", "a"),
    ("end-of-file", "a.md", "a\n\n"),
    ("spdx", "model/a.cc", "// Title.\n"),
    ("spdx", "scripts/a.sh", "#!/usr/bin/env bash\nset -euo pipefail\n"),
    ("header", "model/a.cc", "// SPDX-License-Identifier: Apache-2.0\n//\n// Title.\n"),
    ("header", "scripts/a.cmake", "# SPDX-License-Identifier: Apache-2.0\nset(A 1)\n"),
    ("header-path", "model/a.cc", _cc("").replace("docs/a.md", "docs/gone.md").rstrip() + "\n"),
    ("header-path", "model/a.cc", _cc("").replace("a.md", "a.md#gone").rstrip() + "\n"),
    ("length", "model/a.cc", _cc("int a;\n" * 250 + "int b;")),
    ("todo", "model/a.cc", _cc(f"// {_WORD}: later")),
    ("generated", "model/a.cc",
     _cc("").replace("Title.", "Title.\n// do not edit").rstrip() + "\n"),
    ("machine-path", "a.md", f"see {_MACHINE_PATH}\n"),
    ("link", "docs/b.md", "[x](gone.md)\n"),
    ("link", "docs/b.md", "[x](a.md#gone)\n"),
    ("pipefail", "scripts/a.sh",
     "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n#\n# a.sh: a script.\n"),
    _bad_sv("sv-import", "  import p::*;"),
    _bad_sv("sv-return", "  return b;"),
    _bad_sv("sv-jump", "  break;"),
    _bad_sv("sv-jump", "  foreach (a[i]) b = 1;"),
    _bad_sv("sv-assign-pattern", "  assign b = '{default: 0};"),
    _bad_sv("sv-parameter-type", "  parameter type T = logic;"),
    _bad_sv("sv-always", "  always @(*) b = a;"),
    _bad_sv("sv-latch", "  always_latch if (a) b = a;"),
    _bad_sv("sv-ifdef", "`ifdef FAST\n`endif"),
    _bad_sv("sv-inside", "  assign b = a inside {1, 2};"),
    _bad_sv("sv-streaming", "  assign b = {<<{a}};"),
    _bad_sv("sv-unique-if", "  always_comb unique if (a) b = 1;"),
    _bad_sv("sv-unique-if", "  always_comb unique case (1'b1) endcase"),
    _bad_sv("sv-interface", "  modport a (input b);"),
    _bad_sv("sv-bits-of-type", "  localparam int unsigned W = $bits(p::code_t);"),
    _bad_sv("sv-void", "  function automatic void f();"),
    _bad_sv("sv-dot-star", "  tern_skid u_skid (.*);"),
    _bad_sv("sv-delay", "  initial #10 b = 1;"),
    _bad_sv("sv-x", "  assign b = 4'bxx01;"),
    _bad_sv("sv-x", "  assign b = 'x;"),
    _bad_sv("sv-packed-2d", "  logic [3:0][7:0] v;"),
    _bad_sv("sv-packed-2d", "  byte_t [3:0] v;"),
    _bad_sv("sv-unary-minus-cast", "  assign b = -8'(a);"),
    _bad_sv("sv-net", "  wire c;"),
    ("sv-default-nettype", "tb/m.sv", _sv("").replace(_SV_TAIL, "")),
    ("sv-comment-verilator", "tb/m.sv", _sv("  // verilator lint_off WIDTH")),
    ("sv-module-name", "tb/other.sv", _sv("")),
    ("sv-port-suffix", "tb/m.sv", _sv("").replace("a_i", "a")),
    ("sv-port-suffix", "tb/m.sv", _sv("").replace("b_o", "b_i")),
    ("sv-header-table", "rtl/x/m.sv", _sv("").replace("//   Storage     none\n", "")),
    ("cxx-using-namespace", "model/a.cc", _cc("using namespace std;")),
    ("cxx-new", "model/a.cc", _cc("int* a = new int;")),
    ("cxx-distribution", "tb/a.cc", _cc("std::normal_distribution<> d;")),
    ("cxx-random", "tb/a.cc", _cc("std::mt19937 r;")),
    ("cxx-random", "tb/a.cc", _cc("int a = rand();")),
    ("cxx-floating-model", "model/huff/s3_code.cc", _cc("double a;")),
    ("cxx-pragma-once", "model/a.h", _cc("int a;")),
    ("cxx-include", "model/a.cc", _cc('#include "b.h"')),
]

GOOD = [
    ("a.md", "| " + "x" * 120 + " |\n[a](docs/a.md#some-heading) [b](https://example.org/tmp/x)\n"),
    ("LICENSE", "x" * 120 + "\n"),
    ("model/a.h", _cc('#pragma once\n#include <new>\n#include "model/b.h"\n'
                      "// A new comment may say return, new, double and using namespace.\n"
                      'const char* a = "new"; const char b = \'"\'; const char* c = "\\"new";\n'
                      "int renewed = 1'000'000;")),
    ("model/a.cc", _cc(f"// {_WORD}(#12): later")),
    ("tb/a.cc", _cc('#include "Vtop.h"\ndouble a;')),
    ("scripts/a.py", "#!/usr/bin/python3\n" + _PY_HEAD),
    ("rtl/x/m.sv", _sv("  // A return, an import and an inside in a comment.\n"
                       "  tern_skid #(.Width(8)) u_skid (.clk_i(a_i));\n"
                       "  tern_skid #(8) u_other (.clk_i(a_i));\n"
                       "  logic [7:0] v [4];\n  code_t c;\n"
                       "  always_comb b_o = a_i - W'(c) + x[7:0];\n"
                       "  function automatic logic f(\n    input logic a,\n    input logic b\n"
                       "  );\n    f = a;\n  endfunction\n"
                       "  assign d = 8'hE0 ^ v[i*8 +: 8];\n  assign e = '0;")),
    ("rtl/common/tern_assert.svh", "// SPDX-License-Identifier: Apache-2.0\n//\n// Macros.\n\n"
                                   "`ifndef TERN_ASSERT_SVH\n`endif\n"),
]
