# SPDX-License-Identifier: Apache-2.0
#
# tern_format: what the Python decoder and encoder both take from sections 1 to 6.
#
# Written from the format document alone, whose sections it follows. A bit string is a str of '0'
# and '1' whose first character is the first bit of the stream.
#
#   Spec   docs/huffman_format.md
#   Model  model/huff/stream.h
#   Test   tb/python/tern_decode_test.py, tb/python/tern_cross_test.py
from tern_books import ESCAPE_INDEX, codewords

FORMAT_VERSION = 1
HEADER_BITS = 96
PREFETCH_WORDS = 3
MIN_CHUNK_LOG2 = 4
CHOICE_BITS = 13
CHOICE_LEAD = 2

# ---- 1. Bit order ----
BYTE_BITS = [f"{byte:08b}"[::-1] for byte in range(256)]


def bits_of(data):
  """The bits of stored words: bit k is bit k mod 8 of byte k div 8."""
  return "".join(BYTE_BITS[byte] for byte in data)


def bytes_of(bits):
  return bytes(number(bits[at:at + 8]) for at in range(0, len(bits), 8))


def number(bits):
  """Value of a field, whose first bit is the least significant one."""
  return int(bits[::-1] or "0", 2)


def field(value, width):
  """Bits of a field: least significant bit first."""
  return f"{value:0{width}b}"[::-1] if width else ""


def read_fields(layout, bits):
  return {name: number(bits[low:high + 1]) for name, (low, high) in layout.items()}


def pack_fields(layout, values):
  return "".join(field(values.get(name, 0), high - low + 1)
                 for name, (low, high) in layout.items())


# ---- 2. A message ----
HEADER_FIELDS = {  # first and last bit
    "Version": (0, 3), "Dtype": (4, 7), "LanesLog2": (8, 10), "WordCode": (11, 11), "Raw": (12, 12),
    "MinLen": (13, 15), "BookId": (16, 19), "ChunkLog2": (20, 23), "Epoch": (24, 31),
    "Count": (32, 63), "Offset": (64, 71), "Reserved": (72, 95),
}
WORD_BITS = {0: 32, 1: 64}


def read_header(bits):
  return read_fields(HEADER_FIELDS, bits)


def header_end(word_bits):
  """Bits in front of the payload: the header's words are whole ones."""
  return -(-HEADER_BITS // word_bits) * word_bits


# ---- 3. Values, symbols and extra bits ----

def extra_width(dtype):
  """E of section 3."""
  return {"bf16": 8, "fp16": 8, "fp32": 24}.get(dtype, 0)


def value_bytes(dtype):
  return (8 + extra_width(dtype)) // 8


def join_value(dtype, symbol, extra, offset):
  """Stored bytes of the value that was split into symbol and extra bits."""
  width = extra_width(dtype)
  exponent = (symbol + offset) % 256
  if width == 0:
    return bytes([exponent])
  sign, mantissa = extra >> (width - 1), extra & ((1 << (width - 1)) - 1)
  value = sign << (width + 7) | exponent << (width - 1) | mantissa
  return value.to_bytes(value_bytes(dtype), "little")


def split_values(dtype, data, offset):
  """(symbol, extra bits) of each value in the bytes of a tensor."""
  width, size = extra_width(dtype), value_bytes(dtype)
  if width == 0:
    return [((byte - offset) % 256, 0) for byte in data]
  values = [int.from_bytes(data[at:at + size], "little") for at in range(0, len(data), size)]
  mantissa = (1 << (width - 1)) - 1
  return [(((v >> (width - 1)) - offset) % 256, (v & mantissa) | (v >> (width + 7)) << (width - 1))
          for v in values]


def values_in_lane(lane, count, lanes):
  """rem(lane) = ceil((Count - lane) / N)."""
  return -((lane - count) // lanes)


# ---- 4. Books: codewords() of tern_books.py. 5. Tokens ----

def shortest(book):
  """Length of the shortest entry; raw counts as 8."""
  return 8 if book is None else min(len(codeword) for codeword in codewords(book))


class Tokens:
  """The tokens of one chunk: coded with a book, or raw without one."""

  def __init__(self, dtype, book):
    self.extra = extra_width(dtype)
    self.table = None if book is None else codewords(book)

  def first(self, bits, has_choice):
    """(length, choice bit, symbol, extra) of the first token in `bits` extended by zeros."""
    bits += "0" * (1 + self.extra + 15 + 8)
    at = int(has_choice)
    choice = bits[:at]
    extra = number(bits[at:at + self.extra])
    at += self.extra
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
    return at, choice, symbol, extra


# ---- 6. Chunks ----
CHOICE_FIELDS = {"Raw": (0, 0), "BookId": (1, 4), "Epoch": (5, 12)}


class Chunks:
  """Where a message is divided, and which tokens carry a choice."""

  def __init__(self, chunk_log2, count, lanes):
    self.lanes = lanes
    self.steps = -(-count // lanes)
    self.size = 1 << chunk_log2 if chunk_log2 else max(self.steps, 1)  # of a chunk, in steps

  def number(self):
    return max(1, -(-self.steps // self.size))

  def choice_bit(self, step, lane):
    """Which bit of the next choice is the choice bit of this token; None: it has none."""
    chunk, own_step = divmod(step, self.size)
    if chunk + 1 >= self.number():
      return None
    first = self.size - CHOICE_LEAD - -(-CHOICE_BITS // self.lanes)
    bit = (own_step - first) * self.lanes + lane
    return bit if 0 <= bit < CHOICE_BITS else None
