# SPDX-License-Identifier: Apache-2.0
#
# sampling.py: what the encoder's symbol counters see of a message.
#
# One symbol of each step is counted, of another lane each time; in the first step of a chunk the
# chunk is counted instead.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Histograms as the encoder's counters gather them."""

import numpy as np


def sampled_histogram(symbols, lanes: int, chunk_steps: int, turn: int = 0, hold: bool = False):
    """The counts after one message, and the turn for the next one.

    `turn` is the number of steps since the counters' reset. `chunk_steps` 0: one chunk. In the last
    step the lane whose turn it is may have no symbol; then nothing is counted. A message without
    values takes a step, too. `hold`: not as in the circuit, but with a turn that does not move on
    in the first step of a chunk.
    """
    symbols = np.asarray(symbols, np.uint8).reshape(-1)
    steps = max(1, -(-symbols.size // lanes))
    step = np.arange(steps)
    opens = step % chunk_steps == 0 if chunk_steps else step == 0
    turns = turn + step - (np.cumsum(opens) if hold else 0)
    index = step * lanes + turns % lanes
    seen = symbols[index[~opens & (index < symbols.size)]]
    moved = steps - int(opens.sum()) if hold else steps
    return np.bincount(seen, minlength=256).astype(np.int64), (turn + moved) % lanes
