// SPDX-License-Identifier: Apache-2.0
//
// encoder_jobs: what jobs ask of an encoder.
//
//   Spec  docs/streams.md#encoder
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc
#include "sim/encoder_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "model/huff/chunk.h"

namespace tern::sim {

namespace {

Error usage(std::string message) { return {ErrorKind::kUsage, std::move(message)}; }

std::uint32_t shortest_token(const huff::Book& book) {
  return huff::extra_bits(book.dtype) + huff::min_length(book);
}

bool same_book(const huff::Book* a, const huff::Book* b) {
  return a != nullptr && b != nullptr && a->dtype == b->dtype && a->id == b->id &&
         a->epoch == b->epoch && a->lengths == b->lengths;
}

bool has(const std::vector<const huff::Book*>& books, const huff::Book* book) {
  return std::any_of(books.begin(), books.end(),
                     [book](const huff::Book* other) { return same_book(other, book); });
}

std::optional<Error> check_book(const huff::Book& book, const EncodeJob& job,
                                const EncoderConfig& config) {
  if (const huff::BookError error = huff::check(book); error != huff::BookError::kNone) {
    return Error{ErrorKind::kBook, huff::describe(error, book)};
  }
  if (book.dtype != job.dtype) return usage("the book is for another dtype than the values");
  if (!config.kind().holds(book)) {
    return Error{
        ErrorKind::kBook,
        fmt::format("the circuit does not hold such books: {} symbols "
                    "have codewords, of {} lengths; train books of its kind ('tern train --kind')",
                    coded_symbols(book), code_lengths(book))};
  }
  const auto longest = *std::max_element(book.lengths.begin(), book.lengths.end());
  // Of the candidates for the best, those with shorter tokens do not compete.
  const bool brief = !job.best && shortest_token(book) < config.min_token_bits;
  if (longest <= config.max_code_len && !brief) return std::nullopt;
  return Error{
      ErrorKind::kBook,
      fmt::format("the book has codewords of up to {} bits and tokens from {} bits on; "
                  "the circuit takes up to {} and from {} on",
                  longest, shortest_token(book), config.max_code_len, config.min_token_bits)};
}

std::optional<Error> check_best(const EncodeJob& job, const EncoderConfig& config) {
  if (job.chunk_log2 == 0 || 1U << job.chunk_log2 > config.best_steps) {
    return usage(fmt::format("the circuit chooses the best book for chunks of up to {} steps only",
                             config.best_steps));
  }
  for (const huff::Book* book : job.candidates) {
    const auto same = [book](const huff::Book* other) { return other->id == book->id; };
    if (std::count_if(job.candidates.begin(), job.candidates.end(), same) == 1) continue;
    return usage(fmt::format("two books to choose from have the id {}", book->id));
  }
  return std::nullopt;
}

std::optional<Error> check_job(const EncodeJob& job, const EncoderConfig& config) {
  const std::uint32_t bytes = huff::value_bytes(job.dtype);
  if (8 * bytes > config.value_bits) {
    return usage(fmt::format("values of {} bits do not fit the circuit, which takes up to {}",
                             8 * bytes, config.value_bits));
  }
  if (job.size % bytes != 0) {
    return usage(fmt::format("{} bytes are not a whole number of values", job.size));
  }
  if (!huff::Chunks::is_legal(job.chunk_log2)) {
    return usage(fmt::format("there are no chunks of 2^{} steps", job.chunk_log2));
  }
  if (!huff::fits(job.dtype, config.geometry()) ||
      huff::extra_bits(job.dtype) + huff::kSymbolBits > config.value_bits) {
    return usage("the circuit does not take values of this dtype");
  }
  if (job.size / bytes > std::numeric_limits<std::uint32_t>::max()) {
    return usage("a message holds at most 2^32 - 1 values");
  }
  const std::vector<const huff::Book*> named(job.book == nullptr ? 0 : 1, job.book);
  for (const huff::Book* book : job.best ? job.candidates : named) {
    if (std::optional<Error> error = check_book(*book, job, config)) return error;
  }
  return job.best ? check_best(job, config) : std::nullopt;
}

}  // namespace

std::vector<const huff::Book*> books_of(const EncodeJob& job, const EncoderConfig& config) {
  std::vector<const huff::Book*> books;
  if (!job.best && job.book != nullptr) books.push_back(job.book);
  if (!job.best) return books;
  std::copy_if(
      job.candidates.begin(), job.candidates.end(), std::back_inserter(books),
      [&config](const huff::Book* book) { return shortest_token(*book) >= config.min_token_bits; });
  return books;
}

std::optional<Error> check_jobs(const std::vector<EncodeJob>& jobs, const EncoderConfig& config) {
  std::map<huff::Dtype, std::vector<const huff::Book*>> competing;
  for (const EncodeJob& job : jobs) {
    if (std::optional<Error> error = check_job(job, config)) return error;
    if (job.best) competing.emplace(job.dtype, books_of(job, config));
  }
  if (competing.empty()) return std::nullopt;
  std::vector<const huff::Book*> all;
  for (const EncodeJob& job : jobs) {
    const std::vector<const huff::Book*> books = books_of(job, config);
    for (const huff::Book* book : books) {
      if (!has(all, book)) all.push_back(book);
    }
    // Every book of the dtype competes, whichever message it was loaded for.
    const auto found = competing.find(job.dtype);
    if (found == competing.end()) continue;
    const bool known = std::all_of(books.begin(), books.end(), [&found](const huff::Book* book) {
      return has(found->second, book);
    });
    if (known && (!job.best || books.size() == found->second.size())) continue;
    return usage("messages of one run choose among different books of one dtype");
  }
  if (all.size() <= config.books) return std::nullopt;
  return usage(fmt::format("there are {} books to choose from, and the circuit holds {}",
                           all.size(), config.books));
}

EncoderMessage make_message(const EncodeJob& job, const EncoderConfig& config) {
  EncoderMessage message;
  const std::uint32_t bytes = huff::value_bytes(job.dtype);
  const huff::Chunking chunking = config.chunking(job.dtype, job.chunk_log2);
  message.values = {job.dtype, job.data, job.size / bytes,
                    job.best ? huff::plan_best(job.dtype, job.data, job.size, job.candidates,
                                               chunking, config.geometry(), job.offset)
                             : huff::plan_named(job.dtype, job.size, job.book, chunking,
                                                config.geometry(), job.offset)};
  message.dtype_code = static_cast<std::uint8_t>(job.dtype);
  message.raw = !job.best && job.book == nullptr;
  message.best = job.best;
  message.book_id = job.best || job.book == nullptr ? 0 : job.book->id;
  message.chunk_log2 = static_cast<std::uint8_t>(job.chunk_log2);
  message.offset = job.offset;
  message.count = static_cast<std::uint32_t>(job.size / bytes);
  message.packet.data = job.data;
  message.packet.size = job.size;
  message.packet.beat_bytes = std::size_t{config.lanes} * bytes;
  return message;
}

std::optional<Slots::Load> Slots::use(const huff::Book* book, std::size_t job) {
  for (Slot& slot : slots_) {
    if (!same_book(slot.book, book)) continue;
    slot.jobs = job + 1;
    return std::nullopt;
  }
  Load load{static_cast<std::uint32_t>(next_), slots_[next_].jobs};
  for (Slot& slot : slots_) {
    // Another epoch is current no longer.
    if (slot.book == nullptr || slot.book->dtype != book->dtype || slot.book->id != book->id) {
      continue;
    }
    load.jobs_before = std::max(load.jobs_before, slot.jobs);
    slot.book = nullptr;
  }
  slots_[next_] = {book, job + 1};
  next_ = (next_ + 1) % slots_.size();
  return load;
}

}  // namespace tern::sim
