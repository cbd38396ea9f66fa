# SPDX-License-Identifier: Apache-2.0
#
# eval_support: runs `tern eval` and checks what every report must satisfy.
#
#   Spec  docs/cli.md#report-fields
#   Test  tb/apps/eval_test.py
import json

import numpy

from support import TernTest


def finite(text):
  raise ValueError(f"{text} is no JSON number")


class EvalTest(TernTest):
  """A test that looks at reports."""

  def eval(self, *arguments):
    self.tern("eval", *arguments, "--json", "r.json")
    text = (self.folder / "r.json").read_text(encoding="ascii")
    return json.loads(text, parse_constant=finite)

  def check_sums(self, report, tensor):
    """Everything that follows from other fields."""
    lanes, word = report["config"]["lanes"], report["config"]["word_bits"]
    self.assertEqual(tensor["header_bytes"], {32: 12, 64: 16}[word] * tensor["messages"])
    self.assertEqual(tensor["trailer_bytes"], word // 8 * tensor["messages"])
    self.assertEqual(8 * tensor["wire_bytes"],
                     8 * (tensor["header_bytes"] + tensor["trailer_bytes"]) +
                     tensor["token_bits"] + tensor["padding_bits"])
    self.assertEqual(sum(tensor["histogram"]), tensor["coded_values"])
    self.assertEqual(sum(entry["chunks"] for entry in tensor["chunks_per_book"]), tensor["chunks"])
    self.assertGreaterEqual(tensor["chunks"], tensor["messages"])
    self.assertEqual(sum(entry["messages"] for entry in tensor["messages_per_offset"]),
                     tensor["messages"])
    self.assertTrue(tensor["match"])
    digests = {engine["sha256"] for engine in tensor["engines"].values()}
    self.assertEqual(len(digests), 1)
    if tensor["values"] == 0:
      return
    self.assertAlmostEqual(tensor["bits_per_value"], 8 * tensor["wire_bytes"] / tensor["values"], 9)
    self.assertAlmostEqual(tensor["saved_percent"],
                           100 * (1 - tensor["wire_bytes"] / tensor["raw_bytes"]), 9)
    self.assertLessEqual(tensor["shannon_bits_per_value"],
                         tensor["per_tensor_huffman_bits_per_value"] + 1e-9)
    rtl = tensor["engines"].get("rtl")
    if rtl is None:
      return
    steps = sum(count for _, count in rtl["latency_steps"])
    self.assertGreaterEqual(steps * lanes, tensor["coded_values"])
    if tensor["messages"] == 1:
      self.assertEqual(steps, -(-tensor["coded_values"] // lanes))
    self.assertGreaterEqual(rtl["cycles"], steps)
    self.assertAlmostEqual(rtl["values_per_cycle"], tensor["coded_values"] / rtl["cycles"], 9)
    latency = rtl["latency_cycles"]
    self.assertEqual(list(latency), ["min", "p50", "p95", "p99", "max"])
    self.assertEqual(sorted(latency.values()), list(latency.values()))
    each = numpy.repeat(*numpy.array(rtl["latency_steps"]).T)
    self.assertEqual((latency["min"], latency["max"]), (each[0], each[-1]))
    for percent in (50, 95, 99):
      self.assertEqual(latency[f"p{percent}"], each[-(-steps * percent // 100) - 1])
    self.assertLessEqual(rtl["first_word_cycles"]["min"], rtl["first_word_cycles"]["max"])
    decode = rtl["decode"]
    self.assertIs(decode["match"], True)
    self.assertGreaterEqual(decode["cycles"], steps + decode["bubbles"])
    self.assertAlmostEqual(decode["values_per_cycle"], tensor["coded_values"] / decode["cycles"], 9)
    first = decode["first_value_latency_cycles"]
    self.assertLessEqual(first["min"], first["max"])
    self.assertGreater(first["min"], 0)
