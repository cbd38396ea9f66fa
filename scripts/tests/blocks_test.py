#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# blocks_test.py: the block formats round and scale as their standards say.
#
#   Spec  docs/results.md#block-formats
#   Test  scripts/tests/blocks_test.py
"""Tests of scripts/experiment/blocks.py."""

import pathlib
import sys
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from experiment import blocks, symbols  # noqa: E402  # pylint: disable=wrong-import-position


class Blocks(unittest.TestCase):
    def test_magnitudes_are_those_of_the_formats(self):
        self.assertEqual(list(blocks.E2M1), [0, 0.5, 1, 1.5, 2, 3, 4, 6])
        self.assertEqual((blocks.E3M2[1], blocks.E3M2[-1]), (0.0625, 28))
        self.assertEqual((blocks.E2M3[1], blocks.E2M3[-1]), (0.125, 7.5))
        self.assertEqual((blocks.UE4M3[1], blocks.UE4M3[-1]), (2.0 ** -9, 448))

    def test_rounds_to_the_nearest_and_ties_to_even_codes(self):
        values = np.array([0.24, 0.25, 0.26, 0.75, 1.25, 1.75, 2.5, 3.5, 5, 5.1, 99, -0.75, -0.0])
        self.assertEqual(list(blocks.signed(values, blocks.E2M1)),
                         [0, 0, 1, 2, 2, 4, 4, 6, 6, 7, 7, 8 + 2, 8])

    def test_mxfp8_is_that_of_the_other_experiment(self):
        values = np.random.default_rng(1).standard_normal(3200).astype("<f4")
        codes, scales = blocks.mx(values, blocks.UE4M3)
        np.testing.assert_array_equal(codes.reshape(-1),
                                      symbols.to_e4m3(symbols.block_scaled(values)))
        self.assertEqual(scales.size, 100)

    def test_blocks_come_back_near_what_they_were(self):
        values = np.random.default_rng(2).standard_normal(1600).astype("<f4")
        for split, size, largest in ((blocks.mxfp4, 32, None), (blocks.nvfp4, 16, 448 * 6)):
            codes, scales = split(values)
            both = np.stack([codes & 15, codes >> 4], 1).reshape(-1, size)
            restored = blocks.E2M1[both & 7] * np.where(both & 8, -1, 1)
            if largest is None:
                restored = restored * 2.0 ** (scales.astype(float) - 127)
            else:
                restored = restored * blocks.UE4M3[scales] * (np.abs(values).max() / largest)
            error = np.square(restored.reshape(-1) - values).sum() / np.square(values).sum()
            self.assertLess(error, 0.02)

    def test_zeros_and_short_blocks_are_taken(self):
        for split, *_ in blocks.FORMATS.values():
            codes, _ = split(np.zeros(5, "<f4"))
            self.assertEqual(codes.max(), 0)


if __name__ == "__main__":
    unittest.main()
