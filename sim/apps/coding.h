// SPDX-License-Identifier: Apache-2.0
//
// coding: how the messages of a tensor are divided into chunks, and which books these use.
//
//   Spec  docs/cli.md#chunks
//   Test  tb/apps/chunks_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/select.h"
#include "sim/apps/books.h"
#include "sim/apps/inputs.h"

namespace CLI {
class App;
}

namespace tern::apps {

/// Size of the chunks, who chooses their books, and the offset of the messages.
struct ChunkOptions {
  std::uint32_t chunk_steps = 0;  ///< 0: every message is one chunk
  std::string select = "named";
  std::string offset = "0";

  void add_to(CLI::App& app);
  [[nodiscard]] bool best() const { return select == "best"; }
  /// Nothing: each message has the cheapest. Precondition: check() found nothing.
  [[nodiscard]] std::optional<std::uint8_t> fixed_offset() const;
  /// Nothing if the options make sense together.
  [[nodiscard]] std::optional<Error> check(const BookOptions& books) const;
};

/// What the messages of one tensor are made with.
struct Coding {
  huff::Chunking chunking;
  std::optional<std::uint8_t> offset;    ///< of all messages; empty: each has the cheapest
  bool best = false;                     ///< each chunk takes the cheapest of `books` and raw
  std::vector<const huff::Book*> books;  ///< unless `best`, the one that all use; empty: raw

  /// The one that all chunks use; nullptr: raw, or the best of candidates().
  [[nodiscard]] const huff::Book* named() const {
    return best || books.empty() ? nullptr : books.front();
  }
  [[nodiscard]] std::vector<const huff::Book*> candidates() const {
    return best ? books : std::vector<const huff::Book*>{};
  }
  /// The offset of section 12.
  [[nodiscard]] std::uint8_t cheapest_offset(Dtype dtype, const std::uint8_t* data,
                                             std::size_t size) const;
  [[nodiscard]] huff::Plan plan(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                const huff::Geometry& geometry) const;
};

/// How to code a tensor. The books must stay where they are. Fails if the file lacks a book, or if
/// the book's codewords are too short for chunks. Precondition: check() found nothing.
[[nodiscard]] Result<Coding> coding_for(const huff::BookSet& set, const BookOptions& books,
                                        const ChunkOptions& chunks, const Input& input);

/// Bits of the tokens of a message, choice bits included.
[[nodiscard]] std::uint64_t planned_bits(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                         const huff::Plan& plan, const huff::Geometry& geometry);

}  // namespace tern::apps
