# SPDX-License-Identifier: Apache-2.0
#
# policies.py: ways to keep the book of a tensor up to date, and what they cost.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Bits of a series of tensors, from their histograms."""

import numpy as np

from experiment import books, symbols

LANES, CHUNK_STEPS = 16, 256
CHOICE_BITS = 13  # of every chunk but the first
INTERVALS = (16, 4, 1)  # steps
POLICIES = ("static", "static_offset", *(f"counters_{n}" for n in INTERVALS), "counters_16_offset",
            *(f"full_{n}" for n in INTERVALS))


class Coder:
    """Books and bits of symbols for one dtype; equal histograms are trained once."""

    def __init__(self, dtype: str):
        self._min_len, self._books = symbols.MIN_LEN[dtype], {}

    def book(self, histogram: np.ndarray) -> np.ndarray:
        """Bits of each symbol's code."""
        key = histogram.astype(np.int64).tobytes()
        if key not in self._books:
            lengths = books.train(books.weights(histogram), self._min_len)
            self._books[key] = books.code_bits(lengths)
        return self._books[key]


def best_offset(histogram: np.ndarray, bits: np.ndarray) -> int:
    """The offset with which the book codes these fields cheapest; of equal ones the smallest."""
    places = (np.arange(256)[:, None] + np.arange(256)) & 255  # field of [offset, symbol]
    return int(np.argmin(histogram[places] @ bits))


def static(coder: Coder, full: np.ndarray, offsets: bool) -> np.ndarray:
    """Bits of every step but the first, with the book of the first."""
    bits = coder.book(full[0])
    shifts = [best_offset(h, bits) if offsets else 0 for h in full[1:]]
    return np.array([np.roll(h, -shift) @ bits for h, shift in zip(full[1:], shifts)])


def refreshed(coder: Coder, full: np.ndarray, seen: np.ndarray, interval: int,
              offsets: bool = False) -> np.ndarray:
    """The same with a new book every `interval` steps, trained on what was `seen` in the last ones.

    The first book is trained on step 0 alone. Counters count symbols, so behind the offset.
    """
    bits, counts, found = coder.book(seen[0]), np.zeros(256, np.int64), []
    for step in range(1, len(full)):
        shift = best_offset(full[step], bits) if offsets else 0
        found.append(np.roll(full[step], -shift) @ bits)
        counts += np.roll(seen[step], -shift)
        if step % interval == 0:
            bits, counts = coder.book(counts), np.zeros(256, np.int64)
    return np.array(found)


def choice_bits(values: int) -> int:
    """Bits that name the choices of a message's chunks."""
    steps = -(-values // LANES)
    return CHOICE_BITS * (-(-steps // CHUNK_STEPS) - 1)


def measure(dtype: str, full: np.ndarray, sampled: np.ndarray) -> dict:
    """Bits per value of each step but the first; histograms are [step, symbol].

    Bounds have no choices of chunks; everything else has, as the format counts tokens.
    """
    coder = Coder(dtype)
    values, extra = int(full[0].sum()), symbols.EXTRA_BITS[dtype]
    bounds = {"shannon": np.array([books.entropy_bits(h) for h in full[1:]]),
              "huffman": np.array([h @ coder.book(h) for h in full[1:]])}
    found = {"static": static(coder, full, False), "static_offset": static(coder, full, True)}
    for interval in INTERVALS:
        found[f"counters_{interval}"] = refreshed(coder, full, sampled, interval)
        found[f"full_{interval}"] = refreshed(coder, full, full, interval)
    found["counters_16_offset"] = refreshed(coder, full, sampled, 16, True)
    each = {**bounds, **{name: found[name] + choice_bits(values) for name in POLICIES}}
    return {name: (bits / values + extra).tolist() for name, bits in each.items()}
