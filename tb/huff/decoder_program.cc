// SPDX-License-Identifier: Apache-2.0
//
// decoder_program: books and messages for one decoder, with what the golden decoder makes of them.
//
//   Spec  docs/huffman_format.md
//   Test  tb/huff/decoder_bench_test.cc
#include "tb/huff/decoder_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/frame.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {

using huff::Book;
using huff::Dtype;
using huff::StreamError;

namespace {

constexpr std::size_t kHeaderBytes = huff::kHeaderBits / 8;

huff::Header header_of(const Bytes& message) {
  return huff::unpack_header(huff::load_header(message.data()));
}

Dtype any_dtype(const sim::DecoderConfig& config, Rng& rng) {
  const std::vector<Dtype> dtypes = decoder_dtypes(config);
  return dtypes[static_cast<std::size_t>(rng.below(dtypes.size()))];
}

}  // namespace

sim::EncoderConfig data_limits(const sim::DecoderConfig& config) {
  sim::EncoderConfig limits;
  limits.lanes = config.lanes;
  limits.word_bits = config.word_bits;
  limits.value_bits = config.value_bits;
  limits.max_code_len = config.max_code_len;
  limits.min_token_bits = 1;
  limits.book_kind = config.book_kind;
  limits.top_symbols = config.top_symbols;
  return limits;
}

std::vector<Dtype> decoder_dtypes(const sim::DecoderConfig& config) {
  return dtypes_of(data_limits(config));
}

std::vector<Dtype> some_decoder_dtypes(const sim::DecoderConfig& config, Rng& rng) {
  std::vector<Dtype> some;
  for (const std::uint32_t bytes : {1U, 2U, 4U}) {
    std::vector<Dtype> kind = decoder_dtypes(config);
    kind.erase(std::remove_if(kind.begin(), kind.end(),
                              [&](Dtype dtype) { return huff::value_bytes(dtype) != bytes; }),
               kind.end());
    if (!kind.empty()) some.push_back(kind[static_cast<std::size_t>(rng.below(kind.size()))]);
  }
  return some;
}

Book any_book(const sim::DecoderConfig& config, Dtype dtype, Rng& rng) {
  Book book = random_book(dtype, data_limits(config), rng);
  const std::uint64_t kind = rng.below(4);
  if (kind == 0) book.lengths = uniform_book(dtype, config.kind()).lengths;
  if (kind == 1) {
    const auto shortest = 1 + static_cast<std::uint32_t>(rng.below(3));
    book.lengths = staircase_book(dtype, shortest, config.max_code_len, config.kind()).lengths;
  }
  book.max_len = static_cast<std::uint8_t>(config.max_code_len);
  return book;
}

std::vector<Book> any_books(const sim::DecoderConfig& config, Dtype dtype, Rng& rng) {
  std::vector<Book> books;
  while (books.size() < config.books) {
    Book book = any_book(config, dtype, rng);
    if (!books.empty() && rng.chance(1, 2)) book.id = books.back().id;
    const bool taken = std::any_of(books.begin(), books.end(), [&book](const Book& other) {
      return other.id == book.id && other.epoch == book.epoch;
    });
    if (!taken) books.push_back(book);
  }
  return books;
}

DecoderProgram::DecoderProgram(const sim::DecoderConfig& config, std::vector<Book> books)
    : config_(config), books_(std::move(books)) {
  for (const Book& book : books_) {
    const std::optional<Error> error = set_.add(book);
    assert(!error);
    static_cast<void>(error);
  }
}

DecoderProgram::DecoderProgram(const sim::DecoderConfig& config, Rng& rng)
    : DecoderProgram(config, any_books(config, any_dtype(config, rng), rng)) {}

void DecoderProgram::load(sim::DecoderBench& bench, std::uint32_t first) const {
  for (std::uint32_t i = 0; i < books_.size(); ++i) bench.load_book(books_[i], first + i);
}

huff::Plan DecoderProgram::any_plan(std::uint64_t count, Rng& rng) const {
  std::uint32_t chunk_log2 = 0;
  if (rng.chance(2, 3)) chunk_log2 = huff::kMinChunkLog2;
  if (chunk_log2 != 0 && rng.chance(1, 3)) chunk_log2 += static_cast<std::uint32_t>(rng.below(3));
  if (chunk_log2 != 0 && rng.chance(1, 10)) chunk_log2 = 15;
  return any_plan(count, chunk_log2, rng);
}

huff::Plan DecoderProgram::any_plan(std::uint64_t count, std::uint32_t chunk_log2, Rng& rng) const {
  huff::Plan plan;
  plan.chunk_log2 = chunk_log2;
  const bool steady = rng.chance(1, 4);  // long runs of the same choice
  std::uint32_t most = huff::kSymbolBits;
  const std::uint64_t chunks = huff::Chunks(config_.lanes, chunk_log2, count).number();
  for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
    const std::size_t pick = static_cast<std::size_t>(rng.below(books_.size() + 1));
    const Book* book = pick == books_.size() ? nullptr : &books_[pick];
    if (steady && chunk > 0 && rng.chance(3, 4)) book = plan.choices.back();
    plan.choices.push_back(book);
    if (book != nullptr) most = std::min(most, huff::min_length(*book));
  }
  // The largest MinLen leaves rule 1 the most to do, a smaller one rule 2.
  plan.min_len = static_cast<std::uint8_t>(rng.chance(2, 3) ? most - 1 : rng.below(most));
  plan.offset = static_cast<std::uint8_t>(rng.chance(1, 4) ? 0 : rng.bits(8));
  return plan;
}

