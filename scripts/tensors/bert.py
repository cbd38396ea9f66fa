# SPDX-License-Identifier: Apache-2.0
#
# bert.py: a BERT encoder, forward, keeping what every layer computes.
#
# All sequences have the same length and no padding, so that there is no mask.
#
#   Spec  docs/tensors.md#arithmetic
#   Test  scripts/tests/tensors_test.py
"""The forward pass."""

import dataclasses
import json

import numpy as np

from tensors import ops


@dataclasses.dataclass(frozen=True)
class Config:
    """What the weights do not say."""

    layers: int
    heads: int
    eps: float

    @staticmethod
    def parse(text: str) -> "Config":
        data = json.loads(text)
        if data["hidden_act"] != "gelu" or data["position_embedding_type"] != "absolute":
            raise ValueError("not the kind of BERT that is computed here")
        return Config(data["num_hidden_layers"], data["num_attention_heads"],
                      data["layer_norm_eps"])


class Model:
    """Parameters by their names in the file, as float64."""

    def __init__(self, config: Config, tensors: dict):
        self.config = config
        self.parameters = {name: np.asarray(t, np.float64) for name, t in tensors.items()}

    def pair(self, name: str):
        """Weight and bias."""
        return self.parameters[name + ".weight"], self.parameters[name + ".bias"]


def split_heads(x, heads):
    """[sequence, token, feature] to [sequence, head, token, feature of the head]."""
    count, tokens, width = x.shape
    return x.reshape(count, tokens, heads, width // heads).transpose(0, 2, 1, 3)


def join_heads(x):
    count, heads, tokens, width = x.shape
    return x.transpose(0, 2, 1, 3).reshape(count, tokens, heads * width)


def embed(model: Model, ids):
    """Sum of the three embeddings, normalized; and what the gradient needs."""
    p = model.parameters
    total = p["embeddings.word_embeddings.weight"][ids]
    total = total + p["embeddings.position_embeddings.weight"][:ids.shape[1]]
    total = total + p["embeddings.token_type_embeddings.weight"][0]
    return ops.layer_norm(total, *model.pair("embeddings.LayerNorm"), model.config.eps)


def attention(model: Model, prefix: str, x) -> dict:
    """Self-attention without the sum and norm behind it."""
    heads = model.config.heads
    t = {name: split_heads(ops.linear(x, *model.pair(f"{prefix}.attention.self.{name}")), heads)
         for name in ("query", "key", "value")}
    scale = 1 / np.sqrt(t["query"].shape[-1])
    t["probs"] = ops.softmax(t["query"] @ t["key"].transpose(0, 1, 3, 2) * scale)
    t["context"] = join_heads(t["probs"] @ t["value"])
    t["attn_out"] = ops.linear(t["context"], *model.pair(f"{prefix}.attention.output.dense"))
    return t


def layer(model: Model, number: int, x) -> dict:
    """Everything that one layer computes, by name; `residual` is what it hands on."""
    prefix = f"encoder.layer.{number}"
    t = attention(model, prefix, x)
    t["input"] = x
    t["middle"], t["norm1"] = ops.layer_norm(
        x + t["attn_out"], *model.pair(f"{prefix}.attention.output.LayerNorm"), model.config.eps)
    t["ffn1"] = ops.linear(t["middle"], *model.pair(f"{prefix}.intermediate.dense"))
    t["cdf"] = ops.normal_cdf(t["ffn1"])
    t["gelu"] = t["ffn1"] * t["cdf"]
    t["ffn2"] = ops.linear(t["gelu"], *model.pair(f"{prefix}.output.dense"))
    t["residual"], t["norm2"] = ops.layer_norm(
        t["middle"] + t["ffn2"], *model.pair(f"{prefix}.output.LayerNorm"), model.config.eps)
    return t


@dataclasses.dataclass
class Trace:
    """What a forward pass computed."""

    ids: np.ndarray
    norm: tuple  # of the embeddings
    layers: list  # one dict for each layer

    @property
    def output(self):
        return self.layers[-1]["residual"]


def forward(model: Model, ids) -> Trace:
    """`ids`: [sequence, token]."""
    ids = np.asarray(ids)
    x, norm = embed(model, ids)
    trace = Trace(ids, norm, [])
    for number in range(model.config.layers):
        trace.layers.append(layer(model, number, x))
        x = trace.output
    return trace
