# SPDX-License-Identifier: Apache-2.0
#
# tern_encode: naive encoder of one Tern message, written from the format document alone.
#
# The order of the words is defined by a decoder; this encoder plays that decoder with the token
# lengths that it knows, so it also shows that the definition is enough for encoders.
#
#   Spec   docs/huffman_format.md
#   Model  model/huff/stream.h
#   Test   tb/python/tern_decode_test.py, tb/python/tern_cross_test.py
from tern_books import DTYPES, ESCAPE_INDEX, codewords
from tern_decode import (FORMAT_VERSION, HEADER_FIELDS, PREFETCH_WORDS, WORD_BITS, Tokens,
                         check_word, extra_width, number)


def field(value, width):
  """Bits of a field: least significant bit first."""
  return f"{value:0{width}b}"[::-1] if width else ""


def bytes_of(bits):
  return bytes(number(bits[at:at + 8]) for at in range(0, len(bits), 8))


def pack_header(fields):
  bits = "".join(field(fields.get(name, 0), high - low + 1)
                 for name, (low, high) in HEADER_FIELDS.items())
  return bytes_of(bits)


def split_values(dtype, data):
  """(symbol, extra bits) of each value in the bytes of a tensor."""
  if extra_width(dtype) == 0:
    return [(byte, 0) for byte in data]
  values = [data[at] | data[at + 1] << 8 for at in range(0, len(data), 2)]
  return [((v >> 7) & 255, (v & 127) | (v >> 15) << 7) for v in values]


def token(symbol, extra, width, codeword_of):
  """Bit string of one value. `codeword_of` maps entries to codewords; None: raw."""
  bits = field(extra, width)
  if codeword_of is None:
    return bits + field(symbol, 8)
  if symbol in codeword_of:
    return bits + codeword_of[symbol]
  return bits + codeword_of[ESCAPE_INDEX] + field(symbol, 8)


def order_words(lane_tokens, word_bits, lmin):
  """Payload words, as bit strings, in the order of section 7."""
  streams = ["".join(tokens) for tokens in lane_tokens]
  sent = [0] * len(streams)  # words that the decoder has taken from each lane
  b = [0] * len(streams)
  payload = []
  for step in range(len(lane_tokens[0])):  # no lane has more values than lane 0
    busy = [lane for lane, tokens in enumerate(lane_tokens) if step < len(tokens)]
    took = True
    while took:
      took = False
      for lane in busy:
        rem = len(lane_tokens[lane]) - step
        certain = b[lane] <= (PREFETCH_WORDS - 1) * word_bits and b[lane] < rem * lmin
        if certain or b[lane] < len(lane_tokens[lane][step]):
          start = sent[lane] * word_bits
          payload.append(streams[lane][start:start + word_bits].ljust(word_bits, "0"))
          sent[lane] += 1
          b[lane] += word_bits
          took = True
    for lane in busy:
      b[lane] -= len(lane_tokens[lane][step])
  return payload


def encode(dtype, data, book=None, geometry=(16, 32)):
  """One message with the values in `data`; `book` None: raw."""
  lanes, word_bits = geometry
  values = split_values(dtype, data)
  codeword_of = None if book is None else {e: word for word, e in codewords(book).items()}
  tokens = [token(symbol, extra, extra_width(dtype), codeword_of) for symbol, extra in values]
  header = pack_header({
      "Version": FORMAT_VERSION,
      "Dtype": DTYPES.index(dtype),
      "LanesLog2": lanes.bit_length() - 1,
      "WordCode": next(code for code, width in WORD_BITS.items() if width == word_bits),
      "Raw": int(book is None),
      "BookId": 0 if book is None else book["id"],
      "Epoch": 0 if book is None else book["epoch"],
      "Count": len(values),
  })
  lane_tokens = [tokens[lane::lanes] for lane in range(lanes)]
  body = header + bytes_of("".join(order_words(lane_tokens, word_bits, Tokens(dtype, book).lmin)))
  return body + check_word(body, lanes, word_bits)
