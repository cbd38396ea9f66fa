// SPDX-License-Identifier: Apache-2.0
//
// error_bench: one bad transaction between good ones, and all that must be true afterwards.
//
//   Spec  docs/architecture.md
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

}  // namespace

ErrorBench::ErrorBench(const sim::EncoderVariant& variant, const RunContext& context)
    : config_(variant.config),
      rng_(context.seed),
      bench_(variant, options_of(context)),
      dtype_(dtypes_of(config_)[static_cast<std::size_t>(rng_.below(dtypes_of(config_).size()))]),
      book_(random_book(dtype_, config_, rng_)) {}

EncoderMessage ErrorBench::make(huff::Dtype dtype, Bytes values, std::uint64_t count,
                                const huff::Book* book) {
  const std::uint32_t bytes = huff::value_bytes(dtype);
  values_.push_back(std::move(values));
  const Bytes& sent = values_.back();
  EncoderMessage message;
  message.dtype_code = static_cast<std::uint8_t>(dtype);
  message.raw = book == nullptr;
  message.count = static_cast<std::uint32_t>(count);
  message.packet.data = sent.data();
  message.packet.size = sent.size();
  message.packet.beat_bytes = std::size_t{config_.lanes} * bytes;
  // What the circuit has to make of it: exactly `count` values, zeros behind those sent.
  values_.push_back(sent);
  Bytes& coded = values_.back();
  coded.resize(static_cast<std::size_t>(count) * bytes, 0);
  message.values = {dtype, coded.data(), count, book};
  message.expected = huff::encode(dtype, coded.data(), coded.size(), book, config_.geometry());
  return message;
}

void ErrorBench::send_good(bool coded) {
  if (coded) bench_.load_book(book_);
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t count = rng_.below(std::uint64_t{4} * config_.lanes);
    const Bytes values = fitting_values(book_, count, rng_);
    bench_.send(make(dtype_, values, count, coded ? &book_ : nullptr));
    ++visible_;
  }
}

void ErrorBench::send_miscounted(std::uint64_t sent, std::uint64_t count, bool raw) {
  send_good(true);
  EncoderMessage message =
      make(dtype_, fitting_values(book_, sent, rng_), count, raw ? nullptr : &book_);
  // The poison: all bits of the check are inverted.
  Bytes& bytes = *message.expected;
  const std::size_t trailer = bytes.size() - config_.word_bits / 8;
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[trailer + i] = static_cast<std::uint8_t>(~bytes[trailer + i]);
  }
  bench_.send(message);
  bad_ = visible_++;
  send_good(false);
}

void ErrorBench::send_wrong_keep(unsigned kind) {
  send_good(true);
  const std::uint32_t bytes = huff::value_bytes(dtype_);
  const std::uint64_t count = std::uint64_t{5} * config_.lanes;
  EncoderMessage message = make(dtype_, fitting_values(book_, count, rng_), count, &book_);
  sim::KeepFault fault;
  const std::uint32_t used = config_.lanes * bytes;
  const std::uint32_t port_bytes = config_.lanes * config_.value_bits / 8;
  fault.keep.assign((port_bytes + 7) / 8, 0);
  const auto keep = [&](std::uint32_t byte, bool value) {
    const auto bit = static_cast<std::uint8_t>(1U << byte % 8);
    fault.keep[byte / 8] =
        static_cast<std::uint8_t>(value ? fault.keep[byte / 8] | bit : fault.keep[byte / 8] & ~bit);
  };
  for (std::uint32_t byte = 0; byte < used; ++byte) keep(byte, true);
  if (kind == 0 || kind == 2) {
    fault.beat = kind == 0 ? 2 : 4;
    keep(0, false);
  } else if (kind == 1) {
    fault.beat = 1;
    for (std::uint32_t byte = used - bytes; byte < used; ++byte) keep(byte, false);
  } else {
    // On a 16-bit unit the upper half carries no byte values; without such bytes half a value goes.
    fault.beat = 4;
    if (used < port_bytes) {
      keep(port_bytes - 1, true);
    } else {
      keep(used - 1, false);
    }
  }
  message.packet.keep_fault = fault;
  message.expected.reset();
  bench_.send(message);
  bad_ = visible_++;
  send_good(false);
}

