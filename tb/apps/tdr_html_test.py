# SPDX-License-Identifier: Apache-2.0
#
# tdr_html_test: the page of a report of lossy coding.
#
#   Spec  docs/cli.md#html-report
#   Test  tb/apps/tdr_html_test.py
import re
import subprocess
import sys

from html_test import Checker
from support import ROOT, TernTest, main


class TdrHtml(TernTest):
  def page(self, *arguments):
    self.tern("eval", *arguments, "--codec", "tdr", "--json", "r.json", "--html", "r.html")
    text = (self.folder / "r.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(text)
    self.assertEqual((checker.problems, checker.open), ([], []))
    self.assertEqual([r for r in checker.references if not r.startswith("#")], [])
    self.assertEqual(re.findall(r"url\((?!#)|@import|<script", text), [])
    return " ".join(text.split()), checker.svgs

  def test_draws_rate_and_distortion_of_tensors_and_of_their_blocks(self):
    self.save("w.npy", self.floats(60, 50))
    self.save("<b>&name.npy", self.floats(40, 50))
    text, svgs = self.page("w.npy", "<b>&name.npy", "--dtype", "fp32", "--rate", 3,
                           "--block-rows", 20)
    self.assertEqual(svgs, 1 + 2 * 2)
    for words in ("Error against rate", "Rate of the blocks", "Distortion of the blocks",
                  "NMSE (dB)", "all match", "lossy 100 %", "&lt;b&gt;&amp;name",
                  "prefers-color-scheme: dark"):
      self.assertTrue(words in text, words)
    self.assertFalse("<b>&name" in text)
    tensor = self.json("r.json")["tensors"][0]
    self.assertTrue(f"{tensor['bits_per_value']:.4f}" in text)
    self.assertTrue(f"{tensor['nmse_db']:.2f}" in text)
    # The report alone makes the same page.
    done = subprocess.run([sys.executable, "-B", ROOT / "scripts" / "report.py", "r.json"],
                          cwd=self.folder, capture_output=True, check=True)
    self.assertEqual(done.stdout, (self.folder / "r.html").read_bytes())

  def test_draws_no_error_where_nothing_was_lost(self):
    self.save("w.npy", self.floats(20, 30))
    text, svgs = self.page("w.npy", "--dtype", "bf16", "--mode", "lossless")
    self.assertEqual(svgs, 1)
    self.assertTrue("Rate of the blocks" in text)
    self.assertFalse("Distortion of the blocks" in text)
    self.assertFalse("Error against rate" in text)


if __name__ == "__main__":
  main()
