// SPDX-License-Identifier: Apache-2.0
//
// encode.cc: the oracle's encoder.
//
//   Spec  docs/huffman_format.md
//   Test  model/oracle/oracle_test.cc
#include <list>
#include <map>

#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

void append(Bits& bits, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) bits.push_back((number >> i) % 2 == 1);
}

void append(Bits& bits, const Bits& more) { bits.insert(bits.end(), more.begin(), more.end()); }

/// The code of a chunk.
struct Code {
  bool raw = false;
  std::vector<Bits> words;
};

/// Section 5 without choice bit: extra bits, codeword, symbol if escaped.
Bits make_token(int extra_bits, std::uint64_t value, int offset, const Code& code) {
  // From the top: one bit of sign, 8 of the field, the rest is mantissa.
  std::uint64_t field_bits = value;
  std::uint64_t extra = 0;
  if (extra_bits > 0) {
    const std::uint64_t half = std::uint64_t{1} << (extra_bits - 1);
    field_bits = (value / half) % 256;
    extra = value % half + half * (value / half / 256);
  }
  // Not below 0 before the remainder is taken.
  const std::uint64_t symbol = (field_bits + 256 - static_cast<unsigned>(offset)) % 256;
  Bits token;
  append(token, extra, extra_bits);
  if (code.raw) {
    append(token, symbol, 8);
  } else if (!code.words.at(symbol).empty()) {
    append(token, code.words.at(symbol));
  } else {
    append(token, code.words.at(256));
    append(token, symbol, 8);
  }
  return token;
}

/// The 13 bits that name a book.
Bits make_choice(const huff::Book* book) {
  Bits bits;
  append(bits, book == nullptr ? 1 : 0, 1);
  append(bits, book == nullptr ? 0 : book->id, 4);
  append(bits, book == nullptr ? 0 : book->epoch, 8);
  return bits;
}

/// Section 6: the choice bits of a message, by the index of the value that carries them.
std::map<std::size_t, bool> choice_bits(const Choices& choices, std::size_t lanes) {
  std::map<std::size_t, bool> carried;
  const std::size_t steps = (13 + lanes - 1) / lanes;
  for (std::size_t chunk = 1; chunk < choices.books.size(); ++chunk) {
    const Bits bits = make_choice(choices.books[chunk]);
    const std::size_t first_step = (chunk << choices.chunk_log2) - 2 - steps;
    for (std::size_t j = 0; j < 13; ++j) carried[first_step * lanes + j] = bits[j];
  }
  return carried;
}

struct Lane {
  std::list<Bits> tokens;  // not yet decoded by the far side
  Bits stream;             // all tokens, filled up to whole words
  std::size_t taken = 0;   // bits of the stream that are in the payload
  long b = 0;              // bits taken and not yet decoded
};

/// Section 7, line by line.
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

Bits make_header(huff::Dtype dtype, const Choices& choices, const Shape& shape, std::size_t count) {
  const huff::Book* const book = choices.books.front();
  unsigned lanes_log2 = 0;
  for (int n = shape.lanes; n > 1; n /= 2) ++lanes_log2;
  Bits header;
  append(header, 1, 4);
  append(header, static_cast<unsigned>(dtype), 4);
  append(header, lanes_log2, 3);
  append(header, shape.word_bits == 32 ? 0 : 1, 1);
  append(header, book == nullptr ? 1 : 0, 1);
  append(header, static_cast<unsigned>(choices.min_len), 3);
  append(header, book == nullptr ? 0 : book->id, 4);
  append(header, static_cast<unsigned>(choices.chunk_log2), 4);
  append(header, book == nullptr ? 0 : book->epoch, 8);
  append(header, count, 32);
  append(header, static_cast<unsigned>(choices.offset), 8);
  append(header, 0, 24);
  while (header.size() % static_cast<std::size_t>(shape.word_bits) != 0) header.push_back(false);
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

Bytes encode(huff::Dtype dtype, const Bytes& data, const Choices& choices, const Shape& shape) {
  std::vector<Code> codes;
  for (const huff::Book* const book : choices.books) {
    codes.push_back({book == nullptr, book == nullptr ? std::vector<Bits>{} : codewords(*book)});
  }
  const int extra_bits = extra_of(dtype);
  const std::size_t bytes = static_cast<std::size_t>(8 + extra_bits) / 8;
  std::vector<std::uint64_t> values(data.size() / bytes);
  for (std::size_t i = data.size(); i-- > 0;) values[i / bytes] = values[i / bytes] * 256 + data[i];

  std::vector<Lane> lanes(static_cast<std::size_t>(shape.lanes));
  const std::map<std::size_t, bool> carried = choice_bits(choices, lanes.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t step = i / lanes.size();
    const std::size_t chunk = choices.chunk_log2 == 0 ? 0 : step >> choices.chunk_log2;
    Bits token;
    if (carried.count(i) > 0) token.push_back(carried.at(i));
    append(token, make_token(extra_bits, values[i], choices.offset, codes.at(chunk)));
    lanes[i % lanes.size()].tokens.push_back(token);
  }
  for (Lane& lane : lanes) {
    for (const Bits& token : lane.tokens) append(lane.stream, token);
    while (lane.stream.size() % static_cast<std::size_t>(shape.word_bits) != 0) {
      lane.stream.push_back(false);
    }
  }

  Bits message = make_header(dtype, choices, shape, values.size());
  append(message, order(lanes, shape, extra_bits + choices.min_len + 1));
  append(message, crc(bytes_of(message), shape), shape.word_bits);
  return bytes_of(message);
}

Bytes encode(huff::Dtype dtype, const Bytes& data, const huff::Book* book, const Shape& shape) {
  return encode(dtype, data, Choices{0, shortest_of(book) - 1, {book}}, shape);
}

}  // namespace tern::oracle
