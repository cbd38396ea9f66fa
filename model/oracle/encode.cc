// SPDX-License-Identifier: Apache-2.0
//
// encode.cc: the oracle's encoder.
//
//   Spec  docs/huffman_format.md
//   Test  model/oracle/oracle_test.cc
#include <list>

#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

void append(Bits& bits, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) bits.push_back((number >> i) % 2 == 1);
}

void append(Bits& bits, const Bits& more) { bits.insert(bits.end(), more.begin(), more.end()); }

/// Section 5: extra bits, codeword, symbol if escaped.
Bits make_token(huff::Dtype dtype, unsigned value, const std::vector<Bits>& words, bool raw) {
  unsigned symbol = value;
  unsigned extra = 0;
  if (extra_of(dtype) == 8) {
    symbol = (value / 128) % 256;
    extra = value % 128 + 128 * (value / 32768);
  }
  Bits token;
  append(token, extra, extra_of(dtype));
  if (raw) {
    append(token, symbol, 8);
  } else if (!words.at(symbol).empty()) {
    append(token, words.at(symbol));
  } else {
    append(token, words.at(256));
    append(token, symbol, 8);
  }
  return token;
}

struct Lane {
  std::list<Bits> tokens;  // not yet decoded by the far side
  Bits stream;             // all tokens, filled up to whole words
  std::size_t taken = 0;   // bits of the stream that are in the payload
  long b = 0;              // bits taken and not yet decoded
};

/// Section 6, line by line.
Bits order(std::vector<Lane>& lanes, const Shape& shape, long lmin) {
  const long word = shape.word_bits;
  Bits payload;
  const auto any_left = [&lanes] {
    for (const Lane& lane : lanes) {
      if (!lane.tokens.empty()) return true;
    }
    return false;
  };
  while (any_left()) {
    bool took = true;
    while (took) {
      took = false;
      for (Lane& lane : lanes) {
        const auto rem = static_cast<long>(lane.tokens.size());
        if (rem == 0) continue;
        const bool rule1 = lane.b <= 2 * word && lane.b < rem * lmin;
        const bool rule2 = static_cast<long>(lane.tokens.front().size()) > lane.b;
        if (!rule1 && !rule2) continue;
        for (long i = 0; i < word; ++i) payload.push_back(lane.stream.at(lane.taken++));
        lane.b += word;
        took = true;
      }
    }
    for (Lane& lane : lanes) {
      if (lane.tokens.empty()) continue;
      lane.b -= static_cast<long>(lane.tokens.front().size());
      lane.tokens.pop_front();
    }
  }
  return payload;
}

Bits make_header(huff::Dtype dtype, const huff::Book* book, const Shape& shape, std::size_t count) {
  unsigned lanes_log2 = 0;
  for (int n = shape.lanes; n > 1; n /= 2) ++lanes_log2;
  Bits header;
  append(header, 1, 4);
  append(header, static_cast<unsigned>(dtype), 4);
  append(header, lanes_log2, 3);
  append(header, shape.word_bits == 32 ? 1 : 2, 2);
  append(header, book == nullptr ? 1 : 0, 1);
  append(header, 0, 2);
  append(header, book == nullptr ? 0 : book->id, 4);
  append(header, 0, 4);
  append(header, book == nullptr ? 0 : book->epoch, 8);
  append(header, count, 32);
  return header;
}

Bytes bytes_of(const Bits& bits) {
  Bytes bytes;
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    bytes.push_back(static_cast<std::uint8_t>(field(bits, i, 8)));
  }
  return bytes;
}

}  // namespace

Bytes encode(huff::Dtype dtype, const Bytes& data, const huff::Book* book, const Shape& shape) {
  const std::vector<Bits> words = book == nullptr ? std::vector<Bits>{} : codewords(*book);
  std::size_t lmin = 8;
  if (book != nullptr) {
    lmin = 15;
    for (const Bits& word : words) {
      if (!word.empty() && word.size() < lmin) lmin = word.size();
    }
  }
  lmin += static_cast<std::size_t>(extra_of(dtype));

  std::vector<unsigned> values;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (extra_of(dtype) == 0) {
      values.push_back(data[i]);
    } else {
      values.push_back(data.at(i) + 256U * data.at(i + 1));
      ++i;
    }
  }

  std::vector<Lane> lanes(static_cast<std::size_t>(shape.lanes));
  for (std::size_t i = 0; i < values.size(); ++i) {
    lanes[i % lanes.size()].tokens.push_back(make_token(dtype, values[i], words, book == nullptr));
  }
  for (Lane& lane : lanes) {
    for (const Bits& token : lane.tokens) append(lane.stream, token);
    while (lane.stream.size() % static_cast<std::size_t>(shape.word_bits) != 0) {
      lane.stream.push_back(false);
    }
  }

  Bits message = make_header(dtype, book, shape, values.size());
  append(message, order(lanes, shape, static_cast<long>(lmin)));
  append(message, crc(bytes_of(message), shape), shape.word_bits);
  return bytes_of(message);
}

}  // namespace tern::oracle
