#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_decode: decoder of one Tern message, written from the format document alone.
#
# It shows that the document suffices: where this file and the golden model disagree, one of the
# three is wrong. It is written to be read beside the document, whose sections it follows. A bit
# string is a str of '0' and '1' whose first character is the first bit of the stream.
#
#   Spec   docs/huffman_format.md
#   Model  model/huff/stream.h
#   Test   tb/python/tern_decode_test.py, tb/python/tern_cross_test.py
import argparse
import os
import sys
import zlib

import tern_books
from tern_books import DTYPES, ESCAPE_INDEX, codewords

FORMAT_VERSION = 1
HEADER_BITS = 64
PREFETCH_WORDS = 3


class StreamError(Exception):
  """A reason of section 9, by name."""


# ---- 1. Bit order ----
BYTE_BITS = [f"{byte:08b}"[::-1] for byte in range(256)]


def bits_of(data):
  """The bits of stored words: bit k is bit k mod 8 of byte k div 8."""
  return "".join(BYTE_BITS[byte] for byte in data)


def number(bits):
  """Value of a field, whose first bit is the least significant one."""
  return int(bits[::-1] or "0", 2)


# ---- 2. A message ----
HEADER_FIELDS = {  # first and last bit
    "Version": (0, 3), "Dtype": (4, 7), "LanesLog2": (8, 10), "WordCode": (11, 12), "Raw": (13, 13),
    "Reserved0": (14, 15), "BookId": (16, 19), "Reserved1": (20, 23), "Epoch": (24, 31),
    "Count": (32, 63),
}
WORD_BITS = {1: 32, 2: 64}


def read_header(bits):
  return {name: number(bits[low:high + 1]) for name, (low, high) in HEADER_FIELDS.items()}


# ---- 3. Values, symbols and extra bits ----

def extra_width(dtype):
  """E of section 3."""
  return 8 if dtype in ("bf16", "fp16") else 0


def join_value(dtype, symbol, extra):
  """Stored bytes of the value that was split into symbol and extra bits."""
  if extra_width(dtype) == 0:
    return bytes([symbol])
  sign, mantissa = extra >> 7, extra & 127
  return (sign << 15 | symbol << 7 | mantissa).to_bytes(2, "little")


