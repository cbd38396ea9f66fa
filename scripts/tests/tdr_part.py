# SPDX-License-Identifier: Apache-2.0
#
# tdr_part.py: sections 3 to 9 and 19 of docs/transform.md, for the second decoder of TDR streams.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/tdr_decoder_test.py
"""Parts of TDR streams."""

import math
import pathlib
import re
import struct

from tdr_bits import Bits, canonical

MODEL = pathlib.Path(__file__).resolve().parent.parent.parent / "model" / "tdr"
MAX_VALUE, MAX_COEFFICIENT, MAX_LEVEL = 2**22 - 1, 2**24 - 1, 2**22 - 1
FIRST = [64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67, 64, 61, 57, 54, 50, 46, 43,
         38, 36, 31, 25, 22, 18, 13, 9, 4]
GROUPS = [(8, 2), (8, 2), (5, 3), (4, 4), (3, 6), (3, 6), (2, 16), (2, 16)]
TRELLIS = {0: (0, 0), 2: (5, 2), 3: (11, 4), 4: (19, 4), 5: (37, 8)}
DIGIT_VALUES = 512
BF16, FP16, E4M3, E5M2, INT8, FP32 = 0, 2, 3, 4, 5, 12
FORMATS = {BF16: (8, 7), FP16: (5, 10), E4M3: (4, 3), E5M2: (5, 2), FP32: (8, 23)}


def rsh(a, n):
  return (a + (1 << (n - 1))) >> n


def clip(a, m):
  return max(-m, min(m, a))


def load_books():
  text = (MODEL / "books_data.h").read_text()
  lengths_text, centroids_text = text.split("kShippedCentroids")
  digits = "".join(re.findall(r'"([0-9a-f]+)"', lengths_text))
  codes = [canonical([int(d, 16) for d in digits[257 * i:257 * (i + 1)]]) for i in range(16)]
  shifts = [list(map(int, m)) for m in
            re.findall(r"\{(-?\d+), (-?\d+), (-?\d+), (-?\d+)\}", centroids_text)]
  return codes, shifts


