# SPDX-License-Identifier: Apache-2.0
#
# backward.py: gradients of one training step of a BERT encoder.
#
#   Spec  docs/tensors.md#gradients
#   Test  scripts/tests/tensors_test.py
"""The backward pass."""

import numpy as np

from tensors import bert, ops


class Gradients:
    """Gradients of parameters by name, and of activations by (name, layer)."""

    def __init__(self):
        self.parameters = {}
        self.activations = {}

    def linear(self, model, name: str, grad, x):
        """Records those of a linear map and returns the one of its input."""
        weight, _ = model.pair(name)
        d_x, self.parameters[name + ".weight"], self.parameters[name + ".bias"] = \
            ops.linear_back(grad, x, weight)
        return d_x

    def norm(self, model, name: str, grad, saved):
        weight, _ = model.pair(name)
        d_x, self.parameters[name + ".weight"], self.parameters[name + ".bias"] = \
            ops.layer_norm_back(grad, saved, weight)
        return d_x


def attention_back(model, g: Gradients, prefix: str, t: dict, grad):
    """Gradient of the layer's input that flows through its attention."""
    heads = model.config.heads
    d_context = bert.split_heads(
        g.linear(model, f"{prefix}.attention.output.dense", grad, t["context"]), heads)
    d_value = t["probs"].transpose(0, 1, 3, 2) @ d_context
    d_scores = ops.softmax_back(d_context @ t["value"].transpose(0, 1, 3, 2), t["probs"])
    d_scores *= 1 / np.sqrt(t["query"].shape[-1])
    parts = {"query": d_scores @ t["key"], "key": d_scores.transpose(0, 1, 3, 2) @ t["query"],
             "value": d_value}
    return sum(g.linear(model, f"{prefix}.attention.self.{name}", bert.join_heads(part),
                        t["input"]) for name, part in parts.items())


def layer_back(model, g: Gradients, number: int, t: dict, grad):
    """Gradient of the layer's input."""
    prefix = f"encoder.layer.{number}"
    d_sum = g.norm(model, f"{prefix}.output.LayerNorm", grad, t["norm2"])
    g.activations["ffn2", number] = d_sum
    d_gelu = g.linear(model, f"{prefix}.output.dense", d_sum, t["gelu"])
    d_ffn1 = ops.gelu_back(d_gelu, t["ffn1"], t["cdf"])
    g.activations["ffn1", number] = d_ffn1
    d_middle = d_sum + g.linear(model, f"{prefix}.intermediate.dense", d_ffn1, t["middle"])
    d_sum = g.norm(model, f"{prefix}.attention.output.LayerNorm", d_middle, t["norm1"])
    return d_sum + attention_back(model, g, prefix, t, d_sum)


def backward(model: bert.Model, trace: bert.Trace, grad) -> Gradients:
    """All gradients, from that of the encoder's output."""
    g = Gradients()
    for number in reversed(range(model.config.layers)):
        grad = layer_back(model, g, number, trace.layers[number], grad)
    grad = g.norm(model, "embeddings.LayerNorm", grad, trace.norm)
    words = np.zeros_like(model.parameters["embeddings.word_embeddings.weight"])
    np.add.at(words, trace.ids, grad)
    g.parameters["embeddings.word_embeddings.weight"] = words
    return g
