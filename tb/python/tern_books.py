# SPDX-License-Identifier: Apache-2.0
#
# tern_books: what makes a set of lengths a Tern book, and how book files are read.
#
# Written from the format document alone, as the rest of the Python decoder. A book is a dict with
# exactly the keys of BOOK_KEYS; `lengths` has one number for each of the 256 symbols.
#
#   Spec   docs/huffman_format.md
#   Model  model/huff/book.h, model/huff/book_file.h
#   Test   tb/python/tern_decode_test.py, tb/python/tern_cross_test.py
import json
from fractions import Fraction

DTYPES = ["bf16", "bf16-bytes", "fp16", "e4m3", "e5m2", "int8", "uint8",  # by code of section 3
          "fp4x2", "e8m0", "ue4m3", "e3m2", "e2m3", "fp32"]
ESCAPE_INDEX = 256
BOOK_KEYS = {"dtype", "id", "epoch", "max_len", "escape_length", "lengths"}
FILE_KEYS = {"format", "version", "trained_on", "books"}


class BookError(Exception):
  """Why a book, or a book file, is refused. `rule`: the one of section 4, or None."""

  def __init__(self, text, rule=None):
    super().__init__(text)
    self.rule = rule


def fault(book):
  """The first rule of section 4 that the book breaks, or "none".

  "too_long" is rule 1; "oversubscribed" and "incomplete" are the two sides of rule 2; "uncodable"
  is rule 3.
  """
  lengths = book["lengths"] + [book["escape_length"]]
  if not 8 <= book["max_len"] <= 15 or max(lengths) > book["max_len"]:
    return "too_long"
  kraft = sum(Fraction(1, 2**length) for length in lengths if length > 0)
  if kraft != 1:
    return "oversubscribed" if kraft > 1 else "incomplete"
  if 0 in book["lengths"] and book["escape_length"] == 0:
    return "uncodable"
  return "none"


def codewords(book):
  """Canonical codewords, as bit strings, and the entry that each one stands for."""
  lengths = book["lengths"] + [book["escape_length"]]
  entries = sorted((length, index) for index, length in enumerate(lengths) if length > 0)
  table = {}
  code, previous_length = -1, entries[0][0]
  for length, index in entries:
    code = (code + 1) << (length - previous_length)
    previous_length = length
    table[f"{code:0{length}b}"] = index  # most significant bit first
  return table


def is_number(value, low, high):
  return type(value) is int and low <= value <= high  # a bool is not a number


def check(book, where="book"):
  """Raises BookError unless `book` is a dict that satisfies section 4."""
  if not isinstance(book, dict) or set(book) != BOOK_KEYS:
    raise BookError(f"{where}: must have the keys {', '.join(sorted(BOOK_KEYS))}")
  if book["dtype"] not in DTYPES:
    raise BookError(f"{where}: unknown dtype {book['dtype']!r}")
  for key, high in (("id", 15), ("epoch", 255), ("max_len", 255), ("escape_length", 255)):
    if not is_number(book[key], 0, high):
      raise BookError(f"{where}: {key} must be a number from 0 to {high}")
  lengths = book["lengths"]
  if not isinstance(lengths, list) or len(lengths) != 256:
    raise BookError(f"{where}: lengths must be 256 numbers")
  if not all(is_number(length, 0, 255) for length in lengths):
    raise BookError(f"{where}: a length must be a number from 0 to 15")
  rule = fault(book)
  if rule != "none":
    raise BookError(f"{where}: lengths refused: {rule}", rule)


def check_set(books, where="books"):
  """Raises BookError unless all are valid and differ in dtype, id or epoch."""
  named = set()
  for position, book in enumerate(books):
    check(book, f"{where}: book {position}")
    name = (book["dtype"], book["id"], book["epoch"])
    if name in named:
      raise BookError(f"{where}: two books have dtype {name[0]}, id {name[1]}, epoch {name[2]}")
    named.add(name)


def refuse_duplicate_keys(pairs):
  if len(dict(pairs)) != len(pairs):
    raise ValueError("a key occurs twice")
  return dict(pairs)


def load(path):
  """The checked books of a book file."""
  try:
    with open(path, encoding="utf-8") as file:
      content = json.load(file, object_pairs_hook=refuse_duplicate_keys)
  except OSError as error:
    raise BookError(f"{path}: {error.strerror}") from error
  except (ValueError, RecursionError) as error:
    raise BookError(f"{path}: not JSON: {error}") from error
  if not isinstance(content, dict) or content.get("format") != "tern-books":
    raise BookError(f"{path}: not a book file (format is not tern-books)")
  if not set(content) <= FILE_KEYS or not isinstance(content.get("books"), list):
    raise BookError(f"{path}: must have the keys {', '.join(sorted(FILE_KEYS))}")
  if not is_number(content.get("version"), 1, 1):
    raise BookError(f"{path}: version {content.get('version')!r} is not known")
  check_set(content["books"], path)
  return content["books"]
