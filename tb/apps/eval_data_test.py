# SPDX-License-Identifier: Apache-2.0
#
# eval_data_test: `tern eval` on every kind of data, message, engine and stall.
#
#   Spec  docs/cli.md#tern-eval
#   Test  tb/apps/eval_data_test.py
import numpy

from eval_support import EvalTest
from support import DTYPES, USAGE, each, main


class EvalData(EvalTest):
  def test_messages_split_the_tensor(self):
    self.write("w.bin", self.coded("bf16", 1000))
    for size, messages in ((2, 1000), (512, 4), (1998, 2), (2000, 1), (4000, 1)):
      report = self.eval("w.bin", "--dtype", "bf16", "--message-bytes", size, "--lanes", 4)
      self.assertEqual(report["tensors"][0]["messages"], messages)
      self.check_sums(report, report["tensors"][0])

  def test_tensor_without_values_is_one_empty_message(self):
    self.save("e.npy", self.floats(0, 3))
    report = self.eval("e.npy", "--dtype", "bf16")
    tensor, = report["tensors"]
    self.assertEqual((tensor["values"], tensor["raw_bytes"], tensor["wire_bytes"]), (0, 0, 16))
    for field in ("bits_per_value", "shannon_bits_per_value", "per_tensor_huffman_bits_per_value",
                  "raw_bits_per_value", "saved_percent", "book"):
      self.assertIsNone(tensor[field], field)
    self.assertEqual(set(tensor["engines"]["rtl"]["latency_cycles"].values()), {None})
    self.assertIsNone(report["totals"]["saved_percent"])

  def test_every_tensor_size_around_a_step_works(self):
    for count in (1, 15, 16, 17, 31, 32, 33):
      self.write("w.bin", self.coded("bf16", count))
      report = self.eval("w.bin", "--dtype", "bf16")
      self.check_sums(report, report["tensors"][0])

  def test_constant_tensors_work(self):
    for at, (dtype, width) in enumerate(DTYPES.items()):
      for byte, count in each(((0, 1), (0, 20000), (255, 1), (255, 20000)), at):
        self.write("w.bin", bytes([byte]) * (count * width))
        report = self.eval("w.bin", "--dtype", dtype)
        self.check_sums(report, report["tensors"][0])

  def test_a_book_for_other_data_costs_bits_but_no_value(self):
    self.write("low.bin", bytes(range(16)) * 300)
    self.write("high.bin", bytes(range(240, 256)) * 300)
    self.tern("train", "low.bin", "--dtype", "e5m2", "--compact", "-o", "b.json")
    report = self.eval("high.bin", "--dtype", "e5m2", "--books", "b.json")
    self.check_sums(report, report["tensors"][0])
    self.assertLess(report["tensors"][0]["saved_percent"], -40)

  def test_one_engine_alone_is_checked_by_the_decoder(self):
    self.write("w.bin", self.coded("bf16", 100))
    for engine in ("model", "rtl"):
      report = self.eval("w.bin", "--dtype", "bf16", "--engines", engine)
      self.assertEqual(list(report["tensors"][0]["engines"]), [engine])
      self.assertEqual(report["config"]["engines"], [engine])
      self.check_sums(report, report["tensors"][0])

  def test_wide_words_run_in_the_circuits_with_16_lanes_only(self):
    self.write("w.bin", self.coded("bf16", 100))
    for options in (("--engines", "model", "--lanes", 8), ("--lanes", 16)):
      report = self.eval("w.bin", "--dtype", "bf16", "--word-bits", 64, *options)
      self.check_sums(report, report["tensors"][0])
    self.refused(USAGE, "no encoder with .* is built; .*16x64.*--engines model", "eval", "w.bin",
                 "--dtype", "bf16", "--word-bits", 64, "--lanes", 8)

  def test_fp32_runs_in_the_circuits_with_words_that_it_fits(self):
    array = self.floats(3000)
    array[:3] = numpy.array([0x7F800001, 0x80000000, 1], "<u4").view(numpy.float32)
    self.save("w.npy", array)
    report = self.eval("w.npy", "--dtype", "fp32")
    self.assertEqual((report["config"]["word_bits"], report["config"]["profile"]),
                     (64, "huff-16x64"))
    tensor, = report["tensors"]
    self.check_sums(report, tensor)
    self.assertEqual(list(tensor["engines"]), ["model", "rtl"])
    self.assertEqual((tensor["raw_bytes"], tensor["engines"]["rtl"]["decode"]["match"]),
                     (12000, True))
    self.refused(USAGE, "no encoder with .* is built; .*16x64", "eval",
                 "w.npy", "--dtype", "fp32", "--lanes", 4)

  def test_stalls_change_cycles_but_no_byte(self):
    self.write("w.bin", self.coded("bf16", 3000))
    digests = set()
    stalls = ("none", "random", "bursty", "adversarial")
    for at, source in enumerate(stalls):
      for sink in each(stalls, at):
        report = self.eval("w.bin", "--dtype", "bf16", "--source-stall", source, "--sink-stall",
                           sink, "--seed", 7)
        self.check_sums(report, report["tensors"][0])
        self.assertEqual(report["seed"], 7)
        self.assertEqual((report["config"]["source_stall"], report["config"]["sink_stall"]),
                         (source, sink))
        digests.add(report["tensors"][0]["engines"]["rtl"]["sha256"])
    self.assertEqual(len(digests), 1)

  def test_raw_mode_costs_the_frame_only(self):
    self.write("w.bin", self.coded("bf16", 1600))
    report = self.eval("w.bin", "--dtype", "bf16", "--raw")
    self.assertEqual(report["tensors"][0]["wire_bytes"], 3200 + 16)
    self.assertEqual(report["books"]["list"], [])
    self.check_sums(report, report["tensors"][0])


if __name__ == "__main__":
  main()
