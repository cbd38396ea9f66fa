# SPDX-License-Identifier: Apache-2.0
#
# compare_test: `tern compare` finds all engines equal, and says what it is asked for.
#
#   Spec  docs/cli.md#tern-compare
#   Test  tb/apps/compare_test.py
import hashlib
import unittest

from support import BOOK, CORPUS, SAMPLE, TernTest, USAGE, each, main, measures

FILES = sorted(CORPUS.glob("*.npy"))
SIDE = ["sha256", "bytes", "seconds", "cycles", "gigabytes_per_second", "first_difference"]


class Compare(TernTest):
  def compare(self, *arguments, env=None):
    self.tern("compare", *arguments, "--json", "c.json", env=env)
    report = self.json("c.json")
    self.assertIs(report["match"], True)
    self.assertEqual(report["format"], "tern-compare-report")
    for tensor in report["tensors"]:
      self.check(report["config"], tensor)
    return report

  def check(self, config, tensor):
    """Everything that follows from other fields."""
    self.assertEqual(list(tensor["engines"]), config["engines"])
    self.assertEqual((tensor["match"], tensor["mismatch"]), (True, None))
    for way, size in (("encode", None), ("decode", tensor["raw_bytes"])):
      sides = [engine[way] for engine in tensor["engines"].values()]
      self.assertEqual(len({side["sha256"] for side in sides}), 1)
      self.assertEqual(len({side["bytes"] for side in sides}), 1)
      if size is not None:
        self.assertEqual(sides[0]["bytes"], size)
        self.assertEqual(sides[0]["sha256"], tensor["values_sha256"])
    for name, engine in tensor["engines"].items():
      self.assertIs(engine["match"], True)
      for side in (engine["encode"], engine["decode"]):
        self.assertEqual(list(side), SIDE)
        self.assertIsNone(side["first_difference"])
        self.assertEqual([side["seconds"] is None, side["cycles"] is None],
                         [name == "rtl", name != "rtl"])
        if tensor["raw_bytes"] == 0:
          self.assertIsNone(side["gigabytes_per_second"])
          continue
        seconds = side["seconds"] or side["cycles"] / (config["clock_mhz"] * 1e6)
        self.assertAlmostEqual(side["gigabytes_per_second"] * seconds * 1e9 / tensor["raw_bytes"],
                               1, 9)

  def test_the_stream_is_that_of_encode(self):
    data = self.coded("bf16", 3000)
    self.write("w.bin", data)
    self.tern("train", "w.bin", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--raw-message", "-o",
              "m.bin")
    report = self.compare("w.bin", "--dtype", "bf16", "--books", "b.json")
    self.assertEqual(report["config"]["engines"][:3], ["model", "fast", "rtl"])
    tensor, = report["tensors"]
    message = self.files()["m.bin"]
    self.assertEqual(tensor["values_sha256"], hashlib.sha256(data).hexdigest())
    for engine in tensor["engines"].values():
      self.assertEqual((engine["encode"]["sha256"], engine["encode"]["bytes"]),
                       (hashlib.sha256(message).hexdigest(), len(message)))
    self.assertEqual(report["totals"]["engines"]["fast"]["bytes"], len(message))

  def test_every_way_of_coding_matches(self):
    self.write("w.bin", self.coded("bf16", 2500))
    self.write("x.bin", self.coded("bf16", 700))
    self.tern("train", "w.bin", "x.bin", "--dtype", "bf16", "--clusters", 2, "-o", "two.json")
    turns = (("--dtype", "e4m3", "--message-bytes", 600), ("--dtype", "bf16", "--raw"),
             ("--dtype", "bf16", "--books", "two.json", "--chunk-steps", 16, "--select", "best",
              "--offset", "auto"), ("--dtype", "fp16", "--lanes", 64, "--threads", 2),
             ("--dtype", "fp32"), ("--dtype", "bf16-bytes", "--engines", "rtl"))
    for options in each(turns, 2):
      self.compare("w.bin", "x.bin", *options)

  def test_a_tensor_without_values_matches(self):
    self.save("none.npy", self.floats(0))
    self.compare("none.npy", "--dtype", "bf16")

  def test_the_judge_is_the_model_or_the_first(self):
    self.write("w.bin", self.coded("bf16", 50))
    for engines, judge in (("fast,model", "model"), ("rtl,fast", "rtl"), ("fast", "fast")):
      report = self.compare("w.bin", "--dtype", "bf16", "--engines", engines)
      self.assertEqual(report["config"]["judge"], judge)
      self.assertEqual(report["config"]["engines"], engines.split(","))

  def test_the_clock_is_that_which_was_stated(self):
    self.write("w.bin", self.coded("bf16", 5000))
    rates = []
    for clock in (500, 1000):
      tensor, = self.compare("w.bin", "--dtype", "bf16", "--engines", "rtl", "--clock-mhz",
                             clock)["tensors"]
      rates.append(tensor["engines"]["rtl"]["encode"]["gigabytes_per_second"])
    self.assertAlmostEqual(rates[1] / rates[0], 2, 9)
    self.assertIn("cycles are counted at 500 MHz",
                  self.tern("compare", "w.bin", "--dtype", "bf16", "--clock-mhz", 500).out)

  def test_says_how_the_fast_codec_works(self):
    self.write("w.bin", self.coded("bf16", 50))
    tensor, = self.compare("w.bin", "--dtype", "bf16", "--engines", "fast", "--threads", 3,
                           env={"TERN_FAST_PATH": "scalar"})["tensors"]
    self.assertEqual(tensor["engines"]["fast"]["how"], "scalar, 3 threads")

  def test_prints_a_row_for_each_engine_and_their_sum(self):
    self.write("w.bin", self.coded("bf16", 50))
    one = self.tern("compare", "w.bin", "--dtype", "bf16", "--engines", "model,fast,rtl").out
    self.assertEqual(len([line for line in one.splitlines() if line.startswith("w ")]), 3)
    self.assertIn("all engines agree, and every decoder gives the values back", one)
    self.write("v.bin", self.coded("bf16", 50))
    both = self.tern("compare", "w.bin", "v.bin", "--dtype", "bf16", "--engines", "fast").out
    self.assertEqual(len([line for line in both.splitlines() if line.startswith("all ")]), 1)
    self.assertIn("the decoder gives the values back", both)

  def test_the_kernels_of_cuda_make_the_same_bytes_or_are_refused_by_name(self):
    self.write("w.bin", self.coded("bf16", 3000))
    arguments = ("w.bin", "--dtype", "bf16", "--message-bytes", 2000, "--engines", "model,cuda")
    if self.tern_any("compare", *arguments) == USAGE:
      self.refused(USAGE, "--engines: this program has no cuda, as .*; use some of model, fast",
                   "compare", *arguments)
      return
    for options in ((), ("--chunk-steps", 16), ("--raw", "--word-bits", 64, "--lanes", 4)):
      tensor, = self.compare(*arguments, *options)["tensors"]
      self.assertRegex(tensor["engines"]["cuda"]["how"], "CPU|copies")

  def test_refuses_engines_that_are_not_there(self):
    self.write("w.bin", self.coded("bf16", 50))
    for engines, pattern in (
        ("gpu", "--engines: 'gpu' is not an engine; use some of model, fast"),
        ("model,model", "--engines: model is named twice; once is enough")):
      self.refused(USAGE, pattern, "compare", "w.bin", "--dtype", "bf16", "--engines", engines)

  def test_refuses_what_the_circuit_cannot_do_with_the_cure(self):
    self.write("w.bin", bytes([7]) * 500 + self.coded("uint8", 50))
    self.refused(BOOK, "the circuit takes none below 3; .* use --engines model,fast", "compare",
                 "w.bin", "--dtype", "uint8", "--min-len", 1)
    self.compare("w.bin", "--dtype", "uint8", "--min-len", 1, "--engines", "model,fast")
    self.refused(USAGE, "use one of these, or --engines model,fast", "compare", "w.bin",
                 "--dtype", "uint8", "--lanes", 4, "--word-bits", 64)
    self.refused(USAGE, "--clock-mhz: '0' is not a number from 1 to 10000", "compare", "w.bin",
                 "--dtype", "uint8", "--clock-mhz", 0)
    self.refused(USAGE, "TERN_FAST_PATH: 'no' is no path", "compare", "w.bin", "--dtype", "uint8",
                 env={"TERN_FAST_PATH": "no"})

  @measures
  def test_the_sample_matches_with_its_own_books(self):
    for lanes in (8, 16):
      self.compare(SAMPLE / "attention_qkv_120x360.npy", "--dtype", "bf16", "--books",
                   SAMPLE / "books.json", "--lanes", lanes)

  @measures
  @unittest.skipUnless(FILES, "no folder ../shared/corpus with .npy files beside the repository")
  def test_all_engines_agree_on_the_corpus(self):
    for options in (("bf16",), ("e4m3", "--lanes", 32)):
      report = self.compare(*FILES, "--dtype", *options)
      self.assertEqual(len(report["tensors"]), len(FILES))

  @measures
  @unittest.skipUnless(FILES, "no folder ../shared/corpus with .npy files beside the repository")
  def test_the_kernels_of_cuda_agree_on_the_corpus(self):
    for options in (("bf16",), ("e4m3", "--lanes", 32)):
      report = self.compare(*FILES, "--dtype", *options, "--engines", "fast,cuda")
      self.assertEqual(len(report["tensors"]), len(FILES))


if __name__ == "__main__":
  main()
