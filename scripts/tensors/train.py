# SPDX-License-Identifier: Apache-2.0
#
# train.py: some steps of training, with what each of them computes.
#
# Every operation is float64 in a fixed order, and nothing is drawn at random but the first weights
# of a model that starts anew, from a generator whose numbers are frozen.
#
#   Spec  docs/tensors.md#training
#   Test  scripts/tests/train_test.py
"""Batches, the update, and the loop."""

import numpy as np

from tensors import backward, bert, corpus, loss

PAIRS = 8  # of passages, in a batch
TOKENS = 32
STRIDES = (5, 7, 11, 13, 17, 19, 23, 25)  # how each epoch walks through the pairs
INITIAL_SCALE = 0.02
FROZEN = "embeddings.word_embeddings.weight"


class Adam:
    """Adam with its usual constants, without weight decay."""

    def __init__(self, rate: float, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-8):
        self.rate, self.beta1, self.beta2, self.eps = rate, beta1, beta2, eps
        self._steps, self._means = 0, {}

    def update(self, parameters: dict, gradients: dict) -> None:
        self._steps += 1
        unbias1, unbias2 = 1 - self.beta1 ** self._steps, 1 - self.beta2 ** self._steps
        for name, grad in gradients.items():
            if name == FROZEN:
                continue
            mean, square = self._means.setdefault(name, (np.zeros_like(grad), np.zeros_like(grad)))
            mean += (1 - self.beta1) * (grad - mean)
            square += (1 - self.beta2) * (grad * grad - square)
            parameters[name] = parameters[name] - \
                self.rate / unbias1 * mean / (np.sqrt(square / unbias2) + self.eps)


def pairs(tokenizer, texts: list) -> np.ndarray:
    """All pairs of neighbouring passages: [pair, 2, token]."""
    found = []
    for text in texts:
        count = len(tokenizer.ids(text)) // (TOKENS - 2) // 2 * 2
        found.append(corpus.passages(tokenizer, [text], count, TOKENS).reshape(-1, 2, TOKENS))
    return np.concatenate(found)


def batch(all_pairs: np.ndarray, step: int) -> np.ndarray:
    """Sequences of one step. An epoch takes every pair once, each epoch in another order."""
    count = len(all_pairs)
    places = np.arange(step * PAIRS, (step + 1) * PAIRS)
    strides = np.array([s for s in STRIDES if np.gcd(s, count) == 1])
    chosen = places % count * strides[places // count % len(strides)] % count
    return all_pairs[chosen].reshape(2 * PAIRS, -1)


def start_anew(model: bert.Model, seed: int) -> None:
    """Random weights as a BERT is begun with; norms that do nothing, biases of zero."""
    rng = np.random.RandomState(seed)  # its numbers never change, whatever the version
    for name in sorted(model.parameters):
        shape = model.parameters[name].shape
        if len(shape) > 1:
            model.parameters[name] = INITIAL_SCALE * rng.standard_normal(shape)
        else:
            model.parameters[name] = np.full(shape, float(name.endswith("LayerNorm.weight")))


def run(model: bert.Model, all_pairs: np.ndarray, steps: int, rate: float):
    """Trains `model`; yields trace, gradients and loss of each step."""
    optimizer = Adam(rate)
    for step in range(steps):
        trace = bert.forward(model, batch(all_pairs, step))
        value, grad = loss.contrastive(trace.output)
        gradients = backward.backward(model, trace, grad)
        yield trace, gradients, float(value)
        optimizer.update(model.parameters, gradients.parameters)
