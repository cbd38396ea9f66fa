# SPDX-License-Identifier: Apache-2.0
#
# tern_train: from histograms to a book, written from the format document alone.
#
# The document fixes every choice of the trainer; this slow second implementation keeps it honest.
#
#   Spec   docs/huffman_format.md
#   Model  model/huff/train.h, model/huff/histogram.h
#   Test   tb/python/tern_decode_test.py, tb/python/tern_cross_test.py
from tern_books import ESCAPE_INDEX


class TrainError(Exception):
  """No book can meet the request."""


def average(histograms):
  """Weights of the symbols: every tensor that is not empty has the same say."""
  totals = [(counts, sum(counts)) for counts in histograms if sum(counts) > 0]
  return [sum(counts[symbol] * 2**32 // total for counts, total in totals)
          for symbol in range(256)]


def package_merge(weights, min_len, max_len):
  """Lengths of the entries whose ascending weights are given, longest first.

  An item is (weight, tally); the tally has one byte for each entry, which counts its coins.
  """
  n = len(weights)
  if not 2**min_len <= n <= 2**max_len:
    raise TrainError(f"{n} entries do not fit in lengths {min_len} to {max_len}")
  entries = [(weight, 1 << (8 * rank)) for rank, weight in enumerate(weights)]
  level = []
  for _ in range(min_len + 1, max_len + 1):
    pairs = zip(level[0::2], level[1::2])  # an odd last item has no partner
    packages = [(a[0] + b[0], a[1] + b[1]) for a, b in pairs]
    # The sort is stable: at equal weight entries come first, and each kind keeps its order.
    level = sorted(entries + packages, key=lambda item: item[0])
  coins = sum(tally for _, tally in level[:2 * (n - 2**min_len)]).to_bytes(n, "little")
  return sorted((min_len + count for count in coins), reverse=True)


def limited_lengths(weights, min_len, max_len):
  """Optimal lengths by entry. `weights`: dict from entry index to weight."""
  order = sorted(weights, key=lambda index: (weights[index], -index))
  lengths = package_merge([weights[index] for index in order], min_len, max_len)
  return dict(zip(order, lengths))


def candidate(weights, order, m, min_len, max_len):
  """Lengths by entry of the book that codes the first m symbols in `order`."""
  entries = {symbol: max(1, weights[symbol]) for symbol in order[:m]}
  if m < 256:
    entries[ESCAPE_INDEX] = max(1, sum(weights[symbol] for symbol in order[m:]))
  return limited_lengths(entries, min_len, max_len)


def cost(weights, lengths):
  """Bits of the average tensor, without the extra bits, which every book pays alike."""
  return sum(weight * (lengths[symbol] if symbol in lengths else lengths[ESCAPE_INDEX] + 8)
             for symbol, weight in enumerate(weights))


def train(histograms, max_len=12, min_len=1, coded=None):
  """(256 lengths, escape length) of the cheapest book; `coded` fixes m."""
  weights = average(histograms)
  if not any(weights):
    raise TrainError("there is nothing to train on")
  order = sorted(range(256), key=lambda symbol: (-weights[symbol], symbol))
  best = None
  if coded is not None and not 1 <= coded <= 256:
    raise TrainError(f"{coded} symbols cannot be coded")
  for m in range(1, 257) if coded is None else [coded]:
    if coded is None and m + (m < 256) < 2**min_len:
      continue  # too few entries for this minimum length
    lengths = candidate(weights, order, m, min_len, max_len)
    price = cost(weights, lengths)
    if best is None or price < best[0]:
      best = (price, lengths)
  lengths = best[1]
  return [lengths.get(symbol, 0) for symbol in range(256)], lengths.get(ESCAPE_INDEX, 0)
