// SPDX-License-Identifier: Apache-2.0
//
// value_monitor: collects the values that a decoder delivers, and compares each beat.
//
// A decoder delivers before it knows whether a message is whole. Where the golden decoder accepts
// the message every beat is compared; where it does not, only the shape of the packet is.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec_s4_desymbolize.sv
//   Test  tb/huff/decoder_bench_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "sim/stream.h"

namespace tern::sim {

/// Watches the value port of a decoder with `lanes` lanes.
class ValueMonitor {
 public:
  ValueMonitor(const StreamPins& pins, std::uint32_t lanes);

  /// The next packet must be these values, `lanes` of them in every beat but the last.
  void expect(std::vector<std::uint8_t> values, std::uint32_t value_bytes);

  /// The next packet may be anything that is a packet of values.
  void expect_any() { expected_.emplace_back(); }

  /// Takes the beat that is about to move: what is wrong with it, or nothing.
  [[nodiscard]] std::optional<std::string> take();

  /// Packets that are whole, with their bytes.
  [[nodiscard]] const std::vector<std::vector<std::uint8_t>>& packets() const { return packets_; }
  [[nodiscard]] std::vector<std::vector<std::uint8_t>>& packets() { return packets_; }
  [[nodiscard]] bool between_packets() const { return beat_ == 0; }
  [[nodiscard]] bool complete() const { return expected_.empty() && beat_ == 0; }

  /// Forgets everything, as a reset does.
  void clear();

 private:
  struct Expected {
    std::optional<std::vector<std::uint8_t>> values;
    std::size_t step_bytes = 0;
  };

  [[nodiscard]] std::optional<std::size_t> kept_bytes();

  StreamPins pins_;
  std::uint32_t lanes_;
  std::deque<Expected> expected_;
  std::vector<std::vector<std::uint8_t>> packets_;
  std::vector<std::uint8_t> current_;
  std::vector<std::uint8_t> beat_bytes_;
  std::vector<std::uint8_t> keep_;
  std::size_t step_bytes_ = 0;  ///< bytes of a full beat of the current packet, 0: not known yet
  std::uint64_t beat_ = 0;
};

}  // namespace tern::sim
