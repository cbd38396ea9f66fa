// SPDX-License-Identifier: Apache-2.0
//
// error_bench: one bad transaction between good ones, and all that must be true afterwards.
//
//   Spec  docs/streams.md#errors
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_error_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "model/huff/stream.h"
#include "sim/encoder_bench.h"
#include "tb/huff/test_data.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// The sticky errors.
struct Errors {
  bool book = false;
  bool count = false;
  bool command = false;
  bool load = false;
};

/// Sends good messages, the bad one, and good ones again; even seeds stall, odd ones do not.
class ErrorBench {
 public:
  ErrorBench(const sim::EncoderVariant& variant, const RunContext& context);

  /// The packet has `sent` values, the command promises `count`.
  void send_miscounted(std::uint64_t sent, std::uint64_t count, bool raw);
  /// 0: a hole in the middle; 1: a partial beat before the last; 2: a hole in the last beat;
  /// 3: half of a value, or a byte that no lane has.
  void send_wrong_keep(unsigned kind);

  /// A coded message that comes before any book.
  void send_without_book();
  /// One that asks for an id, or a dtype, which no book has.
  void send_with_foreign_id();
  void send_with_foreign_dtype();
  /// One that asks for a book whose slot has another one by now.
  void send_after_replacement();
  /// Precondition: the circuit refuses some tokens.
  void send_with_short_tokens();
  /// A load that ends before its commit, with a message between it and the next load.
  void send_with_unfinished_load();
  /// What is wrong with a load.
  enum class Damage {
    kUncodable,       ///< a symbol without a codeword, and no escape
    kOversubscribed,  ///< one codeword too many
    kIncomplete,      ///< one too few
    kTooLong,         ///< a codeword longer than the circuit takes
    kMissingEntry,
    kEntryTwice,  ///< one entry comes twice, another never
    kOutOfOrder,
    kCommitAlone,
    kSlot,      ///< that the circuit does not have
    kReserved,  ///< dtype
    kUnfit,     ///< a book of a kind that the circuit does not hold
    kWide,      ///< dtype with values that the circuit does not take
  };
  static constexpr Damage kLastDamage = Damage::kWide;
  /// A load that must change nothing. False: this circuit cannot have such a load.
  [[nodiscard]] bool send_with_damaged_load(Damage damage);
  /// A packet whose command has this dtype code and chunk size, of which nothing must come out.
  void send_dropped(std::uint8_t code, std::uint8_t chunk_log2 = 0);

  /// Runs everything. Then `errors` must be set, and the bad message decode to `verdict`; after a
  /// clear they must be gone and a good message not bring them back.
  [[nodiscard]] std::optional<sim::Fault> finish(const Errors& errors, huff::StreamError verdict);

  /// Runs everything with the clear held high: `errors` must still show, for just one cycle each.
  [[nodiscard]] std::optional<sim::Fault> finish_while_clearing(const Errors& errors);

 private:
  sim::EncoderMessage make(huff::Dtype dtype, Bytes values, std::uint64_t count,
                           const huff::Book* book);
  /// Two messages with the book, or raw ones. It is loaded when it is first needed.
  void send_good(bool coded);
  void load(const huff::Book& book);
  void send_poisoned(sim::EncoderMessage& message);
  void send_raw_fallback();
  [[nodiscard]] std::optional<sim::Fault> check_errors(const Errors& want, const char* when);

  sim::EncoderConfig config_;
  Rng rng_;
  sim::EncoderBench bench_;
  huff::Dtype dtype_;
  huff::Book book_;
  std::deque<huff::Book> other_books_;
  std::deque<Bytes> values_;
  std::optional<std::size_t> bad_;  ///< its place among the messages that come out
  std::size_t visible_ = 0;         ///< messages that come out, so far
  std::uint32_t next_slot_ = 0;
  std::optional<std::uint32_t> slot_;  ///< of book_, when it is loaded
};

}  // namespace tern::tb
