# SPDX-License-Identifier: Apache-2.0
#
# fields.py: made-up tensors in which values are like those around them.
#
# Weights are not like that; keys, values and activations are, along tokens. What a transform or a
# prediction is for is seen here, and with numbers that anybody can make again.
#
#   Spec  docs/decisions.md#tdr-two-dimensions
#   Test  scripts/tests/coding_gain_test.py
"""Smooth fields with and without noise."""

import numpy as np

# How much a value is like the one above and the one to the left, and the deviation of the noise.
FIELDS = {
    "noise": (0, 0, 0),
    "slow down columns": (0.95, 0, 0),
    "slow down columns with noise": (0.95, 0, 0.5),
    "slow both ways": (0.95, 0.95, 0),
    "slow both ways with noise": (0.95, 0.95, 0.5),
    "slow along rows with noise": (0, 0.95, 0.5),
}


def smooth(rows: int, cols: int, down: float, along: float, noise: float, seed: int) -> np.ndarray:
    """A field of deviation 1, plus noise of that deviation."""
    rng = np.random.RandomState(seed)  # whose numbers are the same in every NumPy
    x = rng.standard_normal((rows, cols))
    for axis, rho in ((0, down), (1, along)):
        x = np.moveaxis(x, axis, 0)
        for at in range(1, len(x)):
            x[at] = rho * x[at - 1] + np.sqrt(1 - rho * rho) * x[at]
        x = np.moveaxis(x, 0, axis)
    return x + noise * rng.standard_normal((rows, cols))


def make(rows: int, cols: int) -> dict:
    """Name to field."""
    return {name: smooth(rows, cols, *how, seed)
            for seed, (name, how) in enumerate(FIELDS.items())}
