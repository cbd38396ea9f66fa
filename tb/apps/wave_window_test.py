# SPDX-License-Identifier: Apache-2.0
#
# wave_window_test: the windows of waveforms that users are shown have values in them.
#
# Of the circuits of `tern` alone: a stand-in has other cycles.
#
#   Spec  docs/cli.md#waveforms
#   Test  tb/apps/wave_window_test.py
import re

from support import ROOT, TernTest, main


class WaveWindow(TernTest):
  def setUp(self):
    super().setUp()
    self.write("w.bin", self.coded("bf16", 4000))

  def test_the_windows_that_users_are_shown_have_values_in_them(self):
    # The load of a book takes the first 4000 cycles and more, and moves far fewer wires.
    self.tern("eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst", "--wave-from", 3700,
              "--wave-to", 4000)
    load = (self.folder / "w.fst").stat().st_size
    shown = ((ROOT / "docs" / "tutorial.md").read_text(encoding="ascii"),
             self.tern("eval", "--help").out)
    for text in shown:
      windows = re.findall(r"--wave-from (\d+) --wave-to (\d+)", text)
      self.assertEqual(len(windows), 1, "no window is shown")
      self.tern("eval", "w.bin", "--dtype", "bf16", "--wave", "w.fst", "--wave-from",
                windows[0][0], "--wave-to", int(windows[0][0]) + 300)
      self.assertGreater((self.folder / "w.fst").stat().st_size, 3 * load // 2, windows)


if __name__ == "__main__":
  main()
