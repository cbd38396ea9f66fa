# SPDX-License-Identifier: Apache-2.0
#
# rd_test: `tern rd` on made-up and on real tensors.
#
#   Spec  docs/cli.md#tern-rd
#   Test  tb/apps/rd_test.py
import json
import unittest

import numpy

from support import CORPUS, FILE, SAMPLE, TernTest, USAGE, main

PEER = CORPUS.parent / "bench" / "x265_best.json"
# Gain over the peer in dB that every tensor must show, by rate.
REQUIRED = {"1.4": 1.0, "2": 1.5, "2.5": 1.9, "3": 2.0, "4": 2.3}


class Rd(TernTest):
  def rd(self, *arguments):
    text = self.tern("rd", *arguments, "--json", "rd.json").out
    return text, self.json("rd.json")

  def test_rates_are_met_from_below(self):
    self.save("w.npy", self.floats(160, 128))
    _, curve = self.rd("w.npy", "--rates", 1.5, 2.718, 4)
    self.assertEqual(curve["tensor"], "w")
    self.assertEqual(list(curve["at"]), ["1.5", "2.718", "4"])
    for (bits, error), wanted in zip(curve["curve"], (1.5, 2.718, 4)):
      self.assertLessEqual(bits, wanted)
      self.assertGreater(bits, 0.99 * wanted)
      self.assertEqual(curve["at"][f"{wanted:g}"], error)

  def test_error_falls_by_six_db_a_bit(self):
    self.save("w.npy", self.rng.normal(size=(200, 200)).astype(numpy.float32))
    _, curve = self.rd("w.npy", "--rates", 2, 3, 4)
    errors = [error for _, error in curve["curve"]]
    for less, more in zip(errors, errors[1:]):
      self.assertAlmostEqual(less - more, 6.02, delta=0.5)
    # Bounds of information theory for this source.
    for rate, error in zip((2, 3, 4), errors):
      self.assertGreater(error, -6.03 * rate)
      self.assertLess(error, -6.02 * rate + 1.5)

  def test_smooth_tensors_are_transformed(self):
    steps = self.rng.normal(size=(256, 64)).astype(numpy.float32)
    for row in range(1, 256):
      steps[row] += 0.95 * steps[row - 1]
    self.save("kv.npy", steps)
    text, curve = self.rd("kv.npy", "--rates", 2)
    self.assertRegex(text, "down columns|delta")
    self.assertLess(curve["at"]["2"], -17)
    _, plain = self.rd("kv.npy", "--rates", 2, "--plain")
    self.assertEqual(plain["points"][0]["transform"], "bypass")
    self.assertEqual(plain["points"][0]["predict"], "none")
    self.assertGreater(plain["at"]["2"], curve["at"]["2"] + 3)

  def test_steps_in_place_of_rates(self):
    self.save("w.npy", self.floats(50, 40))
    _, curve = self.rd("w.npy", "--qp", 90, "96.5", "--states", 4)
    self.assertEqual([point["qp"] for point in curve["points"]], [90, 96.5])
    self.assertEqual([point["states"] for point in curve["points"]], [4, 4])
    self.assertGreater(curve["curve"][0][0], curve["curve"][1][0])
    self.assertEqual(curve["at"], {})

  def test_every_dtype(self):
    self.save("w.npy", self.floats(40, 30))
    for dtype in ("fp32", "bf16", "fp16", "e4m3", "e5m2"):
      _, curve = self.rd("w.npy", "--dtype", dtype, "--rates", 3)
      self.assertLess(curve["at"]["3"], -10)
    self.save("i.npy", self.rng.randint(-100, 100, size=(40, 30)).astype(numpy.int8))
    self.assertLess(self.rd("i.npy", "--rates", 3)[1]["at"]["3"], -10)
    self.save("u.npy", numpy.zeros((3, 3), numpy.uint8))
    self.refused(USAGE, "uint8, which is not transformed", "rd", "u.npy")

  def test_gain_is_the_distance_to_the_peer(self):
    self.save("w.npy", self.floats(40, 30))
    self.write("peer.json", json.dumps({"w": {"2": -1.5}}).encode())
    text, curve = self.rd("w.npy", "--rates", 2, 3, "--peer", "peer.json")
    self.assertAlmostEqual(curve["points"][0]["gain_db"], -1.5 - curve["at"]["2"], 9)
    self.assertIsNone(curve["points"][1]["gain_db"])
    self.assertIn("gain at 2 bits: mean", text)
    self.assertNotIn("gain at 3 bits", text)

  def test_several_tensors_make_a_list(self):
    self.save("a.npy", self.floats(20, 30))
    self.save("b.npy", self.floats(7))
    _, curves = self.rd("a.npy", "b.npy", "--rates", 4)
    self.assertEqual([curve["tensor"] for curve in curves], ["a", "b"])

  def test_what_is_not_finite_stays_raw(self):
    values = self.floats(20, 30)
    values[3, 4] = numpy.nan
    self.save("w.npy", values)
    text, curve = self.rd("w.npy", "--rates", 2)
    self.assertIn("raw", text)
    self.assertEqual(curve["points"][0]["mode"], "raw")

  def test_refuses_bad_requests(self):
    self.save("w.npy", self.floats(4, 4))
    self.save("e.npy", self.floats(0))
    self.write("list.json", b"[1]")
    self.write("text.json", b'{"w": {"2": "x"}}')
    self.refused(USAGE, "has no values", "rd", "e.npy")
    self.refused(USAGE, "--states", "rd", "w.npy", "--states", 5)
    self.refused(USAGE, "--rates", "rd", "w.npy", "--rates", -1)
    self.refused(USAGE, "--qp", "rd", "w.npy", "--qp", 132)
    self.refused(FILE, "no JSON object", "rd", "w.npy", "--peer", "list.json")
    self.refused(FILE, "is no number", "rd", "w.npy", "--peer", "text.json")

  def test_sample_is_measured(self):
    _, curve = self.rd(SAMPLE / "attention_qkv_120x360.npy", "--rates", 2)
    self.assertLess(curve["at"]["2"], -11)

  @unittest.skipUnless(PEER.exists(), "no corpus beside the repository")
  def test_corpus_beats_its_peer(self):
    tensors = sorted(CORPUS.glob("*.npy"))
    _, curves = self.rd(*tensors, "--peer", PEER)
    self.assertEqual(len(curves), len(tensors))
    for curve in curves:
      for point in curve["points"]:
        gain = point["gain_db"]
        if gain is not None:
          self.assertGreaterEqual(gain, REQUIRED[f"{point['rate_target']:g}"], curve["tensor"])


if __name__ == "__main__":
  main()
