# SPDX-License-Identifier: Apache-2.0
#
# wave_test: the waveform of `tern eval`.
#
#   Spec  docs/cli.md#waveforms
#   Test  tb/apps/wave_test.py
import os

from support import OUTPUT, TernTest, USAGE, main


class Wave(TernTest):
  def setUp(self):
    super().setUp()
    self.write("w.bin", self.coded("bf16", 4000))

  def test_records_the_window_that_was_asked_for(self):
    for options in ((), ("--wave-to", 20), ("--wave-from", 10, "--wave-to", 60)):
      self.tern("eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst", *options)
      self.assertGreater((self.folder / "w.fst").stat().st_size, 0)
      self.assertEqual(set(self.files()), {"w.bin", "w.fst"})

  def test_records_the_decoder_into_a_file_of_its_own(self):
    self.tern("eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst", "--wave-decoder", "d.fst")
    self.assertEqual(set(self.files()), {"w.bin", "w.fst", "d.fst"})
    self.tern("eval", "w.bin", "--dtype", "bf16", "--wave-decoder", "d2.fst", "--wave-to", 20)
    self.assertEqual(set(self.files()), {"w.bin", "w.fst", "d.fst", "d2.fst"})
    for name, unit in (("w.fst", b"huff_enc"), ("d.fst", b"huff_dec"), ("d2.fst", b"huff_dec")):
      self.assertIn(unit, (self.folder / name).read_bytes())

  def test_refuses_one_file_for_both(self):
    self.refused(USAGE, "w.fst", "eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst",
                 "--wave-decoder", "w.fst")

  def test_changes_no_byte_of_the_result(self):
    digests = set()
    for options in ((), ("--wave", "w.fst"), ("--wave-decoder", "d.fst")):
      self.tern("eval", "w.bin", "--dtype", "bf16", "--json", "r.json", *options)
      digests.add(self.json("r.json")["tensors"][0]["engines"]["rtl"]["sha256"])
    self.assertEqual(len(digests), 1)

  def test_refuses_a_window_that_makes_no_sense(self):
    self.refused(USAGE, "--wave-to: 5 comes before --wave-from 6", "eval", "w.bin", "--dtype",
                 "bf16", "--wave", "w.fst", "--wave-from", 6, "--wave-to", 5)

  def test_says_so_if_the_run_ended_before_the_window(self):
    self.refused(USAGE, "w.fst: nothing was recorded: the first run ended before cycle 1000000",
                 "eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst", "--wave-from", 1000000)

  def test_follows_links_and_replaces_no_pipe(self):
    os.symlink("real.fst", self.folder / "link.fst")
    self.tern("eval", "w.bin", "--dtype", "bf16", "--wave", "link.fst")
    self.assertTrue((self.folder / "link.fst").is_symlink())
    self.assertGreater((self.folder / "real.fst").stat().st_size, 0)
    os.mkfifo(self.folder / "pipe")
    self.refused(USAGE, "pipe: is no regular file", "eval", "w.bin", "--dtype", "bf16", "--wave",
                 "pipe")
    self.assertTrue((self.folder / "pipe").is_fifo())

  def test_refuses_a_place_that_cannot_be_written(self):
    self.refused(OUTPUT, "no/w.fst: cannot be", "eval", "w.bin", "--dtype", "bf16", "--wave",
                 "no/w.fst")


if __name__ == "__main__":
  main()