Bytes DecoderProgram::encode(const Bytes& values, const huff::Plan& plan) const {
  const Bytes moved = with_offset(values, dtype(), plan.offset);
  return huff::encode(dtype(), moved.data(), moved.size(), plan, config_.geometry());
}

Bytes DecoderProgram::encode(const Bytes& values, bool raw) const {
  return huff::encode(dtype(), values.data(), values.size(), raw ? nullptr : &book(),
                      config_.geometry());
}

Bytes DecoderProgram::any_values(std::uint64_t count, Rng& rng) const {
  const Book& any = books_[static_cast<std::size_t>(rng.below(books_.size()))];
  if (rng.chance(1, 4)) return random_values(dtype(), count, rng);
  if (rng.chance(1, 2)) return fitting_values(any, count, rng);
  // Runs of the shortest and the longest tokens: the lanes' buffers are emptied and filled.
  const std::uint32_t symbols[] = {shortest_symbol(any), longest_symbol(any)};
  const std::uint64_t run = 1 + rng.below(3 * config_.lanes + 1);
  Bytes values;
  for (std::uint64_t i = 0; i < count; ++i) {
    append_value(values, dtype(), symbols[i / run % 2], static_cast<std::uint32_t>(rng.bits(8)));
  }
  return values;
}

Bytes DecoderProgram::random_message(std::uint64_t count, Rng& rng) const {
  const Bytes values = any_values(count, rng);
  return encode(values, any_plan(count, rng));
}

Bytes DecoderProgram::raw_message(std::uint64_t count, Rng& rng) const {
  return encode(random_values(dtype(), count, rng), true);
}

std::uint64_t DecoderProgram::any_count(Rng& rng) const {
  const std::uint64_t lanes = config_.lanes;
  const std::uint64_t chunk = lanes << huff::kMinChunkLog2;
  switch (rng.below(4)) {
    case 0:
      return rng.below(5 * chunk);
    case 1:  // a step on either side of a border
      return (1 + rng.below(4)) * chunk - lanes + rng.below(2 * lanes + 1);
    default:
      return rng.below(5 * lanes + 4);
  }
}

huff::Decoded DecoderProgram::expected(const Bytes& message) const {
  huff::Decoded want = huff::decode(message.data(), message.size(), set_, config_.geometry());
  if (message.size() < kHeaderBytes) return want;
  const huff::Header header = header_of(message);
  const bool earlier = want.error == StreamError::kVersion || want.error == StreamError::kDtype ||
                       (want.error == StreamError::kReserved &&
                        (header.reserved != 0 || !huff::Chunks::is_legal(header.chunk_log2) ||
                         (header.raw && (header.book_id != 0 || header.epoch != 0))));
  if (earlier || header.dtype >= huff::kDtypeNames.size()) return want;
  if (huff::value_bytes(static_cast<Dtype>(header.dtype)) * 8 > config_.value_bits) {
    want.error = StreamError::kGeometry;
  }
  return want;
}

void DecoderProgram::send(sim::DecoderBench& bench, Bytes message) const {
  const huff::Decoded want = expected(message);
  bench.send(std::move(message), want);
}

std::uint64_t cycle_bound(const sim::DecoderConfig& config, const Bytes& message) {
  constexpr std::uint64_t kPerStep = 4;
  constexpr std::uint64_t kOnce = 6;
  const std::uint64_t beats =
      std::max<std::uint64_t>(1, (message.size() + config.beat_bytes() - 1) / config.beat_bytes());
  if (message.size() < kHeaderBytes) return beats + kOnce;
  const huff::Header header = header_of(message);
  const std::uint64_t steps = (std::uint64_t{header.count} + config.lanes - 1) / config.lanes;
  // A whole step takes at least Lmin bits from every lane, whatever the header promises; one more
  // may be under way.
  const std::uint32_t min_token =
      huff::min_token_bits(static_cast<Dtype>(header.dtype), header.min_len);
  const std::uint64_t possible = message.size() * 8 / (config.lanes * min_token) + 1;
  return beats + kPerStep * std::min(steps, possible) + kOnce;
}

sim::DecoderBenchOptions decoder_options(const RunContext& context, sim::StallPattern source,
                                         sim::StallPattern sink) {
  sim::DecoderBenchOptions options;
  options.seed = context.seed;
  options.source_stall = source;
  options.sink_stall = sink;
  options.done_stall = sink;
  options.harness.wave = context.wave;
  return options;
}

std::optional<sim::Fault> finish(sim::DecoderBench& bench) {
  if (!bench.run()) return bench.fault();
  for (int i = 0; i < 40; ++i) {
    if (!bench.step()) return bench.fault();
  }
  if (bench.pins().busy.get()) return sim::Fault{bench.harness().cycle(), "busy does not fall"};
  return std::nullopt;
}

std::string short_name(const sim::DecoderVariant& variant) {
  const sim::DecoderConfig& c = variant.config;
  const std::string kind =
      c.book_kind == sim::kKindFull ? "" : fmt::format("Y{}S{}", c.book_kind, c.top_symbols);
  return fmt::format("N{}W{}V{}M{}K{}{}", c.lanes, c.word_bits, c.value_bits, c.max_code_len,
                     c.books, kind);
}

}  // namespace tern::tb
