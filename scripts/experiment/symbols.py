# SPDX-License-Identifier: Apache-2.0
#
# symbols.py: float32 values to the symbols of a dtype, and their histograms.
#
# A second implementation beside the C++ model: the experiment compares both.
#
#   Spec  docs/huffman_format.md
#   Test  scripts/tests/experiment_test.py
"""Symbols and histograms in numpy."""

import numpy as np

E4M3_MAX = 448.0
E4M3_MAX_EXPONENT = 8
MX_BLOCK = 32
MX_MIN_EXPONENT = -127
RAW_BYTES = {"bf16": 2, "bf16-bytes": 2, "e4m3": 1}
EXTRA_BITS = {"bf16": 8, "bf16-bytes": 0, "e4m3": 0}
MIN_LEN = {"bf16": 1, "bf16-bytes": 3, "e4m3": 3}  # the defaults of tern


def to_bf16(values) -> np.ndarray:
    """float32 to the bits of bfloat16: nearest, ties to even. For finite values."""
    bits = np.ascontiguousarray(values, "<f4").view("<u4")
    return ((bits + (0x7FFF + ((bits >> 16) & 1))) >> 16).astype(np.uint16)


def to_e4m3(values) -> np.ndarray:
    """float32 to the bits of e4m3: nearest, ties to even; overflow is NaN. For finite values."""
    values = np.ascontiguousarray(values, "<f4")
    bits = values.view("<u4")
    magnitude = bits & 0x7FFFFFFF
    normal = ((magnitude + 0x7FFFF + ((magnitude >> 20) & 1)) >> 20).astype(np.int32) - (120 << 3)
    small = np.abs(values) < 2.0 ** -6
    code = np.where(small, 0, np.minimum(normal, 0x7F))
    code[small] = np.rint(np.abs(values[small]) * np.float32(512)).astype(np.int32)
    return (code | (bits >> 24) & 0x80).astype(np.uint8)


def as_is(values) -> np.ndarray:
    return values


def scaled(values) -> np.ndarray:
    """One scale for the tensor: its largest magnitude becomes the largest finite value of e4m3."""
    largest = np.abs(values).max()
    if largest == 0:
        return values
    return np.clip(values * np.float32(E4M3_MAX / largest), -E4M3_MAX, E4M3_MAX)


def block_scaled(values) -> np.ndarray:
    """A power of two for each 32 values in C order, as OCP MX computes it; clipped, not rounded."""
    flat = np.ascontiguousarray(values, "<f4").reshape(-1)
    blocks = np.pad(flat, (0, -flat.size % MX_BLOCK)).reshape(-1, MX_BLOCK)
    largest = np.abs(blocks).max(axis=1, keepdims=True)
    exponent = np.frexp(largest)[1] - 1 - E4M3_MAX_EXPONENT
    exponent = np.maximum(exponent, MX_MIN_EXPONENT)
    result = np.clip(np.ldexp(blocks, -exponent), -E4M3_MAX, E4M3_MAX).astype("<f4")
    return result.reshape(-1)[:flat.size].reshape(values.shape)


# Name of a variant: the dtype that tern is told, and what is done to a tensor before.
VARIANTS = {"bf16-bytes": ("bf16-bytes", as_is), "bf16": ("bf16", as_is),
            "e4m3": ("e4m3", scaled), "mxfp8": ("e4m3", block_scaled),
            "e4m3 as is": ("e4m3", as_is)}


def of_values(values, dtype: str) -> np.ndarray:
    """The symbols in the order in which they are sent."""
    if dtype == "e4m3":
        symbols = to_e4m3(values)
    elif dtype == "bf16":
        symbols = (to_bf16(values) >> 7 & 0xFF).astype(np.uint8)
    else:
        symbols = to_bf16(values).astype("<u2").view(np.uint8)
    return symbols.reshape(-1)


def histogram(values, dtype: str) -> np.ndarray:
    """Occurrences of each of the 256 symbols."""
    return np.bincount(of_values(values, dtype), minlength=256).astype(np.int64)
