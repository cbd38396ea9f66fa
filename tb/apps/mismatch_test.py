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
# What a comparison says instead, and the side of the circuit that it is about.
COMPARED = {
    "flip": ("encode", r"encoder differs from the judge's stream from byte \d+ on: message 3, b"),
    "short": ("encode", r"encoder differs from the judge's stream from byte \d+ on: message 3"),
    "lost": ("encode", r"encoder differs from the judge's .* on: message 3, byte 0"),
    "watchdog": ("encode", "encoder nothing moved for 20000 cycles"),
    "decoder flips": ("decode", "decoder differs from what went in from value 399 on: message 3, "
                      "value 99"),
    "decoder cuts": ("decode", "decoder differs from what went in from value 399 on: .* nothing "
                     "in place of 0x"),
    "decoder refuses": ("decode", r"decoder refuses \(crc\) at value 300: message 3"),
    "decoder loses": ("decode", "decoder gives nothing back at value 300: message 3"),
    "decoder hangs": ("decode", "decoder no verdict came"),
}
TDR_FAULTS = {
    "word flips": "tdr_enc: block 1: word 1 differs from the model's",
    "word lost": r"tdr_enc: block 1: word \d+ differs from the model's",
    "encoder hangs": "nothing moved",
    "decoder flips": "tdr_dec: block 1: byte 32767 differs from the model's",
    "decoder refuses": r"tdr_dec: block 1: takes 0 words of \d+, error 1",
    "decoder hangs": "no verdict came",
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

  def test_comparison_names_the_engine_and_the_place(self):
    for fault, (side, pattern) in COMPARED.items():
      done = self.tern("compare", "w.bin", "v.bin", "--dtype", "bf16", "--message-bytes", 200,
                       "--engines", "model,fast,rtl", "--json", "c.json", code=MISMATCH,
                       env={"TERN_TEST_FAULT": fault})
      self.assertRegex(done.err, rf"\Atern: w\.bin: tensor 'w': engine rtl: {pattern}.*; repro: "
                       r"tern compare w.bin v.bin --dtype bf16 .*\n\Z")
      self.assertIn("MISMATCH in 2 of 2 tensors", done.out)
      report = self.json("c.json")
      self.assertIs(report["match"], False)
      for tensor in report["tensors"]:
        self.assertIs(tensor["match"], False)
        self.assertEqual([tensor["engines"][name]["match"] for name in ("model", "fast", "rtl")],
                         [True, True, False])
        wrong = tensor["engines"]["rtl"][side]
        self.assertRegex(f"{side}r {wrong['first_difference']['what']}", pattern)
        self.assertNotEqual(wrong["sha256"], tensor["engines"]["model"][side]["sha256"])
    self.tern("compare", "w.bin", "--dtype", "bf16", "--html", "c.html", code=MISMATCH,
              env={"TERN_TEST_FAULT": "flip"})
    self.assertIn(b"<h2>Differences</h2>", self.files()["c.html"])

  def test_a_wrong_engine_alone_is_found_by_the_decoder(self):
    for fault, reason in (("flip", "crc"), ("short", "crc|truncated")):
      done = self.eval(fault, "--engines", "rtl")
      self.assertRegex(done.err,
                       rf"message 3 of engine rtl is refused by the decoder \(({reason})\)")

  def test_reports_are_drawn_in_spite_of_a_mismatch(self):
    self.eval("flip", "--html", "r.html")
    self.assertIn(b"MISMATCH", self.files()["r.html"])

  def test_faults_of_the_circuits_of_lossy_coding(self):
    self.save("w.npy", self.floats(256, 128))
    for fault, pattern in ({"": None} | TDR_FAULTS).items():
      done = self.tern("eval", "w.npy", "--dtype", "bf16", "--codec", "tdr", "--effort", "stream",
                       "--qp", 100, "--block-rows", 128, "--engines", "model,rtl", "--json",
                       "r.json", code=MISMATCH if pattern else 0, env={"TERN_TEST_FAULT": fault})
      tensor, = self.json("r.json")["tensors"]
      engines = tensor["engines"]
      encodes, decodes = engines["rtl"], engines["rtl"]["decode"]
      self.assertIs(tensor["match"], pattern is None)
      if pattern is None:
        self.assertEqual(encodes["sha256"], engines["model"]["sha256"])
        continue
      self.assertRegex(done.err, rf"\Atern: w\.npy: tensor 'w': {pattern}; repro: tern eval .*\n\Z")
      wrong, right = (decodes, encodes) if fault.startswith("decoder") else (encodes, decodes)
      self.assertEqual((wrong["match"], right["match"]), (False, True))
      if fault != "decoder refuses":
        self.assertNotIn(wrong["sha256"], (engines["model"]["sha256"],
                                           engines["model"]["values_sha256"]))


if __name__ == "__main__":
  main()
