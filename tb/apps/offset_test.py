# SPDX-License-Identifier: Apache-2.0
#
# offset_test: messages with an offset, and books for tensors of different scale.
#
#   Spec  docs/cli.md#offset
#   Test  tb/apps/offset_test.py
import sys

import numpy

from eval_support import EvalTest
from support import DTYPES, ROOT, USAGE, each, main, measures

sys.path.append(str(ROOT / "scripts"))
sys.path.append(str(ROOT / "tb" / "python"))
from experiment import books, cluster  # noqa: E402
import tern_encode  # noqa: E402


class Offset(EvalTest):
  def scaled(self):
    """Tensors that differ in scale, mostly; a book of the first, and one for all, aligned."""
    names = []
    for at, scale in enumerate((0, 12, -30, 3)):
      x = self.floats(100, 40) * numpy.float32(2.0**scale)
      names.append(self.save(f"w{at}.npy", x))
    self.tern("train", "w0.npy", "--dtype", "bf16", "-o", "first.json")
    self.tern("train", *names, "--dtype", "bf16", "--align", "-o", "aligned.json")
    return names

  def one(self, *arguments):
    report = self.eval(*arguments, *(() if "--engines" in arguments else ("--engines", "model")))
    tensor, = report["tensors"]
    self.check_sums(report, tensor)
    return tensor

  def test_auto_finds_the_scale_of_a_tensor(self):
    names = self.scaled()
    for name, scale in zip(names, (0, 12, -30, 3)):
      tensor = self.one(name, "--dtype", "bf16", "--books", "first.json", "--offset", "auto")
      self.assertEqual(tensor["offset"], "auto")
      self.assertEqual(tensor["messages_per_offset"], [{"offset": scale % 256, "messages": 1}])

  @measures
  def test_auto_costs_hardly_more_than_an_own_book(self):
    for name in self.scaled():
      own = self.one(name, "--dtype", "bf16")["token_bits"]
      for file in ("first.json", "aligned.json"):
        found = self.one(name, "--dtype", "bf16", "--books", file, "--offset", "auto")
        self.assertLess(found["token_bits"], 1.005 * own)
    own = self.one("w1.npy", "--dtype", "bf16")["token_bits"]
    plain = self.one("w1.npy", "--dtype", "bf16", "--books", "first.json")
    self.assertEqual((plain["offset"], plain["messages_per_offset"]),
                     (0, [{"offset": 0, "messages": 1}]))
    self.assertGreater(plain["token_bits"], 1.1 * own)

  @measures
  def test_no_offset_is_cheaper_than_auto(self):
    self.scaled()
    common = ("w1.npy", "--dtype", "bf16", "--books", "first.json")
    auto = self.one(*common, "--offset", "auto")
    for offset in (0, 11, 13, 128, 244, 255):
      fixed = self.one(*common, "--offset", offset)
      self.assertEqual((fixed["offset"], fixed["messages_per_offset"]),
                       (offset, [{"offset": offset, "messages": 1}]))
      self.assertLess(auto["token_bits"], fixed["token_bits"])
    self.assertEqual(self.one(*common, "--offset", 12)["token_bits"], auto["token_bits"])
    self.assertEqual(self.one(*common, "--offset", "0xC")["engines"]["model"]["sha256"],
                     auto["engines"]["model"]["sha256"])

  def test_every_message_has_the_offset_that_suits_it(self):
    self.scaled()
    parts = [numpy.load(self.folder / f"w{at}.npy") for at in (0, 1, 2)]
    self.save("all.npy", numpy.concatenate(parts))
    common = ("all.npy", "--dtype", "bf16", "--books", "first.json", "--message-bytes", 8000)
    tensor = self.one(*common, "--offset", "auto")
    self.assertEqual(tensor["messages_per_offset"],
                     [{"offset": offset, "messages": 1} for offset in (0, 12, 226)])
    done = self.tern("eval", *common, "--offset", "auto", "--engines", "model")
    self.assertRegex(done.out, r"saved %  offset +match")
    self.assertIn("  0..226  ", done.out)
    self.assertNotIn("offset", self.tern("eval", *common, "--engines", "model").out)

  def test_best_of_several_books_has_an_offset_too(self):
    self.scaled()
    self.tern("train", "w1.npy", "--dtype", "bf16", "--id", 1, "--append", "-o", "first.json")
    tensor = self.one("w2.npy", "--dtype", "bf16", "--books", "first.json", "--offset", "auto",
                      "--chunk-steps", 64, "--select", "best")
    self.assertIn(tensor["messages_per_offset"][0]["offset"], (226, 214))
    own = self.one("w2.npy", "--dtype", "bf16")["token_bits"]
    self.assertLess(tensor["token_bits"], 1.01 * own)

  def test_every_dtype_and_offset_comes_back(self):
    for at, (dtype, width) in enumerate(DTYPES.items()):
      data = self.coded(dtype, 700)
      self.write("w.bin", data)
      for offset in each((0, 1, 255, 20 * at, "auto"), at):
        for options in each((("--raw",), ("--chunk-steps", 16, "--select", "best"), ()), at):
          self.tern("encode", "w.bin", "--dtype", dtype, "--offset", offset, *options, "--lanes",
                    4, "-o", "t.tern")
          self.tern("decode", "t.tern", "-o", "out.bin")
          self.assertEqual(self.files()["out.bin"], data, (dtype, width, offset, options))

  def test_bare_messages_are_those_of_the_encoder_written_from_the_document(self):
    self.scaled()
    data = (numpy.load(self.folder / "w1.npy").view("<u4") >> 16).astype("<u2").tobytes()
    self.write("w.bin", data)
    book, = self.json("first.json")["books"]
    for offset in (5, "auto"):
      self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "first.json", "--offset", offset,
                "--lanes", 4, "--raw-message", "-o", "m.bin")
      number = tern_encode.cheapest_offset("bf16", data, [book]) if offset == "auto" else offset
      self.assertEqual(self.files()["m.bin"],
                       tern_encode.encode("bf16", data, book, (4, 32), number))

  def test_the_circuit_gets_the_offset_of_each_message(self):
    self.scaled()
    common = ("w2.npy", "--dtype", "bf16", "--books", "first.json", "--message-bytes", 4000)
    for options in (("--offset", 17), ("--offset", "auto"), ("--offset", "auto", "--chunk-steps",
                    256, "--select", "best")):
      tensor = self.one(*common, *options, "--engines", "model,rtl")
      self.assertEqual(set(tensor["engines"]), {"model", "rtl"})
      self.assertEqual(sum(e["messages"] for e in tensor["messages_per_offset"] if e["offset"]), 2)

  def test_refuses_what_is_no_offset(self):
    self.save("w.npy", self.floats(9))
    for offset in ("256", "-1", "3.5", "x", "010"):
      for command, *more in (("eval",), ("encode", "-o", "t.tern")):
        self.refused(USAGE, "--offset: '.*' is no offset; use 0 to 255, or auto", command, "w.npy",
                     "--dtype", "bf16", f"--offset={offset}", *more)


