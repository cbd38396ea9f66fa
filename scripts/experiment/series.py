# SPDX-License-Identifier: Apache-2.0
#
# series.py: the same tensor at every step of a training, as histograms.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/train_test.py
"""Which tensors are followed through a training, and what is kept of them."""

import numpy as np

from experiment import policies, sampling, symbols
from tensors import corpus

VARIANTS = ("bf16", "e4m3")
LAYERS = (0, 5)
KINDS = ("g_w_query", "g_w_ffn1", "g_w_ffn2", "g_a_ffn1", "a_gelu")


def of_step(trace, gradients, layers=LAYERS) -> dict:
    """(kind, layer) to the values of one training step, as float32."""
    found = {}
    for layer in layers:
        for kind in KINDS:
            if kind == "a_gelu":
                values = trace.layers[layer]["gelu"]
            elif kind == "g_a_ffn1":
                values = gradients.activations["ffn1", layer]
            else:
                name = corpus.WEIGHTS[kind.removeprefix("g_w_")]
                values = gradients.parameters[f"encoder.layer.{layer}.{name}.weight"]
            found[kind, layer] = values.astype("<f4")
    return found


class Series:
    """One tensor, one variant, step after step: a message of a step each, one encoder for it."""

    def __init__(self, variant: str):
        self._dtype, self._prepare = symbols.VARIANTS[variant]
        self._turn = 0
        self.full, self.sampled, self.log2_rms = [], [], []

    def add(self, values: np.ndarray) -> None:
        sent = symbols.of_values(self._prepare(values), self._dtype)
        self.full.append(np.bincount(sent, minlength=256))
        counts, self._turn = sampling.sampled_histogram(
            sent, policies.LANES, policies.CHUNK_STEPS, self._turn)
        self.sampled.append(counts)
        self.log2_rms.append(float(np.log2(np.square(values, dtype=np.float64).mean()) / 2))

    def measure(self) -> dict:
        """Bits per value of every policy and step, and how the scale moves."""
        bits = policies.measure(self._dtype, np.array(self.full), np.array(self.sampled))
        return {"values": int(self.full[0].sum()), "log2_rms": self.log2_rms, "bits": bits}


def measure(steps, progress) -> tuple:
    """Losses, and the entries of all series; `steps` yields trace, gradients and loss."""
    losses, found = [], {}
    for trace, gradients, value in steps:
        losses.append(value)
        for (kind, layer), values in of_step(trace, gradients).items():
            for variant in VARIANTS:
                found.setdefault((variant, kind, layer), Series(variant)).add(values)
        progress(f"step {len(losses) - 1}, loss {value:.3f}")
    return losses, [{"variant": variant, "kind": kind, "layer": layer, **series.measure()}
                    for (variant, kind, layer), series in found.items()]
