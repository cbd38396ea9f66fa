// SPDX-License-Identifier: Apache-2.0
//
// decode.cc: the oracle's decoder, a walk down a tree for every token.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
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
  bool choice = false;  // its choice bit, if it has one
  std::uint64_t value = 0;
};

/// Reads the next token of a lane from the bits that are there.
Token read_token(const Lane& lane, int extra_bits, const Tree* tree, bool has_choice,
                 std::uint64_t offset) {
  Token token;
  std::size_t at = lane.at;
  const auto has = [&lane, &at](int count) {
    return at + static_cast<std::size_t>(count) <= lane.bits.size();
  };
  if (has_choice) {
    if (!has(1)) return token;
    token.choice = lane.bits[at++];
  }
  if (!has(extra_bits)) return token;
  const std::uint64_t extra = field(lane.bits, at, extra_bits);
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
  const std::uint64_t value_field = (static_cast<std::uint64_t>(entry) + offset) % 256;
  const std::uint64_t half = extra_bits == 0 ? 1 : std::uint64_t{1} << (extra_bits - 1);
  token.value = value_field * half + extra % half + (extra / half) * 256 * half;
  if (extra_bits == 0) token.value = value_field;
  return token;
}

struct Payload {
  Bits bits;
  std::size_t at = 0;
};

/// The header of a message that was accepted so far, and the books.
struct Facts {
  const std::vector<huff::Book>& books;
  std::uint64_t dtype = 0;
  std::uint64_t min_len = 0;
  std::uint64_t chunk_log2 = 0;
  std::uint64_t count = 0;
  std::uint64_t offset = 0;
  Shape shape;
};

/// Checks 3 (as far as it is about a choice), 6, 7 and 8; gives the tree unless raw.
StreamError choose(const Facts& facts, bool raw, std::uint64_t id, std::uint64_t epoch,
                   std::optional<Tree>& tree) {
  tree.reset();
  if (raw) return id + epoch == 0 ? StreamError::kNone : StreamError::kReserved;
  bool resident = false;
  const huff::Book* book = nullptr;
  for (const huff::Book& candidate : facts.books) {
    if (static_cast<std::uint64_t>(candidate.dtype) != facts.dtype || candidate.id != id) continue;
    resident = true;
    if (candidate.epoch == epoch) book = &candidate;
  }
  if (!resident) return StreamError::kUnknownBook;
  if (book == nullptr) return StreamError::kEpoch;
  if (static_cast<std::uint64_t>(shortest_of(book)) < facts.min_len + 1) {
    return StreamError::kMinLen;
  }
  tree.emplace(*book);
  return StreamError::kNone;
}

/// Section 6: whether the token of this step and lane has a choice bit.
bool has_choice(const Facts& facts, std::uint64_t step, std::uint64_t lane) {
  if (facts.chunk_log2 == 0) return false;
  const auto lanes = static_cast<std::uint64_t>(facts.shape.lanes);
  const std::uint64_t size = std::uint64_t{1} << facts.chunk_log2;
  const std::uint64_t next_chunk = (step / size + 1) * size;  // its first step
  if (next_chunk * lanes >= facts.count) return false;        // there is none
  const std::uint64_t choice_steps = (13 + lanes - 1) / lanes;
  const std::uint64_t first = next_chunk - 2 - choice_steps;
  return step >= first && (step - first) * lanes + lane < 13;
}

