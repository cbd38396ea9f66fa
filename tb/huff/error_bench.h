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
  void send_with_uncommitted_book();
  /// 0: a symbol without a codeword and no escape; 1: a wrong shortest length in the commit; 2: an
  /// entry is missing; 3: a codeword longer than the circuit takes; 4: an escape longer than it
  /// takes; 5: an entry comes in the place of the one before it, too; 6: of the one behind it.
  /// False: there is no such book.
  [[nodiscard]] bool send_with_damaged_book(unsigned kind);
  /// A commit on its own while no book is active. `refused`: a whole book came before, but with
  /// another commit, which was refused; else nothing came since the reset.
  void send_with_lone_commit(bool refused);
  void send_with_foreign_book();
  /// Precondition: the circuit refuses some tokens.
  void send_with_short_tokens();
  /// A packet with this dtype code, of which nothing must come out.
  void send_dropped(std::uint8_t code);

  /// Runs everything. Then `errors` must be set, and the bad message decode to `verdict`; after a
  /// clear they must be gone and a good message not bring them back.
  [[nodiscard]] std::optional<sim::Fault> finish(const Errors& errors, huff::StreamError verdict);

  /// Runs everything with the clear held high: `errors` must still show, for just one cycle each.
  [[nodiscard]] std::optional<sim::Fault> finish_while_clearing(const Errors& errors);

 private:
  sim::EncoderMessage make(huff::Dtype dtype, Bytes values, std::uint64_t count,
                           const huff::Book* book);
  void send_good(bool coded);
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
};

}  // namespace tern::tb
