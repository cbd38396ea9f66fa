// SPDX-License-Identifier: Apache-2.0
//
// test_chunks.cc: how random messages of many chunks are drawn.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/huff/chunk_test.cc
#include "model/huff/test_chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/common/dtype.h"
#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/test_cases.h"

namespace tern::huff {

Plan ChunkedCase::plan() const {
  Plan plan{chunk_log2, min_len, {}, offset};
  for (const std::size_t choice : choices) {
    plan.choices.push_back(choice == kRaw ? nullptr : &books[choice]);
  }
  return plan;
}

std::vector<Book> make_books(Rng& rng, Dtype dtype, std::uint32_t count) {
  std::vector<Book> books;
  while (books.size() < count) {
    Book book = make_book(rng, dtype, static_cast<BookKind>(rng.below(kNumBookKinds)));
    if (!books.empty() && rng.bits(1) != 0) book.id = books.back().id;
    const bool taken = std::any_of(books.begin(), books.end(), [&book](const Book& other) {
      return other.id == book.id && other.epoch == book.epoch;
    });
    if (!taken) books.push_back(book);
  }
  return books;
}

std::uint64_t make_chunked_count(Rng& rng, std::uint32_t lanes, std::uint32_t chunk_log2) {
  const std::uint64_t chunk = std::uint64_t{lanes} << chunk_log2;
  std::uint64_t count = rng.below(5) * chunk;
  if (rng.chance(1, 4)) count += rng.below(chunk);                     // any partial last chunk
  if (rng.chance(1, 4)) count += lanes * (1 + rng.below(3));           // some steps of it
  if (rng.chance(1, 2)) count += rng.below(2 * std::uint64_t{lanes});  // a partial step
  if (rng.chance(1, 4) && count > 0) --count;
  return count;
}

ChunkedCase make_chunked_case(Rng& rng, Dtype dtype, const Geometry& geometry,
                              std::uint32_t chunk_log2, std::uint64_t count,
                              std::vector<Book> books) {
  ChunkedCase c;
  c.dtype = dtype;
  c.geometry = geometry;
  c.chunk_log2 = chunk_log2;
  c.books = std::move(books);
  c.offset = make_offset(rng);
  const Chunks chunks(geometry.lanes, chunk_log2, count);
  const bool steady = rng.chance(1, 8);  // all chunks alike
  const std::uint64_t chunk_values =
      chunk_log2 == 0 ? count : std::uint64_t{geometry.lanes} << chunk_log2;
  std::uint32_t most = 7;
  for (std::uint64_t chunk = 0; chunk < chunks.number(); ++chunk) {
    std::size_t choice = rng.below(c.books.size() + 1);
    if (choice == c.books.size()) choice = ChunkedCase::kRaw;
    if (steady && chunk > 0) choice = c.choices.front();
    c.choices.push_back(choice);
    const Book* const book = choice == ChunkedCase::kRaw ? nullptr : &c.books[choice];
    most = std::min<std::uint32_t>(most, min_len_of(book));
    const std::uint64_t values = std::min(chunk_values, count - chunk * chunk_values);
    const auto data = make_values(rng, dtype, values, book, geometry.lanes, c.offset);
    c.data.insert(c.data.end(), data.begin(), data.end());
  }
  // The largest MinLen leaves rule 1 the most to do, a smaller one rule 2.
  c.min_len = static_cast<std::uint8_t>(rng.bits(1) != 0 ? most : rng.below(most + 1));
  return c;
}

ChunkedCase make_chunked_case(Rng& rng, Dtype dtype, const Geometry& geometry,
                              std::uint32_t chunk_log2, std::uint64_t count) {
  std::vector<Book> books = make_books(rng, dtype, static_cast<std::uint32_t>(rng.below(5)));
  return make_chunked_case(rng, dtype, geometry, chunk_log2, count, std::move(books));
}

std::uint32_t make_chunk_log2(Rng& rng) {
  if (rng.chance(1, 10)) return 0;
  return kMinChunkLog2 + (rng.chance(1, 3) ? static_cast<std::uint32_t>(rng.below(12)) : 0);
}

ChunkedCase make_chunked_case(Rng& rng, std::uint64_t max_values) {
  const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
  const Geometry geometry = make_geometry(rng, dtype);
  const std::uint32_t chunk_log2 = make_chunk_log2(rng);
  const std::uint64_t count = chunk_log2 == 0 ? make_count(rng, geometry.lanes)
                                              : make_chunked_count(rng, geometry.lanes, chunk_log2);
  return make_chunked_case(rng, dtype, geometry, chunk_log2, std::min(count, max_values));
}

std::vector<std::uint8_t> encode(const ChunkedCase& c) {
  return encode(c.dtype, c.data.data(), c.data.size(), c.plan(), c.geometry);
}

BookSet books_of(const ChunkedCase& c) {
  BookSet books;
  for (const Book& book : c.books) {
    const bool refused = books.add(book).has_value();
    assert(!refused);
    static_cast<void>(refused);
  }
  return books;
}

std::string describe(const ChunkedCase& c) {
  std::string choices;
  for (std::size_t i = 0; i < c.choices.size() && i < 20; ++i) {
    const bool raw = c.choices[i] == ChunkedCase::kRaw;
    choices +=
        raw ? " raw" : fmt::format(" {}.{}", c.books[c.choices[i]].id, c.books[c.choices[i]].epoch);
  }
  return fmt::format(
      "{} lanes, {}-bit words, {}, {} values, chunk_log2 {}, min_len {}, offset {}, {}:{}",
      c.geometry.lanes, c.geometry.word_bits, dtype_name(c.dtype), c.count(), c.chunk_log2,
      c.min_len, c.offset, c.choices.size() > 1 ? "choices" : "choice", choices);
}

}  // namespace tern::huff
