#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_decode_test: the Python decoder and encoder against the words of the format document.
#
# The worked example is read from the document itself, so an example that no longer follows its own
# rules fails here. TERN_SEED changes the random tensors.
#
#   Spec  docs/huffman_format.md
#   Test  tb/python/tern_decode_test.py
import os
import pathlib
import random
import re
import struct
import unittest

import tern_books
import tern_decode
import tern_encode
import tern_format
from tern_decode import DTYPES, decode

SEED = int(os.environ.get("TERN_SEED", "20260101"), 0)
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "huffman_format.md"
LANES = [1, 2, 4, 8, 16, 32, 64]


def section(title):
  """Text of one section of the format document."""
  text = DOCUMENT.read_text(encoding="ascii")
  return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)


def make_book(dtype="bf16", lengths=None, escape_length=3, max_len=12, number=3, epoch=7):
  """A book; `lengths` by symbol, by default those of the worked example."""
  lengths = {124: 1, 121: 2, 125: 3} if lengths is None else lengths
  return {"dtype": dtype, "id": number, "epoch": epoch, "max_len": max_len,
          "escape_length": escape_length,
          "lengths": [lengths.get(symbol, 0) for symbol in range(256)]}


def random_book(rng, dtype, escape):
  """A complete code, by splitting random leaves; with `escape` for only some of the symbols."""
  entries = rng.randrange(2, 200) if escape else 256
  leaves = [1, 1]
  while len(leaves) < entries:
    leaf = leaves.pop(rng.randrange(len(leaves)))
    leaves += [leaf + 1, leaf + 1] if leaf < 15 else [leaf]
  rng.shuffle(leaves)
  escape_length = leaves.pop() if escape else 0
  symbols = rng.sample(range(256), len(leaves))
  return make_book(dtype, dict(zip(symbols, leaves)), escape_length, max_len=15)


def random_values(rng, dtype, book, count, offset=0):
  """Values of which most have short codewords, as in a real tensor."""
  coded = [symbol for symbol, length in enumerate(book["lengths"]) if 0 < length <= 6]
  data = bytearray()
  for _ in range(count):
    symbol = rng.choice(coded) if coded and rng.random() < 0.9 else rng.randrange(256)
    extra = rng.randrange(1 << tern_format.extra_width(dtype))
    data += tern_format.join_value(dtype, symbol, extra, offset)
  return bytes(data)


