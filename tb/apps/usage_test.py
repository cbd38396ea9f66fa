# SPDX-License-Identifier: Apache-2.0
#
# usage_test: the command line itself, help, and requests that make no sense.
#
#   Spec  docs/cli.md#exit-codes
#   Test  tb/apps/usage_test.py
import re

from support import ROOT, TernTest, USAGE, main

COMMANDS = ("eval", "compare", "stats", "train", "encode", "decode", "rd", "shards", "explore",
            "link")


class Usage(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(4, 8))

  def eval_refuses(self, pattern, *arguments):
    self.refused(USAGE, pattern, "eval", "w.npy", "--dtype", "bf16", "--engines", "model",
                 *arguments)

  def test_every_command_has_help_with_examples(self):
    for command in COMMANDS:
      text = self.tern(command, "--help").out
      self.assertIn("Examples:", text)
      self.assertRegex(text, rf"\n  tern {command} ")

  def test_examples_of_the_help_are_parsed(self):
    for command in COMMANDS:
      for line in re.findall(r"\n  tern (.*)", self.tern(command, "--help").out):
        # The files do not exist; that is found out only after the options were understood.
        error = self.tern(*line.split(), code=3).err
        self.assertIn("cannot be opened", error)

  def test_every_option_is_documented(self):
    text = (ROOT / "docs" / "cli.md").read_text(encoding="ascii")
    for command in COMMANDS:
      for option in re.findall(r"\n  (?:-\w,)?(--[\w-]+)", self.tern(command, "--help").out):
        self.assertIn(f"`{option}", text, f"{option} of {command}")

  def test_version_names_the_program_and_the_format(self):
    version = (ROOT / "model" / "VERSION").read_text(encoding="ascii").strip()
    self.assertEqual(self.tern("--version").out, f"tern {version} (stream format 1)\n")

  def test_refuses_no_command(self):
    self.refused(USAGE, "A subcommand is required; see 'tern --help'")

  def test_refuses_unknown_command(self):
    self.refused(USAGE, "'compress' is not a command; see 'tern --help'", "compress", "w.npy")

  def test_refuses_unknown_option(self):
    self.eval_refuses("--colour.*see 'tern eval --help'", "--colour")

  def test_refuses_missing_tensor(self):
    self.refused(USAGE, "TENSOR is required; see 'tern eval --help'", "eval")

  def test_refuses_missing_output(self):
    for command in ("train", "encode"):
      self.refused(USAGE, f"--output is required; see 'tern {command} --help'", command, "w.npy")

  def test_refuses_empty_names(self):
    for option in ("--books", "--json", "--html", "--wave", "--dtype"):
      self.eval_refuses(f"{option}: the name is empty", option, "")
    for command in ("train", "encode", "decode"):
      self.refused(USAGE, "--output: the name is empty", command, "w.npy", "-o", "")

  def test_refuses_unknown_dtype(self):
    self.refused(USAGE, "--dtype: 'float8' is not a dtype; use bf16, bf16-bytes, .* or fp32",
                 "eval", "w.npy", "--dtype", "float8")

  def test_refuses_illegal_lanes(self):
    for lanes in (0, 3, 48, 128, 2**32 - 1):
      self.eval_refuses(f"--lanes: {lanes} is not a lane count", "--lanes", lanes)

  def test_refuses_illegal_word_width(self):
    for bits in (0, 16, 48, 128):
      self.eval_refuses(f"--word-bits: {bits} is not a word width", "--word-bits", bits)

  def test_refuses_numbers_that_are_none(self):
    for option in ("--lanes", "--seed", "--message-bytes", "--max-len", "--book-id"):
      for text in ("many", "-1", "1.5", "99999999999999999999999"):
        self.eval_refuses(f"{option}.*see 'tern eval --help'", f"{option}={text}")

  def test_refuses_unknown_engine(self):
    self.refused(USAGE, "--engines: 'gpu' is not an engine", "eval", "w.npy", "--dtype", "bf16",
                 "--engines", "model,gpu")

  def test_refuses_engine_named_twice(self):
    self.refused(USAGE, "--engines: model is named twice", "eval", "w.npy", "--dtype", "bf16",
                 "--engines", "model,model")

  def test_refuses_unknown_stall_pattern(self):
    for option in ("--source-stall", "--sink-stall"):
      self.eval_refuses(f"{option}: 'often' is not a stall pattern; use none, random, bursty or "
                        "adversarial", option, "often")

  def test_refuses_message_that_splits_an_element(self):
    for size in (1, 4097):
      self.eval_refuses(f"--message-bytes: {size} bytes are no whole number of bf16 elements",
                        "--message-bytes", size)
    self.eval_refuses("--message-bytes: 0 bytes hold no bf16 element; use a multiple of 2, at "
                      "least 2", "--message-bytes", 0)

  def test_refuses_book_options_that_contradict_each_other(self):
    self.eval_refuses("--raw: needs no book", "--raw", "--max-len", 9)
    self.eval_refuses("--book-id: chooses from a book file", "--book-id", 1)
    self.eval_refuses("--compact", "--compact", "--coded", 20)
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    self.eval_refuses("--raw: needs no book", "--raw", "--books", "b.json")
    self.eval_refuses("--books: the file's books are not trained again", "--books", "b.json",
                      "--coded", 20)

  def test_refuses_training_options_that_no_book_can_meet(self):
    for option, number, limits in (
        ("--max-len", 7, "8 to 15"), ("--max-len", 16, "8 to 15"), ("--min-len", 0, "1 to 8"),
        ("--min-len", 9, "1 to 8"), ("--coded", 0, "1 to 256"), ("--coded", 257, "1 to 256")):
      self.eval_refuses(f"{option}: '{number}' is not a number from {limits}", option, number)
    self.refused(4, "cannot train a book", "eval", "w.npy", "--dtype", "bf16", "--coded", 3,
                 "--min-len", 4)

  def test_refuses_wave_without_circuit_or_file(self):
    self.eval_refuses("--wave: only the circuit has a waveform", "--wave", "w.fst")
    self.eval_refuses("there is no file to record into", "--wave-from", 5)

  def test_message_stays_one_line_whatever_a_name_holds(self):
    self.refused(3, r"a\\nb\\x1b\[2J.npy: cannot be opened", "stats", "a\nb\x1b[2J.npy",
                 "--dtype", "bf16")


if __name__ == "__main__":
  main()
