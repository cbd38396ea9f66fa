# SPDX-License-Identifier: Apache-2.0
#
# ops.py: the operations of a transformer, forward and backward.
#
# Everything is float64: the result then depends so little on the order of additions that its
# bfloat16 rounding is the same on every machine.
#
#   Spec  docs/tensors.md#arithmetic
#   Test  scripts/tests/tensors_test.py
"""Linear map, layer norm, softmax and GELU with their gradients."""

import math

import numpy as np

_SLICE = 1 << 16


def linear(x, weight, bias):
    """x @ weight.T + bias over the last axis."""
    flat = x.reshape(-1, x.shape[-1]) @ weight.T
    flat += bias
    return flat.reshape(*x.shape[:-1], weight.shape[0])


def linear_back(grad, x, weight):
    """Gradients of x, weight and bias."""
    flat = grad.reshape(-1, grad.shape[-1])
    d_weight = flat.T @ x.reshape(-1, x.shape[-1])
    return (flat @ weight).reshape(x.shape), d_weight, flat.sum(axis=0)


def layer_norm(x, weight, bias, eps):
    """The result, and what its gradient needs."""
    centred = x - x.mean(axis=-1, keepdims=True)
    inverse = 1 / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)
    normal = centred * inverse
    return normal * weight + bias, (normal, inverse)


def layer_norm_back(grad, saved, weight):
    """Gradients of x, weight and bias."""
    normal, inverse = saved
    axes = tuple(range(grad.ndim - 1))
    d_normal = grad * weight
    d_x = inverse * (d_normal - d_normal.mean(axis=-1, keepdims=True)
                     - normal * (d_normal * normal).mean(axis=-1, keepdims=True))
    return d_x, (grad * normal).sum(axis=axes), grad.sum(axis=axes)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_back(grad, result):
    return result * (grad - (grad * result).sum(axis=-1, keepdims=True))


def normal_cdf(x):
    """Probability that a standard normal variable is below x."""
    flat = np.ascontiguousarray(x).reshape(-1) * math.sqrt(0.5)
    result = np.empty_like(flat)
    for start in range(0, flat.size, _SLICE):
        part = flat[start:start + _SLICE]
        result[start:start + _SLICE] = np.fromiter(map(math.erf, part.tolist()), np.float64,
                                                   part.size)
    return (0.5 * (1 + result)).reshape(x.shape)


def gelu_back(grad, x, cdf):
    """Gradient of x * cdf(x)."""
    return grad * (cdf + x * np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi))