class WorkedExample(unittest.TestCase):
  """Section 11."""

  def setUp(self):
    self.text = section("11. Worked example")
    self.prose = " ".join(self.text.split())  # sentences may be wrapped anywhere
    self.book = make_book()
    hexadecimal = re.findall(r"^((?:[0-9a-f]{2} )+) ", self.text, re.M)
    self.message = bytes.fromhex("".join(hexadecimal))
    row = r"\| \d \| (\S+) \| 0x(\w{4}) \| (\d) \| (\d+)(, escaped)? \| 0x(\w\w) \| `([01 ]+)` \|"
    self.rows = re.findall(row, self.text)
    self.offset = int(re.search(r"Offset (\d+)", self.prose).group(1))
    self.values = b"".join(bytes.fromhex(row[1])[::-1] for row in self.rows)

  def test_has_all_its_parts(self):
    self.assertEqual(len(self.message), 28)
    self.assertEqual(self.offset, 3)
    self.assertEqual(len(self.rows), 5)

  def test_book_and_codewords_are_those_of_the_rules(self):
    self.assertEqual(tern_books.fault(self.book), "none")
    order = re.search(r"index\): ([^;]*); codewords ([01, ]+)\.", self.prose)
    entries = [int(entry) for entry in re.findall(r"\d+", order.group(1))]
    words = order.group(2).split(", ")
    self.assertEqual(tern_books.codewords(self.book), dict(zip(words, entries)))

  def test_rows_of_the_table_follow_the_rules(self):
    codeword_of = {entry: word for word, entry in tern_books.codewords(self.book).items()}
    for number, (value, word, lane, symbol, escaped, extra, token) in enumerate(self.rows):
      stored = bytes.fromhex(word)[::-1]
      self.assertEqual(struct.unpack("<f", b"\0\0" + stored)[0], float(value))
      self.assertEqual(number % 2, int(lane))
      self.assertEqual([(int(symbol), int(extra, 16))],
                       tern_encode.split_values("bf16", stored, self.offset))
      self.assertEqual(int(symbol) not in codeword_of, bool(escaped))
      bits = tern_encode.token(int(symbol), int(extra, 16), 8, codeword_of)
      self.assertEqual(bits, token.replace(" ", ""))

  def test_header_words_and_check_are_those_of_the_text(self):
    little = [int.from_bytes(self.message[at:at + 4], "little") for at in range(0, 28, 4)]
    header = int(re.search(r"Reserved 0: (0x\w+)", self.prose).group(1), 16)
    self.assertEqual(little[2] << 64 | little[1] << 32 | little[0], header)
    taken = re.findall(r"takes (0x\w+)", self.text)
    self.assertEqual(little[3:6], [int(word, 16) for word in taken])
    check = re.search(r"CRC-32 (0x\w+)", self.text).group(1)
    self.assertEqual(little[6], int(check, 16))

  def test_encodes_to_the_message(self):
    self.assertEqual(tern_encode.encode("bf16", self.values, self.book, (2, 32), self.offset),
                     self.message)

  def test_decodes_to_the_values(self):
    self.assertEqual(decode(self.message, [self.book]), ("none", "bf16", self.values))


