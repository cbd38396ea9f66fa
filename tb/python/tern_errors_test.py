#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_errors_test: every refusal that the format document asks for.
#
# Each reason of section 9 and each rule of section 4 is met by an input that breaks it alone.
#
#   Spec  docs/huffman_format.md
#   Test  tb/python/tern_errors_test.py
import pathlib
import re
import unittest

import tern_books
import tern_decode
import tern_encode
from tern_decode import decode
from tern_decode_test import make_book, section

BOOK = make_book()
VALUES = bytes.fromhex("803fc0bf203e40400000")


def message(geometry=(2, 32), book=BOOK):
  return tern_encode.encode("bf16", VALUES, book, geometry, offset=3)


def seal(body, lanes=2, word_bits=32):
  """The body with the trailer that belongs to it."""
  return body + tern_decode.check_word(body, lanes, word_bits)


def patch(changes, geometry=(2, 32), book=BOOK):
  """A message whose header fields are replaced, with a good check."""
  original = message(geometry, book)
  fields = tern_decode.read_header(tern_decode.bits_of(original[:12]))
  fields.update(changes)
  body = original[12:len(original) - geometry[1] // 8]
  return seal(tern_encode.pack_header(fields) + body, *geometry)


class StreamErrors(unittest.TestCase):
  """Section 9."""

  def expect(self, name, data, books=(BOOK,), geometry=None):
    self.assertEqual(decode(data, books, geometry), (name, None, b""))

  def test_names_are_those_of_the_table(self):
    names = re.findall(r"^\| \d+ \| \d+ \| (\w+) \|", section("9. Decoding errors"), re.M)
    source = pathlib.Path(tern_decode.__file__).read_text(encoding="ascii")
    raised = re.findall(r'(?:refuse_if\(.*, |StreamError\()"(\w+)"\)', source)
    self.assertEqual(set(raised), set(names))

  def test_size_below_a_header(self):
    for length in range(12):
      self.expect("size", message()[:length])

  def test_version(self):
    for version in [0] + list(range(2, 16)):
      self.expect("version", patch({"Version": version}))

  def test_reserved_sizes_of_chunks(self):
    for log2 in range(1, 16):
      if log2 < 4:
        self.expect("reserved", patch({"ChunkLog2": log2}))
      else:  # all values are in the first chunk
        self.assertEqual(decode(patch({"ChunkLog2": log2}), [BOOK]), ("none", "bf16", VALUES))

  def test_raw_message_that_names_a_book(self):
    self.expect("reserved", patch({"BookId": 3}, book=None))
    self.expect("reserved", patch({"Epoch": 1}, book=None))

  def test_reserved_bits_of_the_header(self):
    for bit in range(24):
      self.expect("reserved", patch({"Reserved": 1 << bit}))

  def test_what_fills_a_wide_header_is_ignored(self):
    wide = message((2, 64))
    self.assertEqual(wide[12:16], bytes(4))
    filled = wide[:12] + b"\xff\0\x55\x80" + wide[16:-8]
    self.assertEqual(decode(seal(filled, 2, 64), [BOOK]), ("none", "bf16", VALUES))

  def test_any_offset_is_accepted(self):
    for offset in range(256):
      error, _, values = decode(patch({"Offset": offset}), [BOOK])
      self.assertEqual(error, "none")
      value = int.from_bytes(values[:2], "little")
      self.assertEqual(value, 0x3F80 + ((offset - 3) << 7) & 0x7FFF)

  def test_dtype(self):
    for dtype in range(13, 16):
      self.expect("dtype", patch({"Dtype": dtype}))

  def test_geometry_without_meaning(self):
    self.expect("geometry", patch({"LanesLog2": 7}))
    self.expect("geometry", patch({"Dtype": 12}))

  def test_geometry_of_another_decoder(self):
    self.expect("geometry", message(), geometry=(4, 32))
    self.expect("geometry", message(), geometry=(2, 64))
    self.assertEqual(decode(message(), [BOOK], (2, 32))[0], "none")

  def test_unknown_book(self):
    self.expect("unknown_book", message(), books=[])
    self.expect("unknown_book", message(), books=[make_book(number=2)])
    self.expect("unknown_book", message(), books=[make_book(dtype="fp16")])

  def test_epoch(self):
    self.expect("epoch", message(), books=[make_book(epoch=8), make_book(epoch=6)])
    self.assertEqual(decode(message(), [make_book(epoch=8), BOOK])[0], "none")

  def test_min_len(self):
    for min_len in range(1, 8):
      self.expect("min_len", patch({"MinLen": min_len}))
    for min_len in range(8):
      data = tern_encode.encode_chunks("bf16", VALUES, [None], 0, min_len, (2, 32))
      self.assertEqual(decode(data, []), ("none", "bf16", VALUES))

  def test_choice_of_a_later_chunk(self):
    data = VALUES * 20  # 50 steps
    other = make_book(number=4, epoch=9)
    whole = tern_encode.encode_chunks("bf16", data, [BOOK, None, other, BOOK], 4, 0, (2, 32))
    self.assertEqual(decode(whole, [other, BOOK]), ("none", "bf16", data))
    self.expect("unknown_book", whole)
    self.expect("epoch", whole, books=[BOOK, make_book(number=4)])
    flat = make_book("bf16", {s: 8 for s in range(256)}, 0)
    long = make_book("bf16", {s: 8 for s in range(256)}, 0, number=4)
    whole = tern_encode.encode_chunks("bf16", data, [flat, None, long, flat], 4, 7, (2, 32))
    self.expect("min_len", whole, books=[flat, make_book(number=4)])
    self.expect("unknown_book", whole, books=[flat])
    # In a raw message of one lane a token has 16 bits, in steps 1 to 13 one more in front.
    raw = tern_encode.encode_chunks("bf16", data[:34], [None, None], 4, 7, (1, 32))
    self.assertEqual(decode(raw, []), ("none", "bf16", data[:34]))
    bits = tern_decode.bits_of(raw[:-4])
    at = 96 + 16 + 17 * 3
    named = bits[:at] + "1" + bits[at + 1:]
    self.expect("reserved", seal(tern_encode.bytes_of(named), lanes=1))

  def test_size_that_is_not_whole_words(self):
    for geometry in ((2, 32), (2, 64)):
      for cut in range(1, 4):
        self.expect("size", message(geometry)[:-cut])
        self.expect("size", message(geometry) + bytes(cut))
    self.expect("size", message((2, 64)) + bytes(4))

  def test_size_without_room_for_the_trailer(self):
    self.expect("size", patch({"Count": 0})[:12])
    self.expect("size", patch({"Count": 0}, (2, 64))[:12])
    self.expect("size", patch({"Count": 0}, (2, 64))[:16])

  def test_truncated(self):
    body = message()[:-4]
    for words in range(1, 4):
      self.expect("truncated", seal(body[:-4 * words]))
    self.expect("truncated", patch({"Count": 2**32 - 1}))
    self.expect("truncated", patch({"Count": 2**32 - 1}, book=None))

  def test_excess(self):
    self.expect("excess", seal(message()[:-4] + bytes(4)))
    self.expect("excess", patch({"Count": 2}))
    self.expect("excess", patch({"Count": 0}))

  def test_crc_covers_every_bit(self):
    for geometry in ((1, 32), (4, 64)):
      whole = message(geometry)
      for position in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[position // 8] ^= 1 << position % 8
        error, _, values = decode(damaged, [BOOK])
        self.assertNotEqual(error, "none", f"bit {position} of {geometry}")
        self.assertEqual(values, b"")
      self.expect("crc", damaged)  # the last bit of the trailer

  def test_crc_runs_to_the_end_of_the_beat(self):
    body = message((16, 32))[:-4]
    self.assertNotEqual(len(body) % 64, 0)
    self.expect("crc", seal(body, lanes=1))

  def test_first_reason_in_the_order_of_the_table_is_reported(self):
    faults = [("Version", 2, "version"), ("Reserved", 1, "reserved"), ("Dtype", 13, "dtype"),
              ("LanesLog2", 7, "geometry"), ("BookId", 4, "unknown_book")]
    for first in range(len(faults)):
      changes = {name: value for name, value, _ in faults[first:]}
      changes["Epoch"] = 8
      self.expect(faults[first][2], patch(changes)[:-1])
    self.expect("epoch", patch({"Epoch": 8, "Count": 2**32 - 1})[:-1])
    self.expect("min_len", patch({"MinLen": 1, "Count": 2**32 - 1})[:-1])
    self.expect("size", patch({"Count": 2**32 - 1})[:-1])
    trailer = message()[-4:]
    self.expect("truncated", message()[:-8] + trailer)
    self.expect("excess", message()[:-4] + bytes(4) + trailer)

  def test_decoder_accepts_what_it_must_not_refuse(self):
    uncoded = "00000000" + "111" + format(124, "08b")[::-1]  # escape of 124, which has a codeword
    body = message()[:12]
    fields = tern_decode.read_header(tern_decode.bits_of(body))
    fields["Count"] = 1
    word = tern_encode.bytes_of(uncoded.ljust(32, "1"))  # and ones behind the last token
    data = seal(tern_encode.pack_header(fields) + word)
    self.assertEqual(decode(data, [BOOK]), ("none", "bf16", bytes.fromhex("803f")))


class Books(unittest.TestCase):
  """Section 4."""

  def expect(self, rule, **changes):
    with self.assertRaises(tern_books.BookError) as caught:
      tern_books.check(make_book(**changes))
    self.assertEqual(caught.exception.rule, rule)

  def test_lengths_above_a_limit(self):
    tern_books.check(make_book(lengths={s: min(s, 8) for s in range(1, 9)}, escape_length=8))
    long = {s: s for s in range(1, 16)}
    tern_books.check(make_book(lengths=long, escape_length=15, max_len=15))
    self.expect("too_long", lengths=long, escape_length=15, max_len=14)
    self.expect("too_long", lengths={s: s for s in range(1, 17)}, escape_length=16, max_len=15)
    self.expect("too_long", lengths={s: s for s in range(1, 16)}, escape_length=16, max_len=15)

  def test_limit_outside_8_to_15(self):
    self.expect("too_long", max_len=7)
    self.expect("too_long", max_len=16)

  def test_incomplete_and_oversubscribed_codes(self):
    self.expect("incomplete", lengths={1: 1}, escape_length=2)
    self.expect("incomplete", lengths={}, escape_length=0)
    self.expect("incomplete", lengths={}, escape_length=1)
    self.expect("oversubscribed", lengths={1: 1, 2: 1}, escape_length=1)
    self.expect("oversubscribed", lengths={s: 8 for s in range(256)}, escape_length=12)

  def test_symbol_that_cannot_be_coded(self):
    self.expect("uncodable", lengths={1: 1, 2: 1}, escape_length=0)
    tern_books.check(make_book(lengths={s: 8 for s in range(256)}, escape_length=0))

  def test_escape_beside_256_coded_symbols(self):
    lengths = {s: 9 if s == 7 else 8 for s in range(256)}
    tern_books.check(make_book(lengths=lengths, escape_length=9))

  def test_second_book_with_the_same_name(self):
    tern_books.check_set([make_book(), make_book(number=4), make_book("fp16"), make_book(epoch=8)])
    with self.assertRaises(tern_books.BookError):
      tern_books.check_set([make_book(), make_book(epoch=8), make_book()])


if __name__ == "__main__":
  unittest.main()
