// SPDX-License-Identifier: Apache-2.0
//
// scenario: a program of books and messages for one encoder, with what must come of it.
//
//   Spec  docs/huffman_format.md
//   Test  tb/huff/encoder_bench_test.cc
#include "tb/huff/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tern::tb {

const huff::Book& Scenario::book(const huff::Book& book) {
  return this->book(book, static_cast<std::uint32_t>(loads_.size()) % config_.books);
}

const huff::Book& Scenario::book(const huff::Book& book, std::uint32_t slot) {
  return load(sim::make_book_load(book, slot), book, slot);
}

const huff::Book& Scenario::load(sim::BookLoad writes, const huff::Book& book, std::uint32_t slot) {
  Load load{std::move(writes), 0};
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const huff::Book* const used = books_used_[i];
    // A message that asks for a book in vain must not find this one.
    const bool in_vain = used == nullptr && !messages_[i].raw;
    const bool same_name = used != nullptr && used->dtype == book.dtype && used->id == book.id;
    if (in_vain || same_name || (used != nullptr && used == slots_[slot])) {
      load.messages_before = i + 1;
    }
  }
  steps_.push_back({true, loads_.size()});
  loads_.push_back(std::move(load));
  books_.push_back(book);
  slots_[slot] = &books_.back();
  return books_.back();
}

sim::EncoderMessage& Scenario::send(const huff::Book* book, huff::Dtype dtype, Bytes values,
                                    std::uint32_t chunk_log2) {
  steps_.push_back({false, messages_.size()});
  const std::uint8_t offset = any_offset(values, messages_.size());
  values_.push_back(with_offset(std::move(values), dtype, offset));
  books_used_.push_back(book);
  messages_.push_back(make_message(dtype, values_.back(), book, chunk_log2, config_, offset));
  return messages_.back();
}

sim::EncoderMessage& Scenario::send_best(huff::Dtype dtype, Bytes values,
                                         std::uint32_t chunk_log2) {
  // Of several epochs the last one; a book that was overwritten is no candidate any more.
  std::vector<const huff::Book*> candidates;
  for (const huff::Book& book : books_) {
    if (book.dtype != dtype || std::find(slots_.begin(), slots_.end(), &book) == slots_.end()) {
      continue;
    }
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                    [&](const huff::Book* other) { return other->id == book.id; }),
                     candidates.end());
    candidates.push_back(&book);
  }
  sim::EncoderMessage& message = send(nullptr, dtype, std::move(values), chunk_log2);
  const Bytes& data = values_.back();
  message.raw = false;
  message.best = true;
  message.values.plan =
      huff::plan_best(dtype, data.data(), data.size(), candidates,
                      config_.chunking(dtype, chunk_log2), config_.geometry(), message.offset);
  message.expected =
      huff::encode(dtype, data.data(), data.size(), message.values.plan, config_.geometry());
  return message;
}

void Scenario::fill(sim::EncoderBench& bench) const {
  const std::size_t before = bench.messages();
  for (const Step& step : steps_) {
    if (step.is_book) {
      const Load& load = loads_[step.index];
      bench.load(load.writes, before + load.messages_before);
    } else {
      bench.send(messages_[step.index]);
    }
  }
}

std::optional<sim::Fault> Scenario::play(const sim::EncoderVariant& variant,
                                         const sim::BenchOptions& options) const {
  sim::EncoderBench bench(variant, options);
  fill(bench);
  if (!bench.run()) return bench.fault();
  return unexpected_error(bench);
}

sim::EncoderMessage make_message(huff::Dtype dtype, const Bytes& values, const huff::Book* book,
                                 std::uint32_t chunk_log2, const sim::EncoderConfig& config,
                                 std::uint8_t offset) {
  const std::uint32_t bytes = huff::value_bytes(dtype);
  sim::EncoderMessage message;
  message.values = {dtype, values.data(), values.size() / bytes,
                    huff::plan_named(dtype, values.size(), book, config.chunking(dtype, chunk_log2),
                                     config.geometry(), offset)};
  message.dtype_code = static_cast<std::uint8_t>(dtype);
  message.raw = book == nullptr;
  message.book_id = book == nullptr ? 0 : book->id;
  message.chunk_log2 = static_cast<std::uint8_t>(chunk_log2);
  message.offset = offset;
  message.count = static_cast<std::uint32_t>(message.values.count);
  message.packet.data = values.data();
  message.packet.size = values.size();
  message.packet.beat_bytes = std::size_t{config.lanes} * bytes;
  message.expected =
      huff::encode(dtype, values.data(), values.size(), message.values.plan, config.geometry());
  return message;
}

sim::BenchOptions bench_options(const RunContext& context, sim::StallPattern source,
                                sim::StallPattern sink) {
  sim::BenchOptions options;
  options.seed = context.seed;
  options.source_stall = source;
  options.sink_stall = sink;
  options.harness.wave = context.wave;
  // Half of the seeds offer values before their command.
  options.early_data = context.seed % 2 == 0;
  return options;
}

std::optional<sim::Fault> unexpected_error(sim::EncoderBench& bench) {
  // What follows the last message must not be another one, and busy must fall.
  for (int i = 0; i < 40; ++i) {
    if (!bench.step()) return bench.fault();
  }
  const sim::EncoderPins& pins = bench.pins();
  if (pins.err_book.get() || pins.err_count.get() || pins.err_cmd.get() || pins.err_load.get()) {
    return sim::Fault{
        bench.harness().cycle(),
        fmt::format("error set: book {}, count {}, command {}, load {}", pins.err_book.get(),
                    pins.err_count.get(), pins.err_cmd.get(), pins.err_load.get())};
  }
  if (pins.busy.get()) return sim::Fault{bench.harness().cycle(), "busy does not fall"};
  return std::nullopt;
}

std::string short_name(const sim::EncoderVariant& variant) {
  const sim::EncoderConfig& c = variant.config;
  const std::string kind =
      c.book_kind == sim::kKindFull ? "" : fmt::format("Y{}S{}", c.book_kind, c.top_symbols);
  return fmt::format("N{}W{}V{}M{}T{}K{}B{}{}{}", c.lanes, c.word_bits, c.value_bits,
                     c.max_code_len, c.min_token_bits, c.books, c.best_steps, kind,
                     c.latches != 0 ? "L" : "");
}

}  // namespace tern::tb
