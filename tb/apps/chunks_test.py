# SPDX-License-Identifier: Apache-2.0
#
# chunks_test: messages of chunks, and who chooses their books.
#
#   Spec  docs/cli.md#chunks
#   Test  tb/apps/chunks_test.py
import numpy

from eval_support import EvalTest
from support import BOOK, DTYPES, STREAM, USAGE, each, main, measures


class Chunks(EvalTest):
  def parts(self, dtype="uint8"):
    """A tensor whose thirds want different books, the last one none at all; and the books."""
    low = numpy.minimum(self.rng.gamma(2.0, 3.0, 4096), 255).astype(numpy.uint8)
    high = (250 - low).astype(numpy.uint8)
    noise = self.rng.randint(0, 256, 4096).astype(numpy.uint8)
    self.write("w.bin", numpy.concatenate([low, high, noise]).tobytes())
    self.write("low.bin", low.tobytes())
    self.write("high.bin", high.tobytes())
    for at, name in enumerate(("low", "high")):
      self.tern("train", f"{name}.bin", "--dtype", dtype, "--id", 3 + at, "--epoch", at, "--append",
                "-o", "b.json")
    return ("w.bin", "--dtype", dtype, "--books", "b.json")

  def chunked(self, *arguments):
    report = self.eval(*arguments, *(() if "--engines" in arguments else ("--engines", "model")))
    tensor, = report["tensors"]
    self.check_sums(report, tensor)
    return tensor

  def round_trip(self, source, *options):
    self.tern("encode", source, *options, "-o", "t.tern")
    more = ("--books", "b.json") if "--books" in options else ()
    self.tern("decode", "t.tern", *more, "-o", "out.bin")
    self.assertEqual(self.files()["out.bin"], self.files()[source])

  def test_best_takes_the_book_that_fits_each_part(self):
    tensor = self.chunked(*self.parts(), "--chunk-steps", 64, "--select", "best")
    self.assertEqual((tensor["chunks"], tensor["book"]), (12, None))
    self.assertEqual(tensor["chunks_per_book"], [{"id": 3, "epoch": 0, "chunks": 4},
                                                 {"id": 4, "epoch": 1, "chunks": 4},
                                                 {"id": None, "epoch": None, "chunks": 4}])

  @measures
  def test_best_is_shorter_than_any_named_book_here(self):
    arguments = self.parts()
    best = self.chunked(*arguments, "--chunk-steps", 64, "--select", "best")
    for options in (("--book-id", 3), ("--book-id", 4)):
      named = self.chunked(*arguments, "--chunk-steps", 64, *options)
      self.assertEqual(named["chunks_per_book"],
                       [{"id": options[1], "epoch": options[1] - 3, "chunks": 12}])
      self.assertLess(best["token_bits"], named["token_bits"])
      whole = self.chunked(*arguments, *options)
      self.assertEqual((whole["chunks"], named["token_bits"] - whole["token_bits"]), (1, 11 * 13))

  @measures
  def test_best_costs_hardly_more_than_nothing_on_noise(self):
    self.write("n.bin", self.rng.bytes(20000))
    self.parts()
    tensor = self.chunked("n.bin", "--dtype", "uint8", "--books", "b.json", "--chunk-steps", 16,
                          "--select", "best")
    self.assertEqual(tensor["chunks_per_book"], [{"id": None, "epoch": None, "chunks": 79}])
    self.assertEqual(tensor["token_bits"], 20000 * 8 + 78 * 13)

  def test_every_dtype_and_size_of_chunk_comes_back(self):
    for at, dtype in enumerate((*DTYPES, "fp32")):
      data = self.rng.bytes(1200) + bytes(1204)
      self.write("w.bin", data)
      for steps in each((16, 32, 32768), at):
        self.round_trip("w.bin", "--dtype", dtype, "--chunk-steps", steps, "--lanes", 4,
                        "--word-bits", 64, "--select", "best" if steps == 16 else "named")

  def test_every_lane_count_comes_back(self):
    arguments = self.parts()
    for lanes in (1, 2, 4, 8, 16, 32, 64):
      for word in (32, 64):
        self.round_trip(*arguments, "--lanes", lanes, "--word-bits", word, "--chunk-steps", 16,
                        "--select", "best", "--message-bytes", 5000)

  def test_bare_messages_have_chunks_too(self):
    arguments = self.parts()
    self.tern("encode", *arguments, "--chunk-steps", 64, "--select", "best", "--raw-message", "-o",
              "m.bin")
    self.assertEqual(self.files()["m.bin"][2] >> 4, 6)
    self.tern("decode", "m.bin", "--raw-message", "--books", "b.json", "-o", "o.bin")
    self.assertEqual(self.files()["o.bin"], self.files()["w.bin"])

  def test_circuit_agrees_with_the_model(self):
    arguments = (*self.parts(), "--engines", "model,rtl", "--message-bytes", 5000)
    for lanes, steps, select in ((16, 64, "best"), (4, 16, "best"), (8, 16, "named")):
      tensor = self.chunked(*arguments, "--lanes", lanes, "--chunk-steps", steps, "--select",
                            select, "--sink-stall", "random")
      self.assertGreater(len(tensor["chunks_per_book"]), 2 if select == "best" else 0)
      self.assertGreater(tensor["engines"]["rtl"]["cycles"], 0)

  def test_refuses_more_books_than_the_circuit_holds(self):
    arguments = self.parts()
    for at in range(3):
      self.tern("train", "low.bin", "--dtype", "uint8", "--id", 10 + at, "--append", "-o", "b.json")
    self.refused(BOOK, "b.json: has 5 books for uint8, and the circuit holds 4; use a file with "
                 "fewer, or --engines model", "eval", *arguments, "--chunk-steps", 64, "--select",
                 "best")
    self.chunked(*arguments, "--engines", "model,rtl", "--chunk-steps", 64)

  def test_refuses_a_best_choice_that_no_circuit_makes(self):
    self.refused(USAGE, "no encoder .* is built; there are: .*; use one of these, or --engines "
                 "model", "eval", *self.parts(), "--chunk-steps", 512, "--select", "best")

  def test_decoder_names_the_book_that_a_later_chunk_lacks(self):
    self.tern("encode", *self.parts(), "--chunk-steps", 64, "--select", "best", "-o", "t.tern")
    self.tern("train", "low.bin", "--dtype", "uint8", "--id", 3, "-o", "half.json")
    self.refused(STREAM, r"needs book 4, epoch 1, for uint8; .* \(unknown_book\)", "decode",
                 "t.tern", "--books", "half.json", "-o", "o.bin")

  def test_chunks_count_from_anew_in_each_message(self):
    arguments = self.parts()
    tensor = self.chunked(*arguments, "--chunk-steps", 64, "--message-bytes", 4096)
    self.assertEqual((tensor["messages"], tensor["chunks"]), (3, 12))
    tensor = self.chunked(*arguments[:3], "--raw", "--chunk-steps", 64)
    self.assertEqual(tensor["chunks_per_book"], [{"id": None, "epoch": None, "chunks": 12}])

  def test_empty_tensor_is_one_chunk(self):
    self.save("e.npy", self.floats(0, 5))
    tensor = self.chunked("e.npy", "--dtype", "bf16", "--chunk-steps", 16)
    self.assertEqual((tensor["chunks"], tensor["wire_bytes"]), (1, 16))

  def test_refuses_sizes_that_the_format_has_not(self):
    self.save("w.npy", self.floats(9))
    for steps in (1, 8, 17, 48, 65536):
      self.refused(USAGE, f"--chunk-steps: {steps} is not a size of chunks; use 0, or a power of "
                   "two from 16 to 32768", "encode", "w.npy", "--dtype", "bf16", "--chunk-steps",
                   steps, "-o", "t.tern")

  def test_refuses_options_that_make_no_sense_together(self):
    self.save("w.npy", self.floats(9))
    for options, pattern in (
        (("--select", "worst"), "--select: 'worst' is no way to choose books"),
        (("--select", "best"), "--select: best chooses a book for each chunk; give --chunk-steps"),
        (("--select", "best", "--chunk-steps", 16, "--raw"), "leave --book-id and --raw out")):
      self.refused(USAGE, pattern, "encode", "w.npy", "--dtype", "bf16", *options, "-o", "t.tern")
      self.refused(USAGE, pattern, "eval", "w.npy", "--dtype", "bf16", "--engines", "model",
                   *options)

  def test_refuses_a_named_book_that_is_too_short_for_chunks(self):
    self.write("z.bin", bytes(5000))
    self.tern("train", "z.bin", "--dtype", "uint8", "--min-len", 1, "-o", "short.json")
    arguments = ("z.bin", "--dtype", "uint8", "--books", "short.json")
    self.refused(BOOK, "short.json: book 0 for uint8 has a codeword of 1 bits, and messages of "
                 "chunks take none below 3; train with --min-len 3, or leave --chunk-steps out",
                 "eval", *arguments, "--engines", "model", "--chunk-steps", 16)
    tensor = self.chunked(*arguments, "--chunk-steps", 16, "--select", "best")
    self.assertEqual(tensor["chunks_per_book"][0]["id"], None)


if __name__ == "__main__":
  main()
