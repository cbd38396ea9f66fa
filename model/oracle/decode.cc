// SPDX-License-Identifier: Apache-2.0
//
// decode.cc: the oracle's decoder, a walk down a tree for every token.
//
//   Spec  docs/huffman_format.md#8-decoding-errors
//   Test  model/oracle/oracle_test.cc
#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

using huff::StreamError;

struct Lane {
  Bits bits;           // all bits taken
  std::size_t at = 0;  // of them decoded
  std::uint64_t rem = 0;

  [[nodiscard]] std::uint64_t b() const { return bits.size() - at; }
};

struct Token {
  bool complete = false;
  std::size_t end = 0;  // position behind the token, in the lane
  unsigned value = 0;
};

/// Reads the next token of a lane from the bits that are there.
Token read_token(const Lane& lane, int extra_bits, const Tree* tree) {
  Token token;
  std::size_t at = lane.at;
  const auto has = [&lane, &at](int count) {
    return at + static_cast<std::size_t>(count) <= lane.bits.size();
  };
  if (!has(extra_bits)) return token;
  const auto extra = static_cast<unsigned>(field(lane.bits, at, extra_bits));
  at += static_cast<std::size_t>(extra_bits);

  int entry = 256;
  if (tree != nullptr) {
    std::size_t node = 0;
    while (tree->entry(node) == Tree::kNoEntry) {
      if (!has(1)) return token;
      node = tree->descend(node, lane.bits[at++]);
    }
    entry = tree->entry(node);
  }
  if (entry == 256) {
    if (!has(8)) return token;
    entry = static_cast<int>(field(lane.bits, at, 8));
    at += 8;
  }
  token.complete = true;
  token.end = at;
  const auto symbol = static_cast<unsigned>(entry);
  token.value = extra_bits == 0 ? symbol : extra % 128 + symbol * 128 + (extra / 128) * 32768;
  return token;
}

struct Payload {
  Bits bits;
  std::size_t at = 0;
};

/// Section 6 as the decoder lives it. False: a word was asked for and none was left.
bool run(std::vector<Lane>& lanes, Payload& payload, const Shape& shape, std::uint64_t lmin,
         int extra_bits, const Tree* tree, Bytes& values) {
  const auto word = static_cast<std::size_t>(shape.word_bits);
  const auto any_left = [&lanes] {
    for (const Lane& lane : lanes) {
      if (lane.rem > 0) return true;
    }
    return false;
  };
  while (any_left()) {
    bool took = true;
    while (took) {
      took = false;
      for (Lane& lane : lanes) {
        if (lane.rem == 0) continue;
        const bool rule1 = lane.b() <= 2 * word && lane.b() < lane.rem * lmin;
        if (!rule1 && read_token(lane, extra_bits, tree).complete) continue;
        if (payload.at == payload.bits.size()) return false;
        for (std::size_t i = 0; i < word; ++i) lane.bits.push_back(payload.bits[payload.at++]);
        took = true;
      }
    }
    for (Lane& lane : lanes) {
      if (lane.rem == 0) continue;
      const Token token = read_token(lane, extra_bits, tree);
      lane.at = token.end;
      --lane.rem;
      values.push_back(static_cast<std::uint8_t>(token.value % 256));
      if (extra_bits > 0) values.push_back(static_cast<std::uint8_t>(token.value / 256));
    }
  }
  return true;
}

Decoded refuse(StreamError error) { return {error, {}}; }

}  // namespace

Decoded decode(const Bytes& message, const std::vector<huff::Book>& books,
               const std::optional<Shape>& shape) {
  if (message.size() < 8) return refuse(StreamError::kSize);
  const Bits bits = bits_of(message);
  const std::uint64_t version = field(bits, 0, 4);
  const std::uint64_t dtype_code = field(bits, 4, 4);
  const std::uint64_t lanes_log2 = field(bits, 8, 3);
  const std::uint64_t word_code = field(bits, 11, 2);
  const bool raw = field(bits, 13, 1) == 1;
  const std::uint64_t reserved = field(bits, 14, 2) + field(bits, 20, 4);
  const std::uint64_t book_id = field(bits, 16, 4);
  const std::uint64_t epoch = field(bits, 24, 8);
  const std::uint64_t count = field(bits, 32, 32);

  if (version != 1) return refuse(StreamError::kVersion);
  if (reserved != 0 || (raw && book_id + epoch != 0)) return refuse(StreamError::kReserved);
  if (dtype_code > 6) return refuse(StreamError::kDtype);
  if (lanes_log2 == 7 || word_code == 0 || word_code == 3) return refuse(StreamError::kGeometry);
  const Shape own{1 << lanes_log2, word_code == 1 ? 32 : 64};
  if (shape && (shape->lanes != own.lanes || shape->word_bits != own.word_bits)) {
    return refuse(StreamError::kGeometry);
  }

  const auto dtype = static_cast<huff::Dtype>(dtype_code);
  const huff::Book* book = nullptr;
  for (const huff::Book& candidate : books) {
    if (candidate.dtype == dtype && candidate.id == book_id) book = &candidate;
  }
  if (!raw && book == nullptr) return refuse(StreamError::kUnknownBook);
  if (!raw && book->epoch != epoch) return refuse(StreamError::kEpoch);

  const auto word_bytes = static_cast<std::size_t>(own.word_bits / 8);
  if (message.size() % word_bytes != 0) return refuse(StreamError::kSize);
  if (message.size() < 8 + word_bytes) return refuse(StreamError::kSize);

  std::optional<Tree> tree;
  std::uint64_t lmin = 8;
  if (!raw) {
    tree.emplace(*book);
    lmin = 15;
    for (const std::uint8_t length : book->lengths) {
      if (length > 0 && length < lmin) lmin = length;
    }
  }
  const int extra_bits = extra_of(dtype);
  lmin += static_cast<std::uint64_t>(extra_bits);

  const auto lane_count = static_cast<std::uint64_t>(own.lanes);
  std::vector<Lane> lanes(lane_count);
  for (std::uint64_t lane = 0; lane < lane_count; ++lane) {
    lanes[lane].rem = count / lane_count + (lane < count % lane_count ? 1 : 0);
  }
  const std::size_t trailer_at = message.size() - word_bytes;
  Payload payload{Bits(bits.begin() + 64, bits.begin() + static_cast<long>(trailer_at * 8)), 0};
  Decoded decoded;
  if (!run(lanes, payload, own, lmin, extra_bits, tree ? &*tree : nullptr, decoded.values)) {
    return refuse(StreamError::kTruncated);
  }
  if (payload.at != payload.bits.size()) return refuse(StreamError::kExcess);
  const Bytes checked(message.begin(), message.begin() + static_cast<long>(trailer_at));
  if (field(bits, trailer_at * 8, own.word_bits) != crc(checked, own)) {
    return refuse(StreamError::kCrc);
  }
  return decoded;
}

}  // namespace tern::oracle