class RoundTrip(unittest.TestCase):
  """Sections 2 to 8: what is encoded comes back."""

  def round_trip(self, dtype, data, book, geometry, offset=0):
    message = tern_encode.encode(dtype, data, book, geometry, offset)
    note = f"repro: TERN_SEED={SEED} {dtype} {geometry} {len(data)} bytes, offset {offset}"
    for built_for in (None, geometry):
      self.assertEqual(decode(message, [book] if book else [], built_for), ("none", dtype, data),
                       note)
    return message

  def test_every_dtype_lane_count_and_word(self):
    rng = random.Random(SEED)
    for dtype in DTYPES:
      for lanes in LANES:
        for word_bits in (64,) if dtype == "fp32" else (32, 64):
          for escape in (False, True):
            book = random_book(rng, dtype, escape)
            offset = rng.choice([0, 255, rng.randrange(256)])
            data = random_values(rng, dtype, book, rng.randrange(6 * lanes + 20), offset)
            self.round_trip(dtype, data, book, (lanes, word_bits), offset)
          self.round_trip(dtype, data, None, (lanes, word_bits), offset)

  def test_chunks_of_every_lane_count(self):
    rng = random.Random(SEED + 3)
    for lanes in LANES:
      for log2, chunks in ((4, 5), (5, 2), (6, 1)):
        for dtype in ("uint8", "fp16", "fp32"):
          books = [random_book(rng, dtype, bool(i % 2)) for i in range(3)]
          for epoch, book in enumerate(books):
            book["epoch"] = epoch
          count = lanes * (((chunks - 1) << log2) + 1) + rng.randrange(lanes)
          choices = [rng.choice(books + [None]) for _ in range(chunks)]
          offset = rng.randrange(256)
          data = random_values(rng, dtype, books[0], count, offset)
          geometry = (lanes, 64)
          message = tern_encode.encode_chunks(dtype, data, choices, log2, 0, geometry, offset)
          self.assertEqual(decode(message, books, geometry), ("none", dtype, data),
                           f"repro: TERN_SEED={SEED} {lanes} {log2} {dtype}")

  def test_example_of_a_choice_is_as_the_text_says(self):
    prose = " ".join(section("6. Chunks").split())
    self.assertIn("Book 3 with epoch 7 is the number 0x00E6.", prose)
    fields = tern_encode.choice_fields(make_book())
    bits = tern_format.pack_fields(tern_format.CHOICE_FIELDS, fields)
    self.assertEqual(tern_format.number(bits), 0xE6)
    chunks = tern_format.Chunks(4, 65, 4)
    carried = {step: [bits[chunks.choice_bit(step, lane)] for lane in range(4)
                      if chunks.choice_bit(step, lane) is not None] for step in range(16)}
    found = {step: ", ".join(list_) for step, list_ in carried.items() if list_}
    self.assertEqual(list(found), [10, 11, 12, 13])
    self.assertIn(f"step 10 carry the bits {found[10]} in lanes 0 to 3, those of step 11 "
                  f"{found[11]}, those of step 12 {found[12]}, and in step 13 the token of lane 0 "
                  f"carries the last bit, {found[13]}.", prose)

  def test_an_offset_moves_the_scale_by_a_power_of_two(self):
    values = [1.0, -1.5, 0.15625, 3.0]
    at_scale = [struct.pack("<4f", *(value * 2.0**scale for value in values))
                for scale in (0, 40, -100)]
    payloads = {tern_encode.encode("fp32", data, None, (1, 64), scale % 256)[16:-8]
                for data, scale in zip(at_scale, (0, 40, -100))}
    self.assertEqual(len(payloads), 1)

  def test_cheapest_offset_is_that_of_the_scale(self):
    book = make_book()
    data = b"".join(struct.pack("<f", value)[2:] for value in (1.0, -1.5, 1.0, 0.15625, 3.0))
    self.assertEqual(tern_encode.cheapest_offset("bf16", data, [book]), 3)
    self.assertEqual(tern_encode.cheapest_offset("bf16", data, [None, book]), 3)
    self.assertEqual(tern_encode.cheapest_offset("bf16", data, [None]), 0)

  def test_every_count_around_a_step(self):
    rng = random.Random(SEED + 1)
    for count in range(20):
      book = random_book(rng, "fp16", True)
      self.round_trip("fp16", random_values(rng, "fp16", book, count), book, (4, 32))

  def test_every_value_of_two_bytes(self):
    data = b"".join(struct.pack("<H", value) for value in range(65536))
    self.round_trip("bf16", data, make_book(), (16, 64))

  def test_symbols_that_are_all_escaped(self):
    self.round_trip("uint8", bytes(range(64)) * 9, make_book("uint8"), (8, 32))

  def test_message_without_values_is_header_and_trailer(self):
    for word_bits in (32, 64):
      message = self.round_trip("bf16", b"", make_book(), (64, word_bits))
      self.assertEqual(len(message), {32: 12, 64: 16}[word_bits] + word_bits // 8)

  def test_one_lane_is_an_ordinary_bitstream(self):
    rng = random.Random(SEED + 2)
    book = random_book(rng, "bf16", True)
    data = random_values(rng, "bf16", book, 500)
    message = self.round_trip("bf16", data, book, (1, 32))
    codeword_of = {entry: word for word, entry in tern_books.codewords(book).items()}
    stream = "".join(tern_encode.token(symbol, extra, 8, codeword_of)
                     for symbol, extra in tern_encode.split_values("bf16", data, 0))
    payload = tern_decode.bits_of(message[12:-4])
    self.assertEqual(payload, stream.ljust(-(-len(stream) // 32) * 32, "0"))

  def test_codes_of_the_dtypes_are_those_of_the_table(self):
    rows = re.findall(r"^\| (\d+) \| (\S+) \| (\d) \| .* \| (\d+) \|$",
                      section("3. Values, symbols and extra bits"), re.M)
    self.assertEqual([(int(code), name) for code, name, _, _ in rows], list(enumerate(DTYPES)))
    for _, name, stored, extra in rows:
      self.assertEqual(len(tern_decode.join_value(name, 0, 0, 0)), int(stored))
      self.assertEqual(tern_decode.extra_width(name), int(extra))


if __name__ == "__main__":
  unittest.main()
