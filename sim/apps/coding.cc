// SPDX-License-Identifier: Apache-2.0
//
// coding: how the messages of a tensor are divided into chunks, and which books these use.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#chunks
//   Test  tb/apps/chunks_test.py
#include "sim/apps/coding.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "model/common/dtype.h"
#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/histogram.h"
#include "model/huff/offset.h"
#include "model/huff/train.h"
#include "sim/apps/options.h"

namespace tern::apps {
namespace {

constexpr std::uint32_t kLeastSteps = 1U << huff::kMinChunkLog2;
constexpr std::uint32_t kMostSteps = 1U << 15;

huff::Chunking chunking_of(const ChunkOptions& options, Dtype dtype) {
  huff::Chunking chunking;
  while (options.chunk_steps > 1U << chunking.chunk_log2) ++chunking.chunk_log2;
  if (chunking.chunk_log2 != 0) chunking.min_len = huff::min_len_of_chunks(dtype);
  return chunking;
}

std::optional<Error> check_length(const huff::Book& book, const huff::Chunking& chunking,
                                  const std::string& file) {
  if (chunking.chunk_log2 == 0 || huff::min_len_of(&book) >= chunking.min_len) return {};
  const std::string cause = fmt::format(
      "book {} for {} has a codeword of {} bits, and messages of chunks take none below {}; train "
      "with --min-len {}, or leave --chunk-steps out",
      book.id, dtype_name(book.dtype), huff::min_length(book), chunking.min_len + 1,
      chunking.min_len + 1);
  return file.empty() ? Error{ErrorKind::kBook, cause} : file_error(file, cause, ErrorKind::kBook);
}

constexpr const char* kCheapest = "auto";

std::optional<std::uint8_t> parse_offset(const std::string& text) {
  std::string digits = text;
  if (!whole_number()(digits).empty() || !within(0, huff::kNumSymbols - 1)(digits).empty()) {
    return {};
  }
  return static_cast<std::uint8_t>(std::stoul(digits, nullptr, 0));
}

}  // namespace

std::optional<std::uint8_t> ChunkOptions::fixed_offset() const { return parse_offset(offset); }

void ChunkOptions::add_to(CLI::App& app) {
  app.add_option("--chunk-steps", chunk_steps,
                 "Steps of a chunk, which has a choice of its book: a power of two from 16 to "
                 "32768; 0: each message is one chunk")
      ->type_name("C")
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--select", select,
                 "Books of the chunks: named (all chunks the same one), or best (each chunk the "
                 "cheapest one of its dtype, or none)")
      ->type_name("WHO")
      ->capture_default_str();
  app.add_option("--offset", offset,
                 "Offset of the symbols, which moves a tensor's scale to that of its book: 0 to "
                 "255, or auto (the cheapest for each message)")
      ->type_name("N|auto")
      ->capture_default_str();
}

std::optional<Error> ChunkOptions::check(const BookOptions& books) const {
  const bool power = (chunk_steps & (chunk_steps - 1)) == 0;
  const bool legal = power && chunk_steps >= kLeastSteps && chunk_steps <= kMostSteps;
  if (chunk_steps != 0 && !legal) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--chunk-steps: {} is not a size of chunks; use 0, or a power of two "
                             "from {} to {}",
                             chunk_steps, kLeastSteps, kMostSteps)};
  }
  if (select != "named" && select != "best") {
    return Error{ErrorKind::kUsage,
                 fmt::format("--select: {} is no way to choose books; use named or best",
                             in_quotes(select))};
  }
  if (offset != kCheapest && !parse_offset(offset)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--offset: {} is no offset; use 0 to {}, or {}", in_quotes(offset),
                             huff::kNumSymbols - 1, kCheapest)};
  }
  if (!best()) return {};
  if (chunk_steps == 0) {
    return Error{ErrorKind::kUsage,
                 "--select: best chooses a book for each chunk; give --chunk-steps as well"};
  }
  if (books.book_id || books.raw) {
    return Error{ErrorKind::kUsage,
                 "--select: best chooses among all books and raw; leave --book-id and --raw out"};
  }
  return {};
}

huff::Plan Coding::plan(Dtype dtype, const std::uint8_t* data, std::size_t size,
                        const huff::Geometry& geometry) const {
  const std::uint8_t moved = offset ? *offset : cheapest_offset(dtype, data, size);
  if (best) return huff::plan_best(dtype, data, size, books, chunking, geometry, moved);
  return huff::plan_named(dtype, size, named(), chunking, geometry, moved);
}

std::uint8_t Coding::cheapest_offset(Dtype dtype, const std::uint8_t* data,
                                     std::size_t size) const {
  const huff::Histogram fields = huff::count_symbols(dtype, data, size);
  return best ? huff::choose_offset(fields, books, chunking) : huff::choose_offset(fields, named());
}

Result<Coding> coding_for(const huff::BookSet& set, const BookOptions& books,
                          const ChunkOptions& chunks, const Input& input) {
  Coding coding;
  coding.chunking = chunking_of(chunks, input.dtype);
  coding.best = chunks.best();
  coding.offset = chunks.fixed_offset();
  const Result<const huff::Book*> book = choose_book(set, books, input);
  if (!book) return book.error();
  if (coding.best) {
    coding.books = set.current(input.dtype);
  } else if (book.value() != nullptr) {
    coding.books = {book.value()};
    if (auto error = check_length(*book.value(), coding.chunking, books.file)) return *error;
  }
  return coding;
}

std::uint64_t planned_bits(Dtype dtype, const std::uint8_t* data, std::size_t size,
                           const huff::Plan& plan, const huff::Geometry& geometry) {
  std::uint64_t bits = (plan.choices.size() - 1) * huff::kChoiceBits;
  const std::size_t chunk_bytes =
      plan.chunk_log2 == 0
          ? size
          : huff::value_bytes(dtype) * (std::size_t{geometry.lanes} << plan.chunk_log2);
  for (std::size_t chunk = 0; chunk < plan.choices.size(); ++chunk) {
    const std::size_t from = chunk * chunk_bytes;
    const std::size_t bytes = std::min(chunk_bytes, size - from);
    const huff::Book* const book = plan.choices[chunk];
    // A raw token has as many bits as the value.
    bits +=
        book == nullptr
            ? bytes * 8
            : huff::token_bits(huff::count_symbols(dtype, data + from, bytes, plan.offset), *book);
  }
  return bits;
}

}  // namespace tern::apps
