#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# tdr_decoder_test.py: what is written in docs/transform.md decodes the golden streams.
#
#   Spec  docs/transform.md#13-versions
#   Test  scripts/tests/tdr_decoder_test.py
"""Decode the streams of model/tdr/testdata and compare with the values beside them."""

import unittest

from tdr_decoder import MODEL, Stream


def load(path):
  """The two parts of a golden file: stream and values."""
  parts = path.read_text().split("values\n")
  return [bytes.fromhex(part.replace("stream\n", "")) for part in parts]


class Decoder(unittest.TestCase):
  def test_every_golden_stream_decodes_to_its_values(self):
    files = sorted((MODEL / "testdata").glob("*.hex"))
    self.assertGreaterEqual(len(files), 22)
    for path in files:
      with self.subTest(path.name):
        stream, values = load(path)
        self.assertEqual(Stream(stream).decode(), values)


if __name__ == "__main__":
  unittest.main()
