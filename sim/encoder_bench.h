// SPDX-License-Identifier: Apache-2.0
//
// encoder_bench: an encoder with a driver on each of its ports.
//
// Messages and books are queued in program order; the bench keeps that order between the command
// and the book port where told to, and leaves everything else to the stall patterns.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/huff_enc_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/encoder_dut.h"
#include "sim/encoder_latency.h"
#include "sim/harness.h"
#include "sim/scoreboard.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "sim/word_order.h"

namespace tern::sim {

/// One message: the command, the packet that follows it, and what must come of them.
struct EncoderMessage {
  MessageValues values;         ///< what the message carries, for timing and reports
  std::uint8_t dtype_code = 0;  ///< as on the command port
  bool raw = false;
  bool best = false;
  std::uint8_t book_id = 0;
  std::uint8_t chunk_log2 = 0;
  std::uint8_t offset = 0;
  std::uint32_t count = 0;
  Packet packet;
  std::optional<std::vector<std::uint8_t>> expected;  ///< empty: collected, not compared
  bool silent = false;                                ///< nothing must come out
};

/// How the ports are driven.
struct BenchOptions {
  std::uint64_t seed = 1;
  StallPattern source_stall = StallPattern::kNone;
  StallPattern sink_stall = StallPattern::kNone;
  bool early_data = false;   ///< offer values although their command has not been offered yet
  bool steps_timed = false;  ///< measure the latency of every step
  HarnessOptions harness;
};

/// One write on the book port.
struct BookWrite {
  std::uint32_t index = 0;  ///< kNumEntries: the commit
  std::uint32_t data = 0;
};
using BookLoad = std::vector<BookWrite>;

/// All lengths of a book, and the commit to a slot.
[[nodiscard]] BookLoad make_book_load(const huff::Book& book, std::uint32_t slot);

/// Drives one encoder.
class EncoderBench {
 public:
  EncoderBench(const EncoderVariant& variant, const BenchOptions& options);

  /// Resets the circuit. Everything queued and not finished is forgotten.
  void reset();

  /// Queues writes on the book port. They begin when the packets of that many messages have been
  /// taken, counted from the first one ever sent; without a number, those of all sent so far.
  void load(const BookLoad& load, std::size_t packets_before);
  void load(const BookLoad& writes) { load(writes, messages_.size()); }

  /// Queues a message; its command follows when the books before it are in use or refused.
  void send(const EncoderMessage& message);
  /// Messages queued so far.
  [[nodiscard]] std::size_t messages() const { return messages_.size(); }
  /// Of these, packets that the circuit has taken, and loads that it has done or refused.
  [[nodiscard]] std::size_t packets_taken() const { return in_message_; }
  [[nodiscard]] std::size_t loads_done() const { return commits_; }

  /// Offers no further values for so many cycles.
  void hold_input(std::uint64_t cycles) { input_held_ = cycles; }

  /// One clock cycle. False: fault() says what is wrong. In the first one after a reset everything
  /// that is queued is on offer.
  bool step();
  /// Runs until everything queued has happened. False: fault().
  bool run();
  /// True when everything queued has happened.
  [[nodiscard]] bool done() const;

  /// What is wrong, with cycle, beat, and what the word should hold.
  [[nodiscard]] const std::optional<Fault>& fault() const { return harness_.fault(); }

  [[nodiscard]] EncoderPins& pins() { return dut_.pins; }
  [[nodiscard]] const EncoderConfig& config() const { return dut_.config; }
  [[nodiscard]] Harness& harness() { return harness_; }
  [[nodiscard]] Source& source() { return source_; }
  [[nodiscard]] Sink& sink() { return sink_; }
  [[nodiscard]] Scoreboard& scoreboard() { return scoreboard_; }
  [[nodiscard]] std::vector<MessageTiming>& timing() { return timing_; }

 private:
  struct Fired {
    bool command = false;
    bool book = false;
    bool book_ready = false;
    bool in = false;
  };
  void drive(const Fired& fired);
  void drive_command(bool fired);
  void drive_book(bool fired, bool ready);
  void on_input();
  void on_output_offer();
  void on_output();
  void report_mismatch();
  [[nodiscard]] std::uint64_t next_edge() const { return harness_.cycle() + 1; }
  [[nodiscard]] bool input_allowed() const;

  EncoderDut dut_;
  BenchOptions options_;
  Harness harness_;
  Source source_;
  Sink sink_;
  Scoreboard scoreboard_;
  Stall command_stall_;
  Stall book_stall_;
  Rng noise_;  ///< what stands on a port that offers nothing

  std::vector<EncoderMessage> messages_;
  std::vector<std::size_t> books_before_;  ///< of each message: loads to be done
  std::vector<BookLoad> books_;
  std::vector<std::size_t> packets_before_;  ///< of each load: packets to be taken
  std::size_t commands_ = 0;                 ///< accepted
  std::size_t commits_ = 0;                  ///< books loaded
  std::size_t book_entry_ = 0;
  bool book_building_ = false;  ///< committed, not in use yet
  bool fresh_ = true;           ///< no cycle since the reset
  std::uint64_t input_held_ = 0;
  bool command_offered_ = false;
  bool book_offered_ = false;

  std::vector<MessageTiming> timing_;
  StepLatency latency_;
  std::size_t in_message_ = 0;   ///< whose packet is going in
  std::size_t out_message_ = 0;  ///< which is coming out
};

}  // namespace tern::sim
