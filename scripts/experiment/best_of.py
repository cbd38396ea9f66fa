# SPDX-License-Identifier: Apache-2.0
#
# best_of.py: what the best of K books costs against a book for every tensor.
#
#   Spec  docs/tensors.md#best-of-k
#   Test  scripts/tests/experiment_test.py
"""Best of K books, in sample and with the tensor left out; as it is, and with offsets."""

import numpy as np

from experiment import books, cluster, symbols

BOOKS = (1, 2, 4, 8, 16)
LEFT_OUT_BOOKS = 4


def summary(cost: np.ndarray, own: np.ndarray, values: np.ndarray) -> dict:
    """Excess in percent of bits a value: mean and largest over the tensors, and of all bits."""
    excess = 100 * (cost / own - 1)
    return {"mean": float(excess.mean()), "max": float(excess.max()), "worst": int(excess.argmax()),
            "total": float(100 * (cost @ values / (own @ values) - 1))}


def with_offsets(weights: np.ndarray, min_len: int, named) -> dict:
    """The same with tensors that are moved, each by the offset that suits it."""
    trainer = cluster.AligningTrainer(weights, min_len)
    tensors = range(len(weights))
    return {"in_sample": {str(count): named(cluster.best_costs(trainer, tensors, count))
                          for count in BOOKS if count <= len(weights)},
            "left_out": named(cluster.left_out_costs(trainer, tensors, LEFT_OUT_BOOKS))}


def measure(names: list, histograms: np.ndarray, variant: str) -> dict:
    """One population: `histograms` is [tensor, symbol]. Tokens only, no framing."""
    dtype, _ = symbols.VARIANTS[variant]
    weights = np.array([books.weights(h) for h in histograms])
    trainer = cluster.Trainer(weights, symbols.MIN_LEN[dtype])
    tensors = range(len(names))
    scale = weights.sum(axis=1)
    values = histograms.sum(axis=1).astype(float)
    extra = symbols.EXTRA_BITS[dtype]
    own = np.array([weights[t] @ trainer.table(trainer.alone(t)) for t in tensors]) / scale + extra

    def named(cost):
        found = summary(cost / scale + extra, own, values)
        return {**found, "worst": names[found["worst"]]}

    in_sample = {count: cluster.best_costs(trainer, tensors, count) for count in BOOKS
                 if count <= len(names)}
    left_out = cluster.left_out_costs(trainer, tensors, LEFT_OUT_BOOKS)
    at = in_sample[LEFT_OUT_BOOKS] / scale + extra
    return {"tensors": len(names),
            "in_sample": {str(count): named(cost) for count, cost in in_sample.items()},
            "left_out": named(left_out),
            "offset": with_offsets(weights, symbols.MIN_LEN[dtype], named),
            "each": [{"name": name, "own_bits_per_value": own[t],
                      "in_sample_percent": 100 * (at[t] / own[t] - 1),
                      "left_out_percent": 100 * ((left_out[t] / scale[t] + extra) / own[t] - 1)}
                     for t, name in enumerate(names)]}
