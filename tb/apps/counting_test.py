# SPDX-License-Identifier: Apache-2.0
#
# counting_test: what the circuit counts, from the command line to the next book.
#
#   Spec  docs/cli.md#counter-files, docs/streams.md#counters
#   Test  tb/apps/counting_test.py
import pathlib
import sys

import numpy

from support import ROOT, SAMPLE, USAGE, TernTest, main

sys.path.append(str(ROOT / "scripts"))
from experiment import sampling  # noqa: E402

WEIGHTS = SAMPLE / "attention_qkv_120x360.npy"


def exponents(path: pathlib.Path) -> numpy.ndarray:
  bits = numpy.load(path).astype("<f4").reshape(-1).view("<u4").astype(numpy.int64)
  return (bits + 0x7FFF + (bits >> 16 & 1) >> 23) & 0xFF


class Counting(TernTest):
  def count(self, *arguments, lanes=16):
    self.tern("eval", WEIGHTS, "--dtype", "bf16", "--lanes", lanes, "--counters", "c.json",
              "--json", "r.json", *arguments)
    tensor, = self.json("r.json")["tensors"]
    return self.json("c.json"), tensor

  def test_counters_agree_with_the_report(self):
    for lanes in (4, 16, 64):
      counters, tensor = self.count("--books", SAMPLE / "books.json", lanes=lanes)
      self.assertEqual(counters["raw_bytes"], tensor["raw_bytes"])
      self.assertEqual(4 * counters["words"], tensor["wire_bytes"])
      self.assertEqual(sum(counters["chunks"]) + counters["raw_chunks"], tensor["chunks"])
      self.assertEqual(counters["samples"],
                       sampling.sampled_histogram(exponents(WEIGHTS), lanes, 0)[0].tolist())
      lengths = self.json(SAMPLE / "books.json")["books"][0]["lengths"]
      self.assertEqual(counters["escapes"], sum(n for n, length in zip(tensor["histogram"], lengths)
                                                if length == 0))

  def test_raw_chunks_are_counted(self):
    counters, tensor = self.count("--raw", "--chunk-steps", 64)
    self.assertEqual(counters["raw_chunks"], tensor["chunks"])
    self.assertGreater(tensor["chunks"], 10)

  def test_book_of_the_samples_is_nearly_the_best(self):
    self.count("--raw")
    self.tern("train", "--from-counters", "c.json", "--epoch", 1, "-o", "next.json")
    _, tensor = self.count("--books", "next.json")
    own = tensor["per_tensor_huffman_bits_per_value"] * tensor["values"]
    self.assertLess(tensor["token_bits"], 1.005 * own)

  def test_counters_need_the_circuit_and_one_dtype(self):
    self.refused(USAGE, "--counters", "eval", WEIGHTS, "--dtype", "bf16", "--engines", "model",
                 "--counters", "c.json")
    numpy.save(self.folder / "i.npy", numpy.zeros(8, numpy.int8))
    numpy.save(self.folder / "u.npy", numpy.zeros(8, numpy.uint8))
    self.refused(USAGE, "--counters counts one", "eval", "i.npy", "u.npy", "--counters", "c.json")


if __name__ == "__main__":
  main()
