# SPDX-License-Identifier: Apache-2.0
#
# stats_test: `tern stats` against figures computed here.
#
#   Spec  docs/cli.md#tern-stats
#   Test  tb/apps/stats_test.py
import numpy

from support import BOOK, DTYPES, TernTest, USAGE, main


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

  def fits(self, *arguments):
    self.tern("stats", *arguments, "--json", "s.json")
    return [tensor["fit"] for tensor in self.json("s.json")["tensors"]]

  def test_finds_the_offset_with_which_a_book_fits_best(self):
    values = self.floats(60, 60)
    self.save("w.npy", values)
    self.save("small.npy", values * numpy.float32(2.0 ** -9))
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    own, moved = self.fits("w.npy", "small.npy", "--dtype", "bf16", "--books", "b.json")
    self.assertEqual((own["offset"], moved["offset"]), (0, 256 - 9))
    self.assertEqual(own["bits_per_value"], own["bits_per_value_without_offset"])
    self.assertEqual(moved["bits_per_value"], own["bits_per_value"])
    self.assertGreater(moved["bits_per_value_without_offset"], own["bits_per_value"] + 2)
    text = self.tern("stats", "small.npy", "--dtype", "bf16", "--books", "b.json").out
    self.assertRegex(text, r"book b/v +offset +offset b/v")
    self.assertRegex(text, r" 0 +\d+\.\d{4} +247 +\d+\.\d{4} ")

  def test_costs_are_those_of_messages_with_that_offset(self):
    self.save("w.npy", self.floats(60, 60) * numpy.float32(0.01))
    self.save("v.npy", self.floats(50, 50))
    self.tern("train", "v.npy", "--dtype", "bf16", "-o", "b.json")
    fit, = self.fits("w.npy", "--dtype", "bf16", "--books", "b.json")
    for offset, taken, bits in (("auto", fit["offset"], fit["bits_per_value"]),
                                (0, 0, fit["bits_per_value_without_offset"])):
      self.tern("eval", "w.npy", "--dtype", "bf16", "--books", "b.json", "--offset", offset,
                "--engines", "model", "--json", "e.json")
      tensor, = self.json("e.json")["tensors"]
      self.assertAlmostEqual(tensor["token_bits"] / 3600, bits, 12)
      self.assertEqual([m["offset"] for m in tensor["messages_per_offset"]], [taken])

  def test_takes_the_book_that_fits_best_or_the_one_named(self):
    for at, bits in enumerate((200, 40)):
      self.write(f"k{at}.bin", self.rng.randint(0, bits, 4000).astype(numpy.uint8).tobytes())
      self.tern("train", f"k{at}.bin", "--dtype", "uint8", "--id", at, "--append", "-o", "b.json")
    best, = self.fits("k1.bin", "--dtype", "uint8", "--books", "b.json")
    named, = self.fits("k1.bin", "--dtype", "uint8", "--books", "b.json", "--book-id", 0)
    self.assertEqual((best["id"], named["id"]), (1, 0))
    self.assertLess(best["bits_per_value"], named["bits_per_value"])

  def test_refuses_books_that_are_missing(self):
    self.save("w.npy", self.floats(9))
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    self.refused(BOOK, "has no book for e4m3", "stats", "w.npy", "--dtype", "e4m3", "--books",
                 "b.json")
    self.refused(BOOK, "has no book 3 for bf16", "stats", "w.npy", "--dtype", "bf16", "--books",
                 "b.json", "--book-id", 3)
    self.refused(USAGE, "--book-id: chooses from a book file", "stats", "w.npy", "--dtype", "bf16",
                 "--book-id", 3)
    self.refused(USAGE, "--list: reads no values", "stats", "w.npy", "--list", "--books", "b.json")

  def test_refuses_json_of_a_list(self):
    self.save("w.npy", self.floats(3))
    self.refused(USAGE, "--list: writes no JSON", "stats", "w.npy", "--list", "--json", "s.json")


if __name__ == "__main__":
  main()
