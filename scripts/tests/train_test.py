# SPDX-License-Identifier: Apache-2.0
#
# train_test.py: a small random transformer is trained as the loop says.
#
#   Spec  docs/tensors.md#training
#   Test  scripts/tests/train_test.py
"""Tests of scripts/tensors/train.py, and of the series that a training gives."""

import pathlib
import sys
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tensors_test import HIDDEN, SEED, TOKENS, VOCABULARY, WIDTH, small_model  # noqa: E402

from experiment import sampling, series  # noqa: E402
from tensors import train  # noqa: E402

PAIRS = 24


def made_up_pairs() -> np.ndarray:
    return np.random.default_rng(1).integers(0, len(VOCABULARY), (PAIRS, 2, TOKENS))


class TrainTest(unittest.TestCase):
    def test_every_epoch_takes_every_pair_once_and_in_another_order(self):
        all_pairs = np.arange(2 * PAIRS).reshape(PAIRS, 2, 1)
        epochs = []
        for epoch in range(4):
            steps = range(epoch * PAIRS // train.PAIRS, (epoch + 1) * PAIRS // train.PAIRS)
            rows = np.concatenate([train.batch(all_pairs, step) for step in steps])
            self.assertEqual((rows[1::2] - rows[0::2]).tolist(), [[1]] * PAIRS)
            self.assertEqual(sorted(rows[0::2, 0].tolist()), list(range(0, 2 * PAIRS, 2)))
            epochs.append(rows.tolist())
        self.assertTrue(all(a != b for a, b in zip(epochs, epochs[1:])))

    def test_adam_moves_as_its_formula_says(self):
        parameters, optimizer = {"x": np.array([1.0, -2.0])}, train.Adam(0.1)
        optimizer.update(parameters, {"x": np.array([3.0, -0.5])})
        np.testing.assert_allclose(parameters["x"], [0.9, -1.9])  # the first step: rate and sign
        optimizer.update(parameters, {"x": np.array([-1.0, -0.5])})
        mean = (0.9 * 0.1 * 3 - 0.1) / (1 - 0.9 ** 2)
        square = (0.999 * 0.001 * 9 + 0.001) / (1 - 0.999 ** 2)
        np.testing.assert_allclose(parameters["x"], [0.9 - 0.1 * mean / np.sqrt(square), -1.8])

    def test_training_lowers_the_loss_and_repeats_itself(self):
        def losses():
            model = small_model()
            words = model.parameters[train.FROZEN].copy()
            same = made_up_pairs()[:train.PAIRS]  # so that every step has the same batch
            found = [value for _, _, value in train.run(model, same, 5, 1e-5)]
            np.testing.assert_array_equal(model.parameters[train.FROZEN], words)
            return found
        first = losses()
        self.assertTrue(all(b < a for a, b in zip(first, first[1:])), (SEED, first))
        self.assertEqual(first, losses())

    def test_a_model_that_starts_anew_is_the_same_each_time(self):
        models = [small_model(), small_model()]
        models[1].parameters["encoder.layer.0.output.dense.weight"] += 1
        for model in models:
            train.start_anew(model, 1)
        for name, values in models[0].parameters.items():
            np.testing.assert_array_equal(values, models[1].parameters[name])
            if name.endswith("LayerNorm.weight"):
                self.assertTrue((values == 1).all(), name)
            elif name.endswith("bias"):
                self.assertTrue((values == 0).all(), name)
            else:
                self.assertAlmostEqual(values.std() / train.INITIAL_SCALE, 1, delta=0.5)


class SeriesTest(unittest.TestCase):
    def test_the_tensors_of_a_step_are_those_of_the_layer(self):
        trace, gradients, _ = next(train.run(small_model(), made_up_pairs(), 1, 0.01))
        found = series.of_step(trace, gradients, layers=(0, 1))
        self.assertEqual(set(found), {(k, layer) for k in series.KINDS for layer in (0, 1)})
        self.assertEqual(found["g_w_ffn1", 1].shape, (HIDDEN, WIDTH))
        np.testing.assert_array_equal(
            found["g_w_query", 0],
            gradients.parameters["encoder.layer.0.attention.self.query.weight"].astype("f4"))
        self.assertEqual(found["a_gelu", 0].shape, (2 * train.PAIRS, TOKENS, HIDDEN))
        self.assertFalse(np.array_equal(found["a_gelu", 0], found["a_gelu", 1]))

    def test_a_series_keeps_every_step_and_the_turn_of_the_lanes(self):
        rng = np.random.default_rng(2)
        one = series.Series("bf16")
        for scale in (1, 2, 4):
            one.add(scale * rng.normal(0, 1, 16 * 300 + 10).astype("<f4"))
        found = one.measure()
        self.assertEqual(found["values"], 16 * 300 + 10)
        np.testing.assert_allclose(np.diff(found["log2_rms"]), 1, atol=0.1)
        # 301 steps a message, two of which open a chunk. The last one has 10 values, and may draw
        # a lane that has none.
        drawn = [int(sampling.STATES[301 * m + 300]) % 16 for m in range(3)]
        self.assertEqual([int(h.sum()) for h in one.sampled],
                         [299 if lane < 10 else 298 for lane in drawn])
        self.assertEqual(len({lane < 10 for lane in drawn}), 2, "both cases are there")
        self.assertEqual({len(v) for v in found["bits"].values()}, {2})


if __name__ == "__main__":
    unittest.main()
