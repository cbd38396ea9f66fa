// SPDX-License-Identifier: Apache-2.0
//
// abi_encode.cc: the encoder of tern.h.
//
// Whatever a caller may get wrong is a status here, before it could be a failed assertion below.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#include <limits>
#include <vector>

#include "model/host/abi.h"
#include "model/huff/chunk.h"
#include "model/huff/histogram.h"
#include "model/huff/offset.h"
#include "model/huff/select.h"

namespace tern::host {
namespace {

using huff::Book;
using huff::Dtype;

// A coding that was understood.
struct Rule {
  Dtype dtype = Dtype::kBf16;
  huff::Geometry geometry;
  huff::Chunking chunking;
  bool best = false;
  std::vector<const Book*> books;      // candidates, or the one; empty: raw
  std::optional<std::uint8_t> offset;  // empty: the cheapest

  [[nodiscard]] const Book* named() const {
    return best || books.empty() ? nullptr : books.front();
  }
};

// Everything but the books.
std::optional<Rule> parse(tern_dtype dtype, const tern_coding* coding) {
  const std::optional<Dtype> known = dtype_of(dtype);
  if (!known || coding == nullptr) return {};
  Rule rule;
  rule.dtype = *known;
  rule.geometry = {coding->lanes, coding->word_bits};
  if (!huff::is_legal(rule.geometry) || !huff::fits(*known, rule.geometry)) return {};
  if (coding->chunk_steps != 0) {
    while (rule.chunking.chunk_log2 < 16 &&
           std::uint32_t{1} << rule.chunking.chunk_log2 < coding->chunk_steps) {
      ++rule.chunking.chunk_log2;
    }
    if (rule.chunking.chunk_log2 == 0 || !huff::Chunks::is_legal(rule.chunking.chunk_log2) ||
        std::uint32_t{1} << rule.chunking.chunk_log2 != coding->chunk_steps) {
      return {};
    }
    rule.chunking.min_len = huff::min_len_of_chunks(*known);
  }
  if (coding->offset > TERN_OFFSET_CHEAPEST) return {};
  if (coding->offset != TERN_OFFSET_CHEAPEST) {
    rule.offset = static_cast<std::uint8_t>(coding->offset);
  }
  rule.best = coding->book == TERN_BOOK_BEST;
  if (rule.best && coding->chunk_steps == 0) return {};
  if (coding->book < TERN_BOOK_BEST || coding->book >= static_cast<int>(huff::kNumBooks)) return {};
  return rule;
}

tern_status choose_books(const huff::BookSet& set, int book, Rule& rule) {
  if (book == TERN_BOOK_RAW) return TERN_OK;
  if (rule.best) {
    rule.books = set.current(rule.dtype);
    return TERN_OK;
  }
  const Book* const found = book == TERN_BOOK_FIRST
                                ? set.first(rule.dtype)
                                : set.find(rule.dtype, static_cast<std::uint8_t>(book));
  if (found == nullptr) return TERN_UNKNOWN_BOOK;
  if (rule.chunking.chunk_log2 != 0 && huff::min_len_of(found) < rule.chunking.min_len) {
    return TERN_MIN_LEN;
  }
  rule.books = {found};
  return TERN_OK;
}

// Values that one message can carry.
bool is_message(Dtype dtype, std::size_t size) {
  const std::uint32_t bytes = huff::value_bytes(dtype);
  return size % bytes == 0 && size / bytes <= std::numeric_limits<std::uint32_t>::max();
}

huff::Plan plan_of(const Rule& rule, const std::uint8_t* data, std::size_t size) {
  std::uint8_t offset = 0;
  if (rule.offset) {
    offset = *rule.offset;
  } else {
    const huff::Histogram fields = huff::count_symbols(rule.dtype, data, size);
    offset = rule.best ? huff::choose_offset(fields, rule.books, rule.chunking)
                       : huff::choose_offset(fields, rule.named());
  }
  if (rule.best) {
    return huff::plan_best(rule.dtype, data, size, rule.books, rule.chunking, rule.geometry,
                           offset);
  }
  return huff::plan_named(rule.dtype, size, rule.named(), rule.chunking, rule.geometry, offset);
}

tern_status encode(const fast::Codec& codec, const Rule& rule, const void* values, std::size_t size,
                   void* out, std::size_t room, std::size_t& used) {
  used = 0;
  if ((values == nullptr && size != 0) || (out == nullptr && room != 0) ||
      !is_message(rule.dtype, size)) {
    return TERN_ARGUMENT;
  }
  const std::uint8_t* const data = bytes_at(values);
  const fast::Encoded encoded = codec.encode(rule.dtype, data, size, plan_of(rule, data, size),
                                             rule.geometry, static_cast<std::uint8_t*>(out), room);
  if (!encoded.fits) return TERN_ROOM;
  used = encoded.size;
  return TERN_OK;
}

}  // namespace
}  // namespace tern::host

void tern_coding_init(tern_coding* coding) noexcept {
  if (coding != nullptr) *coding = {16, 32, TERN_BOOK_FIRST, 0, 0};
}

size_t tern_encode_bound(tern_dtype dtype, size_t size, const tern_coding* coding) noexcept {
  const auto rule = tern::host::parse(dtype, coding);
  if (!rule || !tern::host::is_message(rule->dtype, size)) return 0;
  return tern::fast::max_message_bytes(rule->dtype, size / tern::huff::value_bytes(rule->dtype),
                                       rule->geometry);
}

tern_status tern_encode(const tern_codec* codec, tern_dtype dtype, const tern_coding* coding,
                        const void* values, size_t size, void* out, size_t room,
                        size_t* used) noexcept {
  tern_job job = {values, size, out, room, 0, TERN_OK, dtype};
  if (used == nullptr) return TERN_ARGUMENT;
  *used = 0;
  const tern_status status = tern_encode_many(codec, dtype, coding, &job, 1, 1);
  *used = job.used;
  return status;
}

tern_status tern_encode_many(const tern_codec* codec, tern_dtype dtype, const tern_coding* coding,
                             tern_job* jobs, size_t number, uint32_t threads) noexcept {
  return tern::host::guarded([&]() -> tern_status {
    auto rule = tern::host::parse(dtype, coding);
    if (!rule || codec == nullptr || (jobs == nullptr && number != 0)) return TERN_ARGUMENT;
    if (threads == 0 || threads > tern::host::kMostThreads) return TERN_ARGUMENT;
    const tern_status chosen = tern::host::choose_books(codec->codec.books(), coding->book, *rule);
    if (chosen != TERN_OK) return chosen;
    tern::fast::for_each_message(number, threads, [&](std::size_t i) {
      tern_job& job = jobs[i];
      job.dtype = dtype;
      job.status = tern::host::guarded([&] {
        return tern::host::encode(codec->codec, *rule, job.in, job.size, job.out, job.room,
                                  job.used);
      });
    });
    return tern::host::first_failure(jobs, number);
  });
}
