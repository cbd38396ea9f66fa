// SPDX-License-Identifier: Apache-2.0
//
// huff_vectors: writes cases of the golden model for the Python decoder.
//
// `huff_vectors DIR SEED COUNT` fills the existing folder DIR with COUNT messages and with training
// and book cases; tern_cross_test.py describes the files.
//
//   Spec  docs/huffman_format.md
//   Test  tb/python/tern_cross_test.py
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/book.h"
#include "model/huff/book_file.h"
#include "model/huff/histogram.h"
#include "model/huff/offset.h"
#include "model/huff/stream.h"
#include "model/huff/train.h"
#include "tb/python/random_cases.h"

namespace tern::huff {
namespace {

const char* fault_name(BookError error) {
  switch (error) {
    case BookError::kNone:
      return "none";
    case BookError::kTooLong:
      return "too_long";
    case BookError::kOversubscribed:
      return "oversubscribed";
    case BookError::kIncomplete:
      return "incomplete";
    case BookError::kUncodable:
      return "uncodable";
  }
  return "unknown";
}

std::string dtype_name(Dtype dtype) {
  return std::string(kDtypeNames.at(static_cast<std::size_t>(dtype)).text);
}

std::vector<std::uint8_t> symbol_lengths(const Book& book) {
  return {book.lengths.begin(), book.lengths.end() - 1};
}

/// Writes the files of the cases, which are numbered as they come.
class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}

  void next_case() { ++number_; }

  void write_case(const std::string& suffix, const void* data, std::size_t size) {
    write(fmt::format("case_{:04}{}", number_, suffix), data, size);
  }

  void write_case(const std::string& suffix, const std::string& text) {
    write_case(suffix, text.data(), text.size());
  }

  void write(const std::string& name, const void* data, std::size_t size) {
    std::ofstream file(folder_ + "/" + name, std::ios::binary);
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    file.close();
    if (!file && failed_.empty()) failed_ = name;
  }

  [[nodiscard]] const std::string& failed() const { return failed_; }

 private:
  std::string folder_;
  std::string failed_;
  std::uint32_t number_ = 0;
};

/// Five books for each dtype; one of them comes from the trainer.
BookSet random_books(Rng& rng) {
  BookSet books;
  for (const auto& dtype : kDtypeNames) {
    for (std::uint32_t made = 0; made < 5;) {
      const auto id = static_cast<std::uint8_t>(rng.below(kNumBooks));
      Book book = random_book(rng, dtype.value, id);
      if (made == 0) {
        const Result<Book> trained =
            train_book(dtype.value, average({random_histogram(rng), random_histogram(rng)}), {});
        if (!trained.ok()) continue;  // a histogram of zeros
        book.lengths = trained.value().lengths;
        book.max_len = trained.value().max_len;
      }
      if (!books.add(book)) ++made;
    }
  }
  return books;
}

/// Section 12: the offset that the values want with the first choice, and with all choices of the
/// message to choose from.
nlohmann::json cheapest_offsets(Dtype dtype, const Bytes& data, const Plan& plan) {
  const Histogram fields = count_symbols(dtype, data.data(), data.size());
  std::vector<const Book*> books = plan.choices;
  books.erase(std::remove(books.begin(), books.end(), nullptr), books.end());
  // Of one id the highest epoch, as if that had been loaded last.
  std::sort(books.begin(), books.end(),
            [](const Book* a, const Book* b) { return a->epoch < b->epoch; });
  return {{"named", choose_offset(fields, plan.choices.front())},
          {"best", choose_offset(fields, books, {plan.chunk_log2, plan.min_len})}};
}

constexpr std::size_t kMostValues = (std::size_t{4} << 15U) + 2;

