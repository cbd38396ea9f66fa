# SPDX-License-Identifier: Apache-2.0
#
# html_test: the page of a report, and what happens when it cannot be drawn.
#
#   Spec  docs/cli.md#html-report
#   Test  tb/apps/html_test.py
import html.parser
import re
import subprocess
import sys

from support import ROOT, TOOL, TernTest, main

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Checker(html.parser.HTMLParser):
  """Notes tags that do not nest, ids that repeat, and everything that refers elsewhere."""

  def __init__(self):
    super().__init__()
    self.open, self.problems, self.ids, self.references, self.svgs = [], [], set(), [], 0

  def handle_starttag(self, tag, attributes):
    self.svgs += tag == "svg"
    for name, value in attributes:
      if name == "id":
        if value in self.ids:
          self.problems.append(f"id {value} twice")
        self.ids.add(value)
      if name in ("src", "href", "xlink:href", "action", "data"):
        self.references.append(value)
    if tag not in VOID:
      self.open.append(tag)

  def handle_startendtag(self, tag, attributes):
    self.handle_starttag(tag, attributes)
    if tag not in VOID:
      self.open.pop()

  def handle_endtag(self, tag):
    if not self.open or self.open.pop() != tag:
      self.problems.append(f"</{tag}> at {self.getpos()}")


class Html(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(60, 50))
    self.save("<b>&name.npy", self.floats(30))
    self.save("empty.npy", self.floats(0))

  def page(self, *arguments):
    self.tern("eval", *arguments, "--html", "r.html")
    text = (self.folder / "r.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(text)
    self.assertEqual((checker.problems, checker.open), ([], []))
    self.assertEqual([r for r in checker.references if not r.startswith("#")], [])
    self.assertEqual(re.findall(r"url\((?!#)|@import|<script", text), [])
    return text, checker

  def test_every_cell_of_the_summary_says_what_it_is_where_there_is_no_head(self):
    text, _ = self.page("w.npy", "empty.npy", "--dtype", "bf16", "--engines", "model")
    table = text[text.index("<h2>Summary</h2>"):text.index("</table>")]
    head, *rows = table.split("<tr>")[1:]
    names = [re.sub(r"\s+", " ", name) for name in re.findall(r"<th[^>]*>([^<]*)</th>", head)]
    self.assertEqual(len(rows), 2)
    for row in rows:
      self.assertEqual(re.findall(r'<td data-label="([^"]*)"', row), names)
      self.assertEqual(row.count("<td"), len(names))
    self.assertIn("@media (max-width: 640px)", text)

  def test_the_last_lines_name_what_was_written_once_each(self):
    done = self.tern("eval", "w.npy", "--dtype", "bf16", "--engines", "model", "--json", "r.json",
                     "--html", "p.html")
    self.assertEqual(done.out.splitlines()[-2:], ["report: r.json", "report: p.html"])
    self.assertEqual((done.out.count("r.json"), done.out.count("p.html")), (1, 1))

  def test_page_is_well_formed_and_refers_to_nothing_else(self):
    text, checker = self.page("w.npy", "--dtype", "bf16", "--message-bytes", 512)
    self.assertEqual(checker.svgs, 4)
    for words in ("bits per value", "Shannon", "own best book", "length in the book (bits)",
                  "latency of a step (cycles)", "p50", "p95", "p99", "trained on these tensors",
                  "prefers-color-scheme: dark"):
      self.assertIn(words, text)

  def test_page_says_which_books_the_chunks_use_and_how_they_are_decoded(self):
    self.tern("train", "w.npy", "--dtype", "bf16", "--id", 5, "--epoch", 2, "-o", "b.json")
    text, _ = self.page("w.npy", "--dtype", "bf16", "--books", "b.json", "--chunk-steps", 16,
                        "--select", "best", "--offset", "auto")
    text = " ".join(text.split())
    self.assertIn("<td>offset</td><td>auto: 0 in 1</td>", text)
    self.assertIn("<td>chunks</td><td>12: book 5 epoch 2 in 12</td>", text)
    self.assertRegex(text, r"decoder: every value back, \d+ cycles, \d+ of them without a value")

  def test_names_are_shown_and_not_obeyed(self):
    text, _ = self.page("<b>&name.npy", "--dtype", "bf16")
    self.assertNotIn("<b>&name", text)
    self.assertIn("&lt;b&gt;&amp;name", text)

  def test_draws_every_dtype_and_engine(self):
    for options in (("--dtype", "bf16-bytes"), ("--dtype", "e4m3", "--engines", "model"),
                    ("--dtype", "bf16", "--raw"), ("--dtype", "fp16", "--engines", "rtl")):
      self.page("w.npy", *options)

  def test_draws_tensors_without_values(self):
    self.page("empty.npy", "--dtype", "bf16")
    self.page("empty.npy", "w.npy", "--dtype", "bf16")

  def test_the_same_report_gives_the_same_page(self):
    self.tern("eval", "w.npy", "--dtype", "bf16", "--json", "r.json")
    pages = []
    for name in ("1.html", "2.html"):
      subprocess.run([sys.executable, "-B", ROOT / "scripts" / "report.py", "r.json", "-o", name],
                     cwd=self.folder, check=True)
      pages.append(self.files()[name])
    self.assertEqual(*pages)

  def test_json_is_written_even_if_nothing_can_be_drawn(self):
    broken = {"no-such-python": r"no-such-python: cannot be started \(No such file or directory\)",
              "false": "false: failed with exit code 1"}
    for python, pattern in broken.items():
      done = self.tern("eval", "w.npy", "--dtype", "bf16", "--json", "r.json", "--html", "r.html",
                       code=TOOL, env={"TERN_PYTHON": python})
      self.assertRegex(done.err, rf"\Atern: r\.html: not drawn: {pattern}; .*python3-matplotlib "
                       r"python3-jinja2.*TERN_PYTHON[^\n]*\n\Z")
      self.assertTrue(self.json("r.json")["match"])
      self.assertNotIn("r.html", self.files())
      (self.folder / "r.json").unlink()

  def test_names_the_module_that_is_missing(self):
    (self.folder / "matplotlib.py").write_text("raise ImportError('gone', name='matplotlib')\n",
                                               encoding="ascii")
    self.refused(TOOL, "report: matplotlib is missing", "eval", "w.npy", "--dtype", "bf16",
                 "--html", "r.html", env={"PYTHONPATH": str(self.folder),
                                          "PYTHONDONTWRITEBYTECODE": "1"})

  def test_script_refuses_what_is_no_report(self):
    for text in (b"", b"[]", b"{}", b"\xff"):
      self.write("bad.json", text)
      done = subprocess.run([sys.executable, "-B", ROOT / "scripts" / "report.py", "bad.json"],
                            cwd=self.folder, capture_output=True, text=True, check=False)
      self.assertEqual((done.returncode, done.stdout, done.stderr),
                       (1, "", "report: bad.json: is no report of 'tern eval --json'\n"))


if __name__ == "__main__":
  main()
