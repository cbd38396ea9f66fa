// SPDX-License-Identifier: Apache-2.0
//
// mutate.cc: how messages for the fuzzer are made and damaged.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/oracle/fuzz_decode_test.cc
#include "model/oracle/mutate.h"

#include <algorithm>

#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"
#include "model/oracle/fuzz_decode.h"

namespace tern::oracle {
namespace {

using huff::Book;

constexpr std::uint64_t kMaxValues = 400;

// A book that an encoder has and the decoders do not: no such id, no such epoch, or with longer
// codewords than theirs.
Book other_book(Rng& rng, const Book& known) {
  Book book = huff::make_book(rng, known.dtype, huff::BookKind::kUniform);
  book.id = known.id;
  book.epoch = known.epoch;
  switch (rng.below(3)) {
    case 0:
      book.id = static_cast<std::uint8_t>(7 + rng.below(9));
      break;
    case 1:
      book.epoch = static_cast<std::uint8_t>(2 + rng.below(254));
      break;
    default:
      break;
  }
  return book;
}

// Some of the fuzzer's books of a dtype.
std::vector<Book> some_books(Rng& rng, huff::Dtype dtype) {
  std::vector<Book> books;
  for (const Book& book : fuzz_books()) {
    if (book.dtype == dtype && rng.chance(1, 3)) books.push_back(book);
  }
  if (!books.empty() && rng.chance(1, 8)) {
    Book& book = books[rng.below(books.size())];
    book = other_book(rng, book);
    // Only books with long codewords beside it, so that MinLen can be high.
    books = {book};
  }
  return books;
}

}  // namespace

Bytes valid_input(Rng& rng, std::uint8_t options) {
  const auto dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
  huff::Geometry geometry = huff::make_geometry(rng, dtype);
  // Messages of few lanes have many chunks in few values.
  if (rng.bits(1) != 0) geometry.lanes = 1U << rng.below(3);
  const std::uint32_t chunk_log2 = huff::make_chunk_log2(rng);
  const std::uint64_t count =
      chunk_log2 == 0 ? rng.below(150) : huff::make_chunked_count(rng, geometry.lanes, chunk_log2);
  const huff::ChunkedCase c = huff::make_chunked_case(
      rng, dtype, geometry, chunk_log2, std::min(count, kMaxValues), some_books(rng, dtype));
  Bytes input = huff::encode(c);
  input.insert(input.begin(), options);
  return input;
}

void mutate(Rng& rng, Bytes& input) {
  // Half of the edits hit the header, which is a small part of a message but has most of the rules.
  const bool header = rng.bits(1) != 0;
  const std::size_t reach = std::min<std::size_t>(input.size() - 1, header ? 12 : input.size() - 1);
  const std::size_t at = 1 + rng.below(reach);
  switch (header ? 0 : rng.below(5)) {
    case 0:
      input[at] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      break;
    case 1:
      input[at] = static_cast<std::uint8_t>(rng.bits(8));
      break;
    case 2:
      input.resize(at + 1);
      break;
    case 3:
      input.resize(input.size() + rng.below(20), static_cast<std::uint8_t>(rng.bits(8)));
      break;
    default:
      input.erase(input.begin() + static_cast<std::ptrdiff_t>(at),
                  input.begin() + static_cast<std::ptrdiff_t>(
                                      std::min(input.size(), at + 4 * (1 + rng.below(3)))));
      break;
  }
}

Bytes mutated_input(Rng& rng) {
  Bytes input = valid_input(rng, static_cast<std::uint8_t>(rng.bits(2)));
  for (std::uint64_t edits = rng.below(4); edits > 0; --edits) {
    if (input.size() > 1) mutate(rng, input);
  }
  return input;
}

}  // namespace tern::oracle
