# SPDX-License-Identifier: Apache-2.0
#
# progress_test: progress goes to terminals only, and only for long work.
#
#   Spec  docs/cli.md#progress
#   Test  tb/apps/progress_test.py
import os
import pty
import subprocess

from support import TERN, TernTest, main

# More than a second even for the fast codec: it is a million and a half messages that take time.
SLOWLY = ("encode", "--dtype", "uint8", "--message-bytes", "32", "-o", "t.tern")
MEBIBYTES = 48


class ProgressLine(TernTest):
  def on_terminal(self, *arguments):
    """What a terminal on stderr gets to see."""
    terminal, other = pty.openpty()
    process = subprocess.Popen([TERN, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=other)
    os.close(other)
    seen = b""
    while True:
      try:
        part = os.read(terminal, 4096)
      except OSError:  # how Linux says that the other side is closed
        break
      if not part:
        break
      seen += part
    os.close(terminal)
    self.assertEqual(process.wait(), 0)
    return seen.decode()

  def test_long_work_shows_a_line_and_removes_it(self):
    self.write("big.bin", self.coded("uint8", 1 << 20) * MEBIBYTES)
    seen = self.on_terminal(*SLOWLY, "big.bin")
    self.assertRegex(seen, r"\r\x1b\[2K *\d+ %.*big")
    self.assertTrue(seen.endswith("\r\x1b[2K"), repr(seen[-40:]))

  def test_a_name_cannot_steer_the_terminal(self):
    name = "b\x1b[31mig" + 80 * "g" + ".bin"
    self.write(name, self.coded("uint8", 1 << 20) * MEBIBYTES)
    seen = self.on_terminal(*SLOWLY, name)
    lines = [line for line in seen.split("\r\x1b[2K") if line]
    self.assertRegex(lines[0], r"%.*b\\x1b\[31mig")
    self.assertFalse([line for line in lines if "\x1b" in line or len(line) > 80])

  def test_short_work_shows_nothing(self):
    self.write("small.bin", self.coded("uint8", 1000))
    seen = self.on_terminal("encode", "small.bin", "--dtype", "uint8", "-o", "t.tern")
    self.assertEqual(seen, "")

  def test_scripts_see_nothing(self):
    self.write("big.bin", self.coded("uint8", 1 << 20) * MEBIBYTES)
    self.assertEqual(self.tern(*SLOWLY, "big.bin").err, "")


if __name__ == "__main__":
  main()
