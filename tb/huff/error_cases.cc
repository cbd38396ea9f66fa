// SPDX-License-Identifier: Apache-2.0
//
// error_cases: the bad transactions of the error bench.
//
//   Spec  docs/streams.md#errors
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_error_test.cc
#include <algorithm>
#include <utility>

#include "tb/huff/error_bench.h"
#include "tb/huff/test_data.h"

namespace tern::tb {

using sim::EncoderMessage;

void ErrorBench::send_miscounted(std::uint64_t sent, std::uint64_t count, bool raw) {
  send_good(true);
  EncoderMessage message =
      make(dtype_, fitting_values(book_, sent, rng_), count, raw ? nullptr : &book_);
  send_poisoned(message);
}

void ErrorBench::send_poisoned(EncoderMessage& message) {
  // All bits of the check are inverted.
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
  const Bytes values = fitting_values(book_, count, rng_);
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
  // A value whose bytes are not all kept counts as missing, and goes as zero.
  Bytes seen = values;
  for (std::uint32_t byte = 0; byte < used; ++byte) {
    if ((fault.keep[byte / 8] >> byte % 8 & 1U) != 0) continue;
    const std::size_t value = static_cast<std::size_t>(fault.beat) * used + byte / bytes * bytes;
    std::fill_n(seen.begin() + static_cast<std::ptrdiff_t>(value), bytes, std::uint8_t{0});
  }
  EncoderMessage message = make(dtype_, seen, count, &book_);
  values_.push_back(values);
  message.packet.data = values_.back().data();
  message.packet.keep_fault = fault;
  send_poisoned(message);
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
  if ((kind == 3 || kind == 4) && config_.max_code_len == huff::kMaxCodeLen) return false;
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
  } else if (kind == 4) {
    load[huff::kEscapeIndex].data = config_.max_code_len + 1;
  } else if (kind == 5) {
    load[symbol & ~std::size_t{1}].index = static_cast<std::uint32_t>(symbol | 1U);
  } else {
    // Not symbol 0, with which a load starts afresh.
    load[symbol | 3U].index = static_cast<std::uint32_t>((symbol | 3U) - 1);
  }
  bench_.load_entries(load);
  send_raw_fallback();
  send_good(true);
  return true;
}

void ErrorBench::send_with_lone_commit(bool refused) {
  send_good(refused);
  sim::BookWrite commit = sim::make_book_load(book_).back();
  if (refused) {
    sim::BookLoad load = sim::make_book_load(book_);
    load.back().data ^= 1U << 16U;
    bench_.load_entries(load);
  } else {
    // The length that no entry has made shorter yet.
    commit.data |= 0xFU << 16U;
  }
  bench_.load_entries({commit});
  send_raw_fallback();
  send_good(true);
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

void ErrorBench::send_with_short_tokens() {
  // A dtype with extra bits can have too short tokens only where the limit is above those.
  while (config_.min_token_bits <= huff::extra_bits(dtype_) + 1) {
    const auto dtypes = dtypes_of(config_);
    dtype_ = dtypes[static_cast<std::size_t>(rng_.below(dtypes.size()))];
    book_ = random_book(dtype_, config_, rng_);
  }
  const std::uint32_t shortest = config_.min_token_bits - huff::extra_bits(dtype_) - 1;
  other_books_.push_back(staircase_book(dtype_, shortest, huff::kMinMaxCodeLen));
  bench_.load_book(other_books_.back());
  send_raw_fallback();
  send_good(true);
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

}  // namespace tern::tb
