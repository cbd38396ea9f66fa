# SPDX-License-Identifier: Apache-2.0
#
# shards_test: `tern shards` against the same experiment done here with the other commands.
#
#   Spec  docs/cli.md#tern-shards
#   Test  tb/apps/shards_test.py
from stats_test import entropy

import numpy

from support import TernTest, USAGE, main, measures


class Shards(TernTest):
  def shards(self, *arguments):
    self.tern("shards", *arguments, "--json", "s.json")
    return self.json("s.json")

  @measures
  def test_a_shard_is_coded_with_the_book_of_the_others(self):
    data = self.coded("uint8", 4 * 500)
    self.write("w.bin", data)
    parts = [data[i:i + 500] for i in range(0, 2000, 500)]
    wire, own, shannon = 0, 0, 0.0
    for i, part in enumerate(parts):
      for k, other in enumerate(parts):
        self.write(f"p{k}.bin", other)
      others = [f"p{k}.bin" for k in range(4) if k != i]
      self.tern("train", *others, "--dtype", "uint8", "-o", "b.json")
      self.tern("eval", f"p{i}.bin", "--dtype", "uint8", "--books", "b.json", "--engines", "model",
                "--json", "r.json")
      tensor = self.json("r.json")["tensors"][0]
      wire += tensor["wire_bytes"]
      own += round(tensor["per_tensor_huffman_bits_per_value"] * 500)
      shannon += entropy(numpy.frombuffer(part, numpy.uint8))[0] * 500
    row, = self.shards("w.bin", "--dtype", "uint8", "--message-bytes", 500)["tensors"]
    self.assertEqual((row["shards"], row["measured"], row["raw_bytes"]), (4, 4, 2000))
    self.assertEqual((row["wire_bytes"], row["huffman_bits"]), (wire, own))
    self.assertAlmostEqual(row["shannon_bits"], shannon, 6)
    self.assertAlmostEqual(row["wire_over_shannon_percent"], 100 * (8 * wire / shannon - 1), 9)
    self.assertAlmostEqual(row["wire_over_huffman_percent"], 100 * (8 * wire / own - 1), 9)

  def test_leaves_whole_tensors_out(self):
    self.write("a.bin", self.coded("uint8", 900))
    self.write("b.bin", self.coded("uint8", 900)[::-1])
    self.write("c.bin", bytes(255 - x for x in self.coded("uint8", 900)))
    self.tern("train", "b.bin", "c.bin", "--dtype", "uint8", "-o", "bc.json")
    self.tern("eval", "a.bin", "--dtype", "uint8", "--books", "bc.json", "--engines", "model",
              "--json", "r.json")
    rows = self.shards("a.bin", "b.bin", "c.bin", "--dtype", "uint8", "--message-bytes", 900,
                       "--leave-out", "tensor")["tensors"]
    self.assertEqual(rows[0]["wire_bytes"], self.json("r.json")["tensors"][0]["wire_bytes"])

  def test_shards_are_equal_and_at_least_the_size_asked_for(self):
    self.write("w.bin", self.coded("bf16", 1001))
    row, = self.shards("w.bin", "--dtype", "bf16", "--message-bytes", 1000)["tensors"]
    self.assertEqual((row["shards"], row["raw_bytes"]), (2, 2002))

  def test_measures_as_many_shards_as_it_is_told(self):
    self.write("w.bin", self.coded("e4m3", 10000))
    row, = self.shards("w.bin", "--dtype", "e4m3", "--message-bytes", 100, "--max-shards",
                       7)["tensors"]
    self.assertEqual((row["shards"], row["measured"], row["raw_bytes"]), (100, 7, 700))

  def test_totals_are_the_sums_of_the_rows(self):
    self.save("a.npy", self.floats(100, 60))
    self.save("b.npy", self.floats(90, 60))
    report = self.shards("a.npy", "b.npy", "--dtype", "bf16", "--message-bytes", "1024,4096")
    self.assertEqual([t["message_bytes"] for t in report["totals"]], [1024, 4096])
    for total in report["totals"]:
      rows = [r for r in report["tensors"] if r["message_bytes"] == total["message_bytes"]]
      for field in ("shards", "measured", "raw_bytes", "wire_bytes", "token_bits", "huffman_bits"):
        self.assertEqual(total[field], sum(row[field] for row in rows))
      self.assertLessEqual(total["token_bits"], 8 * total["wire_bytes"])

  def test_says_why_a_size_was_skipped(self):
    self.write("w.bin", self.coded("uint8", 1500))
    rows = self.shards("w.bin", "--dtype", "uint8", "--message-bytes", "1000,2000")["tensors"]
    self.assertEqual([r["skipped"] for r in rows], ["a single shard", "smaller than the message"])
    self.assertEqual([r["wire_over_shannon_percent"] for r in rows], [None, None])
    rows = self.shards("w.bin", "--dtype", "uint8", "--message-bytes", 1000, "--leave-out",
                       "tensor")["tensors"]
    self.assertEqual(rows[0]["skipped"], "no other tensor of this dtype to train on")

  def test_refuses_what_makes_no_sense(self):
    self.write("w.bin", bytes(100))
    for options, pattern in (
        (("--leave-out", "half"), "--leave-out: 'half' is not a choice; use shard or tensor"),
        (("--max-shards", 0), "--max-shards: 0 measures nothing"),
        (("--message-bytes", "16,15"), "--message-bytes: 15 bytes are no whole number of bf16")):
      self.refused(USAGE, pattern, "shards", "w.bin", "--dtype", "bf16", *options)


if __name__ == "__main__":
  main()
