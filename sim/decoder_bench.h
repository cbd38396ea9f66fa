// SPDX-License-Identifier: Apache-2.0
//
// decoder_bench: a decoder with a driver on each of its ports.
//
// Messages and books are queued in program order. A book is loaded when the messages before it are
// done, and the messages behind it start when it is resident or refused; or, to test that books
// load beside the traffic, at once.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_bench_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "model/huff/stream.h"
#include "sim/decoder_dut.h"
#include "sim/harness.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "sim/value_monitor.h"

namespace tern::sim {

/// What became of one message.
struct DecoderOutcome {
  huff::StreamError error = huff::StreamError::kNone;
  std::uint8_t dtype = 0;
  std::uint32_t count = 0;
  std::uint64_t first_in = 0;      ///< cycle of its first beat
  std::uint64_t first_out = 0;     ///< cycle in which its first values are on offer
  std::uint64_t last_out = 0;      ///< cycle of its last beat of values
  std::uint64_t done = 0;          ///< cycle in which its verdict is taken
  std::uint64_t input_stalls = 0;  ///< cycles in which a beat was offered and not taken
  std::uint64_t bubbles = 0;       ///< cycles without values on offer, from the first to the last
};

/// How the ports are driven.
struct DecoderBenchOptions {
  std::uint64_t seed = 1;
  StallPattern source_stall = StallPattern::kNone;
  StallPattern sink_stall = StallPattern::kNone;
  StallPattern done_stall = StallPattern::kNone;
  bool books_wait = true;  ///< books and messages in program order
  HarnessOptions harness;
};

/// One beat of the book port.
struct DecoderBookWrite {
  std::uint32_t index = 0;
  std::uint32_t data = 0;
};

/// Entries and commit of a book for a slot. What the decoder ignores is noise.
[[nodiscard]] std::vector<DecoderBookWrite> lengths_load(const huff::Book& book, std::uint32_t slot,
                                                         Rng& noise);

/// Drives one decoder.
class DecoderBench {
 public:
  DecoderBench(const DecoderVariant& variant, const DecoderBenchOptions& options);

  /// Resets the circuit. Everything queued and not finished is forgotten.
  void reset();

  void load_book(const huff::Book& book, std::uint32_t slot) {
    load_entries(lengths_load(book, slot, noise_));
  }
  void load_entries(std::vector<DecoderBookWrite> load);

  /// Queues a message and what the golden decoder makes of it.
  void send(std::vector<std::uint8_t> message, const huff::Decoded& expected);
  /// The same, and the keep bits of one beat are wrong.
  void send(std::vector<std::uint8_t> message, const huff::Decoded& expected,
            const KeepFault& keep_fault);
  /// Queues a message whose verdict the caller looks at.
  void send_unchecked(std::vector<std::uint8_t> message);

  /// One clock cycle. False: fault() says what is wrong.
  bool step();
  /// Runs until everything queued has happened. False: fault().
  bool run();
  /// True when everything queued has happened.
  [[nodiscard]] bool done() const;

  [[nodiscard]] const std::optional<Fault>& fault() const { return harness_.fault(); }
  [[nodiscard]] DecoderPins& pins() { return dut_.pins; }
  [[nodiscard]] const DecoderConfig& config() const { return dut_.config; }
  [[nodiscard]] Harness& harness() { return harness_; }
  [[nodiscard]] Sink& sink() { return sink_; }
  /// Messages that are done, in order.
  [[nodiscard]] const std::vector<DecoderOutcome>& outcomes() const { return outcomes_; }
  /// Values of message `index`, as they were delivered.
  [[nodiscard]] const std::vector<std::uint8_t>& values(std::size_t index) const {
    return monitor_.packets()[index];
  }
  /// The same, to be moved away.
  [[nodiscard]] std::vector<std::uint8_t>& values(std::size_t index) {
    return monitor_.packets()[index];
  }
  /// Books that are resident or refused.
  [[nodiscard]] std::size_t books_settled() const { return settled_; }

 private:
  struct Message {
    std::vector<std::uint8_t> bytes;
    std::optional<huff::Decoded> expected;
    std::size_t books_before = 0;
  };
  struct Load {
    std::vector<DecoderBookWrite> writes;
    std::size_t messages_before = 0;
  };
  struct Fired {
    bool in = false;
    bool done = false;
    bool book = false;
  };

  void queue(Message message, const std::optional<KeepFault>& keep_fault);
  void note_beats(bool in, bool out);
  void take_verdict();
  void drive(const Fired& fired);
  void drive_book(bool fired);
  [[nodiscard]] bool input_allowed() const;
  [[nodiscard]] std::uint64_t next_edge() const { return harness_.cycle() + 1; }

  DecoderDut dut_;
  DecoderBenchOptions options_;
  Harness harness_;
  Source source_;
  Sink sink_;
  ValueMonitor monitor_;
  Stall done_stall_;
  Stall book_stall_;
  Rng noise_;

  std::deque<Message> messages_;
  std::vector<Load> loads_;
  std::size_t loaded_ = 0;   ///< books whose commit was taken
  std::size_t settled_ = 0;  ///< books that are resident or refused
  std::size_t write_ = 0;    ///< of the current load
  bool book_offered_ = false;
  bool fresh_ = true;  ///< nothing has been driven since the reset

  std::vector<DecoderOutcome> timing_;  ///< of every message, while it is under way
  std::vector<DecoderOutcome> outcomes_;
  std::size_t in_message_ = 0;
  std::size_t out_message_ = 0;
};

}  // namespace tern::sim
