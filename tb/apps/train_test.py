# SPDX-License-Identifier: Apache-2.0
#
# train_test: `tern train`, and the books it writes.
#
#   Spec  docs/cli.md#tern-train
#   Test  tb/apps/train_test.py
from fractions import Fraction
import os
import sys

import numpy

from support import BOOK, DTYPES, OUTPUT, ROOT, TernTest, USAGE, main, measures

sys.path.append(str(ROOT / "scripts"))
from experiment import books, cluster  # noqa: E402


class Train(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(64, 64))

  def train(self, *arguments, output="b.json"):
    self.tern("train", *arguments, "-o", output)
    return self.json(output)

  def test_makes_a_complete_book_of_every_dtype(self):
    for dtype in DTYPES:
      self.write("raw.bin", self.coded(dtype, 5000))
      book, = self.train("raw.bin", "--dtype", dtype)["books"]
      self.assertEqual((book["dtype"], book["id"], book["epoch"]), (dtype, 0, 0))
      lengths = [n for n in book["lengths"] + [book["escape_length"]] if n]
      self.assertEqual(sum(Fraction(1, 2**n) for n in lengths), 1)

  def test_obeys_its_limits(self):
    book, = self.train("w.npy", "--dtype", "bf16", "--max-len", 9, "--min-len", 3)["books"]
    lengths = [n for n in book["lengths"] + [book["escape_length"]] if n]
    self.assertEqual(book["max_len"], 9)
    self.assertLessEqual(max(lengths), 9)
    self.assertGreaterEqual(min(lengths), 3)

  def test_codes_as_many_symbols_as_it_is_told(self):
    for options, count in ((("--coded", 7), 7), (("--compact",), 15), (("--coded", 256), 256)):
      book, = self.train("w.npy", "--dtype", "bf16", *options)["books"]
      self.assertEqual(sum(n > 0 for n in book["lengths"]), count)

  def test_byte_dtypes_keep_to_the_shortest_token_of_the_circuit(self):
    self.write("z.bin", bytes(4000) + bytes(range(256)))
    for dtype, shortest in (("uint8", 3), ("int8", 3), ("bf16-bytes", 3), ("bf16", 1)):
      book, = self.train("z.bin", "--dtype", dtype)["books"]
      self.assertEqual(min(n for n in book["lengths"] if n), shortest, dtype)

  def test_every_tensor_has_the_same_say(self):
    self.write("many.bin", bytes([1]) * 100000)
    self.write("few.bin", bytes([2, 2, 3]))
    book, = self.train("many.bin", "few.bin", "--dtype", "uint8", "--min-len", 1)["books"]
    self.assertEqual([book["lengths"][s] for s in (1, 2, 3)], [1, 2, 3])

  def test_order_of_the_files_does_not_matter(self):
    self.save("v.npy", self.floats(10, 10))
    one = self.train("w.npy", "v.npy", "--dtype", "bf16")["books"]
    two = self.train("v.npy", "w.npy", "--dtype", "bf16")["books"]
    self.assertEqual(one, two)

  def test_notes_id_epoch_and_training_files(self):
    text = self.train("w.npy", "--dtype", "e4m3", "--id", 15, "--epoch", 255)
    book, = text["books"]
    self.assertEqual((book["id"], book["epoch"]), (15, 255))
    self.assertEqual(text["trained_on"], "book 15 for e4m3: w.npy")

  def test_append_keeps_what_is_there(self):
    first, = self.train("w.npy", "--dtype", "bf16")["books"]
    both = self.train("w.npy", "--dtype", "e4m3", "--append")
    self.assertEqual(both["books"][0], first)
    self.assertEqual([b["dtype"] for b in both["books"]], ["bf16", "e4m3"])
    self.assertEqual(both["trained_on"], "book 0 for bf16: w.npy; book 0 for e4m3: w.npy")

  def test_append_starts_a_file_that_is_not_there(self):
    self.assertEqual(len(self.train("w.npy", "--dtype", "bf16", "--append")["books"]), 1)

  def test_refuses_to_append_a_second_book_of_the_same_name(self):
    self.train("w.npy", "--dtype", "bf16")
    self.refused(BOOK, "b.json: has a book 0 for bf16 with epoch 0 already; choose another --id "
                 "or --epoch", "train", "w.npy", "--dtype", "bf16", "--append", "-o", "b.json")

  def test_append_takes_a_new_epoch_which_is_used_from_then_on(self):
    self.train("w.npy", "--dtype", "bf16", "--epoch", 4)
    books = self.train("w.npy", "--dtype", "bf16", "--compact", "--append")["books"]
    self.assertEqual([(b["id"], b["epoch"]) for b in books], [(0, 4), (0, 0)])
    self.tern("eval", "w.npy", "--dtype", "bf16", "--books", "b.json", "--engines", "model",
              "--json", "r.json")
    self.assertEqual(self.json("r.json")["tensors"][0]["book"]["epoch"], 0)

  def test_refuses_to_append_to_what_is_no_book_file(self):
    self.write("b.json", b"{}")
    self.refused(BOOK, "b.json: format: is missing", "train", "w.npy", "--dtype", "bf16",
                 "--append", "-o", "b.json")

  def test_refuses_to_append_to_a_link_in_a_circle(self):
    os.symlink("b.json", self.folder / "b.json")
    self.refused(OUTPUT, r"b.json: cannot be created \(Too many levels", "train", "w.npy",
                 "--dtype", "bf16", "--append", "-o", "b.json")

  def test_refuses_id_and_epoch_out_of_range(self):
    self.refused(USAGE, "--id: 16 is not a book id; use 0 to 15", "train", "w.npy", "--dtype",
                 "bf16", "--id", 16, "-o", "b.json")
    self.refused(USAGE, "--epoch: 256 is not an epoch; use 0 to 255", "train", "w.npy", "--dtype",
                 "bf16", "--epoch", 256, "-o", "b.json")

  def kinds(self, count):
    """Tensors of different kinds, two or three of each."""
    names = []
    for at in range(count):
      values = self.rng.gamma(2.0, 1.0 + 3 * (at % 3), 2000 + 100 * at)
      values = numpy.minimum(values, 255).astype(numpy.uint8)
      names.append(f"k{at}.bin")
      self.write(names[-1], (255 - values if at % 2 else values).tobytes())
    return names

  @measures
  def test_clusters_are_those_of_the_second_implementation(self):
    names = self.kinds(7)
    histograms = [numpy.bincount(numpy.frombuffer(self.files()[name], numpy.uint8), minlength=256)
                  for name in names]
    trainer = cluster.Trainer(numpy.array([books.weights(h) for h in histograms]), 3)
    for count in (1, 2, 3, 4, 16):
      found = self.train(*names, "--dtype", "uint8", "--clusters", count, "--epoch", 9)["books"]
      sets = cluster.cluster(trainer, range(7), count)
      self.assertEqual([(b["id"], b["epoch"]) for b in found], [(i, 9) for i in range(len(sets))])
      for book, members in zip(found, sets):
        lengths = books.train(trainer.weights[list(members)].sum(axis=0), 3)
        self.assertEqual(book["lengths"] + [book["escape_length"]], lengths.tolist())

  @measures
  def test_minimax_books_are_those_of_the_second_implementation(self):
    names = self.kinds(5)
    weights = numpy.array([books.weights(numpy.bincount(
        numpy.frombuffer(self.files()[name], numpy.uint8), minlength=256)) for name in names])
    unlike = 0
    for trainer, words in ((cluster.Trainer(weights, 3), ()),
                           (cluster.AligningTrainer(weights, 3), ("--align",))):
      for count in (1, 2):
        found = self.train(*names, "--dtype", "uint8", "--clusters", count, "--minimax",
                           *words)["books"]
        sets = cluster.cluster(trainer, range(5), count)
        self.assertEqual(len(found), len(sets))
        for book, members in zip(found, sets):
          lengths = cluster.minimax_lengths(trainer, members)
          self.assertEqual(book["lengths"] + [book["escape_length"]], lengths.tolist())
          unlike += lengths.tolist() != trainer.lengths(members).tolist()
    self.assertGreater(unlike, 0, "all are average books")

  def test_clusters_are_the_same_each_time(self):
    names = self.kinds(5)
    self.train(*names, "--dtype", "int8", "--clusters", 3, output="one.json")
    self.train(*names, "--dtype", "int8", "--clusters", 3, output="two.json")
    self.assertEqual(self.files()["one.json"], self.files()["two.json"])

  def test_one_tensor_is_one_cluster(self):
    one = self.train("w.npy", "--dtype", "bf16", "--clusters", 16)
    self.assertEqual(one, self.train("w.npy", "--dtype", "bf16"))

  def test_clusters_note_their_ids_and_join_what_is_there(self):
    names = self.kinds(2)
    text = self.train(*names, "--dtype", "uint8", "--clusters", 2)
    self.assertEqual(text["trained_on"], "books 0 to 1 for uint8: k0.bin k1.bin")
    text = self.train(*names, "--dtype", "uint8", "--clusters", 2, "--epoch", 1, "--append")
    self.assertEqual([(b["id"], b["epoch"]) for b in text["books"]],
                     [(0, 0), (1, 0), (0, 1), (1, 1)])
    self.refused(BOOK, "b.json: has a book 0 for uint8 with epoch 1 already", "train", *names,
                 "--dtype", "uint8", "--clusters", 2, "--epoch", 1, "--append", "-o", "b.json")

  def test_refuses_numbers_of_clusters_out_of_range_and_ids(self):
    for count in (0, 17):
      self.refused(USAGE, f"--clusters: {count} is no number of books; use 1 to 16", "train",
                   "w.npy", "--dtype", "bf16", "--clusters", count, "-o", "b.json")
    self.refused(USAGE, "--clusters: numbers its books from 0 on; leave --id out", "train", "w.npy",
                 "--dtype", "bf16", "--clusters", 2, "--id", 1, "-o", "b.json")

  def test_refuses_several_dtypes_in_one_book(self):
    self.save("h.npy", numpy.ones(4, numpy.float16))
    self.save("u.npy", numpy.ones(4, numpy.uint8))
    self.refused(USAGE, "tensor 'h' is fp16 and tensor 'u' is uint8; a book serves one dtype",
                 "train", "h.npy", "u.npy", "-o", "b.json")

  def test_refuses_to_train_on_nothing(self):
    self.save("e.npy", self.floats(0, 5))
    self.refused(BOOK, "e.npy: there are no values to train on", "train", "e.npy", "--dtype",
                 "bf16", "-o", "b.json")

  def test_constant_data_still_gives_a_book_for_everything(self):
    self.write("c.bin", bytes([7]) * 1000)
    self.write("all.bin", bytes(range(256)))
    self.train("c.bin", "--dtype", "uint8")
    self.tern("eval", "all.bin", "--dtype", "uint8", "--books", "b.json", "--engines", "model")


if __name__ == "__main__":
  main()
