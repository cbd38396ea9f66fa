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
from tern_books import DTYPES
from tern_format import (CHOICE_FIELDS, FORMAT_VERSION, HEADER_BITS, MIN_CHUNK_LOG2, PREFETCH_WORDS,
                         WORD_BITS, Chunks, Tokens, bits_of, extra_width, header_end, join_value,
                         read_fields, read_header, shortest, values_in_lane)


class StreamError(Exception):
  """A reason of section 9, by name."""


def refuse_if(condition, name):
  if condition:
    raise StreamError(name)


# ---- Sections 1 to 6 are in tern_format.py. 7. Order of the words ----

def read_payload(words, dtype, header, lanes, word_bits, choose):
  """Values of the message, from the words between header and trailer.

  `choose` gives the book of a choice, or None for raw; it raises what is wrong with the choice.
  """
  count = header["Count"]
  chunks = Chunks(header["ChunkLog2"], count, lanes)
  lmin = extra_width(dtype) + header["MinLen"] + 1
  tokens = Tokens(dtype, choose(header))
  held = [""] * lanes  # bits taken and not yet decoded; b is their number
  rem = [values_in_lane(lane, count, lanes) for lane in range(lanes)]
  values = []
  taken = 0
  choice = ""
  step = 0
  while any(rem):
    if step > 0 and step % chunks.size == 0:
      tokens = Tokens(dtype, choose(read_fields(CHOICE_FIELDS, choice)))
      choice = ""
    busy = [lane for lane in range(lanes) if rem[lane] > 0]
    marked = [chunks.choice_bit(step, lane) is not None for lane in range(lanes)]
    took = True
    while took:  # a pass
      took = False
      for lane in busy:
        b = len(held[lane])
        certain = b <= (PREFETCH_WORDS - 1) * word_bits and b < rem[lane] * lmin
        if certain or tokens.first(held[lane], marked[lane])[0] > b:
          refuse_if(taken == len(words), "truncated")
          held[lane] += words[taken]
          taken += 1
          took = True
    for lane in busy:
      length, bit, symbol, extra = tokens.first(held[lane], marked[lane])
      choice += bit
      held[lane] = held[lane][length:]
      rem[lane] -= 1
      values.append(join_value(dtype, symbol, extra, header["Offset"]))
    step += 1
  refuse_if(taken < len(words), "excess")
  return b"".join(values)


# ---- 8. Check ----

def check_word(body, lanes, word_bits):
  """Stored bytes of the trailer that belongs to header and payload."""
  beat = lanes * word_bits // 8
  filled = body + bytes(-len(body) % beat)
  return zlib.crc32(filled).to_bytes(word_bits // 8, "little")


# ---- 9. Decoding errors ----

def find_book(choice, dtype, min_len, books):
  """The book that a choice names; None: raw."""
  if choice["Raw"]:
    refuse_if(choice["BookId"] != 0 or choice["Epoch"] != 0, "reserved")
    return None
  named = [b for b in books if (b["dtype"], b["id"]) == (dtype, choice["BookId"])]
  refuse_if(not named, "unknown_book")
  book = next((b for b in named if b["epoch"] == choice["Epoch"]), None)
  refuse_if(book is None, "epoch")
  refuse_if(shortest(book) < min_len + 1, "min_len")
  return book


def decode_or_raise(message, books, geometry):
  """Checks in the order of the table; returns (dtype, values)."""
  refuse_if(len(message) < HEADER_BITS // 8, "size")
  bits = bits_of(message)
  header = read_header(bits[:HEADER_BITS])
  refuse_if(header["Version"] != FORMAT_VERSION, "version")
  refuse_if(0 < header["ChunkLog2"] < MIN_CHUNK_LOG2, "reserved")
  refuse_if(header["Raw"] and (header["BookId"] != 0 or header["Epoch"] != 0), "reserved")
  refuse_if(header["Reserved"] != 0, "reserved")
  refuse_if(header["Dtype"] >= len(DTYPES), "dtype")
  dtype = DTYPES[header["Dtype"]]
  refuse_if(header["LanesLog2"] == 7, "geometry")
  lanes, word_bits = 1 << header["LanesLog2"], WORD_BITS[header["WordCode"]]
  refuse_if(dtype == "fp32" and word_bits != 64, "geometry")
  refuse_if(geometry is not None and tuple(geometry) != (lanes, word_bits), "geometry")

  def choose(choice):
    return find_book(choice, dtype, header["MinLen"], books)

  choose(header)
  refuse_if(len(bits) % word_bits != 0 or len(bits) < header_end(word_bits) + word_bits, "size")
  trailer_at = len(bits) - word_bits
  words = [bits[at:at + word_bits] for at in range(header_end(word_bits), trailer_at, word_bits)]
  values = read_payload(words, dtype, header, lanes, word_bits, choose)
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
