# SPDX-License-Identifier: Apache-2.0
#
# tdr_test: `--codec tdr` of `tern eval`, `tern encode` and `tern decode`.
#
#   Spec  docs/cli.md#lossy-coding
#   Test  tb/apps/tdr_test.py
import unittest

import numpy

from support import STREAM, TernTest, USAGE, main, measures


class Tdr(TernTest):
  def eval(self, *arguments):
    text = self.tern("eval", *arguments, "--codec", "tdr", "--json", "report.json").out
    return text, self.json("report.json")

  def walk(self, rows, cols):
    """Slow along a column."""
    steps = self.rng.normal(size=(rows, cols)).astype(numpy.float32)
    return numpy.cumsum(steps, axis=0, dtype=numpy.float32)

  def test_eval_reports_rate_error_and_modes(self):
    self.save("w.npy", self.floats(130, 128))
    text, report = self.eval("w.npy", "--dtype", "bf16", "--rate", 2.5)
    self.assertEqual(report["format"], "tern-tdr-report")
    [tensor] = report["tensors"]
    self.assertEqual(tensor["rate_target"], 2.5)
    self.assertLessEqual(tensor["bits_per_value"], 2.5)
    self.assertGreater(tensor["bits_per_value"], 2.475)
    self.assertLess(tensor["nmse_db"], -12)
    self.assertGreater(tensor["max_abs_error"], 0)
    self.assertEqual(tensor["modes"], {"lossy": 1})
    self.assertEqual(len(tensor["blocks"]), 1)
    self.assertTrue(tensor["match"])
    self.assertEqual(tensor["engines"]["model"]["wire_bytes"], tensor["wire_bytes"])
    self.assertIn("lossy 100 %", text)

  def test_what_is_not_finite_costs_its_own_block_only(self):
    values = self.floats(640, 64)
    values[100, 3] = numpy.nan
    values[101, 4] = numpy.inf
    self.save("w.npy", values)
    _, report = self.eval("w.npy", "--dtype", "fp32", "--rate", 8)
    [tensor] = report["tensors"]
    self.assertEqual(tensor["modes"], {"lossless": 0.1, "lossy": 0.9})
    self.assertEqual([block["mode"] for block in tensor["blocks"]],
                     ["lossy", "lossless"] + ["lossy"] * 8)
    self.assertLess(tensor["nmse_db"], -30)
    self.assertLessEqual(tensor["bits_per_value"], 8)

  def test_a_bound_holds_in_every_block(self):
    values = self.floats(60, 40)
    values[20, 5] = 1e30
    self.save("w.npy", values)
    _, report = self.eval("w.npy", "--dtype", "fp32", "--mode", "near", "--max-error", 0.01,
                          "--block-rows", 15, "--states", 4)
    [tensor] = report["tensors"]
    self.assertLessEqual(tensor["max_abs_error"], 0.01)
    self.assertEqual(tensor["modes"]["near"], 0.75)
    # As a guard of a step: what exceeds it takes a safer mode.
    _, report = self.eval("w.npy", "--dtype", "fp32", "--qp", 90, "--max-error", 0.01,
                          "--block-rows", 30, "--states", 4)
    self.assertLessEqual(report["tensors"][0]["max_abs_error"], 0.01)

  def test_exact_modes_are_exact(self):
    walk = numpy.round(self.walk(200, 32)).astype(numpy.float32)
    walk[walk == 0] = 0  # no negative zeros
    self.save("w.npy", walk)
    sizes = {}
    for mode in ("raw", "lossless", "integer", "layered"):
      more = ("--qp", 10) if mode == "layered" else ()
      _, report = self.eval("w.npy", "--dtype", "fp32", "--mode", mode, *more)
      [tensor] = report["tensors"]
      self.assertEqual(tensor["modes"], {mode: 1})
      self.assertEqual(tensor["max_abs_error"], 0)
      sizes[mode] = tensor["bits_per_value"]
    self.assertLess(sizes["integer"], 4)
    self.assertLess(sizes["lossless"], 32)

  @measures
  def test_efforts_are_near_each_other(self):
    self.save("w.npy", self.floats(128, 100))
    found = []
    for effort in ("best", "stream"):
      _, report = self.eval("w.npy", "--dtype", "fp32", "--rate", 3, "--effort", effort)
      found.append(report["tensors"][0]["nmse_db"])
    self.assertLess(found[0], found[1])
    self.assertLess(found[1], found[0] + 0.6)

  def test_a_stream_is_written_and_read(self):
    values = self.floats(50, 40)
    self.save("w.npy", values)
    self.tern("encode", "w.npy", "--dtype", "fp32", "--codec", "tdr", "--rate", 4, "-o", "w.tdr")
    self.assertLessEqual((self.folder / "w.tdr").stat().st_size, 50 * 40 * 4 // 8)
    self.tern("decode", "w.tdr", "--codec", "tdr", "-o", "back.npy")
    back = numpy.load(self.folder / "back.npy")
    self.assertEqual(back.shape, (50, 40))
    error = numpy.sum((back - values)**2) / numpy.sum((values - values.mean())**2)
    self.assertLess(error, 0.01)
    self.tern("encode", "w.npy", "--dtype", "fp32", "--codec", "tdr", "--slot-bytes", 1500, "-o",
              "slot.tdr")
    self.assertEqual((self.folder / "slot.tdr").stat().st_size, 1500)
    self.tern("decode", "slot.tdr", "--codec", "tdr", "-o", "slot.npy")
    self.tern("encode", "w.npy", "--dtype", "bf16", "--codec", "tdr", "--mode", "lossless", "-o",
              "exact.tdr")
    self.tern("decode", "exact.tdr", "--codec", "tdr", "--as", "float32", "-o", "exact.npy")
    exact = numpy.load(self.folder / "exact.npy")
    self.assertLess(numpy.abs(exact - values).max(), 0.001)

  def test_a_stream_for_decoders_of_version_2(self):
    field = self.floats(64, 48)
    for axis in (field, field.T):
      for at in range(1, len(axis)):
        axis[at] += 0.95 * axis[at - 1]
    self.save("w.npy", field)
    for without, version in (((), 4), (("--without", "dct8x8"), 2)):
      self.tern("encode", "w.npy", "--dtype", "fp32", "--codec", "tdr", "--rate", 3, *without, "-o",
                "w.tdr")
      self.assertEqual((self.folder / "w.tdr").read_bytes()[0], version)
      self.tern("decode", "w.tdr", "--codec", "tdr", "-o", "back.npy")
      back = numpy.load(self.folder / "back.npy")
      self.assertLess(numpy.sum((back - field)**2), 0.005 * numpy.sum(field**2))

  def test_streams_of_bounded_digits(self):
    values = self.floats(90, 60)
    self.save("w.npy", values)
    for options, version in ((("--digits", "bounded"), 6), (("--effort", "stream"), 6),
                             (("--effort", "stream", "--digits", "free"), 2)):
      self.tern("encode", "w.npy", "--dtype", "fp32", "--codec", "tdr", "--rate", 4, *options,
                "-o", "w.tdr")
      self.assertEqual((self.folder / "w.tdr").read_bytes()[0], version)
      self.tern("decode", "w.tdr", "--codec", "tdr", "-o", "back.npy")
      back = numpy.load(self.folder / "back.npy")
      self.assertLess(numpy.sum((back - values)**2), 0.01 * numpy.sum(values**2))

  def test_damaged_streams_are_refused(self):
    self.save("w.npy", self.floats(20, 30))
    self.tern("encode", "w.npy", "--dtype", "fp32", "--codec", "tdr", "--qp", 100, "-o", "w.tdr")
    whole = (self.folder / "w.tdr").read_bytes()
    self.write("cut.tdr", whole[:-8])
    self.refused(STREAM, "truncated", "decode", "cut.tdr", "--codec", "tdr", "-o", "x.npy")
    self.write("bit.tdr", whole[:-1] + bytes([whole[-1] ^ 1]))
    self.refused(STREAM, "crc", "decode", "bit.tdr", "--codec", "tdr", "-o", "x.npy")
    self.write("none.tdr", b"")
    self.refused(STREAM, "size", "decode", "none.tdr", "--codec", "tdr", "-o", "x.npy")

  def test_refuses_bad_requests(self):
    self.save("w.npy", self.floats(20, 30))
    self.save("u.npy", numpy.zeros((3, 3), numpy.uint8))

    def bad(pattern, *arguments):
      self.refused(USAGE, pattern, "eval", "w.npy", *arguments)
    bad("add --codec tdr", "--rate", 2)
    for value in (-1, 65, "nan", "x"):
      bad("--rate", "--codec", "tdr", "--rate", value)
    bad("--qp", "--codec", "tdr", "--qp", 132)
    bad("needs an aim", "--codec", "tdr")
    bad("name one", "--codec", "tdr", "--rate", 2, "--qp", 100)
    bad("name it with --max-error", "--codec", "tdr", "--mode", "near")
    bad("guards a step", "--codec", "tdr", "--max-error", 1)
    bad("the step of its base", "--codec", "tdr", "--mode", "layered")
    bad("the length that it needs", "--codec", "tdr", "--mode", "integer", "--rate", 3)
    bad("is exact", "--codec", "tdr", "--mode", "raw", "--max-error", 3)
    bad("add --codec tdr", "--without", "delta")
    bad("--without", "--codec", "tdr", "--rate", 3, "--without", "joint")
    bad("use --effort best", "--codec", "tdr", "--rate", 3, "--without", "classes", "--effort",
        "stream")
    bad("takes --slot-bytes", "--codec", "tdr", "--slot-bytes", 40)
    self.refused(USAGE, "uint8, which is not transformed", "eval", "u.npy", "--codec", "tdr",
                 "--rate", 3)
    self.refused(USAGE, "writes one tensor", "encode", "w.npy", "u.npy", "--codec", "tdr", "--rate",
                 3, "-o", "x.tdr")
    self.refused(USAGE, "no names and no books", "decode", "w.npy", "--codec", "tdr", "--tensor",
                 "a", "-o", "x.npy")


if __name__ == "__main__":
  main()
