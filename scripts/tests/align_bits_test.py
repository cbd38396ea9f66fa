#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# align_bits_test.py: what rounding costs is what theory says, and the document has the figures.
#
#   Spec  docs/tdr_architecture.md#transform
#   Test  scripts/tests/align_bits_test.py
"""Tests of scripts/align_bits.py."""

import pathlib
import subprocess
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
CORPUS = SCRIPTS.parent.parent / "shared/corpus"
sys.path.insert(0, str(SCRIPTS))

import align_bits  # noqa: E402


class LossTest(unittest.TestCase):
    def test_bf16_keeps_eight_bits(self):
        x = np.array([1.0, 1.0 + 2.0**-8, 1.0 + 3 * 2.0**-8, -3.0e38, 0.0])
        want = [1.0, 1.0, 1.0 + 2.0**-6, -3.0e38, 0.0]
        self.assertTrue(np.allclose(align_bits.bf16(x), want, rtol=2.0**-9))
        self.assertEqual(align_bits.bf16(x)[1], 1.0)

    def test_rounding_is_a_twelfth_of_the_unit_squared(self):
        x = np.random.default_rng(1).uniform(-1, 1, 100000)
        unit = 2.0**-10
        self.assertAlmostEqual(align_bits.rounding(x, 10) / (unit**2 / 12 / np.mean(x**2)), 1,
                               delta=0.02)
        self.assertEqual(align_bits.rounding(np.array([3.0, -1.0]), 2), 0)

    def test_as_much_again_is_three_db(self):
        self.assertAlmostEqual(align_bits.loss(0.1, 0.1), 10 * np.log10(2))
        with self.assertRaises(KeyError):
            align_bits.least_error({"runs": []}, "nothing", 4)

    @unittest.skipUnless(CORPUS.is_dir(), "no corpus")
    def test_the_document_has_the_table(self):
        files = sorted(str(path) for path in CORPUS.glob("*.npy"))
        done = subprocess.run([sys.executable, SCRIPTS / "align_bits.py", *files], check=True,
                              capture_output=True, encoding="utf-8")
        document = (SCRIPTS.parent / "docs/tdr_architecture.md").read_text(encoding="utf-8")
        self.assertIn(done.stdout, document)


if __name__ == "__main__":
    unittest.main()
