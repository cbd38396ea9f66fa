# SPDX-License-Identifier: Apache-2.0
#
# loss.py: sentence embeddings, and the loss that such a model is trained with.
#
#   Spec  docs/tensors.md#gradients
#   Test  scripts/tests/tensors_test.py
"""Mean pooling, and the contrastive loss over the pairs of a batch."""

import numpy as np

from tensors import ops

SCALE = 20.0  # of the cosine similarities, as sentence transformers are trained


def embeddings(output):
    """Unit-length sentence embeddings of [sequence, token, feature], and the lengths before."""
    pooled = output.mean(axis=1)
    length = np.sqrt((pooled * pooled).sum(axis=1, keepdims=True))
    return pooled / length, length


def contrastive(output):
    """Loss, and its gradient with respect to `output`.

    Sequences 2k and 2k + 1 are a pair: among all odd ones, 2k + 1 is to be the one most similar
    to 2k (cross entropy).
    """
    units, length = embeddings(output)
    anchors, others = units[0::2], units[1::2]
    probs = ops.softmax(SCALE * anchors @ others.T)
    count = len(anchors)
    value = -np.log(np.diagonal(probs)).mean()

    d_scores = SCALE * (probs - np.eye(count)) / count
    d_units = np.empty_like(units)
    d_units[0::2] = d_scores @ others
    d_units[1::2] = d_scores.T @ anchors
    d_pooled = (d_units - units * (d_units * units).sum(axis=1, keepdims=True)) / length
    tokens = output.shape[1]
    return value, np.repeat(d_pooled[:, None, :] / tokens, tokens, axis=1)
