# SPDX-License-Identifier: Apache-2.0
#
# eval_test: the report of `tern eval`, field by field.
#
#   Spec  docs/cli.md#report-fields
#   Test  tb/apps/eval_test.py
import hashlib
import re

import numpy

from eval_support import EvalTest
from stats_test import entropy
from support import DTYPES, SAMPLE, main, measures

TENSOR_FIELDS = {
    "name": str, "file": str, "dtype": str, "stored_type": str, "shape": list, "values": int,
    "coded_values": int, "raw_bytes": int, "wire_bytes": int, "bits_per_value": float,
    "shannon_bits_per_value": float, "per_tensor_huffman_bits_per_value": float,
    "raw_bits_per_value": float, "saved_percent": float, "messages": int, "header_bytes": int,
    "token_bits": int, "padding_bits": int, "trailer_bytes": int, "book": dict, "offset": int,
    "messages_per_offset": list, "chunks": int,
    "chunks_per_book": list, "histogram": list, "engines": dict, "match": bool,
    "mismatch": type(None)}
RTL_FIELDS = {
    "sha256": str, "wire_bytes": int, "seconds": float, "megabytes_per_second": float,
    "circuit": str, "cycles": int, "stall_cycles": int, "values_per_cycle": float,
    "first_word_cycles": dict, "latency_cycles": dict, "latency_steps": list, "decode": dict}
DECODE_FIELDS = {
    "circuit": str, "cycles": int, "stall_cycles": int, "values_per_cycle": float, "bubbles": int,
    "first_value_latency_cycles": dict, "match": bool}