void write_message(Rng& rng, const BookSet& books, std::uint32_t number, Writer* writer) {
  const Dtype dtype = kDtypeNames.at(number % kDtypeNames.size()).value;
  const bool wide = rng.chance(1, 2) || !fits(dtype, {1, 32});
  const Geometry geometry{1U << (number / 13 % 7), wide ? 64U : 32U};
  std::uint32_t chunk_log2 = 0;
  if (rng.chance(1, 2)) chunk_log2 = kMinChunkLog2 + static_cast<std::uint32_t>(rng.below(3));
  if (rng.chance(1, 16)) chunk_log2 = 15;
  std::size_t count = rng.below(1200);
  if (rng.chance(1, 3)) count = rng.below(4) * geometry.lanes + rng.below(3);
  if (rng.chance(1, 4)) count = (rng.below(3) * geometry.lanes << chunk_log2) + rng.below(3);
  if (rng.chance(1, 16)) count = 0;
  // Python needs 5 seconds for a million values. Two chunks of 2^15 steps are met with 2 lanes.
  count = std::min(count, kMostValues);
  const std::size_t steps = (count + geometry.lanes - 1) / geometry.lanes;
  const std::size_t size = chunk_log2 == 0 ? steps : std::size_t{1} << chunk_log2;
  const std::size_t chunks = steps == 0 ? 1 : (steps + size - 1) / size;
  const Plan plan = random_plan(rng, dtype, books, chunk_log2, chunks, number % 6 == 0);

  // Values that suit the book of the first chunk only: the others escape more.
  const Bytes data = random_values(rng, dtype, plan.choices.front(), count, plan.offset);
  Bytes message = encode(dtype, data.data(), data.size(), plan, geometry);
  const bool damaged = rng.chance(1, 2);
  const auto kind = static_cast<std::uint32_t>(rng.below(kDamageKinds));
  if (damaged) message = damage(rng, kind, std::move(message), geometry);
  std::optional<Geometry> built_for;
  if (rng.chance(1, 4)) built_for = geometry;
  if (rng.chance(1, 16)) built_for = Geometry{1U << rng.below(7), rng.chance(1, 2) ? 32U : 64U};

  const Decoded decoded = decode(message.data(), message.size(), books, built_for);
  const bool whole = decoded.error == StreamError::kNone;
  nlohmann::json options = {{"encoded", !damaged}, {"geometry", nullptr}};
  if (built_for) options["geometry"] = {built_for->lanes, built_for->word_bits};
  options["choices"] = nlohmann::json::array();
  for (const Book* const book : plan.choices) {
    options["choices"].push_back(book == nullptr ? nlohmann::json(nullptr)
                                                 : nlohmann::json{book->id, book->epoch});
  }
  if (number % 8 == 0) options["cheapest"] = cheapest_offsets(dtype, data, plan);
  if (damaged) options["note"] = fmt::format("damage of kind {}", kind);
  // What an undamaged message must give is known without the model's decoder.
  const Bytes& expected = damaged ? decoded.values : data;

  writer->next_case();
  writer->write_case(".bin", message.data(), message.size());
  writer->write_case(".error", fmt::format("{}\n", error_name(decoded.error)));
  if (whole) writer->write_case(".values", expected.data(), expected.size());
  writer->write_case(".options.json", options.dump() + "\n");
}

void write_training(Rng& rng, Writer* writer) {
  const Dtype dtype = kDtypeNames.at(rng.below(kDtypeNames.size())).value;
  std::vector<Histogram> histograms(1 + rng.below(3));
  for (Histogram& histogram : histograms) histogram = random_histogram(rng);
  TrainOptions options;
  options.max_len = kMinMaxCodeLen + static_cast<std::uint32_t>(rng.below(8));
  if (rng.chance(1, 2)) options.min_len = 1 + static_cast<std::uint32_t>(rng.below(8));
  if (rng.chance(1, 2)) options.coded = 1 + static_cast<std::uint32_t>(rng.below(256));
  if (rng.chance(1, 4)) options.coded = 15;

  const Result<Book> trained = train_book(dtype, average(histograms), options);
  nlohmann::json text = {{"dtype", dtype_name(dtype)},
                         {"histograms", histograms},
                         {"max_len", options.max_len},
                         {"min_len", options.min_len},
                         {"coded", nullptr}};
  if (options.coded) text["coded"] = *options.coded;
  if (trained.ok()) {
    text["lengths"] = symbol_lengths(trained.value());
    text["escape_length"] = trained.value().lengths[kEscapeIndex];
  } else {
    text["refused"] = true;
  }
  writer->next_case();
  writer->write_case(".train.json", text.dump() + "\n");
}

void write_book(Rng& rng, Writer* writer) {
  const Dtype dtype = kDtypeNames.at(rng.below(kDtypeNames.size())).value;
  Book book = random_book(rng, dtype, static_cast<std::uint8_t>(rng.below(kNumBooks)));
  if (rng.chance(7, 8)) book = spoil_book(rng, book);
  const nlohmann::json text = {{"dtype", dtype_name(dtype)},
                               {"id", book.id},
                               {"epoch", book.epoch},
                               {"max_len", book.max_len},
                               {"escape_length", book.lengths[kEscapeIndex]},
                               {"lengths", symbol_lengths(book)},
                               {"fault", fault_name(check(book))}};
  writer->next_case();
  writer->write_case(".book.json", text.dump() + "\n");
}

int run(const std::string& folder, std::uint64_t seed, std::uint64_t count) {
  Rng rng(seed);
  Writer writer(folder);
  const BookSet books = random_books(rng);
  const std::string text = format_books(books, fmt::format("random numbers of seed {}", seed));
  writer.write("books.json", text.data(), text.size());
  for (std::uint32_t number = 0; number < count; ++number) {
    write_message(rng, books, number, &writer);
  }
  for (std::uint64_t i = 0; i < count / 5; ++i) write_training(rng, &writer);
  for (std::uint64_t i = 0; i < count / 3; ++i) write_book(rng, &writer);
  if (writer.failed().empty()) return 0;
  fmt::print(stderr, "huff_vectors: {}/{} cannot be written\n", folder, writer.failed());
  return 7;
}

}  // namespace
}  // namespace tern::huff

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> count;
  if (arguments.size() == 3) {
    seed = tern::parse_seed(arguments[1]);
    count = tern::parse_seed(arguments[2]);
  }
  if (!seed || !count || *count > 9999) {
    fmt::print(stderr, "usage: huff_vectors DIR SEED COUNT, as huff_vectors build/cases 1 800\n");
    return 2;
  }
  return tern::huff::run(arguments[0], *seed, *count);
}
