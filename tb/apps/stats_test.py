# SPDX-License-Identifier: Apache-2.0
#
# stats_test: `tern stats` against figures computed here.
#
#   Spec  docs/cli.md#tern-stats
#   Test  tb/apps/stats_test.py
import numpy

from support import DTYPES, TernTest, USAGE, main


def entropy(symbols):
  """Order-0 entropy in bits, and the histogram."""
  histogram = numpy.bincount(symbols, minlength=256)
  p = histogram[histogram > 0] / symbols.size
  return float(-(p * numpy.log2(p)).sum()), histogram


class Stats(TernTest):
  def test_counts_symbols_of_every_dtype(self):
    for dtype, width in DTYPES.items():
      data = self.coded(dtype, 3000)
      self.write("t.bin", data)
      self.tern("stats", "t.bin", "--dtype", dtype, "--json", "s.json")
      tensor, = self.json("s.json")["tensors"]
      symbols, extra = numpy.frombuffer(data, numpy.uint8), 0
      if dtype in ("bf16", "fp16"):
        symbols, extra = numpy.frombuffer(data, "<u2") >> 7 & 255, 8
      bits, histogram = entropy(symbols)
      per_element = symbols.size / 3000
      self.assertEqual(tensor["histogram"], histogram.tolist())
      self.assertEqual((tensor["values"], tensor["raw_bytes"]), (3000, 3000 * width))
      self.assertEqual(tensor["coded_values"], symbols.size)
      self.assertAlmostEqual(tensor["shannon_bits_per_value"], (bits + extra) * per_element, 9)
      self.assertEqual(tensor["distinct_symbols"], numpy.count_nonzero(histogram))
      counts = [count for _, count in tensor["symbols_by_count"]]
      self.assertEqual(counts, sorted(counts, reverse=True))

  def test_shows_the_most_frequent_symbols(self):
    self.write("t.bin", bytes([9] * 60 + [4] * 30 + [200] * 10))
    text = self.tern("stats", "t.bin", "--dtype", "uint8", "--top", 2).out
    self.assertRegex(text, r"9:60.0% 4:30.0%\n")

  def test_tensor_without_values_has_no_bits_per_value(self):
    self.save("e.npy", self.floats(0))
    self.tern("stats", "e.npy", "--dtype", "bf16", "--json", "s.json")
    self.assertIsNone(self.json("s.json")["tensors"][0]["shannon_bits_per_value"])

  def test_columns_are_aligned(self):
    self.save("short.npy", self.floats(3))
    self.save("a_name_that_is_longer_than_its_column.npy", self.floats(200, 300))
    lines = self.tern("stats", "short.npy", "a_name_that_is_longer_than_its_column.npy", "--dtype",
                      "bf16").out.splitlines()
    for line in lines[2:]:
      self.assertEqual(line.index("float32"), lines[0].index("stored"))
    self.assertIn("a_name_that_i..r_than_its_column"[:13], lines[3])

  def test_refuses_json_of_a_list(self):
    self.save("w.npy", self.floats(3))
    self.refused(USAGE, "--list: writes no JSON", "stats", "w.npy", "--list", "--json", "s.json")


if __name__ == "__main__":
  main()
