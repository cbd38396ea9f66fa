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
#include "tb/huff/kind_books.h"
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
  message.book_id = book_.id;
  bench_.send(message);
  bad_ = visible_++;
}

void ErrorBench::send_without_book() {
  send_good(false);
  send_raw_fallback();
  send_good(true);
}

void ErrorBench::send_with_foreign_id() {
  other_books_.push_back(random_book(dtype_, config_, rng_));
  other_books_.back().id = book_.id ^ 1U;
  load(other_books_.back());
  send_raw_fallback();
  send_good(true);
}

void ErrorBench::send_with_foreign_dtype() {
  for (const huff::Dtype dtype : dtypes_of(config_)) {
    if (dtype == dtype_) continue;
    other_books_.push_back(random_book(dtype, config_, rng_));
  }
  // One that it holds, but whose tokens are too short for it.
  if (other_books_.empty()) other_books_.push_back(uniform_book(huff::Dtype::kUint8));
  other_books_.back().id = book_.id;
  load(other_books_.back());
  send_raw_fallback();
  send_good(true);
}

void ErrorBench::send_after_replacement() {
  send_good(true);
  other_books_.push_back(random_book(dtype_, config_, rng_));
  other_books_.back().id = book_.id ^ 1U;
  next_slot_ = *slot_;
  load(other_books_.back());
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
  other_books_.push_back(staircase_book(dtype_, shortest, huff::kMinMaxCodeLen, config_.kind()));
  other_books_.back().id = book_.id;
  load(other_books_.back());
  send_raw_fallback();
  send_good(true);
}

void ErrorBench::send_with_unfinished_load() {
  send_good(true);
  sim::BookLoad load = sim::make_book_load(random_book(dtype_, config_, rng_), *slot_);
  load.resize(1 + static_cast<std::size_t>(rng_.below(load.size() - 1)));
  bench_.load(load);
  send_good(true);
  slot_.reset();
  send_good(true);
}

bool ErrorBench::send_with_damaged_load(Damage damage) {
  send_good(true);
  // Into the slot of a good book, with another name: if it were taken, that would show.
  huff::Book book = random_book(dtype_, config_, rng_);
  book.id = book_.id;
  sim::BookLoad load = sim::make_book_load(book, *slot_);
  const auto symbol = static_cast<std::size_t>(rng_.below(huff::kNumSymbols - 1));
  std::uint32_t& commit = load.back().data;
  switch (damage) {
    case Damage::kUncodable: {
      // One codeword takes the place of two.
      load = sim::make_book_load(uniform_book(dtype_), *slot_);
      load[symbol].data = 7;
      load[symbol + 1].data = 0;
      break;
    }
    case Damage::kOversubscribed: {
      auto at = symbol;
      while (load[at].data <= 1) at = (at + 1) % huff::kNumEntries;
      --load[at].data;
      break;
    }
    case Damage::kIncomplete: {
      auto at = symbol;
      while (load[at].data == 0) at = (at + 1) % huff::kNumEntries;
      load[at].data = load[at].data == config_.max_code_len ? 0 : load[at].data + 1;
      break;
    }
    case Damage::kTooLong: {
      if (config_.max_code_len == huff::kMaxCodeLen) return false;
      load = sim::make_book_load(staircase_book(dtype_, 1, config_.max_code_len + 1), *slot_);
      break;
    }
    case Damage::kMissingEntry:
      load.erase(load.begin() + static_cast<std::ptrdiff_t>(symbol));
      break;
    case Damage::kEntryTwice:
      load[symbol].index = static_cast<std::uint32_t>(symbol + 1);
      break;
    case Damage::kOutOfOrder:
      std::swap(load[symbol], load[symbol + 1]);
      break;
    case Damage::kCommitAlone:
      load.erase(load.begin(), load.end() - 1);
      break;
    case Damage::kSlot:
      if (config_.books == huff::kNumBooks) return false;
      commit =
          (commit & 0xFFFFU) |
          static_cast<std::uint32_t>(config_.books + rng_.below(huff::kNumBooks - config_.books))
              << 16U;
      break;
    case Damage::kReserved:
      commit = (commit & ~0xFU) |
               static_cast<std::uint32_t>(rng_.below(2) == 0 ? 15 : first_unfit_code(config_));
      break;
    case Damage::kUnfit: {
      std::vector<huff::Book> unfit = unfit_books(dtype_, config_, rng_);
      if (unfit.empty()) return false;
      huff::Book& other = unfit[static_cast<std::size_t>(rng_.below(unfit.size()))];
      other.id = book_.id;
      load = sim::make_book_load(other, *slot_);
      break;
    }
    case Damage::kWide:
      if (config_.value_bits != 8) return false;
      commit = (commit & ~0xFU) | static_cast<std::uint32_t>(
                                      rng_.chance(1, 2) ? huff::Dtype::kBf16 : huff::Dtype::kFp16);
      break;
  }
  bench_.load(load);
  send_good(true);
  return true;
}

void ErrorBench::send_dropped(std::uint8_t code, std::uint8_t chunk_log2) {
  send_good(true);
  const std::uint64_t count = 1 + rng_.below(std::uint64_t{4} * config_.lanes);
  EncoderMessage message = make(dtype_, random_values(dtype_, count, rng_), count, nullptr);
  message.dtype_code = code;
  message.chunk_log2 = chunk_log2;
  message.raw = rng_.bits(1) != 0;
  message.silent = true;
  bench_.send(message);
  send_good(false);
}

}  // namespace tern::tb