class Lane:
  """Decodes the values of one lane one after the other."""

  def __init__(self, stream, lane):
    self.s, self.bits, self.queues, self.states = stream, Bits(), {}, {}
    self.ends = {}
    step = 4 * stream.lanes
    self.places = [(line, at) for group in range(0, stream.lines, step)
                   for at in range(stream.length)
                   for line in range(group + lane, min(group + step, stream.lines), stream.lanes)
                   if stream.line_class[line] != 15 and stream.at_class[at] != 15]
    self.done = 0

  def left(self):
    return len(self.places) - self.done

  def held(self):
    return sum(map(len, self.queues.values()))

  def value(self, commit):
    """Decodes the next value; its length in bits. Only `commit` changes anything."""
    s, start = self.s, self.bits.at
    line, at = self.places[self.done]
    k = max(s.line_class[line] + s.at_class[at] + s.bias, 0)
    e = 0 if k < 8 else min((k - 6) // 2, 10)
    k = min(k - 2 * e, 7)
    state = self.states.get(line, 0)
    quantizer = state >> (s.states_log2 - 1) if s.states_log2 else 0
    digits, base = GROUPS[k]
    queue, end = list(self.queues.get((k, quantizer), [])), self.ends.get((k, quantizer), 0)
    if s.bounded and self.done >= end:
      queue = []
    if not queue:
      end = (self.done // DIGIT_VALUES + 2) * DIGIT_VALUES
      symbol = self.bits.codeword(s.codes[2 * k + quantizer])
      if symbol == 256:
        symbol = self.bits.take(8)
      for i in reversed(range(digits)):
        queue.append(min(symbol // base**i, base - 1))
        symbol %= base**i
    upper = queue.pop(0)
    if upper == base - 1:
      upper += self.bits.tail()
    m = min((upper << e) + self.bits.take(e), MAX_LEVEL)
    negative = self.bits.take(1) if m else 0
    used = self.bits.at - start
    if not commit:
      self.bits.at = start
      return used
    self.queues[k, quantizer], self.ends[k, quantizer] = queue, end
    feedback, forward = TRELLIS[s.states_log2]
    state = (state << 1) ^ (feedback if quantizer else 0) ^ (forward if m & 1 else 0)
    self.states[line] = state & ((1 << s.states_log2) - 1)
    if m:
      z = s.shifts[2 * k + quantizer][min(m, 3)]
      point = clip(rsh((16 * (2 * m - quantizer) + z) * s.step, 16), MAX_COEFFICIENT)
      s.put(line, at, -point if negative else point)
    self.done += 1
    return used


class Part:
  """Side information and words of lanes: integers, and values of the dtype."""

  def __init__(self, words, at, tools, scale, bias, shape, bounded):
    """`words` from `at` on belong to the part, and to what follows it."""
    self.words, self.at, self.bounded = words, at, bounded
    self.dtype, self.rows, self.cols = shape
    self.lanes = 1 << (tools >> 12 & 7)
    self.by_rows, self.states_log2 = tools >> 15 & 1, tools >> 16 & 7
    self.predict, self.transform, self.along = tools >> 19 & 7, tools >> 22 & 3, tools >> 24 & 1
    self.exponent = struct.unpack("<h", struct.pack("<H", scale & 0xFFFF))[0]
    qp = scale >> 16
    self.bias = struct.unpack("<b", struct.pack("<B", bias & 255))[0]
    self.mean_bits = bias >> 8 & 15
    q, f = qp >> 5, qp & 31
    g = [40, 45, 51, 57, 64, 72, 80]
    self.step = (g[q % 6] * (32 - f) + g[q % 6 + 1] * f) << (q // 6)
    self.lines, self.length = ((self.rows, self.cols) if self.by_rows else (self.cols, self.rows))
    self.codes, self.shifts = load_books()
    self.x = [[0] * self.cols for _ in range(self.rows)]

  def put(self, line, at, value):
    row, col = (line, at) if self.by_rows else (at, line)
    self.x[row][col] = value

  def side(self):
    bits = Bits()
    for word in self.words[self.at:]:
      bits.append(word)
    self.means = []
    for _ in range({1: self.rows, 2: self.cols}.get(self.predict, 0)):
      u = bits.tail() << self.mean_bits
      u += bits.take(self.mean_bits)
      self.means.append(u // 2 if u % 2 == 0 else -(u + 1) // 2)
    classes = []
    for count in (self.rows, self.cols):
      code = canonical([bits.take(4) for _ in range(16)])
      classes.append([bits.codeword(code) for _ in range(count)])
    self.line_class, self.at_class = classes if self.by_rows else classes[::-1]
    self.at += (bits.at + 31) // 32

  def coefficients(self):
    lanes = [Lane(self, i) for i in range(self.lanes)]
    while any(lane.left() for lane in lanes):
      taken = True
      while taken:
        taken = False
        for lane in lanes:
          if not lane.left():
            continue
          b = lane.bits.count - lane.bits.at
          ahead = (lane.left() if self.bounded else
                   math.ceil(max(lane.left() - lane.held(), 0) / 8))
          if b <= 64 and b < ahead or lane.value(commit=False) > b:
            lane.bits.append(self.words[self.at])
            self.at += 1
            taken = True
      for lane in lanes:
        if lane.left():
          lane.value(commit=True)

  def integrate(self):
    for line in range(self.lines if self.predict == 3 else 0):
      last = 0
      for at in range(self.length):
        row, col = (line, at) if self.by_rows else (at, line)
        last = clip(last + self.x[row][col], MAX_COEFFICIENT)
        self.x[row][col] = last

  def along_axis(self, n, along):
    if along:
      self.x = [self.inverse(n, row) for row in self.x]
    else:
      self.x = [list(row) for row in zip(*(self.inverse(n, col) for col in zip(*self.x)))]

  def inverse(self, n, vector):
    out = [clip(v, MAX_VALUE) for v in vector]
    for first in range(0, len(vector) // n * n if n > 1 else 0, n):
      for i in range(n):
        total = 0
        for k in range(n):
          t = k * (32 // n) * (2 * i + 1) % 128
          t = 128 - t if t > 64 else t
          entry = (64 if k == 0 else 0 if t == 32 else FIRST[t] if t < 32 else -FIRST[64 - t])
          total += entry * vector[first + k]
        out[first + i] = clip(rsh(total, 8), MAX_VALUE)
    return out

  def store(self, a):
    if self.dtype == INT8:
      return struct.pack("<b", max(-128, min(127, a)))
    exponent_bits, mantissa_bits = FORMATS[self.dtype]
    bias = (1 << (exponent_bits - 1)) - 1
    largest = ((1 << exponent_bits) - 1 << mantissa_bits) - 1
    if self.dtype == E4M3:
      largest = 0x7E
    size, code = abs(a), 0
    if size:
      # Python integers are exact: the nearest multiple of the last place, ties to even.
      place = max(size.bit_length() - 1 + self.exponent, 1 - bias) - mantissa_bits
      down = place - self.exponent
      if down > 0:
        whole, rest = size >> down, size & ((1 << down) - 1)
        half = 1 << (down - 1)
        whole += rest > half or (rest == half and whole & 1)
      else:
        whole = size << -down
      code = min(whole + (place + mantissa_bits + bias - 1 << mantissa_bits), largest)
    width = 1 + exponent_bits + mantissa_bits
    return (code | (a < 0) << (width - 1)).to_bytes(width // 8, "little")

  def decode(self):
    self.side()
    self.coefficients()
    self.integrate()
    if self.transform == 3:
      self.along_axis(8, True)
      self.along_axis(8, False)
    else:
      self.along_axis({0: 1, 1: 8, 2: 16}[self.transform], self.along)
    means = [clip(rsh(m * self.step, 15), MAX_VALUE) for m in self.means]
    for row, values in enumerate(self.x):
      for col, value in enumerate(values):
        add = {1: means[row:row + 1], 2: means[col:col + 1]}.get(self.predict, [0])[0]
        values[col] = clip(value + add, MAX_VALUE)
    return b"".join(self.store(value) for values in self.x for value in values)
