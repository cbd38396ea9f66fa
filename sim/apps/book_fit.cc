// SPDX-License-Identifier: Apache-2.0
//
// book_fit: what a book file would make of a tensor.
//
// Counting is enough to know: nothing is coded.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#include "sim/apps/book_fit.h"

#include <vector>

#include "model/huff/offset.h"
#include "model/huff/train.h"

namespace tern::apps {

Result<BookFit> fit_book(const huff::BookSet& set, const BookOptions& options, const Input& input,
                         const huff::Histogram& histogram) {
  const Result<const huff::Book*> first = choose_book(set, options, input);
  if (!first) return first.error();
  std::vector<const huff::Book*> books = {first.value()};
  if (!options.book_id) books = set.current(input.dtype);
  std::optional<BookFit> best;
  for (const huff::Book* const book : books) {
    const std::uint8_t offset = huff::choose_offset(histogram, book);
    const std::uint64_t bits = huff::token_bits(huff::shifted(histogram, offset), *book);
    const bool better =
        !best || bits < best->token_bits || (bits == best->token_bits && book->id < best->id);
    if (better) {
      best = BookFit{book->id, book->epoch, offset, bits, huff::token_bits(histogram, *book)};
    }
  }
  return *best;
}

}  // namespace tern::apps
