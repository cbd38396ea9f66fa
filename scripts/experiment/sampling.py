# SPDX-License-Identifier: Apache-2.0
#
# sampling.py: what the encoder's symbol counters see of a message.
#
# One symbol of each step is counted, of a random lane; in the first step of a chunk the chunk is
# counted instead.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Histograms as the encoder's counters gather them."""

import numpy as np

PERIOD = 65535  # steps after which the lanes repeat


def register_states() -> np.ndarray:
    """The states of the 16-bit shift register that draws the lanes, from the reset on.

    Fibonacci form of x^16 + x^15 + x^13 + x^4 + 1, which is primitive.
    """
    states, state = np.empty(PERIOD, np.int64), 1
    for i in range(PERIOD):
        states[i] = state
        bit = (state >> 15 ^ state >> 14 ^ state >> 12 ^ state >> 3) & 1
        state = (state << 1 & 0xFFFF) | bit
    return states


STATES = register_states()


def sampled_histogram(symbols, lanes: int, chunk_steps: int, turn: int = 0):
    """The counts after one message, and the turn for the next one.

    `turn` is the number of steps since the encoder's reset. `chunk_steps` 0: one chunk. In the last
    step the lane that was drawn may have no symbol; then nothing is counted. A message without
    values takes a step, too.
    """
    symbols = np.asarray(symbols, np.uint8).reshape(-1)
    steps = max(1, -(-symbols.size // lanes))
    step = np.arange(steps)
    opens = step % chunk_steps == 0 if chunk_steps else step == 0
    index = step * lanes + STATES[(turn + step) % PERIOD] % lanes
    seen = symbols[index[~opens & (index < symbols.size)]]
    return np.bincount(seen, minlength=256).astype(np.int64), (turn + steps) % PERIOD
