# SPDX-License-Identifier: Apache-2.0
#
# tdr_decoder.py: a second decoder of TDR streams, written from docs/transform.md alone.
#
# It shows that the document is enough, and that the golden model does what it says.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/tdr_decoder_test.py
"""Decode TDR streams, slowly."""

import re
import struct
import sys
import zlib

from tdr_bits import Bits
from tdr_part import BF16, FORMATS, FP16, FP32, INT8, MODEL, Part

sys.path.insert(0, str(MODEL.parent.parent / "tb" / "python"))
from tern_books import DTYPES  # noqa: E402
from tern_decode import decode as decode_message  # noqa: E402


def load_message_books():
  """Section 16, Lossless."""
  text = (MODEL / "lossless_books_data.h").read_text()
  books = []
  for name, digits in re.findall(r"\{Dtype::k(\w+),((?:\s*\"[0-9a-f]+\")+)\}", text):
    lengths = [int(d, 16) for d in "".join(re.findall(r'"([0-9a-f]+)"', digits))]
    books.append({"dtype": name.lower(), "id": 0, "epoch": 0, "max_len": 12,
                  "lengths": lengths[:256], "escape_length": lengths[256]})
  return books


class Stream:
  """One stream; decode() gives the bytes of its values."""

  def __init__(self, data):
    assert zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0]
    self.data = data[:-4]
    self.words = list(struct.unpack(f"<{len(data) // 4 - 1}I", self.data))
    self.dtype, self.rows, self.cols = self.words[0] >> 8 & 15, self.words[1], self.words[2]
    self.width = {BF16: 2, FP16: 2, FP32: 4}.get(self.dtype, 1)

  def decode(self):
    version = self.words[0] & 15
    assert version in range(1, 7)
    self.has_8x8, self.bounded = version > 2, version > 4
    values = self.one() if version % 2 else self.blocks()
    assert self.at == len(self.words), "words are left"
    return values

  def raw(self, rows):
    size = rows * self.cols * self.width
    first, self.at = 4 * self.at, self.at + (size + 3) // 4
    return self.data[first:first + size]

  def part(self, tools, scale, bias, rows):
    assert tools >> 22 & 3 < 3 or (self.has_8x8 and not tools >> 24 & 1), "reserved"
    part = Part(self.words, self.at, tools, scale, bias, (self.dtype, rows, self.cols),
                self.bounded)
    values = part.decode()
    self.at = part.at
    return values

  def one(self):
    tools, _, _, scale, bias = self.words[:5]
    self.at = 5
    return self.part(tools, scale, bias, self.rows) if tools >> 4 & 15 else self.raw(self.rows)

  def blocks(self):
    band, self.at = self.words[3], 4
    values = b""
    for first in range(0, self.rows if self.cols else 0, band):
      rows = min(band, self.rows - first)
      tools, scale, bias = self.words[self.at:self.at + 3]
      self.at += 3
      mode = tools >> 4 & 15
      assert mode <= 5
      if mode == 0:
        values += self.raw(rows)
      elif mode == 2:
        values += self.message(rows)
      else:
        fields = self.words[self.at:self.at + {4: 1, 5: 2}.get(mode, 0)]
        self.at += len(fields)
        part = self.part(tools, scale, bias, rows)
        values += self.layer(part, *fields) if mode == 5 else part
    return values

  def message(self, rows):
    """The shortest run of words that is a whole message."""
    for end in range(4 * self.at + 4, len(self.data) + 1, 4):
      error, dtype, values = decode_message(self.data[4 * self.at:end], load_message_books())
      if error == "none":
        assert DTYPES.index(dtype) == self.dtype and len(values) == rows * self.cols * self.width
        self.at = end // 4
        return values
    raise AssertionError("no message")

  def layer(self, base, top, raw):
    bits = Bits()
    for word in self.words[self.at:]:
      bits.append(word)
    n = 8 * self.width
    m = FORMATS.get(self.dtype, (0, 0))[1]
    low, sign = (1 << (n - 1)) - 1, 1 << (n - 1)

    def turned(place):
      """A place as a two's complement number, or such a number as a place."""
      return -1 - (place + sign) if place < 0 and self.dtype != INT8 else place

    values = b""
    for at in range(0, len(base), self.width):
      code = int.from_bytes(base[at:at + self.width], "little")
      if self.dtype != INT8 and code & low == 0:
        tail = bits.tail()
        magnitude = top - ((tail << m) + bits.take(m)) & low
        code = magnitude | bits.take(1) << (n - 1)
      else:
        exponent = 0 if self.dtype == INT8 else (code & low) >> m
        k = min(max(raw - exponent, 0), n)
        u = bits.tail() << k
        u += bits.take(k)
        d = u // 2 if u % 2 == 0 else -(u + 1) // 2
        place = turned(code - 2 * sign if code & sign else code) + d
        place = (place + sign) % (2 * sign) - sign
        code = turned(place) % (2 * sign)
      values += code.to_bytes(self.width, "little")
    self.at += (bits.at + 31) // 32
    return values
