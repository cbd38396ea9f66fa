# SPDX-License-Identifier: Apache-2.0
#
# corpus.py: which text goes in, and which tensors come out.
#
#   Spec  docs/tensors.md#tensors
#   Test  scripts/tests/fetch_tensors_test.py
"""The list of tensors of the corpus."""

import dataclasses

import numpy as np

from tensors import backward, bert, loss

PASSAGES = 8  # of each text, an even number: neighbours are a pair
TOKENS = 128
SHARDS = 16

# Name in the corpus, and in the file of weights.
WEIGHTS = {"query": "attention.self.query", "key": "attention.self.key",
           "value": "attention.self.value", "attn_out": "attention.output.dense",
           "ffn1": "intermediate.dense", "ffn2": "output.dense"}
ACTIVATIONS = {
    "probs": "attention probabilities (after softmax)",
    "context": "sum of the values under these probabilities, heads joined",
    "attn_out": "output of the attention's linear map, before sum and norm",
    "ffn1": "output of the first linear map of the MLP, before GELU",
    "gelu": "hidden values of the MLP, after GELU",
    "ffn2": "output of the second linear map of the MLP, before sum and norm",
    "residual": "output of the layer: the residual stream after its norm"}
GROUPS = ("weights", "activations", "kv", "gradients")


@dataclasses.dataclass(frozen=True)
class Tensor:
    """One tensor: group and kind say what it is, `how` says how it was made."""

    group: str
    kind: str
    layer: int  # -1: not of a layer
    values: np.ndarray
    how: str
    shards: int = SHARDS  # equal slices of the first axis

    @property
    def name(self) -> str:
        prefix = {"weights": "w", "activations": "a", "kv": "kv", "gradients": "g"}[self.group]
        return f"{prefix}_{self.kind}" + (f"_l{self.layer}" if self.layer >= 0 else "")


def passages(tokenizer, texts: list, count: int = PASSAGES, tokens: int = TOKENS):
    """The first `count` runs of `tokens` - 2 tokens of each text, begin and end marked."""
    room = tokens - 2
    rows = []
    for text in texts:
        ids = tokenizer.ids(text)
        if len(ids) < count * room:
            raise ValueError(f"a text has {len(ids)} tokens, fewer than {count * room}")
        rows += [tokenizer.sequence(ids[i * room:(i + 1) * room]) for i in range(count)]
    return np.array(rows)


def weights(model: bert.Model):
    p = model.parameters
    yield Tensor("weights", "words", -1, p["embeddings.word_embeddings.weight"],
                 "the file's embeddings.word_embeddings.weight", shards=6)
    for number in range(model.config.layers):
        for kind, name in WEIGHTS.items():
            full = f"encoder.layer.{number}.{name}.weight"
            yield Tensor("weights", kind, number, p[full], f"the file's {full}")


def activations(trace: bert.Trace):
    for number, layer in enumerate(trace.layers):
        for kind, how in ACTIVATIONS.items():
            yield Tensor("activations", kind, number, layer[kind], how)
        for kind in ("key", "value"):
            yield Tensor("kv", kind, number, layer[kind],
                         f"{kind} of [sequence, head, token, feature]")


def gradients(model: bert.Model, trace: bert.Trace, grad):
    g = backward.backward(model, trace, grad)
    for number in range(model.config.layers):
        for kind, name in WEIGHTS.items():
            full = f"encoder.layer.{number}.{name}.weight"
            yield Tensor("gradients", f"w_{kind}", number, g.parameters[full],
                         f"of the loss with respect to {full}")
        for kind in ("ffn1", "ffn2"):
            yield Tensor("gradients", f"a_{kind}", number, g.activations[kind, number],
                         f"of the loss with respect to the activation {kind}")


def tensors(model: bert.Model, ids):
    """All tensors, one after the other; the last thing yielded is the loss, a float."""
    yield from weights(model)
    trace = bert.forward(model, ids)
    yield from activations(trace)
    value, grad = loss.contrastive(trace.output)
    yield from gradients(model, trace, grad)
    yield float(value)
