# SPDX-License-Identifier: Apache-2.0
#
# corpus_test: real weights through model and circuit, if they lie beside the repository.
#
#   Spec  docs/cli.md#tern-eval
#   Test  tb/apps/corpus_test.py
import unittest

from support import CORPUS, SAMPLE, TernTest, main

FILES = sorted(CORPUS.glob("*.npy"))


class Sample(TernTest):
  def test_sample_goes_through_every_lane_count(self):
    for lanes in (1, 2, 4, 8, 16, 32, 64):
      self.tern("eval", SAMPLE / "attention_qkv_120x360.npy", "--dtype", "bf16", "--books",
                SAMPLE / "books.json", "--lanes", lanes, "--json", "r.json")
      tensor, = self.json("r.json")["tensors"]
      self.assertTrue(tensor["match"])
      self.assertGreater(tensor["saved_percent"], 29)
      steps = -(-tensor["values"] // lanes)
      self.assertLess(tensor["engines"]["rtl"]["cycles"], steps + 20, "the circuit lost cycles")


@unittest.skipUnless(FILES, "no folder ../shared/corpus with .npy files beside the repository")
class Corpus(TernTest):
  def eval(self, dtype, lanes):
    self.tern("eval", *FILES, "--dtype", dtype, "--lanes", lanes, "--json", "r.json")
    report = self.json("r.json")
    self.assertTrue(report["match"])
    return report

  def test_every_lane_count_matches(self):
    for lanes in (1, 4, 16, 64):
      report = self.eval("bf16", lanes)
      self.assertEqual([t["match"] for t in report["tensors"]], [True] * len(FILES))
      bubbles = [t["engines"]["rtl"]["decode"]["bubbles"] for t in report["tensors"]]
      steps = sum(-(-t["values"] // lanes) for t in report["tensors"])
      # Only the last steps of a message may lose cycles: 3 * ceil(32 / Lmin) with Lmin 9 or more.
      self.assertLessEqual(max(bubbles), 12, lanes)
      if lanes <= 16:
        self.assertLess(sum(bubbles), steps / 1000, lanes)

  def test_every_dtype_matches(self):
    for dtype in ("bf16-bytes", "fp16", "e4m3", "e5m2"):
      self.eval(dtype, 16)

  def test_split_saves_thirty_percent(self):
    self.assertGreater(self.eval("bf16", 16)["totals"]["saved_percent"], 30)

  def test_framing_and_padding_of_small_messages(self):
    for size, most in ((4096, 1.2), (65536, 0.1)):
      self.tern("eval", *FILES, "--dtype", "bf16", "--message-bytes", size, "--engines", "model",
                "--json", "f.json")
      tensors = self.json("f.json")["tensors"]
      cost = sum(t["header_bytes"] + t["trailer_bytes"] + t["padding_bits"] / 8 for t in tensors)
      self.assertLess(100 * cost / sum(t["raw_bytes"] for t in tensors), most, size)

  def test_book_of_other_shards_costs_little(self):
    self.tern("shards", *FILES, "--dtype", "bf16", "--message-bytes", "65536,262144", "--json",
              "s.json")
    measured = [t for t in self.json("s.json")["tensors"] if t["skipped"] is None]
    self.assertGreaterEqual(len(measured), 4)
    for tensor in measured:
      self.assertLess(tensor["wire_over_huffman_percent"], 0.5, tensor["name"])
      self.assertLess(tensor["wire_over_shannon_percent"], 1.0, tensor["name"])


if __name__ == "__main__":
  main()
