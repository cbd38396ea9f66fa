# SPDX-License-Identifier: Apache-2.0
#
# tdr_rtl_test: the circuits of the tensor residual/DCT block behind `tern eval --codec tdr`.
#
#   Spec  docs/cli.md#circuits-of-lossy-coding
#   Test  tb/apps/tdr_rtl_test.py
import numpy

from support import MISMATCH, SAMPLE, TernTest, USAGE, main


class TdrRtl(TernTest):
  def eval(self, *arguments, code=0):
    done = self.tern("eval", *arguments, "--codec", "tdr", "--engines", "model,rtl", "--json",
                     "r.json", code=code)
    tensor, = self.json("r.json")["tensors"]
    return done, tensor

  def check_way(self, way, blocks, not_run):
    self.assertEqual((way["blocks_run"], way["blocks_not_run"]), (blocks, not_run))
    self.assertIs(way["match"], blocks > 0)
    if blocks == 0:
      self.assertIsNone(way["sha256"])
      self.assertEqual(way["cycles"], 0)
      return
    self.assertGreater(way["cycles"], 0)
    for span in way["latency_cycles"].values():
      self.assertGreaterEqual(span["max"], span["min"])
      self.assertGreater(span["min"], 0)

  def check(self, tensor, encode, decode):
    """(blocks, blocks that did not run) of both ways; all that ran must be right."""
    model, rtl = tensor["engines"]["model"], tensor["engines"]["rtl"]
    self.check_way(rtl, *encode)
    self.check_way(rtl["decode"], *decode)
    self.assertTrue(tensor["match"])
    self.assertEqual(tensor["mismatch"], "")
    if encode[0]:
      self.assertEqual(rtl["sha256"], model["sha256"])
    self.assertEqual(rtl["decode"]["sha256"], model["values_sha256"])

  def test_both_circuits_give_what_the_model_gives(self):
    self.save("w.npy", self.floats(256, 128))
    done, tensor = self.eval("w.npy", "--dtype", "bf16", "--effort", "stream", "--rate", 2.5,
                             "--block-rows", 128)
    self.check(tensor, (2, {}), (2, {}))
    self.assertLessEqual(tensor["bits_per_value"], 2.5)
    encodes = tensor["engines"]["rtl"]
    # The first step is divided before values are taken.
    self.assertLess(encodes["stall_cycles"], 20, "the encoder lost cycles")
    self.assertGreater(encodes["decode"]["values_per_cycle"], 14)
    self.assertLess(encodes["decode"]["bubbles"], 100, "the decoder lost cycles")
    self.assertIn("2/2, ", done.out)
    self.assertNotIn("did not run", done.out)

  def test_lines_may_be_rows(self):
    _, tensor = self.eval(SAMPLE / "attention_qkv_120x360.npy", "--dtype", "bf16", "--effort",
                          "stream", "--rate", 2.5)
    self.check(tensor, (1, {}), (1, {}))

  def test_tools_and_stalls(self):
    walk = numpy.cumsum(self.floats(128, 128), axis=1) + 3
    self.save("w.npy", walk.astype(numpy.float32))
    for seed, (source, sink) in enumerate((("random", "none"), ("none", "adversarial"))):
      _, tensor = self.eval("w.npy", "--dtype", "fp32", "--effort", "stream", "--qp", 90,
                            "--states", 4 if seed == 0 else 1, "--source-stall", source,
                            "--sink-stall", sink, "--seed", seed)
      self.check(tensor, (1, {}), (1, {}))

  def test_every_mode_of_a_part(self):
    self.save("i.npy", numpy.round(self.floats(128, 128) * 200).astype(numpy.int8))
    _, tensor = self.eval("i.npy", "--mode", "integer", "--effort", "stream")
    self.check(tensor, (0, {"integers: no stream effort": 1}), (1, {}))
    self.save("w.npy", self.floats(128, 128))
    _, tensor = self.eval("w.npy", "--dtype", "fp32", "--mode", "near", "--max-error", 0.001,
                          "--effort", "stream")
    self.check(tensor, (1, {}), (1, {}))
    _, tensor = self.eval("w.npy", "--dtype", "bf16", "--mode", "layered", "--qp", 90, "--effort",
                          "stream")
    self.check(tensor, (1, {"second layer": 1}), (1, {"second layer": 1}))

  def test_free_digits_are_decoded_alone(self):
    self.save("w.npy", self.floats(128, 128))
    _, tensor = self.eval("w.npy", "--dtype", "bf16", "--effort", "stream", "--digits", "free",
                          "--qp", 100)
    self.check(tensor, (0, {"free digits": 1}), (1, {}))

  def test_what_the_best_effort_made_is_decoded_alone(self):
    self.save("w.npy", self.floats(128, 128))
    done, tensor = self.eval("w.npy", "--dtype", "bf16", "--qp", 100, "--without", "transform")
    self.check(tensor, (0, {"best effort": 1}), (1, {}))
    self.assertIn("w: tdr_enc did not run blocks (best effort: 1)", done.out)

  def test_blocks_that_do_not_run_are_counted(self):
    values = self.floats(640, 64)
    values[100, 3] = numpy.nan
    self.save("w.npy", values)
    done, tensor = self.eval("w.npy", "--dtype", "bf16", "--effort", "stream", "--qp", 100,
                             "--block-rows", 256)
    not_run = {"fewer or more than 16 lanes": 1, "lossless": 1}
    self.check(tensor, (1, not_run), (1, not_run))
    reasons = "fewer or more than 16 lanes: 1, lossless: 1"
    for circuit in ("tdr_enc", "tdr_dec"):
      self.assertIn(f"w: {circuit} did not run blocks ({reasons})", done.out)

  def test_a_tensor_of_which_nothing_runs_is_no_match(self):
    self.save("w.npy", self.floats(30, 30))
    done, tensor = self.eval("w.npy", "--dtype", "bf16", "--rate", 4, code=MISMATCH)
    self.assertFalse(tensor["match"])
    self.assertRegex(done.err, r"no block ran in a circuit \(fewer or more than 16 lanes: 1\); use "
                               "--engines model")

  def test_transforms_run_along_lines(self):
    walk = numpy.cumsum(self.floats(200, 120), axis=0).astype(numpy.float32)
    self.save("w.npy", walk)
    of = {}
    for tools in ((), ("--without", "transform")):
      _, tensor = self.eval("w.npy", "--dtype", "fp32", "--effort", "stream", "--qp", 90, *tools)
      self.check(tensor, (1, {}), (1, {}))
      of[tools] = tensor["engines"]["rtl"]["decode"]["latency_cycles"]["first"]["min"]
    # Two tiles of four groups of lines must come before the first beat leaves.
    self.assertGreater(of[()], of[("--without", "transform")] + 100)

  def test_decodes_transforms_both_ways(self):
    # Lines are columns, then rows: the passes have another order.
    for rows, columns in ((200, 120), (100, 200)):
      field = self.floats(rows, columns)
      for axis in (field, field.T):
        for i in range(1, len(axis)):
          axis[i] = 0.95 * axis[i - 1] + 0.3 * axis[i]
      self.save("w.npy", field.astype(numpy.float32))
      streams = []
      for tools in ((), ("--without", "dct8x8")):
        _, tensor = self.eval("w.npy", "--dtype", "fp32", "--qp", 110, *tools)
        self.check(tensor, (0, {"best effort": 1}), (1, {}))
        streams.append(tensor["engines"]["model"]["sha256"])
      self.assertNotEqual(*streams)

  def test_says_what_the_circuits_lack(self):
    walk = numpy.cumsum(self.floats(128, 128), axis=0).astype(numpy.float32)
    self.save("w.npy", walk)
    _, tensor = self.eval("w.npy", "--dtype", "fp32", "--effort", "stream", "--qp", 90,
                          "--states", 8, "--without", "transform")
    self.check(tensor, (0, {"more than 4 states": 1}), (1, {}))

  def test_the_model_alone_is_the_default(self):
    self.save("w.npy", self.floats(30, 30))
    for engines in ((), ("--engines", "model")):
      self.tern("eval", "w.npy", "--dtype", "bf16", "--codec", "tdr", "--rate", 4, *engines,
                "--json", "r.json")
      self.assertEqual(list(self.json("r.json")["tensors"][0]["engines"]), ["model"])

  def test_refuses_bad_requests(self):
    self.save("w.npy", self.floats(20, 30))

    def bad(pattern, *arguments):
      self.refused(USAGE, pattern, "eval", "w.npy", "--codec", "tdr", "--rate", 3, *arguments)
    bad("is not an engine", "--engines", "model,chip")
    bad("is named twice", "--engines", "rtl,rtl")
    bad("is not a stall pattern", "--engines", "rtl", "--sink-stall", "never")
    bad("are of the Huffman units", "--engines", "rtl", "--wave", "x.fst")


if __name__ == "__main__":
  main()
