# SPDX-License-Identifier: Apache-2.0
#
# gain.py: what a tool in front of the quantiser is worth at high rate, without any coder.
#
# A uniform quantiser with dither has the same error whatever it is given, and takes the bits of
# what it is given plus the dither. So a tool is worth what it takes off these bits. They are
# counted as the format sees them: every row and every column has a scale, and the shape of what is
# left, divided by both, is the same everywhere.
#
#   Spec  docs/decisions.md#tdr-two-dimensions
#   Test  scripts/tests/coding_gain_test.py
"""Coding gain of transforms and predictions."""

import numpy as np

BLOCK = 8
DB_PER_BIT = 20 * np.log10(2)
MODES = ("none", "horizontal", "vertical", "planar")


def scales(x: np.ndarray, turns: int = 4) -> np.ndarray:
    """Product of a scale of each row and one of each column, from mean magnitudes."""
    size = np.abs(x) + 1e-30
    rows, cols = np.ones((x.shape[0], 1)), np.ones((1, x.shape[1]))
    for _ in range(turns):
        rows = np.mean(size / cols, axis=1, keepdims=True)
        cols = np.mean(size / rows, axis=0, keepdims=True)
    return rows * cols


def entropy(z: np.ndarray) -> float:
    """Bits of a number of this shape at a step of 1: a histogram of 1/32 of its mean magnitude."""
    step = np.mean(np.abs(z)) / 32
    counts = np.unique(np.round(z / step).astype(np.int64), return_counts=True)[1]
    share = counts / z.size
    return float(-np.sum(share * np.log2(share)) + np.log2(step))


def step_for(x: np.ndarray, nmse_db: float) -> float:
    """The step of a uniform quantiser with this error."""
    return float(np.sqrt(12 * np.mean(x * x) * 10**(nmse_db / 10)))


def bits(x: np.ndarray, step: float) -> float:
    """Bits per value in a uniform quantiser with dither."""
    y = x + np.random.RandomState(1).uniform(-step / 2, step / 2, x.shape)
    scale = scales(y)
    return float(np.mean(np.log2(scale / step))) + entropy(y / scale)


def matrix(points: int) -> np.ndarray:
    k, i = np.arange(points)[:, None], np.arange(points)[None, :]
    m = np.sqrt(2 / points) * np.cos(np.pi * k * (2 * i + 1) / (2 * points))
    m[0] /= np.sqrt(2)
    return m


def down(x: np.ndarray, points: int) -> np.ndarray:
    """DCT of whole blocks down columns; what is behind the last one stays."""
    out = x.copy()
    whole = x.shape[0] // points * points
    blocks = x[:whole].reshape(-1, points, x.shape[1])
    out[:whole] = np.einsum("ki,bic->bkc", matrix(points), blocks).reshape(whole, -1)
    return out


def along(x: np.ndarray, points: int) -> np.ndarray:
    return down(x.T, points).T


def both(x: np.ndarray) -> np.ndarray:
    return along(down(x, BLOCK), BLOCK)


def delta(x: np.ndarray) -> np.ndarray:
    """Differences down columns."""
    return np.diff(x, axis=0, prepend=0)


def neighbours(x: np.ndarray, weight: float = 1.0) -> dict:
    """Predictions of each 8x8 block from the values around it, by mode; zeros outside.

    Planar is that of HEVC. `weight`: what a neighbour is multiplied with.
    """
    rows, cols = x.shape
    wide = np.zeros((rows + BLOCK + 1, cols + BLOCK + 1))
    wide[1:rows + 1, 1:cols + 1] = x * weight
    n = np.arange(BLOCK)
    found = {mode: np.zeros_like(x) for mode in MODES}
    for top in range(0, rows, BLOCK):
        for left in range(0, cols, BLOCK):
            above = wide[top, left + 1:left + BLOCK + 1]
            beside = wide[top + 1:top + BLOCK + 1, left]
            right, below = wide[top, left + BLOCK + 1], wide[top + BLOCK + 1, left]
            planar = ((BLOCK - 1 - n)[None, :] * beside[:, None] + (n + 1)[None, :] * right
                      + (BLOCK - 1 - n)[:, None] * above[None, :] + (n + 1)[:, None] * below)
            here = slice(top, min(top + BLOCK, rows)), slice(left, min(left + BLOCK, cols))
            cut = slice(0, rows - top), slice(0, cols - left)
            for mode, block in (("horizontal", np.repeat(beside[:, None], BLOCK, 1)),
                                ("vertical", np.repeat(above[None, :], BLOCK, 0)),
                                ("planar", planar / (2 * BLOCK))):
                found[mode][here] = block[cut]
    return found


def tiles(x: np.ndarray) -> np.ndarray:
    """Sum of each 8x8 block, spread over it."""
    rows, cols = (-(-n // BLOCK) * BLOCK for n in x.shape)
    wide = np.zeros((rows, cols))
    wide[:x.shape[0], :x.shape[1]] = x
    sums = wide.reshape(rows // BLOCK, BLOCK, cols // BLOCK, BLOCK).sum(axis=(1, 3))
    return np.repeat(np.repeat(sums, BLOCK, 0), BLOCK, 1)[:x.shape[0], :x.shape[1]]


def predicted(x: np.ndarray, scale: np.ndarray, weight: float = 1.0) -> tuple:
    """Residuals with the best mode of each block, and the bits per value that name the modes."""
    left = {mode: x - guess for mode, guess in neighbours(x, weight).items()}
    cost = np.array([tiles(np.log2(np.abs(left[mode]) / scale + 0.1)) for mode in MODES])
    choice = np.argmin(cost, axis=0)
    counts = np.bincount(choice[::BLOCK, ::BLOCK].reshape(-1), minlength=len(MODES))
    share = counts[counts > 0] / counts.sum()
    named = -np.sum(share * np.log2(share)) * counts.sum() / x.size
    return np.choose(choice, [left[mode] for mode in MODES]), float(named)


def linear(x: np.ndarray) -> float:
    """Gain in dB of the best linear prediction of each value from the one before it in its row, in
    its column, and the one between these; means of rows and columns are taken off before."""
    z = x / scales(x)
    z = z - z.mean(axis=0, keepdims=True)
    z = z - z.mean(axis=1, keepdims=True)
    here = z[1:, 1:].reshape(-1)
    around = np.stack([z[1:, :-1].reshape(-1), z[:-1, 1:].reshape(-1), z[:-1, :-1].reshape(-1)], 1)
    rest = here - around @ np.linalg.lstsq(around, here, rcond=None)[0]
    return float(10 * np.log10(np.mean(here**2) / max(np.mean(rest**2), 1e-300)))
