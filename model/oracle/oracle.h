// SPDX-License-Identifier: Apache-2.0
//
// oracle.h: second, deliberately naive implementation of the stream.
//
// It reads bit by bit, keeps everything in lists and transcribes the document; its only purpose is
// to check the golden model, with which it shares no code.
//
//   Spec  docs/huffman_format.md
//   Test  model/oracle/oracle_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/huff/book.h"
#include "model/oracle/tree.h"

namespace tern::oracle {

using Bytes = std::vector<std::uint8_t>;

/// Lanes and bits of a word.
struct Shape {
  int lanes = 1;
  int word_bits = 32;
};

/// How a message is coded: the header's fields, and a book for each chunk; nullptr: raw.
struct Choices {
  int chunk_log2 = 0;
  int min_len = 0;
  std::vector<const huff::Book*> books;
  int offset = 0;
};

/// One message of the values in `data`.
[[nodiscard]] Bytes encode(huff::Dtype dtype, const Bytes& data, const Choices& choices,
                           const Shape& shape);

/// The same in one chunk, with the largest MinLen and offset 0.
[[nodiscard]] Bytes encode(huff::Dtype dtype, const Bytes& data, const huff::Book* book,
                           const Shape& shape);

struct Decoded {
  huff::StreamError error = huff::StreamError::kNone;
  Bytes values;  ///< empty unless error is kNone
};

/// Decodes one message, with the checks of section 9 one after the other. With `shape`, refuses
/// every other one.
[[nodiscard]] Decoded decode(const Bytes& message, const std::vector<huff::Book>& books,
                             const std::optional<Shape>& shape = std::nullopt);

/// CRC-32 of section 8, zero bytes included, one bit at a time.
[[nodiscard]] std::uint32_t crc(const Bytes& bytes, const Shape& shape);

/// Number of `count` bits in `bits` from `at`, least significant first.
[[nodiscard]] std::uint64_t field(const Bits& bits, std::size_t at, int count);

/// The bits of `bytes`, least significant bit of the first byte first.
[[nodiscard]] Bits bits_of(const Bytes& bytes);

/// Extra bits of a dtype.
[[nodiscard]] int extra_of(huff::Dtype dtype);

/// Length of the shortest entry of a book; nullptr: that of a raw symbol.
[[nodiscard]] int shortest_of(const huff::Book* book);

}  // namespace tern::oracle
