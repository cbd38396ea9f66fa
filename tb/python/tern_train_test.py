#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_train_test: the Python trainer against exhaustive search and the format document's choices.
#
#   Spec  docs/huffman_format.md
#   Test  tb/python/tern_train_test.py
import random
import unittest
from fractions import Fraction

import tern_books
import tern_train
from tern_decode_test import SEED, make_book


def multisets(n, low, high):
  """Every ascending list of n lengths in low..high whose Kraft sum is 1."""

  def extend(prefix, left):
    room = n - len(prefix)
    if room == 0:
      if left == 0:
        yield prefix
      return
    for length in range(prefix[-1] if prefix else low, high + 1):
      if Fraction(1, 2**length) <= left <= room * Fraction(1, 2**length):
        yield from extend(prefix + [length], left - Fraction(1, 2**length))

  yield from extend([], Fraction(1))


def histogram(counts):
  return [counts.get(symbol, 0) for symbol in range(256)]


class Lengths(unittest.TestCase):

  def test_are_optimal(self):
    rng = random.Random(SEED)
    for trial in range(200):
      n = rng.randrange(2, 12)
      weights = sorted(int(2**(rng.random() * rng.randrange(1, 30))) for _ in range(n))
      low = rng.randrange(0, n.bit_length())
      high = rng.randrange(max(low, (n - 1).bit_length()), 10)
      found = tern_train.package_merge(weights, low, high)
      self.assertTrue(all(low <= length <= high for length in found))
      self.assertEqual(sum(Fraction(1, 2**length) for length in found), 1)
      price = sum(w * length for w, length in zip(weights, found))
      best = min(sum(w * length for w, length in zip(reversed(weights), lengths))
                 for lengths in multisets(n, low, high))
      self.assertEqual(price, best, f"repro: TERN_SEED={SEED} trial {trial}: {weights}")

  def test_of_equal_weights_differ_by_index_alone(self):
    lengths = tern_train.limited_lengths({symbol: 5 for symbol in (1, 2, 3, 4, 5, 256)}, 1, 15)
    self.assertEqual(lengths, {256: 3, 5: 3, 4: 3, 3: 3, 2: 2, 1: 2})

  def test_prefer_the_shallow_code_of_two_optimal_ones(self):
    # 1, 1, 1, 2 costs 10 with lengths 2, 2, 2, 2 as well as with 1, 2, 3, 3.
    lengths = tern_train.limited_lengths({1: 2, 2: 1, 3: 1, 4: 1}, 1, 15)
    self.assertEqual(lengths, {1: 2, 2: 2, 3: 2, 4: 2})

  def test_outside_the_limits_are_refused(self):
    self.assertEqual(tern_train.package_merge([1] * 256, 8, 8), [8] * 256)
    for n, low, high in ((257, 1, 8), (255, 8, 8), (1, 1, 8)):
      with self.assertRaises(tern_train.TrainError):
        tern_train.package_merge([1] * n, low, high)


class Training(unittest.TestCase):

  def test_average_gives_tensors_of_any_size_the_same_say(self):
    weights = tern_train.average([histogram({1: 3}), histogram({}), histogram({1: 1, 2: 2})])
    self.assertEqual(weights[1:4], [2**32 + 2**32 // 3, 2 * 2**32 // 3, 0])

  def test_books_are_valid(self):
    rng = random.Random(SEED + 1)
    for trial in range(12):
      counts = [int(rng.random() * 2**rng.randrange(20)) for _ in range(256)]
      max_len = rng.randrange(8, 16)
      min_len = rng.randrange(1, 9)
      coded = rng.choice([None, rng.randrange(2**min_len - 1, 257)])
      lengths, escape_length = tern_train.train([counts], max_len, min_len, coded)
      book = make_book(lengths=dict(enumerate(lengths)), escape_length=escape_length,
                       max_len=max_len)
      self.assertEqual(tern_books.fault(book), "none", f"repro: TERN_SEED={SEED} trial {trial}")
      present = [length for length in lengths + [escape_length] if length > 0]
      self.assertGreaterEqual(min(present), min_len)
      if coded is not None:
        self.assertEqual(sum(length > 0 for length in lengths), coded)

  def test_the_cheapest_number_of_symbols_is_chosen(self):
    rng = random.Random(SEED + 2)
    counts = [int(2**(rng.random() * 16)) >> 4 for _ in range(256)]
    weights = tern_train.average([counts])

    def price(coded):
      lengths, escape_length = tern_train.train([counts], 12, 1, coded)
      return sum(w * (l or escape_length + 8) for w, l in zip(weights, lengths))

    chosen = tern_train.train([counts])[0]
    prices = {m: price(m) for m in range(1, 257)}
    cheapest = min(prices, key=lambda m: (prices[m], m))
    self.assertEqual(sum(length > 0 for length in chosen), cheapest)

  def test_constant_tensor_gets_one_symbol_and_the_escape(self):
    lengths, escape_length = tern_train.train([histogram({9: 1000})])
    self.assertEqual((lengths, escape_length), (histogram({9: 1}), 1))

  def test_uniform_bytes_need_no_escape(self):
    lengths, escape_length = tern_train.train([[7] * 256])
    self.assertEqual((lengths, escape_length), ([8] * 256, 0))

  def test_impossible_requests_are_refused(self):
    for counts, min_len, coded in (([0] * 256, 1, None), ([1] * 256, 1, 0), ([1] * 256, 1, 257),
                                   ([1] * 256, 4, 14)):
      with self.assertRaises(tern_train.TrainError):
        tern_train.train([counts], 12, min_len, coded)


if __name__ == "__main__":
  unittest.main()
