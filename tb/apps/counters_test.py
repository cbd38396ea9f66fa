# SPDX-License-Identifier: Apache-2.0
#
# counters_test: books from counter files, and what is wrong with such files.
#
#   Spec  docs/cli.md#counter-files
#   Test  tb/apps/counters_test.py
import json

import numpy

from support import BOOK, FILE, USAGE, TernTest, main


class FromCounters(TernTest):
  def counters(self, name, samples, **changes):
    content = {"format": "tern-counters", "version": 1, "dtype": "bf16", "word_bits": 32,
               "raw_bytes": 0, "words": 0, "escapes": 0, "raw_chunks": 0, "chunks": [0] * 16,
               "samples": [int(n) for n in samples], **changes}
    (self.folder / name).write_text(json.dumps(content))
    return name

  def samples(self):
    return self.rng.poisson(1000 * 0.7 ** numpy.abs(numpy.arange(256) - 120.0))

  def lengths(self, name):
    book, = self.json(name)["books"]
    return book["lengths"] + [book["escape_length"]]

  def test_book_is_that_of_the_symbols_counted(self):
    samples = self.samples()
    self.counters("c.json", samples)
    values = numpy.repeat(numpy.arange(256), samples).astype(numpy.uint16) << 7
    (self.folder / "v.bin").write_bytes(values.astype("<u2").tobytes())
    self.tern("train", "--from-counters", "c.json", "-o", "a.json", "--id", 3, "--epoch", 9)
    self.tern("train", "v.bin", "--dtype", "bf16", "-o", "b.json", "--id", 3, "--epoch", 9)
    self.assertEqual(self.json("a.json")["books"], self.json("b.json")["books"])
    self.assertIn("c.json", self.json("a.json")["trained_on"])

  def test_every_file_has_the_same_say(self):
    few, many = self.samples(), numpy.roll(self.samples(), 9)
    self.counters("few.json", few)
    self.counters("many.json", 1000 * many)
    self.counters("same.json", many)
    self.tern("train", "--from-counters", "few.json", "many.json", "-o", "a.json")
    self.tern("train", "--from-counters", "few.json", "same.json", "-o", "b.json")
    self.assertEqual(self.lengths("a.json"), self.lengths("b.json"))
    self.tern("train", "--from-counters", "few.json", "many.json", "--align", "-o", "c.json")
    self.assertNotEqual(self.lengths("a.json"), self.lengths("c.json"))

  def test_faults_of_the_request_are_refused(self):
    good = self.counters("c.json", self.samples())
    other = self.counters("e.json", self.samples(), dtype="e4m3")
    self.refused(USAGE, "nothing to train on", "train", "-o", "b.json")
    self.refused(USAGE, "takes the place of tensors", "train", "x.npy", "--from-counters", good,
                 "-o", "b.json")
    self.refused(USAGE, "takes the place of tensors", "train", "--dtype", "bf16",
                 "--from-counters", good, "-o", "b.json")
    self.refused(USAGE, "has counted e4m3", "train", "--from-counters", good, other, "-o",
                 "b.json")
    self.refused(FILE, "missing.json", "train", "--from-counters", "missing.json", "-o", "b.json")
    self.refused(BOOK, "no symbols were counted", "train", "--from-counters",
                 self.counters("none.json", [0] * 256), "-o", "b.json")
    self.refused(USAGE, "c.json", "train", "--from-counters", good, "-o", good)

  def test_faults_of_the_file_are_refused(self):
    good = self.json(self.counters("c.json", self.samples()))
    for key, value in (("samples", [1] * 255), ("samples", ["1"] * 256), ("dtype", "bf17"),
                       ("version", 2), ("format", "tern-books"), ("more", 1)):
      content = {**good, key: value}
      (self.folder / "c.json").write_text(json.dumps(content))
      self.refused(BOOK, f"c.json: {key}", "train", "--from-counters", "c.json", "-o", "b.json")
    text = (self.folder / self.counters("c.json", self.samples())).read_bytes()
    for size in (0, 1, len(text) // 2, len(text) - 1):
      (self.folder / "c.json").write_bytes(text[:size])
      self.refused(BOOK, "c.json: the file", "train", "--from-counters", "c.json", "-o", "b.json")
    for _ in range(50):
      noise = bytearray(text)
      noise[self.rng.randint(len(noise))] = self.rng.randint(256)
      (self.folder / "c.json").write_bytes(bytes(noise))
      self.assertIn(self.tern_any("train", "--from-counters", "c.json", "-o", "b.json"),
                    (0, BOOK))
      (self.folder / "b.json").unlink(missing_ok=True)


if __name__ == "__main__":
  main()
