# SPDX-License-Identifier: Apache-2.0
#
# compare_page_test: the page of `tern compare`.
#
#   Spec  docs/cli.md#tern-compare
#   Test  tb/apps/compare_page_test.py
import re
import subprocess
import sys

from html_test import Checker
from support import ROOT, TOOL, TernTest, main

SCRIPT = ROOT / "scripts" / "compare.py"


class Page(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(60, 50))
    self.save("<b>&name.npy", self.floats(30))
    self.save("empty.npy", self.floats(0))

  def page(self, *arguments):
    self.tern("compare", *arguments, "--html", "c.html")
    text = (self.folder / "c.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(text)
    self.assertEqual((checker.problems, checker.open), ([], []))
    self.assertEqual([r for r in checker.references if not r.startswith("#")], [])
    self.assertEqual(re.findall(r"url\((?!#)|@import|<script", text), [])
    return text, checker

  def test_page_is_well_formed_and_refers_to_nothing_else(self):
    text, checker = self.page("w.npy", "<b>&name.npy", "empty.npy", "--dtype", "bf16", "--engines",
                              "model,fast,rtl")
    self.assertEqual(checker.svgs, 1)
    for words in ("all match", "GB/s of raw bytes", "encode", "decode", "prefers-color-scheme",
                  "&lt;b&gt;&amp;name", "1000 MHz", "what went in"):
      self.assertIn(words, text)
    self.assertNotIn("<b>&name", text)
    # Every cell says what it is, where there is no head.
    table = text[text.index("<h2>Summary</h2>"):text.index("</table>")]
    head, *rows = table.split("<tr>")[1:]
    names = [re.sub(r"\s+", " ", name) for name in re.findall(r"<th[^>]*>([^<]*)</th>", head)]
    self.assertEqual(len(rows), 9)
    for row in rows:
      self.assertEqual(re.findall(r'<td data-label="([^"]*)"', row), names)

  def test_without_values_there_is_no_plot(self):
    _, checker = self.page("empty.npy", "--dtype", "bf16", "--engines", "fast")
    self.assertEqual(checker.svgs, 0)

  def test_json_is_written_even_if_nothing_can_be_drawn(self):
    done = self.tern("compare", "w.npy", "--dtype", "bf16", "--json", "c.json", "--html", "c.html",
                     code=TOOL, env={"TERN_PYTHON": "false"})
    self.assertRegex(done.err, r"\Atern: c\.html: not drawn: false: failed with exit code 1; .*\n")
    self.assertTrue(self.json("c.json")["match"])
    self.assertNotIn("c.html", self.files())
    subprocess.run([sys.executable, "-B", SCRIPT, "c.json", "-o", "c.html"], cwd=self.folder,
                   check=True)
    page = self.files()["c.html"]
    self.assertIn(b"all match", page)
    # What was measured stands above the figures.
    self.assertRegex(page[:page.index(b"<h2>Speed")],
                     rb"model: 1 thread\s*<br>fast: \w+, 1 thread")

  def test_script_refuses_what_is_no_report(self):
    for text in (b"", b"[]", b"{}", b'{"format": "other"}', b"\xff"):
      self.write("bad.json", text)
      done = subprocess.run([sys.executable, "-B", SCRIPT, "bad.json"], cwd=self.folder,
                            capture_output=True, text=True, check=False)
      self.assertEqual((done.returncode, done.stdout, done.stderr),
                       (1, "", "compare: bad.json: is no report of 'tern compare --json'\n"))


if __name__ == "__main__":
  main()
