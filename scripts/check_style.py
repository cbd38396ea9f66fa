#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# check_style.py: checks the rules of the style guide that a program can check.
#
#   Spec  docs/style.md
#   Test  scripts/tests/check_style_test.py
"""Check the style of the repository, or of single files.

usage: scripts/check_style.py [--root DIR] [FILE...]

Each finding is one line, `path:line: rule: message`. exit codes: 0 clean, 1 findings
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

from style import common, cxx, sv
from style.source import Source

RULES = common.RULES + sv.RULES + cxx.RULES
BINARY = {".npy", ".safetensors", ".bin", ".png", ".fst", ".gz"}


def list_files(root: pathlib.Path) -> list:
    """Files under version control or about to be, or all of an unpacked archive."""
    if shutil.which("git"):
        git = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"], capture_output=True, check=False)
        if git.returncode == 0:
            names = [n for n in git.stdout.decode().split("\0") if n]
            return sorted(n for n in names if (root / n).is_file())
    names = []
    for path in sorted(p for p in root.rglob("*") if p.is_file()):
        parts = path.relative_to(root).parts
        ignored = parts[0] == "out" or (len(parts) > 1 and parts[0].startswith("build"))
        if not ignored and ".git" not in parts and "__pycache__" not in parts:
            names.append("/".join(parts))
    return names


def check(source: Source, root: pathlib.Path) -> list:
    """All findings in one file."""
    findings = list(common.check_lines(source))
    findings += common.check_header(source, root)
    findings += common.check_whole(source, root)
    findings += sv.check_sv(source)
    findings += cxx.check_cxx(source)
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=pathlib.Path, help="root of the repository",
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("files", nargs="*", help="paths relative to the root (default: all)")
    args = parser.parse_args()

    names = args.files or list_files(args.root)
    names = [n for n in names if pathlib.PurePosixPath(n).suffix not in BINARY]
    if not names:
        print("check_style: no file to check", file=sys.stderr)
        return 1
    findings = []
    for name in names:
        findings += check(Source(name, (args.root / name).read_bytes()), args.root)
    for finding in findings:
        print(finding)
    if not findings:
        print(f"check_style: {len(names)} files clean")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
