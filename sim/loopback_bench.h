// SPDX-License-Identifier: Apache-2.0
//
// loopback_bench: a link with a driver on each of its ports: the values that went in must come out.
//
// Books are loaded first, into both ends; then the messages follow each other.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/loopback_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/encoder_bench.h"
#include "sim/harness.h"
#include "sim/loopback_dut.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "sim/value_monitor.h"

namespace tern::sim {

/// When things happened to one message. A cycle number is that of the edge at which a beat moved.
struct LoopbackTiming {
  std::uint64_t first_in = 0;   ///< first step taken
  std::uint64_t last_in = 0;    ///< last step taken
  std::uint64_t first_out = 0;  ///< first step of values on offer
  std::uint64_t last_out = 0;   ///< last step of values moved
};

/// Drives one link.
class LoopbackBench {
 public:
  LoopbackBench(const LoopbackVariant& variant, const BenchOptions& options);
  /// Likewise, for an instance that is there already.
  LoopbackBench(LoopbackDut dut, const BenchOptions& options);

  /// Queues a book for a slot of both ends.
  void load_book(const huff::Book& book, std::uint32_t slot);

  /// Queues a message. Its values must stay valid.
  void send(const EncoderMessage& message);

  /// One clock cycle. False: fault() says what is wrong.
  bool step();
  /// Runs until everything queued has happened. False: fault().
  bool run();
  [[nodiscard]] bool done() const;

  [[nodiscard]] const std::optional<Fault>& fault() const { return harness_.fault(); }
  [[nodiscard]] LoopbackPins& pins() { return dut_.pins; }
  [[nodiscard]] Sink& sink() { return sink_; }
  [[nodiscard]] const std::vector<LoopbackTiming>& timing() const { return timing_; }
  /// Steps of values that the sender has taken.
  [[nodiscard]] std::uint64_t steps_in() const { return steps_in_; }
  /// Words that crossed the link.
  [[nodiscard]] std::uint64_t link_words() const { return link_words_; }

 private:
  struct Fired {
    bool command = false;
    bool book = false;
    bool in = false;
    bool verdict = false;
  };

  void note(const Fired& fired, bool out);
  void check_verdict();
  void drive(const Fired& fired);
  void drive_book(bool fired);
  void drive_command(bool fired);
  [[nodiscard]] std::uint64_t next_edge() const { return harness_.cycle() + 1; }

  LoopbackDut dut_;
  Harness harness_;
  Source source_;
  Sink sink_;
  ValueMonitor monitor_;
  Stall command_stall_;
  Stall done_stall_;

  std::vector<BookLoad> loads_;
  std::size_t loaded_ = 0;
  std::size_t write_ = 0;
  bool building_ = false;
  std::vector<EncoderMessage> messages_;
  std::size_t commands_ = 0;
  bool command_offered_ = false;
  std::size_t verdicts_ = 0;
  bool fresh_ = true;

  std::uint64_t steps_in_ = 0;
  std::vector<LoopbackTiming> timing_;
  std::size_t in_message_ = 0;
  std::size_t out_message_ = 0;
  std::uint64_t link_words_ = 0;
  std::vector<std::uint8_t> link_keep_;
};

}  // namespace tern::sim
