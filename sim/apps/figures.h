// SPDX-License-Identifier: Apache-2.0
//
// figures: what `tern eval` finds out about a tensor.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/histogram.h"
#include "model/huff/stream.h"
#include "sim/apps/engines.h"
#include "sim/apps/inputs.h"

namespace tern::apps {

/// What one engine made of a tensor.
struct EngineFigures {
  std::string name;
  std::string sha256;  ///< of all messages, one after the other
  std::uint64_t wire_bytes = 0;
  double seconds = 0;
  std::optional<CircuitFigures> circuit;
};

/// What a chunk uses: id and epoch of a book, and behind all of them raw.
using ChunkBook = std::pair<std::uint32_t, std::uint32_t>;
inline constexpr ChunkBook kRawChunk{huff::kNumBooks, 0};
[[nodiscard]] inline ChunkBook name_of(const huff::Book* book) {
  return book == nullptr ? kRawChunk : ChunkBook{book->id, book->epoch};
}

/// Everything about one tensor. Bits are exact; nothing is rounded before it is printed.
struct TensorFigures {
  Input input;
  std::uint64_t raw_bytes = 0;
  std::uint64_t coded_values = 0;
  std::uint64_t wire_bytes = 0;
  std::uint64_t messages = 0;
  std::uint64_t header_bytes = 0;
  std::uint64_t trailer_bytes = 0;
  std::uint64_t token_bits = 0;        ///< codewords, escaped symbols, extra bits, choice bits
  std::uint64_t padding_bits = 0;      ///< rest of the lanes' last words
  std::uint64_t own_huffman_bits = 0;  ///< tokens with the best book for this very tensor
  double shannon_bits = 0;
  huff::Histogram histogram{};
  const huff::Book* book = nullptr;    ///< nullptr: raw, or the choice of each chunk
  std::optional<std::uint8_t> offset;  ///< of all messages; empty: each has the cheapest
  std::map<std::uint8_t, std::uint64_t> messages_per_offset;
  std::uint64_t chunks = 0;
  std::map<ChunkBook, std::uint64_t> chunks_per_book;
  std::vector<EngineFigures> engines;
  bool match = false;
  std::string mismatch;  ///< what differs, if something does

  /// `bits` for each element of the tensor, or nothing if it has none.
  [[nodiscard]] std::optional<double> per_element(double bits) const;
  [[nodiscard]] std::optional<double> saved_percent() const;
};

/// Value below which `percent` of the counted steps lie, at least; nothing without steps.
[[nodiscard]] std::optional<std::uint64_t> percentile(const std::vector<std::uint64_t>& counts,
                                                      std::uint32_t percent);

/// Figures of a tensor that need no message: sizes, bounds, and the cost of its own best book under
/// `training`.
[[nodiscard]] Result<TensorFigures> measure(const Input& input,
                                            const std::vector<std::uint8_t>& values,
                                            const huff::Book* book,
                                            const huff::TrainOptions& training);

/// Fills in what follows from the messages: the parts of wire_bytes.
/// False: they do not add up, which means that an engine is wrong.
[[nodiscard]] bool split_wire_bytes(TensorFigures& figures, const huff::Geometry& geometry);

}  // namespace tern::apps