class Align(EvalTest):
  def kinds(self, count):
    """Tensors of different kinds and scales."""
    names = []
    for at in range(count):
      values = self.rng.gamma(2.0, 1.0 + 3 * (at % 3), 2000 + 100 * at).astype(int)
      values = 40 - values if at % 2 else values
      names.append(self.write(f"k{at}.bin", ((values + 37 * at) % 256).astype("u1").tobytes()))
    return names

  @measures
  def test_aligned_books_are_those_of_the_second_implementation(self):
    names = self.kinds(7)
    histograms = [numpy.bincount(numpy.frombuffer(self.files()[name], numpy.uint8), minlength=256)
                  for name in names]
    weights = numpy.array([books.weights(h) for h in histograms])
    trainer = cluster.AligningTrainer(weights, 3)
    for count in (1, 2, 3, 4, 16):
      self.tern("train", *names, "--dtype", "uint8", "--align", "--clusters", count, "-o", "b.json")
      found = self.json("b.json")["books"]
      sets = cluster.cluster(trainer, range(7), count)
      self.assertEqual([b["id"] for b in found], list(range(len(sets))))
      for book, members in zip(found, sets):
        self.assertEqual(book["lengths"] + [book["escape_length"]],
                         trainer.lengths(members).tolist())

  def test_align_alone_makes_one_book_and_says_so(self):
    names = self.kinds(4)
    self.tern("train", *names, "--dtype", "int8", "--align", "-o", "a.json")
    self.tern("train", *names, "--dtype", "int8", "--align", "--clusters", 1, "-o", "b.json")
    self.assertEqual(self.files()["a.json"], self.files()["b.json"])
    self.assertEqual(self.json("a.json")["trained_on"],
                     "book 0 for int8, aligned: k0.bin k1.bin k2.bin k3.bin")
    self.tern("train", *names, "--dtype", "int8", "--align", "--id", 4, "--epoch", 2, "-o",
              "c.json")
    book, = self.json("c.json")["books"]
    self.assertEqual((book["id"], book["epoch"], book["lengths"]),
                     (4, 2, self.json("a.json")["books"][0]["lengths"]))

  @measures
  def test_order_of_the_files_does_not_matter_to_what_it_costs(self):
    names = self.kinds(3)
    self.tern("train", *names, "--dtype", "uint8", "--align", "-o", "a.json")
    self.tern("train", *reversed(names), "--dtype", "uint8", "--align", "-o", "b.json")
    for name in names:
      bits = [self.eval(name, "--dtype", "uint8", "--books", file, "--offset", "auto", "--engines",
                        "model")["tensors"][0]["token_bits"] for file in ("a.json", "b.json")]
      self.assertEqual(bits[0], bits[1])


if __name__ == "__main__":
  main()
