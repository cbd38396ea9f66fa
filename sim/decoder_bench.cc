// SPDX-License-Identifier: Apache-2.0
//
// decoder_bench: a decoder with a driver on each of its ports.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_bench_test.cc
#include "sim/decoder_bench.h"

#include <fmt/format.h>

#include <utility>

namespace tern::sim {

namespace {

/// Every port has a random sequence of its own.
std::uint64_t port_seed(std::uint64_t seed, std::uint64_t port) {
  return SplitMix64(seed * 8 + port).next();
}

}  // namespace

std::vector<DecoderBookWrite> lengths_load(const huff::Book& book, std::uint32_t slot, Rng& noise) {
  std::vector<DecoderBookWrite> load;
  for (std::uint32_t i = 0; i < huff::kNumEntries; ++i) {
    load.push_back({i, (static_cast<std::uint32_t>(noise.bits(16)) << 4U) | book.lengths[i]});
  }
  load.push_back({huff::kNumEntries, (slot << 16U) | (std::uint32_t{book.epoch} << 8U) |
                                         (std::uint32_t{book.id} << 4U) |
                                         static_cast<std::uint32_t>(book.dtype)});
  return load;
}

DecoderBench::DecoderBench(const DecoderVariant& variant, const DecoderBenchOptions& options)
    : dut_(variant.make(variant.config, options.seed)),
      options_(options),
      harness_(*dut_.model, dut_.pins.clk, dut_.pins.rst_n, options.harness),
      source_(dut_.pins.in, options.source_stall, port_seed(options.seed, 0)),
      sink_(dut_.pins.out, options.sink_stall, port_seed(options.seed, 1)),
      monitor_(dut_.pins.out, variant.config.lanes),
      done_stall_(options.done_stall, port_seed(options.seed, 2)),
      book_stall_(options.source_stall, port_seed(options.seed, 3)),
      noise_(port_seed(options.seed, 4)) {
  dut_.pins.book.valid.set(false);
  dut_.pins.done.ready.set(false);
  dut_.pins.err_clear.set(false);
  harness_.reset();
}

void DecoderBench::reset() {
  source_.clear();
  sink_.clear();
  monitor_.clear();
  messages_.clear();
  loads_.clear();
  timing_.clear();
  outcomes_.clear();
  loaded_ = 0;
  settled_ = 0;
  write_ = 0;
  in_message_ = 0;
  out_message_ = 0;
  book_offered_ = false;
  fresh_ = true;
  dut_.pins.book.valid.set(false);
  harness_.reset();
}

void DecoderBench::load_entries(std::vector<DecoderBookWrite> load) {
  loads_.push_back({std::move(load), messages_.size()});
}

void DecoderBench::send(std::vector<std::uint8_t> message, const huff::Decoded& expected) {
  queue({std::move(message), expected, loads_.size()}, std::nullopt);
}

void DecoderBench::send(std::vector<std::uint8_t> message, const huff::Decoded& expected,
                        const KeepFault& keep_fault) {
  queue({std::move(message), expected, loads_.size()}, keep_fault);
}

void DecoderBench::send_unchecked(std::vector<std::uint8_t> message) {
  queue({std::move(message), std::nullopt, loads_.size()}, std::nullopt);
}

void DecoderBench::queue(Message message, const std::optional<KeepFault>& keep_fault) {
  messages_.push_back(std::move(message));
  timing_.emplace_back();
  const Message& queued = messages_.back();
  source_.push(
      Packet{queued.bytes.data(), queued.bytes.size(), dut_.config.beat_bytes(), keep_fault});
  const std::optional<huff::Decoded>& expected = queued.expected;
  if (expected && expected->error == huff::StreamError::kNone) {
    monitor_.expect(expected->values, huff::value_bytes(expected->dtype));
  } else {
    monitor_.expect_any();
  }
}

bool DecoderBench::done() const {
  return outcomes_.size() == messages_.size() && settled_ == loads_.size() && source_.idle() &&
         monitor_.complete();
}

bool DecoderBench::run() {
  while (!done()) {
    if (!step()) return false;
  }
  return true;
}

bool DecoderBench::step() {
  if (fresh_) {
    fresh_ = false;
    drive({});
    harness_.settle();
  }
  DecoderPins& pins = dut_.pins;
  const bool out = sink_.fires();
  const Fired fired{source_.fires(), pins.done.valid.get() && pins.done.ready.get(),
                    book_offered_ && pins.book.ready.get()};
  if (const char* problem = sink_.check()) harness_.fail(fmt::format("values: {}", problem));
  note_beats(fired.in, out);
  if (fired.done) take_verdict();
  if (loaded_ > settled_ && pins.book.ready.get()) settled_ = loaded_;
  if (fired.in || out || fired.done || fired.book) harness_.progress();
  if (harness_.fault()) return false;
  harness_.tick([&] { drive(fired); });
  return !harness_.fault();
}

void DecoderBench::note_beats(bool in, bool out) {
  if (in) {
    if (source_.beat() == 0) timing_[in_message_].first_in = next_edge();
    if (source_.beat() + 1 == source_.current().beats()) ++in_message_;
  } else if (source_.offering()) {
    ++timing_[in_message_].input_stalls;
  }
  if (out_message_ < timing_.size()) {
    DecoderOutcome& timing = timing_[out_message_];
    const bool valid = dut_.pins.out.valid.get();
    if (valid && timing.first_out == 0) timing.first_out = next_edge();
    if (!valid && timing.first_out != 0) ++timing.bubbles;
  }
  if (!out) return;
  if (const std::optional<std::string> wrong = monitor_.take()) {
    harness_.fail(fmt::format("message {}: {}", out_message_, *wrong));
    return;
  }
  if (monitor_.between_packets()) timing_[out_message_++].last_out = next_edge();
}

void DecoderBench::take_verdict() {
  const std::size_t index = outcomes_.size();
  if (index >= out_message_) {
    harness_.fail(fmt::format("verdict {} came before the last value of its message", index));
    return;
  }
  DecoderOutcome outcome = timing_[index];
  outcome.error = static_cast<huff::StreamError>(dut_.pins.done_error.get());
  outcome.dtype = static_cast<std::uint8_t>(dut_.pins.done_dtype.get());
  outcome.count = static_cast<std::uint32_t>(dut_.pins.done_count.get());
  outcome.done = next_edge();
  outcomes_.push_back(outcome);
  const std::optional<huff::Decoded>& expected = messages_[index].expected;
  if (!expected) return;
  if (outcome.error != expected->error) {
    harness_.fail(fmt::format("message {} of {} bytes: error {}, not {}", index,
                              messages_[index].bytes.size(), huff::error_name(outcome.error),
                              huff::error_name(expected->error)));
  } else if (expected->error == huff::StreamError::kNone) {
    const std::size_t count = expected->values.size() / huff::value_bytes(expected->dtype);
    if (outcome.count != count || outcome.dtype != static_cast<std::uint8_t>(expected->dtype)) {
      harness_.fail(fmt::format("message {}: {} values of dtype {}, not {} of dtype {}", index,
                                outcome.count, outcome.dtype, count,
                                static_cast<unsigned>(expected->dtype)));
    }
  }
}

void DecoderBench::drive(const Fired& fired) {
  drive_book(fired.book);
  source_.advance(fired.in, input_allowed());
  sink_.advance(monitor_.between_packets());
  dut_.pins.done.ready.set(!done_stall_.next(true));
}

bool DecoderBench::input_allowed() const {
  return !options_.books_wait || in_message_ >= messages_.size() ||
         messages_[in_message_].books_before <= settled_;
}

void DecoderBench::drive_book(bool fired) {
  DecoderPins& pins = dut_.pins;
  if (fired && ++write_ == loads_[loaded_].writes.size()) {
    write_ = 0;
    ++loaded_;
  }
  if (book_offered_ && !fired) return;
  const bool next = loaded_ < loads_.size() && loaded_ == settled_ &&
                    (!options_.books_wait || loads_[loaded_].messages_before <= outcomes_.size());
  book_offered_ = !book_stall_.next(write_ == 0) && next;
  pins.book.valid.set(book_offered_);
  if (!book_offered_) {
    // Often it looks like a commit, which would do the most harm.
    const std::uint64_t noise = noise_.next();
    pins.book_index.set((noise & 1U) != 0 ? huff::kNumEntries : noise >> 8U);
    pins.book.data.set(noise >> 32U);
    return;
  }
  pins.book_index.set(loads_[loaded_].writes[write_].index);
  pins.book.data.set(loads_[loaded_].writes[write_].data);
}

}  // namespace tern::sim
