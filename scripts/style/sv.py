# SPDX-License-Identifier: Apache-2.0
#
# sv.py: style rules for SystemVerilog, mostly the subset that both front ends understand.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""SystemVerilog rules."""

import pathlib
import re

from style.source import Finding, Source

# The one file that may break a rule.
_ALLOWED = {"tern_assert.svh": "sv-ifdef", "tern_latches.sv": "sv-latch"}

# Rule, pattern in code without comments and strings, and what to write instead.
_FORBIDDEN = (
    ("sv-import", r"\bimport\b", "write pkg::Name"),
    ("sv-return", r"\breturn\b", "assign to the function name"),
    ("sv-jump", r"\b(?:break|continue|foreach|while|forever)\b", "guard with a flag"),
    ("sv-assign-pattern", r"'\{", "concatenate in field order, or assign member by member"),
    ("sv-parameter-type", r"\bparameter\s+(?:type|string)\b", "pass widths as parameters"),
    ("sv-always", r"\balways\b", "always_comb or always_ff"),
    ("sv-latch", r"\balways_latch\b", "no latches outside tern_latches.sv"),
    ("sv-ifdef", r"`(?:ifdef|ifndef)\b", "only tern_assert.svh may depend on macros"),
    ("sv-inside", r"\binside\b", "compare, or loop"),
    ("sv-streaming", r"\{\s*(?:<<|>>)\s*[\d{]", "loop over the bits"),
    ("sv-unique-if", r"\b(?:unique0?|priority)\s+if\b|unique\s+case\s*\(\s*1'b1\s*\)",
     "plain if; unique case on an enum only"),
    ("sv-interface", r"\b(?:interface|modport)\b", "flat ports"),
    ("sv-bits-of-type", r"\$bits\s*\(\s*(?:\w+::)?\w+_[te]\s*\)", "a width constant"),
    ("sv-void", r"\bfunction\s+(?:automatic\s+)?void\b", "a task"),
    ("sv-dot-star", r"\.\*", "named connections"),
    ("sv-delay", r"(?<![\w#(])#\s*\d|\bassign\s+#", "no delays"),
    ("sv-x", r"'[xX]\b|'[sS]?[bdhoBDHO][0-9a-fA-F_]*[xX]", "no X"),
    ("sv-packed-2d",
     r"\blogic\s+(?:signed\s+)?(?:\[[^\]]*\]\s*){2,}|\b\w+_t\s*\[[^\]]*\]\s*\w+\s*[;,=]",
     "flat vector with +:, unpacked array, or a packed-array field"),
    ("sv-unary-minus-cast", r"(?<![\w)\]])\s-\s*(?:\d+|[A-Z]\w*)'\(", "subtract from a sized zero"),
    ("sv-net", r"\b(?:reg|wire)\b", "logic"),
)
RULES = tuple(rule for rule, _, _ in _FORBIDDEN) + (
    "sv-default-nettype", "sv-comment-verilator", "sv-module-name", "sv-port-suffix",
    "sv-header-table")

_VERILATOR = re.compile(r"(?://+|/\*+)\s*verilator\b", re.I)
_MODULE = re.compile(r"^\s*(?:module|package)\s+(\w+)", re.M)
_HEADER = re.compile(r"^module\b.*?^\);", re.M | re.S)
_PORT = re.compile(r"^\s*(input|output)\s+[^;]*?(\w+)\s*,?\s*$", re.M)
_TABLE = ("Latency", "Throughput", "Storage", "Model", "Test", "Doc")


def _line(source: Source, offset: int) -> int:
    return source.text.count("\n", 0, offset) + 1


def check_sv(source: Source):
    """Everything about a .sv or .svh file."""
    if source.kind != "sv":
        return
    name = pathlib.PurePosixPath(source.path).name
    code = source.code.replace("`default_nettype wire", " " * 21)
    if source.path.startswith("rtl/"):
        for rule, pattern, instead in _FORBIDDEN:
            if _ALLOWED.get(name) == rule:
                continue
            for match in re.finditer(pattern, code):
                text = match.group(0).strip()
                yield Finding(source.path, _line(source, match.start()), rule, f"{text}: {instead}")
    for match in _VERILATOR.finditer(source.text):
        yield Finding(source.path, _line(source, match.start()), "sv-comment-verilator",
                      "a comment that begins with this word is a directive")
    if name.endswith(".sv"):
        yield from _check_file(source, name)


def _check_file(source: Source, name: str):
    statements = [line.strip() for line in source.code.split("\n") if line.strip()]
    plain = [line for line in statements if not line.startswith("`include")]
    if not plain or plain[0] != "`default_nettype none" or plain[-1] != "`default_nettype wire":
        yield Finding(source.path, 1, "sv-default-nettype",
                      "open with `default_nettype none, close with `default_nettype wire")
    names = _MODULE.findall(source.code)
    if names != [name.removesuffix(".sv")]:
        yield Finding(source.path, 1, "sv-module-name",
                      f"one module, named as the file, not {names}")
    header = _HEADER.search(source.code)
    for match in _PORT.finditer(source.code, *header.span()) if header else ():
        direction, port = match.groups()
        suffix = ("_i", "_ni") if direction == "input" else ("_o", "_no")
        if not port.endswith(suffix):
            yield Finding(source.path, _line(source, match.start(2)), "sv-port-suffix",
                          f"{direction} {port} does not end in {suffix[0]}")
    if source.path.startswith("rtl/") and re.search(r"^\s*module\b", source.code, re.M):
        keys = [line.split()[0] for line in source.header() if re.match(r"^  [A-Z]\w+\s", line)]
        missing = [key for key in _TABLE if key not in keys]
        if missing:
            yield Finding(source.path, 3, "sv-header-table", f"no row {', '.join(missing)}")