class Eval(EvalTest):
  def check_types(self, value, fields):
    self.assertEqual(list(value), list(fields))
    for name, kind in fields.items():
      self.assertIsInstance(value[name], kind, name)

  def test_report_has_every_field_with_its_type(self):
    report = self.eval(SAMPLE / "attention_qkv_120x360.npy", "--dtype", "bf16")
    self.assertEqual(set(report), {"version", "format_version", "date", "command_line", "seed",
                                   "config", "books", "tools", "tensors", "totals", "match"})
    self.assertEqual(set(report["config"]), {"lanes", "word_bits", "profile", "message_bytes",
                                             "engines", "source_stall", "sink_stall"})
    self.assertRegex(report["date"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
    self.assertRegex(report["command_line"], r"\Atern eval .*--dtype bf16 --json r.json\Z")
    tensor, = report["tensors"]
    self.check_types(tensor, TENSOR_FIELDS)
    self.check_types(tensor["engines"]["rtl"], RTL_FIELDS)
    self.check_types(tensor["engines"]["rtl"]["decode"], DECODE_FIELDS)
    for tool in ("compiler", "verilator", "fmt", "nlohmann_json", "cli11", "openssl"):
      self.assertRegex(report["tools"][tool], r"\d+\.\d+")

  @measures
  def test_figures_are_those_of_the_tensor(self):
    for dtype, width in DTYPES.items():
      data = self.coded(dtype, 4001)
      self.write("w.bin", data)
      report = self.eval("w.bin", "--dtype", dtype)
      tensor, = report["tensors"]
      self.check_sums(report, tensor)
      symbols, extra = numpy.frombuffer(data, numpy.uint8), 0
      if dtype in ("bf16", "fp16"):
        symbols, extra = numpy.frombuffer(data, "<u2") >> 7 & 255, 8
      bits, histogram = entropy(symbols)
      self.assertEqual(tensor["histogram"], histogram.tolist())
      self.assertAlmostEqual(tensor["shannon_bits_per_value"],
                             (bits + extra) * symbols.size / 4001, 9)
      self.assertEqual((tensor["values"], tensor["raw_bytes"]), (4001, 4001 * width))
      self.assertEqual(tensor["raw_bits_per_value"], 8.0 * width)

  def test_padding_is_what_the_lanes_leave_of_their_last_words(self):
    data = self.coded("uint8", 1003)
    self.write("w.bin", data)
    report = self.eval("w.bin", "--dtype", "uint8", "--lanes", 8, "--message-bytes", 400)
    book, = report["books"]["list"]
    cost = numpy.array([n or book["escape_length"] + 8 for n in book["lengths"]])
    tokens = cost[numpy.frombuffer(data, numpy.uint8)]
    padding = sum(-int(tokens[at:at + 400][lane::8].sum()) % 32
                  for at in (0, 400, 800) for lane in range(8))
    self.assertEqual(report["tensors"][0]["token_bits"], tokens.sum())
    self.assertEqual(report["tensors"][0]["padding_bits"], padding)

  def test_digest_is_that_of_the_message(self):
    self.write("w.bin", self.coded("bf16", 500))
    self.tern("train", "w.bin", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--raw-message", "-o",
              "m.bin")
    report = self.eval("w.bin", "--dtype", "bf16", "--books", "b.json")
    message = self.files()["m.bin"]
    tensor, = report["tensors"]
    self.assertEqual(tensor["wire_bytes"], len(message))
    self.assertEqual(tensor["engines"]["model"]["sha256"], hashlib.sha256(message).hexdigest())

  @measures
  def test_own_huffman_is_the_cost_of_a_book_for_this_tensor(self):
    self.write("w.bin", self.coded("e4m3", 5000))
    self.write("v.bin", bytes(255 - b for b in self.coded("e4m3", 5000)))
    alone, = self.eval("w.bin", "--dtype", "e4m3", "--max-len", 10)["tensors"]
    both = self.eval("w.bin", "v.bin", "--dtype", "e4m3", "--max-len", 10)["tensors"]
    self.assertAlmostEqual(alone["per_tensor_huffman_bits_per_value"], alone["token_bits"] / 5000,
                           9)
    self.assertEqual(both[0]["per_tensor_huffman_bits_per_value"],
                     alone["per_tensor_huffman_bits_per_value"])
    self.assertGreater(both[0]["token_bits"], alone["token_bits"])

  def test_says_where_the_books_came_from(self):
    self.save("w.npy", self.floats(40))
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    books = self.eval("w.npy", "--dtype", "bf16")["books"]
    self.assertEqual((books["source"], books["in_sample"], books["file"]),
                     ("trained on these tensors (in sample)", True, None))
    books = self.eval("w.npy", "--dtype", "bf16", "--books", "b.json")["books"]
    self.assertEqual((books["in_sample"], books["file"]), (False, "b.json"))

  def test_totals_are_the_sums_of_the_tensors(self):
    self.save("a.npy", self.floats(50))
    self.save("b.npy", self.floats(60))
    report = self.eval("a.npy", "b.npy", "--dtype", "bf16", "--message-bytes", 40)
    for field in ("values", "raw_bytes", "wire_bytes", "messages"):
      self.assertEqual(report["totals"][field], sum(t[field] for t in report["tensors"]))
    self.assertEqual(report["totals"]["tensors"], 2)

  def test_table_is_aligned_and_ends_in_a_summary(self):
    self.save("a.npy", self.floats(50))
    self.save("b_with_a_longer_name.npy", self.floats(61, 300))
    text = self.tern("eval", "a.npy", "b_with_a_longer_name.npy", "--dtype", "bf16").out
    lines = text.split("\n")
    ends = [m.end() for m in re.finditer(r"-+", lines[1])]
    for line in (lines[0], lines[2], lines[3]):
      for end in ends[2:-1]:  # the columns of numbers
        self.assertRegex(line[end - 1], r"[^ ]", line)
    self.assertRegex(lines[-2], r"total  2 tensors, 36.7 kB -> .* kB, .* % saved; model and rtl "
                     "agree, and the decoder gives every value back")

  def test_names_that_are_not_ascii_are_legal_json(self):
    self.safetensors("m.safetensors", {"\u00e4\u4e2d": ("BF16", (2,), bytes(4))})
    self.assertEqual(self.eval("m.safetensors")["tensors"][0]["name"], "\u00e4\u4e2d")


if __name__ == "__main__":
  main()
