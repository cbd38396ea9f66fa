# SPDX-License-Identifier: Apache-2.0
#
# sources.py: which files a top needs, what its parameters are, and a hash of all that.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Sources of a top, in the order of rtl/files.f."""

import hashlib
import pathlib
import re

from synthesis.failure import Failure

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIST = "rtl/files.f"


def listed(root: pathlib.Path = ROOT) -> list:
    """All files of rtl/files.f, relative to the root."""
    lines = (root / LIST).read_text(encoding="ascii").splitlines()
    names = [re.sub(r"#.*", "", line).strip() for line in lines]
    return [name for name in names if name]


def modules(root: pathlib.Path = ROOT) -> dict:
    """Name of each module, and its file."""
    found = {}
    for name in listed(root):
        stem = pathlib.PurePath(name).stem
        if re.search(rf"^module {stem}\b", (root / name).read_text(encoding="ascii"), re.M):
            found[stem] = name
    return found


def needed(top: str, root: pathlib.Path = ROOT) -> list:
    """The files that `top` needs, in the order of rtl/files.f.

    A file is needed when a needed file names its module or package.
    """
    files = listed(root)
    text = {name: (root / name).read_text(encoding="ascii") for name in files}
    stems = {pathlib.PurePath(name).stem: name for name in files}
    if top not in modules(root):
        raise Failure(f"{top}: {LIST} has no module of this name; scripts/synth.sh --list names "
                      "all of them", 2)
    wanted = {stems[top]}
    fresh = set(wanted)
    while fresh:
        words = set(re.findall(r"\w+", " ".join(text[name] for name in fresh)))
        fresh = {stems[word] for word in words & stems.keys()} - wanted
        wanted |= fresh
    return [name for name in files if name in wanted]


def parameters(top: str, root: pathlib.Path = ROOT) -> dict:
    """Parameters of `top` and their defaults, as written in its header."""
    text = (root / modules(root)[top]).read_text(encoding="ascii")
    header = re.search(rf"^module {top}\b(.*?)\n\) ?(\(|;)", text, re.M | re.S)
    found = re.findall(r"^\s*parameter\s+(?:int unsigned|bit)\s+(\w+)\s*=\s*([^,\n/]+)",
                       header.group(1) if header else "", re.M)
    return {name: value.strip() for name, value in found}


def content_hash(root: pathlib.Path, files: list, more: list) -> str:
    """SHA-256 over the contents of `files` and the words `more`."""
    state = hashlib.sha256()
    includes = sorted(str(p.relative_to(root)) for p in root.glob("rtl/**/*.svh"))
    for name in [*files, *includes]:
        state.update(name.encode() + b"\0" + (root / name).read_bytes() + b"\0")
    for word in more:
        state.update(word.encode() + b"\0")
    return state.hexdigest()