def values_in_lane(lane, count, lanes):
  """rem(lane) = ceil((Count - lane) / N)."""
  return -((lane - count) // lanes)


# ---- 4. Books: codewords() of tern_books.py. 5. Tokens ----

class Tokens:
  """The tokens of one message: coded with a book, or raw without one."""

  def __init__(self, dtype, book):
    self.extra = extra_width(dtype)
    self.table = None if book is None else codewords(book)
    shortest = 8 if book is None else min(len(codeword) for codeword in self.table)
    self.lmin = self.extra + shortest

  def first(self, bits):
    """(length, symbol, extra) of the first token in `bits` extended by zeros."""
    bits += "0" * (8 + 15 + 8)
    at = self.extra
    extra = number(bits[:at])
    symbol = ESCAPE_INDEX
    if self.table is not None:
      end = at + 1
      while bits[at:end] not in self.table:
        end += 1
      symbol = self.table[bits[at:end]]
      at = end
    if symbol == ESCAPE_INDEX:
      symbol = number(bits[at:at + 8])
      at += 8
    return at, symbol, extra


# ---- 6. Order of the words ----

def read_payload(words, dtype, count, lanes, word_bits, tokens):
  """Values of the message, from the words between header and trailer."""
  held = [""] * lanes  # bits taken and not yet decoded; b is their number
  rem = [values_in_lane(lane, count, lanes) for lane in range(lanes)]
  values = []
  taken = 0
  while any(rem):
    busy = [lane for lane in range(lanes) if rem[lane] > 0]
    took = True
    while took:  # a pass
      took = False
      for lane in busy:
        b = len(held[lane])
        certain = b <= (PREFETCH_WORDS - 1) * word_bits and b < rem[lane] * tokens.lmin
        if certain or tokens.first(held[lane])[0] > b:
          if taken == len(words):
            raise StreamError("truncated")
          held[lane] += words[taken]
          taken += 1
          took = True
    for lane in busy:
      length, symbol, extra = tokens.first(held[lane])
      held[lane] = held[lane][length:]
      rem[lane] -= 1
      values.append(join_value(dtype, symbol, extra))
  if taken < len(words):
    raise StreamError("excess")
  return b"".join(values)


# ---- 7. Check ----

def check_word(body, lanes, word_bits):
  """Stored bytes of the trailer that belongs to header and payload."""
  beat = lanes * word_bits // 8
  filled = body + bytes(-len(body) % beat)
  return zlib.crc32(filled).to_bytes(word_bits // 8, "little")


# ---- 8. Decoding errors ----

def refuse_if(condition, name):
  if condition:
    raise StreamError(name)


def decode_or_raise(message, books, geometry):
  """Checks in the order of the table; returns (dtype, values)."""
  refuse_if(len(message) < HEADER_BITS // 8, "size")
  bits = bits_of(message)
  header = read_header(bits[:HEADER_BITS])
  refuse_if(header["Version"] != FORMAT_VERSION, "version")
  refuse_if(header["Reserved0"] != 0 or header["Reserved1"] != 0, "reserved")
  refuse_if(header["Raw"] and (header["BookId"] != 0 or header["Epoch"] != 0), "reserved")
  refuse_if(header["Dtype"] >= len(DTYPES), "dtype")
  dtype = DTYPES[header["Dtype"]]
  refuse_if(header["LanesLog2"] == 7 or header["WordCode"] not in WORD_BITS, "geometry")
  lanes, word_bits = 1 << header["LanesLog2"], WORD_BITS[header["WordCode"]]
  refuse_if(geometry is not None and tuple(geometry) != (lanes, word_bits), "geometry")
  book = None
  if not header["Raw"]:
    book = next((b for b in books if (b["dtype"], b["id"]) == (dtype, header["BookId"])), None)
    refuse_if(book is None, "unknown_book")
    refuse_if(book["epoch"] != header["Epoch"], "epoch")
  refuse_if(len(bits) % word_bits != 0 or len(bits) < HEADER_BITS + word_bits, "size")

  trailer_at = len(bits) - word_bits
  words = [bits[at:at + word_bits] for at in range(HEADER_BITS, trailer_at, word_bits)]
  tokens = Tokens(dtype, book)
  refuse_if(header["Count"] * tokens.lmin > len(words) * word_bits, "truncated")
  values = read_payload(words, dtype, header["Count"], lanes, word_bits, tokens)
  body, trailer = message[:trailer_at // 8], message[trailer_at // 8:]
  refuse_if(trailer != check_word(body, lanes, word_bits), "crc")
  return dtype, values


def decode(message, books, geometry=None):
  """Decodes one message with the resident `books` (dicts as in a book file).

  `geometry`, a pair (lanes, word bits), makes it a decoder built for that one only. Returns
  (error name, dtype name, values); after an error dtype is None and values are empty.
  """
  try:
    dtype, values = decode_or_raise(bytes(message), books, geometry)
  except StreamError as error:
    return str(error), None, b""
  return "none", dtype, values


# ---- Command line ----
EXAMPLE = """example:
  tern_decode.py books.json tensor.bin -o tensor.bf16

exit codes: 0 decoded, 2 usage, 3 message not readable, 4 book file refused, 5 message refused,
7 result not writable"""


def write_whole(path, data):
  """Writes a file, or leaves what was there. A device or pipe is written in place."""
  in_place = os.path.exists(path) and not os.path.isfile(path)
  partial = path if in_place else path + ".part"
  try:
    with open(partial, "wb") as file:
      file.write(data)
    os.replace(partial, path)  # does nothing if both are the same
  finally:
    if not in_place and os.path.exists(partial):
      os.remove(partial)


def main(arguments=None):
  parser = argparse.ArgumentParser(
      prog="tern_decode.py", description="Decodes one Tern message into the bytes of its values.",
      epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("books", metavar="BOOKS.json", help="book file")
  parser.add_argument("message", metavar="MESSAGE.bin", help="one message, nothing else")
  parser.add_argument("-o", dest="output", metavar="VALUES.bin", required=True,
                      help="where the values go; only written if the message is whole")
  options = parser.parse_args(arguments)

  def fail(code, text):
    print(f"tern_decode.py: {text}", file=sys.stderr)
    return code
  try:
    books = tern_books.load(options.books)
    with open(options.message, "rb") as file:
      message = file.read()
  except tern_books.BookError as error:
    return fail(4, error)
  except OSError as error:
    return fail(3, f"{options.message}: {error.strerror}")
  error, _, values = decode(message, books)
  if error != "none":
    return fail(5, f"{options.message}: refused: {error}")
  try:
    write_whole(options.output, values)
  except OSError as error:
    return fail(7, f"{options.output}: {error.strerror}")
  return 0


if __name__ == "__main__":
  sys.exit(main())
