#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# coding_gain_test.py: gains are those that theory knows.
#
#   Spec  docs/decisions.md#tdr-two-dimensions
#   Test  scripts/tests/coding_gain_test.py
"""Tests of scripts/coding_gain.py."""

import pathlib
import subprocess
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import coding_gain  # noqa: E402
from experiment import fields, gain  # noqa: E402


class GainTest(unittest.TestCase):
    def test_bits_of_noise_are_those_of_a_gaussian(self):
        x = fields.smooth(400, 300, 0, 0, 0, 1)
        step = gain.step_for(x, -40)
        want = np.log2(np.sqrt(2 * np.pi * np.e) / step)
        self.assertAlmostEqual(gain.bits(x, step), want, delta=0.01)
        self.assertAlmostEqual(gain.bits(7 * x, 7 * step), want, delta=0.01)
        # Scales of rows and columns cost nothing.
        scaled = x * (1 + np.arange(300) % 5)
        self.assertAlmostEqual(gain.bits(scaled, step), want + np.log2(120) / 5, delta=0.02)

    def test_transforms_keep_lengths_and_go_back(self):
        x = fields.smooth(20, 27, 0.5, 0, 0, 2)
        for y in (gain.down(x, 16), gain.along(x, 8), gain.both(x)):
            self.assertAlmostEqual(np.sum(y * y), np.sum(x * x))
        m = gain.matrix(8)
        self.assertTrue(np.allclose(m.T @ gain.both(x)[:8, :8] @ m, x[:8, :8]))
        self.assertTrue(np.array_equal(gain.both(x)[16:, 24:], x[16:, 24:]))

    def test_gains_of_a_slow_field(self):
        # Of a process with correlation 0.95: 10.1 dB for a difference, 9.0 dB for 16 points.
        found = coding_gain.gains(fields.smooth(512, 256, 0.95, 0, 0, 3), -50)
        self.assertAlmostEqual(found["delta"], 10 * np.log10(1 / (1 - 0.95**2)), delta=0.4)
        self.assertGreater(found["DCT-16 down"], 8.6)
        self.assertAlmostEqual(found["DCT-16 along"], 0, delta=0.1)
        self.assertLess(found["blocks"], found["delta"])

    def test_predictions_of_a_block_are_its_neighbours(self):
        x = np.arange(16)[:, None] + np.zeros((16, 24))
        found = gain.neighbours(x)
        self.assertTrue(np.array_equal(found["horizontal"][:, 8:], x[:, 8:]))
        self.assertTrue(np.all(found["vertical"][8:] == 7))
        self.assertTrue(np.all(found["none"] == 0))
        flat = gain.neighbours(np.full((32, 32), 5.0))["planar"]
        self.assertTrue(np.allclose(flat[8:24, 8:24], 5))
        residual, named = gain.predicted(np.full((32, 32), 5.0), np.ones((32, 32)))
        self.assertTrue(np.allclose(residual[:, 8:], 0))
        self.assertLessEqual(named, 2 / 64)

    def test_noise_gains_nothing(self):
        for name, value in coding_gain.gains(fields.smooth(256, 256, 0, 0, 0, 4)).items():
            self.assertLess(value, 0.05, name)

    def test_wrong_usage_is_told(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "coding_gain.py")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing to measure", done.stderr)


if __name__ == "__main__":
    unittest.main()
