# SPDX-License-Identifier: Apache-2.0
#
# cxx.py: style rules for C++ that neither the compiler nor clang-format enforces.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""C++ rules."""

import re

from style.source import Finding, Source

# Rule, pattern in code without comments and strings, what to write instead, and where it holds.
_FORBIDDEN = (
    ("cxx-using-namespace", r"\busing\s+namespace\b", "name what is used", ""),
    ("cxx-new", r"(?<!<)(?<!operator )\bnew\b", "std::make_unique or a container", ""),
    ("cxx-distribution", r"\bstd::\w+_distribution\b", "tern::Rng: equal on every platform", ""),
    ("cxx-random", r"\bstd::(?:mt19937|random_device|default_random_engine)|\bs?rand\s*\(",
     "tern::Rng: its seed is printed", ""),
    ("cxx-floating-model", r"\b(?:double|float)\b(?!\w)", "golden stages are integer only",
     r"model/\w+/s\d_\w+\.(?:h|cc)$"),
)
RULES = tuple(row[0] for row in _FORBIDDEN) + ("cxx-pragma-once", "cxx-include")

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
_ROOTS = ("model/", "sim/", "tb/")


def check_cxx(source: Source):
    """Everything about a C++ or CUDA file."""
    if source.kind != "cxx":
        return
    for rule, pattern, instead, where in _FORBIDDEN:
        if where and not re.search(where, source.path):
            continue
        for match in re.finditer(pattern, source.code):
            line = source.text.count("\n", 0, match.start()) + 1
            yield Finding(source.path, line, rule, f"{match.group(0)}: {instead}")
    if source.path.endswith((".h", ".cuh")) and "#pragma once" not in source.lines:
        yield Finding(source.path, 1, "cxx-pragma-once", "a header says #pragma once")
    for match in _INCLUDE.finditer(source.text):
        name = match.group(1)
        if not name.startswith(_ROOTS) and not re.match(r"V\w+\.h$", name):
            line = source.text.count("\n", 0, match.start()) + 1
            yield Finding(source.path, line, "cxx-include",
                          f'"{name}" is not rooted at the repository')
