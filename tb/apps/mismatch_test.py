# SPDX-License-Identifier: Apache-2.0
#
# mismatch_test: an engine that is wrong is found out, and everything says so.
#
#   Spec  docs/cli.md#exit-codes
#   Test  tb/apps/mismatch_test.py
from support import MISMATCH, TernTest, main

FAULTS = {
    "flip": r"engines model and rtl differ in message 3 from byte \d+ \(beat \d+\) on",
    "short": "engines model and rtl differ in message 3 from byte",
    "lost": "engines model and rtl differ in message 3 from byte 0",
    "watchdog": "nothing moved for 20000 cycles",
}
DECODER_FAULTS = {
    "decoder flips": "message 3 of engine rtl comes back from the circuit's decoder with other "
                     "values from byte 199 on",
    "decoder cuts": "message 3 of engine rtl comes back .* with other values from byte 199 on",
    "decoder refuses": r"message 3 of engine rtl is refused by the circuit's decoder \(crc\)",
    "decoder miscounts": "message 3 of engine rtl is called 101 values of bf16 by the circuit's",
    "decoder loses": "message 3 of engine rtl does not come back from the circuit",
    "decoder hangs": "decoder: no verdict came",
}


class Mismatch(TernTest):
  def setUp(self):
    super().setUp()
    self.write("w.bin", self.coded("bf16", 400))
    self.write("v.bin", self.coded("bf16", 400))

  def eval(self, fault, *options, code=MISMATCH):
    done = self.tern("eval", "w.bin", "v.bin", "--dtype", "bf16", "--message-bytes", 200, *options,
                     code=code, env={"TERN_TEST_FAULT": fault})
    return done

  def test_stand_in_is_right_unless_it_is_told_otherwise(self):
    self.eval("", code=0)

  def test_every_fault_is_found_and_reported(self):
    for fault, pattern in (FAULTS | DECODER_FAULTS).items():
      done = self.eval(fault, "--json", "r.json")
      self.assertRegex(done.err, rf"\Atern: w\.bin: tensor 'w': {pattern}.*; repro: tern eval "
                       r"w.bin v.bin --dtype bf16 --message-bytes 200 --json r.json\n\Z")
      self.assertRegex(done.out, "MISMATCH in 2 of 2 tensors")
      report = self.json("r.json")
      self.assertIs(report["match"], False)
      for tensor in report["tensors"]:
        self.assertIs(tensor["match"], False)
        self.assertRegex(tensor["mismatch"], pattern)
        decode = tensor["engines"]["rtl"].get("decode")
        self.assertEqual(decode and decode["match"], False if fault in DECODER_FAULTS else None)

  def test_a_wrong_engine_alone_is_found_by_the_decoder(self):
    for fault, reason in (("flip", "crc"), ("short", "crc|truncated")):
      done = self.eval(fault, "--engines", "rtl")
      self.assertRegex(done.err,
                       rf"message 3 of engine rtl is refused by the decoder \(({reason})\)")

  def test_reports_are_drawn_in_spite_of_a_mismatch(self):
    self.eval("flip", "--html", "r.html")
    self.assertIn(b"MISMATCH", self.files()["r.html"])


if __name__ == "__main__":
  main()
