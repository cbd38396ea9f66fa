// SPDX-License-Identifier: Apache-2.0
//
// scenario: a program of books and messages for one encoder, with what must come of it.
//
//   Spec  docs/huffman_format.md
//   Test  tb/huff/encoder_bench_test.cc
#include "tb/huff/scenario.h"

#include <fmt/format.h>

#include <utility>

namespace tern::tb {

const huff::Book& Scenario::load(sim::BookLoad writes, const huff::Book& book) {
  steps_.push_back({true, books_.size()});
  loads_.push_back(std::move(writes));
  books_.push_back(book);
  return books_.back();
}

sim::EncoderMessage& Scenario::message(huff::Dtype dtype, Bytes values, bool raw) {
  const huff::Book* const book = raw || books_.empty() ? nullptr : &books_.back();
  const std::uint32_t bytes = huff::value_bytes(dtype);
  steps_.push_back({false, messages_.size()});
  values_.push_back(std::move(values));
  const Bytes& data = values_.back();
  sim::EncoderMessage message;
  message.values = {dtype, data.data(), data.size() / bytes, book};
  message.dtype_code = static_cast<std::uint8_t>(dtype);
  message.raw = raw || book == nullptr;
  message.count = static_cast<std::uint32_t>(data.size() / bytes);
  message.packet.data = data.data();
  message.packet.size = data.size();
  message.packet.beat_bytes = std::size_t{config_.lanes} * bytes;
  message.expected = huff::encode(dtype, data.data(), data.size(), book, config_.geometry());
  messages_.push_back(std::move(message));
  return messages_.back();
}

void Scenario::fill(sim::EncoderBench& bench) const {
  for (const Step& step : steps_) {
    if (step.is_book) {
      bench.load_entries(loads_[step.index]);
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
  if (pins.err_book.get() || pins.err_count.get() || pins.err_cmd.get()) {
    return sim::Fault{bench.harness().cycle(),
                      fmt::format("error set: book {}, count {}, command {}", pins.err_book.get(),
                                  pins.err_count.get(), pins.err_cmd.get())};
  }
  if (pins.busy.get()) return sim::Fault{bench.harness().cycle(), "busy does not fall"};
  return std::nullopt;
}

std::string short_name(const sim::EncoderVariant& variant) {
  const sim::EncoderConfig& c = variant.config;
  return fmt::format("N{}W{}V{}M{}T{}", c.lanes, c.word_bits, c.value_bits, c.max_code_len,
                     c.min_token_bits);
}

}  // namespace tern::tb
