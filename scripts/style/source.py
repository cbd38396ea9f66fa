# SPDX-License-Identifier: Apache-2.0
#
# source.py: one file as the style rules see it.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""A source file, its kind, and its text without comments and strings."""

import dataclasses
import pathlib
import re

_KINDS = {".sv": "sv", ".svh": "sv", ".v": "sv", ".vlt": "vlt", ".h": "cxx", ".cc": "cxx",
          ".cu": "cxx", ".cuh": "cxx", ".py": "py", ".sh": "sh", ".cmake": "cmake", ".md": "md",
          ".json": "json", ".html": "html", ".txt": "txt", ".f": "txt"}

# Comment, string or character literal, whichever starts first.
_C_LITERALS = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"(?P<d>[^(\s]*)\(.*?\)(?P=d)\"|\"(?:\\.|[^\"\\\n])*\""
    r"|'(?:\\.|[^'\\\n])'",
    re.DOTALL)
_SV_LITERALS = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def _blank(match: re.Match) -> str:
    """Same length and lines, no content."""
    return re.sub(r"[^\n]", " ", match.group(0))


@dataclasses.dataclass
class Source:
    """A file: its path in the repository, its kind, its bytes and its text."""

    path: str
    data: bytes

    def __post_init__(self):
        name = pathlib.PurePosixPath(self.path).name
        self.kind = _KINDS.get(pathlib.PurePosixPath(name).suffix, "")
        if name == "CMakeLists.txt":
            self.kind = "cmake"
        elif not self.kind and self.data.startswith(b"#!"):
            self.kind = "py" if b"python" in self.data.split(b"\n", 1)[0] else "sh"
        self.text = self.data.decode("utf-8", errors="replace")
        self.lines = self.text.split("\n")
        pattern = {"cxx": _C_LITERALS, "sv": _SV_LITERALS}.get(self.kind)
        self.code = pattern.sub(_blank, self.text) if pattern else self.text
        self.comment = "//" if self.kind in ("sv", "cxx", "vlt") else "#"

    @property
    def is_code(self) -> bool:
        return self.kind in ("sv", "cxx", "py", "sh", "cmake", "vlt")

    @property
    def is_generated(self) -> bool:
        return any("do not edit" in line for line in self.lines[:5])

    def header(self) -> list:
        """Lines of the comment block at the top, without the comment marks."""
        block = []
        for line in self.lines:
            if line.startswith("#!"):
                continue
            if not line.startswith(self.comment):
                break
            block.append(line[len(self.comment):].removeprefix(" ").rstrip())
        return block


@dataclasses.dataclass(frozen=True)
class Finding:
    """One broken rule."""

    path: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"
