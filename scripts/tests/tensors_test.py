#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# tensors_test.py: a small random transformer is computed, and differentiated, correctly.
#
#   Spec  docs/tensors.md#arithmetic
#   Test  scripts/tests/tensors_test.py
"""Tests of scripts/tensors, without the model package."""

import json
import os
import pathlib
import struct
import sys
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tensors import backward, bert, corpus, loss, ops, safetensors, tokenizer  # noqa: E402

SEED = int(os.environ.get("TERN_SEED", "1"))
WIDTH, HIDDEN, HEADS, LAYERS, TOKENS = 8, 12, 2, 2, 5
VOCABULARY = "[PAD] [UNK] [CLS] [SEP] a ##b ab un ##aff ##able , $ e".split()


def small_model() -> bert.Model:
    """A model with random weights, none of them special."""
    rng = np.random.default_rng(SEED)
    tensors = {"embeddings.word_embeddings.weight": (len(VOCABULARY), WIDTH),
               "embeddings.position_embeddings.weight": (TOKENS + 1, WIDTH),
               "embeddings.token_type_embeddings.weight": (2, WIDTH)}
    shapes = {"attention.self.query": (WIDTH, WIDTH), "attention.self.key": (WIDTH, WIDTH),
              "attention.self.value": (WIDTH, WIDTH), "attention.output.dense": (WIDTH, WIDTH),
              "intermediate.dense": (HIDDEN, WIDTH), "output.dense": (WIDTH, HIDDEN),
              "attention.output.LayerNorm": (WIDTH,), "output.LayerNorm": (WIDTH,)}
    names = {f"encoder.layer.{i}.{name}": shape for i in range(LAYERS)
             for name, shape in shapes.items()}
    for name, shape in {**names, "embeddings.LayerNorm": (WIDTH,)}.items():
        tensors[name + ".weight"], tensors[name + ".bias"] = shape, shape[:1]
    return bert.Model(bert.Config(LAYERS, HEADS, 1e-12),
                      {name: rng.normal(0, 0.6, shape) for name, shape in tensors.items()})


def batch() -> np.ndarray:
    return np.random.default_rng(SEED + 1).integers(0, len(VOCABULARY), (4, TOKENS))


def packed(header: dict, data: bytes) -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


class ModelTest(unittest.TestCase):
    def setUp(self):
        self.model, self.ids = small_model(), batch()

    def value(self) -> float:
        return loss.contrastive(bert.forward(self.model, self.ids).output)[0]

    def slope(self, array, index) -> float:
        """Central difference of the loss by one number."""
        step, kept = 1e-5, array[index]
        array[index] = kept + step
        above = self.value()
        array[index] = kept - step
        below = self.value()
        array[index] = kept
        return (above - below) / (2 * step)

    def test_every_parameter_gradient_is_a_slope(self):
        trace = bert.forward(self.model, self.ids)
        found = backward.backward(self.model, trace, loss.contrastive(trace.output)[1])
        rng = np.random.default_rng(SEED + 2)
        self.assertEqual(len(found.parameters), 16 * LAYERS + 3)
        for name, grad in found.parameters.items():
            array = self.model.parameters[name]
            self.assertEqual(grad.shape, array.shape)
            for _ in range(4):
                index = tuple(rng.integers(0, n) for n in array.shape)
                self.assertAlmostEqual(grad[index], self.slope(array, index), delta=2e-7,
                                       msg=f"seed {SEED}: {name}{index}")

    def test_activation_gradients_explain_the_gradients_of_the_biases(self):
        trace = bert.forward(self.model, self.ids)
        found = backward.backward(self.model, trace, loss.contrastive(trace.output)[1])
        for (kind, number), grad in found.activations.items():
            name = {"ffn1": "intermediate", "ffn2": "output"}[kind]
            bias = found.parameters[f"encoder.layer.{number}.{name}.dense.bias"]
            np.testing.assert_allclose(grad.sum(axis=(0, 1)), bias, atol=1e-12)

    def test_sequences_do_not_influence_each_other(self):
        together = bert.forward(self.model, self.ids).output
        for row, ids in enumerate(self.ids):
            np.testing.assert_allclose(bert.forward(self.model, [ids]).output[0], together[row],
                                       atol=1e-12)

    def test_a_small_step_against_the_gradient_lowers_the_loss(self):
        trace = bert.forward(self.model, self.ids)
        before, grad = loss.contrastive(trace.output)
        for name, slope in backward.backward(self.model, trace, grad).parameters.items():
            self.model.parameters[name] -= 1e-4 * slope
        self.assertLess(self.value(), before)

    def test_all_tensors_have_equal_shards_and_names_of_their_own(self):
        names = set()
        for item in corpus.tensors(self.model, np.repeat(self.ids, 4, axis=0)):
            if isinstance(item, float):
                continue
            self.assertIn(item.group, corpus.GROUPS)
            self.assertNotIn(item.name, names)
            names.add(item.name)
        self.assertEqual(len(names), 1 + LAYERS * (6 + 7 + 2 + 8))
        self.assertIsInstance(item, float)