void ErrorBench::send_raw_fallback() {
  const std::uint64_t count = std::uint64_t{3} * config_.lanes + 1;
  EncoderMessage message = make(dtype_, random_values(dtype_, count, rng_), count, nullptr);
  message.raw = false;
  bench_.send(message);
  bad_ = visible_++;
}

void ErrorBench::send_without_book() {
  send_good(false);
  send_raw_fallback();
  send_good(true);
}

void ErrorBench::send_with_uncommitted_book() {
  send_good(true);
  sim::BookLoad load = sim::make_book_load(book_);
  load.resize(1 + static_cast<std::size_t>(rng_.below(load.size() - 1)));
  bench_.load_entries(load);
  send_raw_fallback();
  send_good(true);
}

bool ErrorBench::send_with_damaged_book(unsigned kind) {
  if (kind == 3 && config_.max_code_len == huff::kMaxCodeLen) return false;
  send_good(true);
  sim::BookLoad load = sim::make_book_load(book_);
  const auto symbol = static_cast<std::size_t>(rng_.below(huff::kNumSymbols));
  if (kind == 0) {
    load[symbol].data = 0;
    load[huff::kEscapeIndex].data = 0;
  } else if (kind == 1) {
    load.back().data += 1U << 16U;
  } else if (kind == 2) {
    // Its place would keep what an earlier book left there.
    load.erase(load.begin() + static_cast<std::ptrdiff_t>(symbol));
  } else if (kind == 3) {
    load[symbol].data = config_.max_code_len + 1;
  } else {
    load[symbol].index = static_cast<std::uint32_t>(symbol ^ 1U);
  }
  bench_.load_entries(load);
  send_raw_fallback();
  send_good(true);
  return true;
}

void ErrorBench::send_with_foreign_book() {
  huff::Book foreign = book_;
  for (const huff::Dtype dtype : dtypes_of(config_)) {
    if (dtype != dtype_) foreign = random_book(dtype, config_, rng_);
  }
  other_books_.push_back(foreign);
  bench_.load_book(other_books_.back());
  send_raw_fallback();
  send_good(true);
}

bool ErrorBench::send_with_short_tokens() {
  const std::uint32_t extra = huff::extra_bits(dtype_);
  if (config_.min_token_bits <= extra + 1) return false;
  const std::uint32_t shortest = config_.min_token_bits - extra - 1;
  if (shortest > 7) {
    // Eight-bit codewords for all symbols are shorter by one.
    if (shortest != 8) return false;
    other_books_.push_back(uniform_book(dtype_));
  } else {
    other_books_.push_back(staircase_book(dtype_, shortest, 8));
  }
  bench_.load_book(other_books_.back());
  send_raw_fallback();
  send_good(true);
  return true;
}

void ErrorBench::send_dropped(std::uint8_t code) {
  send_good(true);
  const std::uint64_t count = 1 + rng_.below(std::uint64_t{4} * config_.lanes);
  EncoderMessage message = make(dtype_, random_values(dtype_, count, rng_), count, nullptr);
  message.dtype_code = code;
  message.raw = rng_.bits(1) != 0;
  message.silent = true;
  bench_.send(message);
  send_good(false);
}

std::optional<Fault> ErrorBench::check_errors(const Errors& want, const char* when) {
  const sim::EncoderPins& pins = bench_.pins();
  const Errors got{pins.err_book.get(), pins.err_count.get(), pins.err_cmd.get()};
  if (got.book == want.book && got.count == want.count && got.command == want.command) {
    return std::nullopt;
  }
  return Fault{bench_.harness().cycle(),
               fmt::format("errors {}: book {}, count {}, command {}; want {}, {}, {}", when,
                           got.book, got.count, got.command, want.book, want.count, want.command)};
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