/// Section 7 as the decoder lives it.
StreamError run(const Facts& facts, Payload& payload, std::optional<Tree>& tree, Bytes& values) {
  const auto word = static_cast<std::size_t>(facts.shape.word_bits);
  const auto lane_count = static_cast<std::uint64_t>(facts.shape.lanes);
  const int extra_bits = extra_of(static_cast<huff::Dtype>(facts.dtype));
  const std::uint64_t lmin = static_cast<std::uint64_t>(extra_bits) + facts.min_len + 1;
  std::vector<Lane> lanes(lane_count);
  for (std::uint64_t lane = 0; lane < lane_count; ++lane) {
    lanes[lane].rem = facts.count / lane_count + (lane < facts.count % lane_count ? 1 : 0);
  }
  Bits choice;
  for (std::uint64_t step = 0; lanes.front().rem > 0; ++step) {
    if (facts.chunk_log2 > 0 && step > 0 && step % (std::uint64_t{1} << facts.chunk_log2) == 0) {
      const StreamError error =
          choose(facts, choice.at(0), field(choice, 1, 4), field(choice, 5, 8), tree);
      if (error != StreamError::kNone) return error;
      choice.clear();
    }
    const Tree* const code = tree ? &*tree : nullptr;
    const auto next = [&](std::uint64_t lane) {
      return read_token(lanes[lane], extra_bits, code, has_choice(facts, step, lane), facts.offset);
    };
    bool took = true;
    while (took) {
      took = false;
      for (std::uint64_t i = 0; i < lane_count; ++i) {
        Lane& lane = lanes[i];
        if (lane.rem == 0) continue;
        const bool rule1 = lane.b() <= 2 * word && lane.b() < lane.rem * lmin;
        if (!rule1 && next(i).complete) continue;
        if (payload.at == payload.bits.size()) return StreamError::kTruncated;
        for (std::size_t k = 0; k < word; ++k) lane.bits.push_back(payload.bits[payload.at++]);
        took = true;
      }
    }
    for (std::uint64_t i = 0; i < lane_count; ++i) {
      if (lanes[i].rem == 0) continue;
      const Token token = next(i);
      if (has_choice(facts, step, i)) choice.push_back(token.choice);
      lanes[i].at = token.end;
      --lanes[i].rem;
      for (int shift = 0; shift < 8 + extra_bits; shift += 8) {
        values.push_back(static_cast<std::uint8_t>(token.value >> shift));
      }
    }
  }
  return StreamError::kNone;
}

Decoded refuse(StreamError error) { return {error, {}}; }

}  // namespace

Decoded decode(const Bytes& message, const std::vector<huff::Book>& books,
               const std::optional<Shape>& shape) {
  if (message.size() < 12) return refuse(StreamError::kSize);
  const Bits bits = bits_of(message);
  const std::uint64_t version = field(bits, 0, 4);
  const std::uint64_t dtype_code = field(bits, 4, 4);
  const std::uint64_t lanes_log2 = field(bits, 8, 3);
  const bool wide = field(bits, 11, 1) == 1;
  const bool raw = field(bits, 12, 1) == 1;
  const std::uint64_t min_len = field(bits, 13, 3);
  const std::uint64_t book_id = field(bits, 16, 4);
  const std::uint64_t chunk_log2 = field(bits, 20, 4);
  const std::uint64_t epoch = field(bits, 24, 8);
  const std::uint64_t count = field(bits, 32, 32);
  const std::uint64_t offset = field(bits, 64, 8);
  const std::uint64_t reserved = field(bits, 72, 24);

  if (version != 1) return refuse(StreamError::kVersion);
  if (chunk_log2 >= 1 && chunk_log2 <= 3) return refuse(StreamError::kReserved);
  if (raw && book_id + epoch != 0) return refuse(StreamError::kReserved);
  if (reserved != 0) return refuse(StreamError::kReserved);
  if (dtype_code > 12) return refuse(StreamError::kDtype);
  if (lanes_log2 == 7) return refuse(StreamError::kGeometry);
  if (dtype_code == 12 && !wide) return refuse(StreamError::kGeometry);
  const Shape own{1 << lanes_log2, wide ? 64 : 32};
  if (shape && (shape->lanes != own.lanes || shape->word_bits != own.word_bits)) {
    return refuse(StreamError::kGeometry);
  }
  const Facts facts{books, dtype_code, min_len, chunk_log2, count, offset, own};
  std::optional<Tree> tree;
  const StreamError first = choose(facts, raw, book_id, epoch, tree);
  if (first != StreamError::kNone) return refuse(first);

  const auto word_bytes = static_cast<std::size_t>(own.word_bits / 8);
  if (message.size() % word_bytes != 0) return refuse(StreamError::kSize);
  const std::size_t header_bytes = wide ? 16 : 12;
  if (message.size() < header_bytes + word_bytes) return refuse(StreamError::kSize);

  const std::size_t trailer_at = message.size() - word_bytes;
  Payload payload{Bits(bits.begin() + static_cast<long>(header_bytes * 8),
                       bits.begin() + static_cast<long>(trailer_at * 8)),
                  0};
  Decoded decoded;
  const StreamError error = run(facts, payload, tree, decoded.values);
  if (error != StreamError::kNone) return refuse(error);
  if (payload.at != payload.bits.size()) return refuse(StreamError::kExcess);
  const Bytes checked(message.begin(), message.begin() + static_cast<long>(trailer_at));
  if (field(bits, trailer_at * 8, own.word_bits) != crc(checked, own)) {
    return refuse(StreamError::kCrc);
  }
  return decoded;
}

}  // namespace tern::oracle