class OpsTest(unittest.TestCase):
    def test_normal_cdf_has_known_values(self):
        found = ops.normal_cdf(np.array([[0.0, 1.0, -1.959963984540054, 9.0]]))
        np.testing.assert_allclose(found, [[0.5, 0.841344746068543, 0.025, 1.0]], atol=1e-12)

    def test_softmax_survives_large_values_and_sums_to_one(self):
        found = ops.softmax(np.array([[1e4, 1e4 + 1, -1e4]]))
        np.testing.assert_allclose(found, [[1 / (1 + np.e), np.e / (1 + np.e), 0]], atol=1e-12)

    def test_layer_norm_has_mean_zero_and_variance_one(self):
        x = np.random.default_rng(SEED).normal(3, 5, (2, 4, 64))
        y, _ = ops.layer_norm(x, np.ones(64), np.zeros(64), 1e-12)
        np.testing.assert_allclose(y.mean(axis=-1), 0, atol=1e-12)
        np.testing.assert_allclose(y.var(axis=-1), 1, atol=1e-9)


class TokenizerTest(unittest.TestCase):
    def setUp(self):
        self.words = tokenizer.Tokenizer("\n".join(VOCABULARY))

    def test_the_longest_piece_wins_and_unknown_words_are_one_token(self):
        self.assertEqual(self.words.ids("unaffable"), [7, 8, 9])
        self.assertEqual(self.words.ids("ab a unx"), [6, 4, 1])
        self.assertEqual(self.words.ids("a" * 101), [1])

    def test_case_accents_controls_and_punctuation(self):
        self.assertEqual(tokenizer.words("\u00c9t\u00e9,\x07 A$b\u00a0c\n"),
                         ["ete", ",", "a", "$", "b", "c"])
        self.assertEqual(tokenizer.words("x\u4e2d\u6587"), ["x", "\u4e2d", "\u6587"])

    def test_passages_follow_each_other_and_carry_marks(self):
        rows = corpus.passages(self.words, ["a ab " * 6], count=4, tokens=5)
        self.assertEqual(rows.tolist(), [[2, 4, 6, 4, 3], [2, 6, 4, 6, 3]] * 2)
        with self.assertRaisesRegex(ValueError, "fewer than 15"):
            corpus.passages(self.words, ["a ab " * 6], count=5, tokens=5)


class SafetensorsTest(unittest.TestCase):
    ENTRY = {"dtype": "F32", "shape": [2, 1], "data_offsets": [4, 12]}

    def test_floats_are_read_and_other_types_left_out(self):
        data = packed({"__metadata__": {"x": "y"}, "t": self.ENTRY,
                       "n": {"dtype": "I32", "shape": [1], "data_offsets": [0, 4]}},
                      struct.pack("<iff", 7, 1.5, -2.0))
        found = safetensors.load(data)
        self.assertEqual(list(found), ["t"])
        self.assertEqual(found["t"].tolist(), [[1.5], [-2.0]])

    def test_damaged_files_are_refused(self):
        whole = packed({"t": self.ENTRY}, bytes(12))
        for damaged in (b"", whole[:7], whole[:20], whole[:-1],
                        packed({"t": {**self.ENTRY, "shape": [3]}}, bytes(12)),
                        packed({"t": {**self.ENTRY, "data_offsets": [-4, 4]}}, bytes(12))):
            with self.assertRaises(ValueError):
                safetensors.load(damaged)


if __name__ == "__main__":
    unittest.main()
