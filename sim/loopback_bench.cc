// SPDX-License-Identifier: Apache-2.0
//
// loopback_bench: a link with a driver on each of its ports: the values that went in must come out.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/loopback_test.cc
#include "sim/loopback_bench.h"

#include <fmt/format.h>

#include <utility>

namespace tern::sim {

namespace {

std::uint64_t port_seed(std::uint64_t seed, std::uint64_t port) {
  return SplitMix64(seed * 8 + port).next();
}

}  // namespace

LoopbackBench::LoopbackBench(const LoopbackVariant& variant, const BenchOptions& options)
    : LoopbackBench(variant.make(variant.config, options.seed), options) {}

LoopbackBench::LoopbackBench(LoopbackDut dut, const BenchOptions& options)
    : dut_(std::move(dut)),
      harness_(*dut_.model, dut_.pins.encoder.clk, dut_.pins.encoder.rst_n, options.harness),
      source_(dut_.pins.encoder.in, options.source_stall, port_seed(options.seed, 0)),
      sink_(dut_.pins.encoder.out, options.sink_stall, port_seed(options.seed, 1)),
      monitor_(dut_.pins.encoder.out, dut_.config.encoder.lanes),
      command_stall_(options.source_stall, port_seed(options.seed, 2)),
      done_stall_(options.sink_stall, port_seed(options.seed, 3)),
      link_keep_(dut_.pins.link_keep.size()) {
  EncoderPins& pins = dut_.pins.encoder;
  pins.command.valid.set(false);
  pins.book.valid.set(false);
  pins.err_clear.set(false);
  dut_.pins.done.ready.set(false);
  harness_.reset();
}

void LoopbackBench::load_book(const huff::Book& book, std::uint32_t slot) {
  loads_.push_back(make_book_load(book, slot));
}

void LoopbackBench::send(const EncoderMessage& message) {
  messages_.push_back(message);
  timing_.emplace_back();
  source_.push(message.packet);
  const std::uint8_t* const data = message.packet.data;
  monitor_.expect({data, data + message.packet.size}, huff::value_bytes(message.values.dtype));
}

bool LoopbackBench::done() const {
  return loaded_ == loads_.size() && commands_ == messages_.size() && source_.idle() &&
         verdicts_ == messages_.size() && monitor_.complete();
}

bool LoopbackBench::run() {
  while (!done()) {
    if (!step()) return false;
  }
  return true;
}

bool LoopbackBench::step() {
  if (fresh_) {
    fresh_ = false;
    drive({});
    harness_.settle();
  }
  const LoopbackPins& pins = dut_.pins;
  const Fired fired{command_offered_ && pins.encoder.command.ready.get(),
                    pins.encoder.book.valid.get() && pins.encoder.book.ready.get(), source_.fires(),
                    pins.done.valid.get() && pins.done.ready.get()};
  const bool out = sink_.fires();
  if (const char* problem = sink_.check()) harness_.fail(fmt::format("values: {}", problem));
  note(fired, out);
  if (building_ && pins.encoder.book.ready.get()) {
    building_ = false;
    ++loaded_;
  }
  if (fired.command || fired.book || fired.in || fired.verdict || out) harness_.progress();
  if (harness_.fault()) return false;
  harness_.tick([&] { drive(fired); });
  return !harness_.fault();
}

void LoopbackBench::note(const Fired& fired, bool out) {
  if (fired.in) {
    ++steps_in_;
    LoopbackTiming& timing = timing_[in_message_];
    if (source_.beat() == 0) timing.first_in = next_edge();
    if (source_.beat() + 1 == source_.current().beats()) {
      timing.last_in = next_edge();
      ++in_message_;
    }
  }
  if (dut_.pins.link_beat.get()) {
    dut_.pins.link_keep.store(link_keep_.data());
    std::uint64_t bytes = 0;
    for (const std::uint8_t byte : link_keep_) {
      for (unsigned bit = 0; bit < 8; ++bit) bytes += (byte >> bit) & 1U;
    }
    link_words_ += bytes * 8 / dut_.config.encoder.word_bits;
  }
  if (dut_.pins.encoder.out.valid.get() && out_message_ < timing_.size() &&
      timing_[out_message_].first_out == 0) {
    timing_[out_message_].first_out = next_edge();
  }
  if (out) {
    if (const std::optional<std::string> wrong = monitor_.take()) {
      harness_.fail(fmt::format("message {}: {}", out_message_, *wrong));
      return;
    }
    if (monitor_.between_packets()) timing_[out_message_++].last_out = next_edge();
  }
  if (fired.verdict) check_verdict();
}

void LoopbackBench::check_verdict() {
  const EncoderMessage& message = messages_[verdicts_++];
  const auto error = static_cast<huff::StreamError>(dut_.pins.done_error.get());
  if (error != huff::StreamError::kNone || dut_.pins.done_count.get() != message.count ||
      dut_.pins.done_dtype.get() != message.dtype_code) {
    harness_.fail(
        fmt::format("message {} of {} values of dtype {}: error {}, {} values of dtype {}",
                    verdicts_ - 1, message.count, message.dtype_code, huff::error_name(error),
                    dut_.pins.done_count.get(), dut_.pins.done_dtype.get()));
  }
}

void LoopbackBench::drive(const Fired& fired) {
  drive_book(fired.book);
  drive_command(fired.command);
  const bool allowed = commands_ > in_message_ || (commands_ == in_message_ && command_offered_);
  source_.advance(fired.in, allowed);
  sink_.advance(monitor_.between_packets());
  dut_.pins.done.ready.set(!done_stall_.next(true));
}

void LoopbackBench::drive_book(bool fired) {
  EncoderPins& pins = dut_.pins.encoder;
  if (fired && ++write_ == loads_[loaded_].size()) {
    write_ = 0;
    building_ = true;
  }
  const bool next = !building_ && loaded_ < loads_.size();
  pins.book.valid.set(next);
  if (!next) return;
  pins.book_index.set(loads_[loaded_][write_].index);
  pins.book.data.set(loads_[loaded_][write_].data);
}

void LoopbackBench::drive_command(bool fired) {
  EncoderPins& pins = dut_.pins.encoder;
  if (fired) ++commands_;
  if (command_offered_ && !fired) return;
  command_offered_ =
      !command_stall_.next(true) && loaded_ == loads_.size() && commands_ < messages_.size();
  pins.command.valid.set(command_offered_);
  if (!command_offered_) return;
  const EncoderMessage& message = messages_[commands_];
  pins.command_dtype.set(message.dtype_code);
  pins.command_raw.set(message.raw);
  pins.command_best.set(message.best);
  pins.command_book.set(message.book_id);
  pins.command_chunk_log2.set(message.chunk_log2);
  pins.command_offset.set(message.offset);
  pins.command_count.set(message.count);
}

}  // namespace tern::sim
