# SPDX-License-Identifier: Apache-2.0
#
# blocks.py: tensors in block formats, OCP MX and NVFP4: elements and scales are streams of their
# own, each with a book of its own.
#
#   Spec  docs/results.md
#   Test  scripts/tests/results_test.py, scripts/tests/blocks_test.py
"""What block formats cost on the wire."""

import pathlib
import tempfile

import numpy as np

from experiment import tool

E4M3_MAX = 448.0
E2M1_MAX = 6.0


def grid(exponent_bits: int, mantissa_bits: int) -> np.ndarray:
    """Magnitudes of the codes 0, 1, ... of a small float without infinities."""
    code = np.arange(1 << exponent_bits + mantissa_bits)
    exponent, mantissa = code >> mantissa_bits, code % (1 << mantissa_bits)
    bias = (1 << exponent_bits - 1) - 1
    normal = exponent > 0
    return (mantissa / (1 << mantissa_bits) + normal) * 2.0 ** (np.maximum(exponent, 1) - bias)


E2M1, E3M2, E2M3 = grid(2, 1), grid(3, 2), grid(2, 3)
UE4M3 = grid(4, 3)[:-1]  # the last code is NaN


def nearest(values: np.ndarray, magnitudes: np.ndarray) -> np.ndarray:
    """Codes of the nearest magnitudes, ties to even codes; what is beyond the largest is that."""
    middles = (magnitudes[1:] + magnitudes[:-1]) / 2
    code = np.searchsorted(middles, np.abs(values))
    tie = np.append(middles, np.inf)[code] == np.abs(values)
    return (code + (tie & (code % 2 == 1))).astype(np.uint8)


def signed(values: np.ndarray, magnitudes: np.ndarray) -> np.ndarray:
    """Codes with the sign above the magnitude."""
    sign = 1 << (magnitudes.size - 1).bit_length()
    return nearest(values, magnitudes) | np.signbit(values).astype(np.uint8) * np.uint8(sign)


def in_blocks(values: np.ndarray, size: int) -> np.ndarray:
    flat = np.asarray(values, np.float64).reshape(-1)
    return np.pad(flat, (0, -flat.size % size)).reshape(-1, size)


def pairs(codes: np.ndarray) -> np.ndarray:
    """fp4x2: the first of two in the low half."""
    flat = codes.reshape(-1)
    return flat[::2] | flat[1::2] << 4


def mx(values: np.ndarray, magnitudes: np.ndarray) -> tuple:
    """Codes, and e8m0 scales, of blocks of 32 as OCP MX computes them."""
    blocks = in_blocks(values, 32)
    largest = np.abs(blocks).max(axis=1, keepdims=True)
    most = np.frexp(magnitudes[-1])[1] - 1
    exponent = np.clip(np.frexp(largest)[1] - 1 - most, -127, 127)
    return signed(np.ldexp(blocks, -exponent), magnitudes), (exponent + 127).astype(np.uint8)


def mxfp4(values: np.ndarray) -> tuple:
    codes, scales = mx(values, E2M1)
    return pairs(codes), scales


def nvfp4(values: np.ndarray) -> tuple:
    """Codes, and e4m3 scales without sign, of blocks of 16; one more scale for the tensor."""
    blocks = in_blocks(values, 16)
    largest = np.abs(blocks).max(axis=1, keepdims=True)
    tensor = max(largest.max() / (E4M3_MAX * E2M1_MAX), np.finfo(np.float32).tiny)
    scales = nearest(largest / E2M1_MAX / tensor, UE4M3)
    step = UE4M3[scales] * tensor
    scaled = np.divide(blocks, step, out=np.zeros_like(blocks), where=step > 0)
    return pairs(signed(scaled, E2M1)), scales


# Name: elements and scales of a tensor, values of a block, bits of an element, and two dtypes.
FORMATS = {
    "MXFP4": (mxfp4, 32, 4, "fp4x2", "e8m0"),
    "NVFP4": (nvfp4, 16, 4, "fp4x2", "ue4m3"),
    "MXFP6 E2M3": (lambda values: mx(values, E2M3), 32, 6, "e2m3", "e8m0"),
    "MXFP6 E3M2": (lambda values: mx(values, E3M2), 32, 6, "e3m2", "e8m0"),
    "MXFP8 E4M3": (lambda values: mx(values, UE4M3), 32, 8, "e4m3", "e8m0"),
}


def stream(tern: str, folder: pathlib.Path, arrays: list, dtype: str) -> dict:
    """One stream of all tensors, through model and circuit, with a book of its own."""
    files = []
    for number, array in enumerate(arrays):
        files.append(str(folder / f"{number}.npy"))
        # float8 is stored as what numpy has no name for.
        np.save(files[-1], array.reshape(-1).view("V1" if dtype == "e4m3" else np.uint8))
    report = tool.run_json([tern, "eval", *files, "--dtype", dtype])
    shannon = sum(t["shannon_bits_per_value"] * t["values"] for t in report["tensors"])
    return {"dtype": dtype, "bytes": report["totals"]["raw_bytes"],
            "wire_bytes": report["totals"]["wire_bytes"], "shannon_bits": shannon,
            "match": report["match"]}


def measure(tern: str, files: list) -> list:
    """A row for each format: elements and scales of all tensors."""
    tensors = [np.load(file) for file in files]
    values = sum(tensor.size for tensor in tensors)
    rows = []
    for name, (split, size, bits, *dtypes) in FORMATS.items():
        parts_of = [split(tensor) for tensor in tensors]
        with tempfile.TemporaryDirectory() as folder:
            streams = [stream(tern, pathlib.Path(folder), [part[i] for part in parts_of], dtype)
                       for i, dtype in enumerate(dtypes)]
        rows.append({"format": name, "values": values, "block": size, "bits": bits,
                     "streams": streams})
    return rows


def parts(rows: list) -> list:
    """The section of docs/results.md."""
    shown = []
    for row in rows:
        elements, scales = row["streams"]
        raw = row["bits"] + 8 / row["block"]
        sent = 8 * (elements["wire_bytes"] + scales["wire_bytes"]) / row["values"]
        cells = [row["format"], f"{raw:.2f}", f"{sent:.3f}", f"{100 * (1 - sent / raw):.2f}"]
        for one in (elements, scales):
            bits = 8 * one["wire_bytes"] / one["bytes"]
            cells += [one["dtype"], f"{bits:.3f}", f"{one['shannon_bits'] / one['bytes']:.3f}"]
        shown.append([*cells, "yes" if elements["match"] and scales["match"] else "NO"])
    return ["## Block formats",
            "The corpus in OCP MX formats and in NVFP4, rounded by `scripts/experiment/blocks.py`: "
            "elements and scales are two streams, each with one book for all six (in sample), 16 "
            "lanes, everything counted. *Raw*: bits of a value before coding, its share of a scale "
            "included. 6-bit elements take bytes of which raw counts six bits. *Wire* and "
            "*Shannon* are bits of a byte. Scales of MX blocks are so alike that the shortest "
            "token of this circuit, 3 bits, is what limits them; `MinTokenBits` can be 1.",
            tool.table(["format", "raw bits", "bits/value", "saved %", "elements", "wire",
                        "Shannon", "scales", "wire", "Shannon", "RTL = model"], shown)]
