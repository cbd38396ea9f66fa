// SPDX-License-Identifier: Apache-2.0
//
// error_bench: one bad transaction between good ones, and all that must be true afterwards.
//
//   Spec  docs/streams.md#errors
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_error_test.cc
#include "tb/huff/error_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tb/huff/scenario.h"

namespace tern::tb {

using sim::EncoderMessage;
using sim::Fault;
using sim::StallPattern;

namespace {

sim::BenchOptions options_of(const RunContext& context) {
  const bool stall = context.seed % 2 == 0;
  return bench_options(context, stall ? StallPattern::kRandom : StallPattern::kNone,
                       stall ? StallPattern::kAdversarial : StallPattern::kNone);
}

bool same(const Errors& a, const Errors& b) {
  return a.book == b.book && a.count == b.count && a.command == b.command && a.load == b.load;
}

}  // namespace

ErrorBench::ErrorBench(const sim::EncoderVariant& variant, const RunContext& context)
    : config_(variant.config),
      rng_(context.seed),
      bench_(variant, options_of(context)),
      dtype_(dtypes_of(config_)[static_cast<std::size_t>(rng_.below(dtypes_of(config_).size()))]),
      book_(random_book(dtype_, config_, rng_)) {}

EncoderMessage ErrorBench::make(huff::Dtype dtype, Bytes values, std::uint64_t count,
                                const huff::Book* book) {
  values_.push_back(std::move(values));
  const Bytes& sent = values_.back();
  // What the circuit has to make of it: exactly `count` values, zeros behind those sent.
  values_.push_back(sent);
  Bytes& coded = values_.back();
  coded.resize(static_cast<std::size_t>(count) * huff::value_bytes(dtype), 0);
  const auto chunk_log2 = static_cast<std::uint32_t>(rng_.chance(1, 2) ? 0 : 4 + rng_.below(2));
  const auto offset = static_cast<std::uint8_t>(rng_.bits(8));
  EncoderMessage message = make_message(dtype, coded, book, chunk_log2, config_, offset);
  message.packet.data = sent.data();
  message.packet.size = sent.size();
  return message;
}

void ErrorBench::load(const huff::Book& book) {
  if (slot_ == next_slot_) slot_.reset();
  bench_.load(sim::make_book_load(book, next_slot_));
  next_slot_ = (next_slot_ + 1) % config_.books;
}

void ErrorBench::send_good(bool coded) {
  if (coded && !slot_) {
    const std::uint32_t slot = next_slot_;
    load(book_);
    slot_ = slot;
  }
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t count = rng_.below(std::uint64_t{4} * config_.lanes);
    const Bytes values = fitting_values(book_, count, rng_);
    bench_.send(make(dtype_, values, count, coded ? &book_ : nullptr));
    ++visible_;
  }
}

std::optional<Fault> ErrorBench::check_errors(const Errors& want, const char* when) {
  const sim::EncoderPins& pins = bench_.pins();
  const Errors got{pins.err_book.get(), pins.err_count.get(), pins.err_cmd.get(),
                   pins.err_load.get()};
  if (same(got, want)) return std::nullopt;
  return Fault{bench_.harness().cycle(),
               fmt::format("errors {}: book {}, count {}, command {}, load {}; want {}, {}, {}, {}",
                           when, got.book, got.count, got.command, got.load, want.book, want.count,
                           want.command, want.load)};
}

std::optional<Fault> ErrorBench::finish_while_clearing(const Errors& errors) {
  // A new error wins over the clear, and then lasts one cycle, however long its cause stood there.
  bench_.pins().err_clear.set(true);
  int book = 0;
  int count = 0;
  int command = 0;
  int load = 0;
  for (int cycle = 0; !bench_.done(); ++cycle) {
    // A slow sink, so that the causes do stand there.
    if (cycle % 20 == 0) bench_.sink().block(19);
    if (!bench_.step()) return bench_.fault();
    const sim::EncoderPins& pins = bench_.pins();
    book += pins.err_book.get() ? 1 : 0;
    count += pins.err_count.get() ? 1 : 0;
    command += pins.err_cmd.get() ? 1 : 0;
    load += pins.err_load.get() ? 1 : 0;
  }
  if (book != (errors.book ? 1 : 0) || count != (errors.count ? 1 : 0) ||
      command != (errors.command ? 1 : 0) || load != (errors.load ? 1 : 0)) {
    return Fault{bench_.harness().cycle(),
                 fmt::format("under the clear errors were shown for so many cycles: book {}, count "
                             "{}, command {}, load {}; want one for each",
                             book, count, command, load)};
  }
  return check_errors({}, "under the clear");
}

std::optional<Fault> ErrorBench::finish(const Errors& errors, huff::StreamError verdict) {
  if (auto fault = check_errors({}, "at first")) return fault;
  if (!bench_.run()) return bench_.fault();
  if (auto fault = check_errors(errors, "after the bad message")) return fault;
  if (bad_) {
    huff::BookSet books;
    if (const auto error = books.add(book_)) return Fault{0, error->message};
    const Bytes& message = bench_.scoreboard().received()[*bad_];
    const huff::Decoded decoded = huff::decode(message.data(), message.size(), books);
    if (decoded.error != verdict) {
      return Fault{bench_.harness().cycle(),
                   fmt::format("a receiver says {}, not {}", huff::error_name(decoded.error),
                               huff::error_name(verdict))};
    }
  }
  bench_.pins().err_clear.set(true);
  if (!bench_.step()) return bench_.fault();
  bench_.pins().err_clear.set(false);
  if (!bench_.step()) return bench_.fault();
  if (auto fault = check_errors({}, "after the clear")) return fault;
  send_good(true);
  if (!bench_.run()) return bench_.fault();
  return check_errors({}, "after a good message");
}

}  // namespace tern::tb
