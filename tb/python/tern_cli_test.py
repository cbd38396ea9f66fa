#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_cli_test: command line and book files of the Python decoder.
#
# A refusal is one line that names the file, has its own exit code and leaves no output behind.
#
#   Spec  docs/huffman_format.md
#   Test  tb/python/tern_cli_test.py
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tern_encode
from tern_decode_test import make_book

PROGRAM = pathlib.Path(__file__).with_name("tern_decode.py")
VALUES = bytes.fromhex("803fc0bf203e40400000")


class CommandLine(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = pathlib.Path(folder.name)
    self.content = {"format": "tern-books", "version": 1, "trained_on": "nothing",
                    "books": [make_book()]}
    self.message = tern_encode.encode("bf16", VALUES, make_book(), (2, 32))

  def run_program(self, *arguments):
    return subprocess.run([sys.executable, "-B", str(PROGRAM), *map(str, arguments)], check=False,
                          capture_output=True, text=True, timeout=60)

  def decode(self, content=None):
    """Runs the program on a book file and a message; the output is values.bin."""
    content = self.content if content is None else content
    text = content if isinstance(content, str) else json.dumps(content)
    (self.folder / "books.json").write_text(text, encoding="utf-8")
    (self.folder / "message.bin").write_bytes(self.message)
    return self.run_program(self.folder / "books.json", self.folder / "message.bin", "-o",
                            self.folder / "values.bin")

  def expect_refusal(self, done, code, *parts):
    self.assertEqual(done.returncode, code, done.stderr)
    self.assertEqual(done.stdout, "")
    for part in parts:
      self.assertIn(part, done.stderr)
    self.assertEqual(done.stderr.count("\n"), 1)
    left = {name for name in os.listdir(self.folder) if name.startswith("values")}
    self.assertEqual(left, set())

  def test_decodes_a_file(self):
    done = self.decode()
    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
    self.assertEqual((self.folder / "values.bin").read_bytes(), VALUES)

  def test_damaged_message_ends_with_5(self):
    self.message = self.message[:-1] + bytes([self.message[-1] ^ 1])
    self.expect_refusal(self.decode(), 5, "message.bin", "crc")

  def test_old_output_survives_a_damaged_message(self):
    self.decode()
    self.message = self.message[:-4]
    self.assertEqual(self.decode().returncode, 5)
    self.assertEqual((self.folder / "values.bin").read_bytes(), VALUES)

  def test_missing_message_ends_with_3(self):
    self.decode()
    (self.folder / "values.bin").unlink()
    done = self.run_program(self.folder / "books.json", self.folder / "none.bin", "-o",
                            self.folder / "values.bin")
    self.expect_refusal(done, 3, "none.bin")

  def test_output_that_cannot_be_written_ends_with_7(self):
    self.decode()
    (self.folder / "values.bin").unlink()
    done = self.run_program(self.folder / "books.json", self.folder / "message.bin", "-o",
                            self.folder / "none" / "values.bin")
    self.expect_refusal(done, 7, "values.bin")

  def test_bad_request_ends_with_2(self):
    self.assertEqual(self.run_program().returncode, 2)
    self.assertEqual(self.run_program("a", "b", "-o", "c", "--what").returncode, 2)

  def test_help_has_an_example(self):
    done = self.run_program("--help")
    self.assertEqual(done.returncode, 0)
    self.assertIn("example:\n  tern_decode.py books.json", done.stdout)

  def test_malformed_book_file_ends_with_4(self):
    book = make_book()
    contents = {
        "not JSON": "{",
        "too deep": "[" * 100000,
        "key twice": '{"version": 1, ' + json.dumps(self.content)[1:],
        "not a file of books": [],
        "other format": dict(self.content, format="other"),
        "unknown version": dict(self.content, version=2),
        "version that is no number": dict(self.content, version=True),
        "unknown key": dict(self.content, more=1),
        "no list": dict(self.content, books={}),
    }
    books = {
        "unknown dtype": [dict(book, dtype="fp4")],
        "dtype that is no text": [dict(book, dtype=[])],
        "id out of range": [dict(book, id=16)],
        "epoch out of range": [dict(book, epoch=256)],
        "fraction": [dict(book, epoch=1.0)],
        "unknown key": [dict(book, more=1)],
        "missing key": [{key: value for key, value in book.items() if key != "max_len"}],
        "255 lengths": [dict(book, lengths=book["lengths"][1:])],
        "negative length": [dict(book, lengths=[-1] + book["lengths"][1:])],
        "length that is no number": [dict(book, lengths=["1"] + book["lengths"][1:])],
        "incomplete": [dict(book, escape_length=4)],
        "twice": [book, book],
    }
    contents.update({name: dict(self.content, books=value) for name, value in books.items()})
    for name, content in contents.items():
      with self.subTest(name):
        self.expect_refusal(self.decode(content), 4, "books.json")

  def test_missing_book_file_ends_with_4(self):
    done = self.run_program(self.folder / "none.json", self.folder / "message.bin", "-o",
                            self.folder / "values.bin")
    self.expect_refusal(done, 4, "none.json")


if __name__ == "__main__":
  unittest.main()
