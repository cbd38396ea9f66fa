# SPDX-License-Identifier: Apache-2.0
#
# common.py: style rules that hold for every file.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""Rules for bytes, lines, header blocks and paths."""

import pathlib
import re

from style.source import Finding, Source

MAX_COLUMNS = 100
MAX_LINES = 250
RULES = ("ascii", "columns", "tab", "trailing-space", "end-of-file", "spdx", "header",
         "header-path", "length", "todo", "generated", "machine-path", "link", "pipefail")

_MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(?:home|root|work|Users|tmp|mnt)/\w")
_NOTE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME)\b(?!\(#\d+\))")  # split: this line is clean itself
_ROW = re.compile(r"^  (Spec|RTL|Test|Model|Doc)\s+(.+)$")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+(?:#[\w-]+)?|[\w-]+\.(?:md|h|cc|sv|py|sh)(?:#[\w-]+)?")
_LINK = re.compile(r"\]\((?!\w+:)([^)\s]+)\)")


def _slug(heading: str) -> str:
    """The anchor that a Markdown heading gets."""
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def _target_problem(root: pathlib.Path, base: pathlib.Path, target: str) -> str:
    """Why `target`, relative to `base`, leads nowhere; empty when it leads somewhere."""
    path, _, anchor = target.partition("#")
    file = (base / path) if path else base
    if not file.exists():
        return f"{path} does not exist"
    if not file.resolve().is_relative_to(root.resolve()):
        return f"{path} is outside the repository"
    if anchor and file.suffix == ".md":
        text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.M | re.S)
        headings = re.findall(r"^#+ (.+)$", text, re.M)
        if anchor not in [_slug(h) for h in headings]:
            return f"{path} has no heading #{anchor}"
    return ""


def check_lines(source: Source):
    """Bytes and single lines."""
    wide_ok = source.kind in ("json", "txt") or pathlib.PurePosixPath(source.path).name == "LICENSE"
    for number, line in enumerate(source.lines, 1):
        if not line.isascii():
            yield Finding(source.path, number, "ascii", "only ASCII characters")
        is_table = source.kind == "md" and (line.lstrip().startswith("|") or "](" in line)
        if len(line) > MAX_COLUMNS and not wide_ok and not is_table:
            yield Finding(source.path, number, "columns", f"{len(line)} columns")
        if "\t" in line or "\r" in line:
            yield Finding(source.path, number, "tab", "no tabs or carriage returns")
        if line.rstrip() != line:
            yield Finding(source.path, number, "trailing-space", "line ends in white space")
        if source.is_code and _NOTE.search(line):
            yield Finding(source.path, number, "todo", "give the number of an issue, as in (#12)")
        if _MACHINE_PATH.search(line):
            yield Finding(source.path, number, "machine-path", "a path of one machine")
    if source.data and (not source.data.endswith(b"\n") or source.data.endswith(b"\n\n")):
        yield Finding(source.path, len(source.lines), "end-of-file", "exactly one newline")


def check_header(source: Source, root: pathlib.Path):
    """Licence line, title and table."""
    if not source.is_code:
        return
    header = source.header()
    if not header or header[0] != "SPDX-License-Identifier: Apache-2.0":
        yield Finding(source.path, 1, "spdx", "the first line is not the SPDX licence line")
        return
    if len(header) < 3 or header[1] or not header[2]:
        yield Finding(source.path, 2, "header", "no title below the licence line")
    rows = [m.groups() for m in map(_ROW.match, header) if m]
    if source.kind in ("cxx", "py") and not rows and not source.path.endswith("__init__.py"):
        yield Finding(source.path, 3, "header", "no table row (Spec, RTL, Test, Model or Doc)")
    for key, value in rows:
        for target in _PATH.findall(value):
            problem = _target_problem(root, root, target)
            if problem:
                yield Finding(source.path, 3, "header-path", f"{key}: {problem}")
    if source.is_generated and "do not edit" not in source.text.split("\n")[2]:
        yield Finding(source.path, 3, "generated", "the notice is not in line 3")


def check_whole(source: Source, root: pathlib.Path):
    """Length, links, and shell strictness."""
    lines = len(source.lines) - 1
    if source.is_code and lines > MAX_LINES and not source.is_generated:
        yield Finding(source.path, lines, "length", f"{lines} lines, at most {MAX_LINES}")
    if source.kind == "md":
        file = root / source.path
        for number, line in enumerate(source.lines, 1):
            for target in _LINK.findall(line):
                base = file if target.startswith("#") else file.parent
                problem = _target_problem(root, base, target)
                if problem:
                    yield Finding(source.path, number, "link", problem)
    if source.kind == "sh" and source.text.startswith("#!") and \
            "\nset -euo pipefail\n" not in source.text:
        yield Finding(source.path, 1, "pipefail", "a script says `set -euo pipefail`")
