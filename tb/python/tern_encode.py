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
import collections

from tern_books import DTYPES, ESCAPE_INDEX, codewords
from tern_decode import check_word
from tern_format import (CHOICE_FIELDS, FORMAT_VERSION, HEADER_FIELDS, PREFETCH_WORDS, WORD_BITS,
                         Chunks, bytes_of, extra_width, field, header_end, pack_fields, shortest,
                         split_values)


def pack_header(fields):
  return bytes_of(pack_fields(HEADER_FIELDS, fields))


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


def choice_fields(book):
  """The fields that name a book, or raw."""
  if book is None:
    return {"Raw": 1}
  return {"Raw": 0, "BookId": book["id"], "Epoch": book["epoch"]}


def cheapest_offset(dtype, data, choices):
  """The offset of section 12 when `choices` compete: books, None for raw."""
  counts = collections.Counter(value for value, _ in split_values(dtype, data, 0))
  costs = []
  for book in choices:
    lengths = [8] * 256 if book is None else [
        length or book["escape_length"] + 8 for length in book["lengths"]]
    costs += [(sum(count * lengths[(value - offset) % 256] for value, count in counts.items()),
               offset) for offset in range(256)]
  return min(costs)[1]


def encode_chunks(dtype, data, choices, chunk_log2, min_len, geometry, offset=0):
  """One message with the values in `data`; `choices` has the book of each chunk, None for raw."""
  lanes, word_bits = geometry
  values = split_values(dtype, data, offset)
  chunks = Chunks(chunk_log2, len(values), lanes)
  assert len(choices) == chunks.number()
  codes = [None if book is None else {e: word for word, e in codewords(book).items()}
           for book in choices]
  names = [pack_fields(CHOICE_FIELDS, choice_fields(book)) for book in choices]
  tokens = []
  for index, (symbol, extra) in enumerate(values):
    step, lane = divmod(index, lanes)
    chunk = step // chunks.size
    bit = chunks.choice_bit(step, lane)
    prefix = "" if bit is None else names[chunk + 1][bit]
    tokens.append(prefix + token(symbol, extra, extra_width(dtype), codes[chunk]))
  header = pack_header({
      "Version": FORMAT_VERSION,
      "Dtype": DTYPES.index(dtype),
      "LanesLog2": lanes.bit_length() - 1,
      "WordCode": next(code for code, width in WORD_BITS.items() if width == word_bits),
      "MinLen": min_len,
      "ChunkLog2": chunk_log2,
      "Count": len(values),
      "Offset": offset,
      **choice_fields(choices[0]),
  }).ljust(header_end(word_bits) // 8, b"\0")
  lane_tokens = [tokens[lane::lanes] for lane in range(lanes)]
  lmin = extra_width(dtype) + min_len + 1
  body = header + bytes_of("".join(order_words(lane_tokens, word_bits, lmin)))
  return body + check_word(body, lanes, word_bits)


def encode(dtype, data, book=None, geometry=(16, 32), offset=0):
  """One message of one chunk; `book` None: raw."""
  return encode_chunks(dtype, data, [book], 0, shortest(book) - 1, geometry, offset)
