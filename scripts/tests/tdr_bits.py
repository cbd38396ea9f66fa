# SPDX-License-Identifier: Apache-2.0
#
# tdr_bits.py: codewords and bits for the second decoder of TDR streams.
#
#   Spec  docs/huffman_format.md#4-books
#   Test  scripts/tests/tdr_decoder_test.py
"""Canonical codes, and a reader of bits."""


def canonical(lengths):
  """{(length, number): symbol} of the codewords."""
  code, number, before = {}, 0, 0
  for length, symbol in sorted((l, s) for s, l in enumerate(lengths) if l > 0):
    number <<= length - before
    code[length, number] = symbol
    number, before = number + 1, length
  assert number == 1 << before, "the code is not complete"
  return code


class Bits:
  """A sequence of bits that grows by words; zeros behind its end."""

  def __init__(self):
    self.value, self.count, self.at = 0, 0, 0

  def append(self, word):
    self.value |= word << self.count
    self.count += 32

  def take(self, n):
    bits = self.value >> self.at & ((1 << n) - 1)
    self.at += n
    return bits

  def codeword(self, code):
    length, number = 0, 0
    while (length, number) not in code:
      number, length = number << 1 | self.take(1), length + 1
    return code[length, number]

  def tail(self):
    width = 0
    while width < 15 and self.take(1):
      width += 1
    return (1 << width) + self.take(width) - 1
