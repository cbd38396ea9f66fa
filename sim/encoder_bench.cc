// SPDX-License-Identifier: Apache-2.0
//
// encoder_bench: an encoder with a driver on each of its ports.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/huff_enc_test.cc
#include "sim/encoder_bench.h"

#include <fmt/format.h>

#include <algorithm>

namespace tern::sim {

namespace {

/// Every port has a random sequence of its own.
std::uint64_t port_seed(std::uint64_t seed, std::uint64_t port) {
  return SplitMix64(seed * 8 + port).next();
}

}  // namespace

BookLoad make_book_load(const huff::Book& book, std::uint32_t slot) {
  BookLoad load;
  for (std::uint32_t i = 0; i < huff::kNumEntries; ++i) load.push_back({i, book.lengths[i]});
  load.push_back({huff::kNumEntries, (slot << 16U) | (std::uint32_t{book.epoch} << 8U) |
                                         (std::uint32_t{book.id} << 4U) |
                                         static_cast<std::uint32_t>(book.dtype)});
  return load;
}

EncoderBench::EncoderBench(const EncoderVariant& variant, const BenchOptions& options)
    : dut_(variant.make(variant.config, options.seed)),
      options_(options),
      harness_(*dut_.model, dut_.pins.clk, dut_.pins.rst_n, options.harness),
      source_(dut_.pins.in, options.source_stall, port_seed(options.seed, 0)),
      sink_(dut_.pins.out, options.sink_stall, port_seed(options.seed, 1)),
      scoreboard_(dut_.pins.out),
      command_stall_(options.source_stall, port_seed(options.seed, 2)),
      book_stall_(options.source_stall, port_seed(options.seed, 3)),
      noise_(port_seed(options.seed, 4)) {
  dut_.pins.command.valid.set(false);
  dut_.pins.book.valid.set(false);
  dut_.pins.err_clear.set(false);
  dut_.pins.hold.set(false);
  dut_.pins.counters.count_all();
  harness_.reset();
}

void EncoderBench::reset() {
  source_.clear();
  sink_.clear();
  scoreboard_.clear();
  latency_.clear();
  dut_.pins.command.valid.set(false);
  dut_.pins.book.valid.set(false);
  input_held_ = 0;
  command_offered_ = false;
  book_offered_ = false;
  commands_ = messages_.size();
  commits_ = books_.size();
  book_entry_ = 0;
  book_building_ = false;
  fresh_ = true;
  in_message_ = messages_.size();
  out_message_ = messages_.size();
  harness_.reset();
}

void EncoderBench::load(const BookLoad& load, std::size_t packets_before) {
  books_.push_back(load);
  packets_before_.push_back(packets_before);
}

void EncoderBench::send(const EncoderMessage& message) {
  messages_.push_back(message);
  books_before_.push_back(books_.size());
  timing_.emplace_back();
  source_.push(message.packet);
  if (message.silent) return;
  if (message.expected) {
    scoreboard_.expect(*message.expected);
  } else {
    scoreboard_.expect_any(
        static_cast<std::size_t>(message_bytes(message.values, config().geometry())));
  }
}

bool EncoderBench::done() const {
  return commands_ == messages_.size() && commits_ == books_.size() && source_.idle() &&
         scoreboard_.complete();
}

bool EncoderBench::run() {
  while (!done()) {
    if (!step()) return false;
  }
  return true;
}

bool EncoderBench::step() {
  if (fresh_) {
    fresh_ = false;
    drive({});
    harness_.settle();
  }
  const bool command = command_offered_ && dut_.pins.command.ready.get();
  const bool book = book_offered_ && dut_.pins.book.ready.get();
  const bool in = source_.fires();
  const bool out = sink_.fires();
  if (const char* problem = sink_.check()) harness_.fail(fmt::format("output: {}", problem));
  if (in) {
    on_input();
  } else if (source_.offering() && in_message_ < timing_.size()) {
    ++timing_[in_message_].input_stalls;
  }
  if (dut_.pins.out.valid.get()) on_output_offer();
  if (out) on_output();
  if (command || book || in || out) harness_.progress();
  if (harness_.fault()) return false;
  const bool book_ready = dut_.pins.book.ready.get();
  harness_.tick([&] { drive({command, book, book_ready, in}); });
  return !harness_.fault();
}

void EncoderBench::drive(const Fired& fired) {
  drive_book(fired.book, fired.book_ready);
  drive_command(fired.command);
  if (input_held_ > 0) --input_held_;
  source_.advance(fired.in, input_allowed());
  sink_.advance(scoreboard_.edge_next());
}

bool EncoderBench::input_allowed() const {
  if (input_held_ > 0) return false;
  return options_.early_data || commands_ > in_message_ ||
         (commands_ == in_message_ && command_offered_);
}

void EncoderBench::drive_command(bool fired) {
  EncoderPins& pins = dut_.pins;
  if (fired) ++commands_;
  if (command_offered_ && !fired) return;
  const bool next = commands_ < messages_.size() && books_before_[commands_] <= commits_;
  command_offered_ = !command_stall_.next(true) && next;
  pins.command.valid.set(command_offered_);
  if (!command_offered_) {
    const std::uint64_t noise = noise_.next();
    pins.command_dtype.set(noise);
    pins.command_raw.set((noise & 0x10U) != 0);
    pins.command_best.set((noise & 0x8000U) != 0);
    pins.command_book.set(noise >> 5U);
    pins.command_chunk_log2.set(noise >> 9U);
    pins.command_offset.set(noise >> 16U);
    pins.command_count.set(noise >> 32U);
    return;
  }
  const EncoderMessage& message = messages_[commands_];
  pins.command_dtype.set(message.dtype_code);
  pins.command_raw.set(message.raw);
  pins.command_best.set(message.best);
  pins.command_book.set(message.book_id);
  pins.command_chunk_log2.set(message.chunk_log2);
  pins.command_offset.set(message.offset);
  pins.command_count.set(message.count);
}

void EncoderBench::drive_book(bool fired, bool ready) {
  EncoderPins& pins = dut_.pins;
  if (book_building_ && ready) {
    book_building_ = false;
    ++commits_;
    harness_.progress();
  }
  if (fired && ++book_entry_ == books_[commits_].size()) {
    book_entry_ = 0;
    book_building_ = true;
  }
  if (book_offered_ && !fired) return;
  const bool next =
      commits_ < books_.size() && !book_building_ && packets_before_[commits_] <= in_message_;
  book_offered_ = !book_stall_.next(book_entry_ == 0) && next;
  pins.book.valid.set(book_offered_);
  if (!book_offered_) {
    // Often it looks like a commit, which would do the most harm.
    const std::uint64_t noise = noise_.next();
    pins.book_index.set((noise & 1U) != 0 ? huff::kNumEntries : noise >> 8U);
    pins.book.data.set(noise >> 32U);
    return;
  }
  const BookWrite& write = books_[commits_][book_entry_];
  pins.book_index.set(write.index);
  pins.book.data.set(write.data);
}

void EncoderBench::on_input() {
  MessageTiming& timing = timing_[in_message_];
  if (source_.beat() == 0) timing.first_in = next_edge();
  if (options_.steps_timed && messages_[in_message_].count > 0) latency_.accepted(next_edge());
  if (source_.beat() + 1 == source_.current().beats()) {
    timing.last_in = next_edge();
    ++in_message_;
  }
}

void EncoderBench::on_output_offer() {
  while (out_message_ < messages_.size() && messages_[out_message_].silent) ++out_message_;
  if (out_message_ >= messages_.size()) return;
  MessageTiming& timing = timing_[out_message_];
  const std::uint64_t payload_beat = huff::header_words(config().geometry()) / config().lanes;
  if (timing.first_payload == 0 && scoreboard_.beat() >= payload_beat) {
    timing.first_payload = next_edge();
  }
}

void EncoderBench::on_output() {
  const std::uint64_t beat = scoreboard_.beat();
  if (!scoreboard_.take()) {
    report_mismatch();
    return;
  }
  if (out_message_ >= messages_.size()) return;
  MessageTiming& timing = timing_[out_message_];
  if (options_.steps_timed) {
    if (beat == 0) latency_.start(messages_[out_message_].values, config().geometry());
    latency_.moved(beat, next_edge(), timing);
  }
  if (!scoreboard_.between_packets()) return;
  timing.last_out = next_edge();
  ++out_message_;
}

void EncoderBench::report_mismatch() {
  const Mismatch& wrong = *scoreboard_.mismatch();
  std::string text =
      fmt::format("message {} beat {}: {} at byte {}\n  got  {}\n  want {}", wrong.packet,
                  wrong.beat, wrong.reason, wrong.offset, wrong.got, wrong.want);
  if (out_message_ < messages_.size()) {
    const huff::Geometry geometry = config().geometry();
    text += "\n  " + describe_word(messages_[out_message_].values, geometry,
                                   wrong.offset / (geometry.word_bits / 8));
  }
  harness_.fail(std::move(text));
}

}  // namespace tern::sim
