# SPDX-License-Identifier: Apache-2.0
#
# books_test: which book a command uses, and book files that cannot serve.
#
#   Spec  docs/cli.md#books
#   Test  tb/apps/books_test.py
import json

from support import BOOK, FILE, SAMPLE, TernTest, USAGE, main


class Books(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(40, 40))
    self.tern("train", "w.npy", "--dtype", "bf16", "--id", 2, "--epoch", 9, "-o", "b.json")
    self.tern("train", "w.npy", "--dtype", "bf16", "--id", 5, "--compact", "--append", "-o",
              "b.json")

  def book_used(self, *options):
    self.tern("eval", "w.npy", "--dtype", "bf16", "--engines", "model", "--json", "r.json",
              *options)
    return self.json("r.json")["tensors"][0]["book"]

  def refuses_file(self, code, pattern, text):
    self.write("bad.json", text)
    for command in ("eval", "encode"):
      more = ("-o", "out.tern") if command == "encode" else ("--engines", "model")
      self.refused(code, pattern, command, "w.npy", "--dtype", "bf16", "--books", "bad.json", *more)

  def test_takes_the_first_book_or_the_one_named(self):
    self.assertEqual(self.book_used("--books", "b.json"), {"dtype": "bf16", "id": 2, "epoch": 9})
    self.assertEqual(self.book_used("--books", "b.json", "--book-id", 5),
                     {"dtype": "bf16", "id": 5, "epoch": 0})

  def test_trains_on_the_tensors_for_want_of_a_file(self):
    self.assertEqual(self.book_used(), {"dtype": "bf16", "id": 0, "epoch": 0})
    self.assertEqual(self.book_used("--raw"), None)

  def test_refuses_a_file_without_the_book(self):
    arguments = ("eval", "w.npy", "--dtype", "bf16", "--books", "b.json", "--book-id")
    self.refused(BOOK, "b.json: has no book 3 for bf16, the dtype of tensor 'w'", *arguments, 3)
    self.refused(USAGE, "--book-id: '77' is not a number from 0 to 15", *arguments, 77)
    self.refused(BOOK, "b.json: has no book for e4m3, the dtype of tensor 'w'; add one with "
                 "'tern train --dtype e4m3 --append'",
                 "encode", "w.npy", "--dtype", "e4m3", "--books", "b.json", "-o", "out.tern")

  def test_refuses_a_missing_file_and_a_folder(self):
    self.refused(FILE, "no.json: cannot be opened", "eval", "w.npy", "--dtype", "bf16", "--books",
                 "no.json")
    (self.folder / "d").mkdir()
    self.refused(FILE, "d: is a folder", "eval", "w.npy", "--dtype", "bf16", "--books", "d")

  def test_refuses_what_is_no_book_file(self):
    self.refuses_file(BOOK, "bad.json: ", b"")
    self.refuses_file(BOOK, "bad.json: .*proper JSON", b"{")
    self.refuses_file(BOOK, "bad.json: ", b"[]")
    self.refuses_file(BOOK, "bad.json: ", self.files()["w.npy"])

  def test_refuses_a_book_that_is_no_complete_code(self):
    file = self.json("b.json")
    for change, pattern in ((1, "oversubscribed|Kraft|more than"), (13, "Kraft|incomplete|less")):
      broken = json.loads(json.dumps(file))
      symbol = max(range(256), key=lambda s: broken["books"][0]["lengths"][s] > 0)
      broken["books"][0]["lengths"][symbol] = change
      broken["books"][0]["max_len"] = 15
      self.refuses_file(BOOK, f"bad.json: books\\[0\\].*({pattern})", json.dumps(broken).encode())

  def test_refuses_a_book_that_cannot_code_every_symbol(self):
    file = self.json("b.json")
    file["books"] = [{"dtype": "bf16", "id": 0, "epoch": 0, "max_len": 8, "escape_length": 0,
                      "lengths": [1, 1] + [0] * 254}]
    self.refuses_file(BOOK, "bad.json: books\\[0\\].*(escape|coded)", json.dumps(file).encode())

  def test_refuses_a_book_that_the_circuit_cannot_use(self):
    self.write("z.bin", bytes(5000))
    self.tern("train", "z.bin", "--dtype", "uint8", "--min-len", 1, "-o", "short.json")
    self.refused(BOOK, "short.json: book 0 for uint8 has a codeword of 1 bits, and the circuit "
                 "takes none below 3; train with --min-len 3, or use --engines model",
                 "eval", "z.bin", "--dtype", "uint8", "--books", "short.json")
    self.refused(BOOK, "book 0 for uint8 has a codeword of 1 bits", "eval", "z.bin", "--dtype",
                 "uint8", "--min-len", 1)
    self.tern("eval", "z.bin", "--dtype", "uint8", "--books", "short.json", "--engines", "model")

  def test_codes_symbols_that_training_never_saw(self):
    self.write("seen.bin", bytes(range(200)) * 20)
    self.write("all.bin", bytes(range(256)) * 20)
    self.tern("train", "seen.bin", "--dtype", "uint8", "-o", "seen.json")
    self.tern("eval", "all.bin", "--dtype", "uint8", "--books", "seen.json")

  def test_shipped_books_serve_every_float_dtype(self):
    for dtype in ("bf16", "bf16-bytes", "fp16", "e4m3", "e5m2"):
      self.tern("eval", "w.npy", "--dtype", dtype, "--books", SAMPLE / "books.json", "--engines",
                "model")


if __name__ == "__main__":
  main()
