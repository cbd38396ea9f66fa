// SPDX-License-Identifier: Apache-2.0
//
// expected_counters: what the counters of an encoder must say, from the messages that were sent.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#include "tb/huff/expected_counters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "model/huff/symbolize.h"

namespace tern::tb {

using huff::Counters;
using sim::Fault;

namespace {

std::uint8_t symbol(const sim::MessageValues& values, std::uint64_t index) {
  return huff::symbolize(values.dtype, huff::load_value(values.dtype, values.data, index),
                         values.plan.offset)
      .symbol;
}

}  // namespace

void ExpectedCounters::message(const sim::EncoderMessage& message) {
  const std::uint64_t lanes = config_.lanes;
  const std::uint64_t steps = std::max<std::uint64_t>(1, (message.count + lanes - 1) / lanes);
  for (std::uint64_t step = 0; step < steps; ++step) {
    if (message.count > 0) count_step(message, step);
    // The Fibonacci register of x^16 + x^15 + x^13 + x^4 + 1.
    const std::uint32_t taps =
        (random_ >> 15U) ^ (random_ >> 14U) ^ (random_ >> 12U) ^ (random_ >> 3U);
    random_ = (random_ << 1U | (taps & 1U)) & 0xFFFFU;
  }
  counters_.words += message.expected->size() / (config_.word_bits / 8);
}

void ExpectedCounters::count_step(const sim::EncoderMessage& message, std::uint64_t step) {
  const sim::MessageValues& values = message.values;
  const std::uint64_t first = step * config_.lanes;
  const std::uint64_t present = std::min<std::uint64_t>(config_.lanes, message.count - first);
  counters_.raw_bytes += present * huff::value_bytes(values.dtype);
  const std::uint32_t log2 = values.plan.chunk_log2;
  const std::uint64_t chunk = log2 == 0 ? 0 : step >> log2;
  const huff::Book* const book = values.plan.choices[chunk];
  const std::uint32_t found = book == nullptr ? 0 : book->id;
  const std::uint32_t id = message.best ? found : message.book_id;
  if (filter_ && (filter_->dtype != values.dtype || filter_->book != id)) return;
  if (step == chunk << log2) {
    ++(book == nullptr ? counters_.raw_chunks : counters_.chunks[slot_of(book)]);
  } else if (const std::uint64_t lane = random_ % config_.lanes; lane < present) {
    ++counters_.samples[symbol(values, first + lane)];
  }
  for (std::uint64_t i = first; book != nullptr && i < first + present; ++i) {
    counters_.escapes += book->lengths[symbol(values, i)] == 0 ? 1 : 0;
  }
}

std::uint32_t ExpectedCounters::slot_of(const huff::Book* book) const {
  for (const auto& [known, slot] : slots_) {
    if (known == book) return slot;
  }
  ADD_FAILURE() << "a book that was not loaded";
  return 0;
}

std::optional<Fault> difference(const Counters& got, const Counters& want) {
  const auto fault = [](const std::string& what, std::uint64_t g, std::uint64_t w) {
    return Fault{0, fmt::format("{}: {} counted, {} expected", what, g, w)};
  };
  for (std::size_t i = 0; i < got.samples.size(); ++i) {
    if (got.samples[i] != want.samples[i]) {
      return fault(fmt::format("symbol {}", i), got.samples[i], want.samples[i]);
    }
  }
  for (std::size_t i = 0; i < got.chunks.size(); ++i) {
    if (got.chunks[i] != want.chunks[i]) {
      return fault(fmt::format("chunks of slot {}", i), got.chunks[i], want.chunks[i]);
    }
  }
  if (got.raw_chunks != want.raw_chunks)
    return fault("raw chunks", got.raw_chunks, want.raw_chunks);
  if (got.raw_bytes != want.raw_bytes) return fault("raw bytes", got.raw_bytes, want.raw_bytes);
  if (got.words != want.words) return fault("words", got.words, want.words);
  if (got.escapes != want.escapes) return fault("escapes", got.escapes, want.escapes);
  return std::nullopt;
}

std::uint64_t events(const Counters& counters) {
  std::uint64_t sum = counters.raw_chunks;
  for (const std::uint64_t n : counters.samples) sum += n;
  for (const std::uint64_t n : counters.chunks) sum += n;
  return sum;
}

}  // namespace tern::tb
