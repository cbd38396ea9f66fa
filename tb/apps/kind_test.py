# SPDX-License-Identifier: Apache-2.0
#
# kind_test: `tern train --kind`, books that circuits of each kind can hold.
#
#   Spec  docs/cli.md#tern-train
#   Test  tb/apps/kind_test.py
from fractions import Fraction

import numpy

from support import DTYPES, TernTest, USAGE, each, main


class Kind(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(64, 64))

  def train(self, *arguments):
    self.tern("train", *arguments, "-o", "b.json")
    return self.json("b.json")["books"]

  def bits(self, book, symbols):
    """Bits of the codewords of `symbols`, an escaped one's symbol included."""
    lengths = numpy.array(book["lengths"])
    cost = numpy.where(lengths > 0, lengths, book["escape_length"] + 8)
    return int(cost[symbols].sum())

  def used(self, book):
    return [n for n in book["lengths"] + [book["escape_length"]] if n]

  def test_quad_has_at_most_four_lengths_for_every_dtype(self):
    for at, dtype in enumerate(DTYPES):
      self.write("raw.bin", self.coded(dtype, 5000))
      for limits in each(((), ("--max-len", 8), ("--min-len", 5), ("--coded", 40)), at):
        book, = self.train("raw.bin", "--dtype", dtype, "--kind", "quad", *limits)
        self.assertEqual(sum(Fraction(1, 2**n) for n in self.used(book)), 1)
        self.assertLessEqual(len(set(self.used(book))), 4, (dtype, limits))

  def test_top_has_at_most_so_many_symbols(self):
    sizes = (((), 15), (("--top-symbols", 31), 31), (("--top-symbols", 7), 7))
    for at, dtype in enumerate(DTYPES):
      self.write("raw.bin", self.coded(dtype, 5000))
      for options, most in each(sizes, at):
        book, = self.train("raw.bin", "--dtype", dtype, "--kind", "top", *options)
        self.assertLessEqual(sum(n > 0 for n in book["lengths"]), most, (dtype, options))
        self.assertGreater(book["escape_length"], 0)

  def test_top_takes_fewer_symbols_where_that_is_cheaper(self):
    self.write("z.bin", bytes([5] * 4000 + [6] * 2000 + list(range(256))))
    book, = self.train("z.bin", "--dtype", "uint8", "--min-len", 1, "--kind", "top")
    self.assertEqual(sum(n > 0 for n in book["lengths"]), 2)

  def test_full_is_the_book_without_the_option_and_never_dearer(self):
    symbols = numpy.frombuffer(self.coded("uint8", 9000), numpy.uint8)
    self.write("raw.bin", symbols.tobytes())
    plain, = self.train("raw.bin", "--dtype", "uint8")
    full, = self.train("raw.bin", "--dtype", "uint8", "--kind", "full")
    self.assertEqual(full, plain)
    for kind in ("quad", "top"):
      book, = self.train("raw.bin", "--dtype", "uint8", "--kind", kind)
      self.assertGreater(self.bits(book, symbols), self.bits(plain, symbols), kind)

  def test_all_clusters_are_of_the_kind(self):
    for at, scale in enumerate((1e-6, 1.0, 300.0)):
      self.save(f"k{at}.npy", self.floats(50, 50) * numpy.float32(scale))
    names = [f"k{at}.npy" for at in range(3)]
    for align in ((), ("--align",)):
      books = self.train(*names, "--dtype", "e4m3", "--clusters", 3, "--kind", "quad", *align)
      for book in books:
        self.assertLessEqual(len(set(self.used(book))), 4)

  def test_messages_of_every_kind_decode(self):
    for kind in ("full", "top", "quad"):
      self.train("w.npy", "--dtype", "bf16", "--kind", kind)
      self.tern("eval", "w.npy", "--dtype", "bf16", "--books", "b.json", "--engines", "model")

  def test_refuses_kinds_that_do_not_exist_and_options_that_do_not_fit(self):
    command = ("train", "w.npy", "--dtype", "bf16", "-o", "b.json", "--kind")
    self.refused(USAGE, "--kind: 'flat' is not a kind of circuit; use full, top or quad", *command,
                 "flat")
    self.refused(USAGE, "--top-symbols: is for one kind of circuit; add --kind top", *command,
                 "quad", "--top-symbols", 3)
    self.refused(USAGE, "--top-symbols: '?32'? is not a number from 1 to 31", *command, "top",
                 "--top-symbols", 32)
    self.refused(USAGE, "leave --coded and --compact out", *command, "top", "--compact")
    self.refused(4, "at most 3 coded symbols are too few for min_len 3; allow 7", *command, "top",
                 "--top-symbols", 3, "--min-len", 3)


if __name__ == "__main__":
  main()
