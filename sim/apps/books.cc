// SPDX-License-Identifier: Apache-2.0
//
// books: where the codebooks of a command come from.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#books
//   Test  tb/apps/books_test.py
#include "sim/apps/books.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/book_file.h"
#include "model/huff/train.h"
#include "sim/apps/progress.h"

namespace tern::apps {
namespace {

// Sixteen books of every dtype fill 300 KB.
constexpr std::uint64_t kMaxBookFile = std::uint64_t{16} << 20;

}  // namespace

void BookOptions::add_to(CLI::App& app) {
  app.add_option("--books", file,
                 "Book file of 'tern train' (default: train on the tensors themselves)")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--book-id", book_id, "Use this book of the file, 0 to 15 (default: the first)")
      ->type_name("I")
      ->check(whole_number())
      ->check(within(0, huff::kNumBooks - 1));
  app.add_flag("--raw", raw, "Send the values uncoded");
}

Result<huff::BookSet> load_books(const std::string& path) {
  Result<std::string> text = read_text_file(path, kMaxBookFile);
  if (!text) return text.error();
  return huff::parse_books(text.value(), path);
}

Result<std::map<Dtype, std::vector<huff::Histogram>>> count_inputs(
    const std::vector<Input>& inputs) {
  std::map<Dtype, std::vector<huff::Histogram>> histograms;
  Progress progress(total_bytes(inputs));
  for (const Input& input : inputs) {
    progress.describe("training: reading " + input.info.name);
    const Result<std::vector<std::uint8_t>> values = load(input);
    if (!values) return values.error();
    if (values.value().empty()) continue;
    histograms[input.dtype].push_back(
        huff::count_symbols(input.dtype, values.value().data(), values.value().size()));
    progress.advance(values.value().size());
  }
  return histograms;
}

Result<huff::BookSet> train_on(const std::vector<Input>& inputs, const TrainingOptions& training) {
  const Result<std::map<Dtype, std::vector<huff::Histogram>>> histograms = count_inputs(inputs);
  if (!histograms) return histograms.error();
  huff::BookSet set;
  for (const auto& [dtype, list] : histograms.value()) {
    const Result<huff::Book> book =
        huff::train_book(dtype, huff::average(list), training.for_dtype(dtype));
    if (!book) return book.error();
    if (std::optional<Error> error = set.add(book.value())) return *error;
  }
  return set;
}

Result<huff::BookSet> books_for(const std::vector<Input>& inputs, const BookOptions& books,
                                const TrainingOptions& training) {
  const bool from_file = !books.file.empty();
  if (books.raw && (from_file || books.book_id || training.given())) {
    return Error{ErrorKind::kUsage, "--raw: needs no book; leave the options for books out"};
  }
  if (from_file && training.given()) {
    return Error{ErrorKind::kUsage,
                 "--books: the file's books are not trained again; leave --max-len, --min-len, "
                 "--coded and --compact out"};
  }
  if (!from_file && books.book_id) {
    return Error{ErrorKind::kUsage, "--book-id: chooses from a book file; name it with --books"};
  }
  if (books.raw) return huff::BookSet{};
  return from_file ? load_books(books.file) : train_on(inputs, training);
}

Result<const huff::Book*> choose_book(const huff::BookSet& set, const BookOptions& options,
                                      const Input& input) {
  if (options.raw) return nullptr;
  const huff::Book* book = nullptr;
  if (!options.book_id) {
    book = set.first(input.dtype);
  } else if (*options.book_id < huff::kNumBooks) {
    book = set.find(input.dtype, static_cast<std::uint8_t>(*options.book_id));
  }
  // Without a file a missing book means that no tensor of this dtype has any value.
  if (book != nullptr || options.file.empty()) return book;
  const std::string which = options.book_id ? fmt::format("book {}", *options.book_id) : "book";
  return file_error(
      options.file,
      fmt::format("has no {} for {}, the dtype of tensor {}; add one with 'tern train --dtype {} "
                  "--append'",
                  which, dtype_name(input.dtype), in_quotes(input.info.name),
                  dtype_name(input.dtype)),
      ErrorKind::kBook);
}

}  // namespace tern::apps
