# SPDX-License-Identifier: Apache-2.0
#
# cache.py: results of earlier runs, by a hash of everything that they depend on.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""A folder of results. A file that cannot be read counts as missing."""

import json
import os
import pathlib
import tempfile


def load(folder: pathlib.Path, key: str):
    """The result kept under `key`, or nothing."""
    try:
        return json.loads((folder / f"{key}.json").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def write_whole(path: pathlib.Path, text: str) -> None:
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        pathlib.Path(name).unlink(missing_ok=True)
        raise


def keep(folder: pathlib.Path, key: str, result: dict) -> None:
    """Keeps a result under `key`."""
    write_whole(folder / f"{key}.json", json.dumps(result, indent=1) + "\n")
