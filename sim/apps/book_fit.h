// SPDX-License-Identifier: Apache-2.0
//
// book_fit: what a book file would make of a tensor.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/histogram.h"
#include "sim/apps/books.h"
#include "sim/apps/inputs.h"

namespace tern::apps {

/// The book that codes a tensor cheapest with one offset for all its values, and what it costs.
struct BookFit {
  std::uint8_t id = 0;
  std::uint8_t epoch = 0;
  std::uint8_t offset = 0;
  std::uint64_t token_bits = 0;            ///< with this offset
  std::uint64_t token_bits_unaligned = 0;  ///< of the same book with offset 0
};

/// Of the books of the tensor's dtype, or the one that `options` names, the cheapest; of equally
/// cheap ones that with the lowest id, and the smallest offset. `histogram` is that of the tensor's
/// fields. Fails if the file has no book for it.
[[nodiscard]] Result<BookFit> fit_book(const huff::BookSet& set, const BookOptions& options,
                                       const Input& input, const huff::Histogram& histogram);

}  // namespace tern::apps
