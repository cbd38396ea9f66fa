// SPDX-License-Identifier: Apache-2.0
//
// scoreboard: collects the beats of a stream and compares each with what it must be.
//
// A beat is compared when it comes, not when the run is over: the simulation stops where the fault
// shows, and the waveform is short.
//
//   Spec  docs/verification.md
//   Test  tb/common/stream_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "sim/stream.h"

namespace tern::sim {

/// The first beat that is not right.
struct Mismatch {
  std::uint64_t packet = 0;
  std::uint64_t beat = 0;  ///< of the packet
  std::size_t offset = 0;  ///< byte of the packet: the first wrong one, if bytes are wrong
  std::string reason;
  std::string got;  ///< the beat in hexadecimal, last byte first, and its last bit
  std::string want;
};

/// Compares packets with expected ones, in order.
class Scoreboard {
 public:
  explicit Scoreboard(const StreamPins& pins);

  /// The next packet must be these bytes.
  void expect(std::vector<std::uint8_t> bytes) { expected_.emplace_back(std::move(bytes)); }

  /// The next packet is collected without comparison; `size_hint` bytes are set aside for it.
  void expect_any(std::size_t size_hint) { expected_.emplace_back(size_hint); }

  /// Takes the beat that is about to move. False: mismatch() says why not.
  [[nodiscard]] bool take();

  /// True if the last beat taken ended a packet, or none was taken.
  [[nodiscard]] bool between_packets() const { return beat_ == 0; }
  /// True if the next beat is the first or the last of a packet, as far as is known.
  [[nodiscard]] bool edge_next() const;
  /// Packets that are whole.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  /// Beats of the current packet.
  [[nodiscard]] std::uint64_t beat() const { return beat_; }
  /// True when every expected packet has come.
  [[nodiscard]] bool complete() const { return expected_.empty() && beat_ == 0; }
  [[nodiscard]] const std::optional<Mismatch>& mismatch() const { return mismatch_; }

  /// The packets so far, with their bytes.
  [[nodiscard]] std::vector<std::vector<std::uint8_t>>& received() { return received_; }

  /// Forgets the packet that was cut, and those that are still expected, as a reset does.
  void clear();

 private:
  struct Expected {
    explicit Expected(std::vector<std::uint8_t> want) : bytes(std::move(want)), compare(true) {}
    explicit Expected(std::size_t hint) : size_hint(hint) {}
    std::vector<std::uint8_t> bytes;
    std::size_t size_hint = 0;
    bool compare = false;
  };

  bool refuse(std::size_t offset, std::string reason);
  [[nodiscard]] std::optional<std::size_t> kept_bytes() const;

  StreamPins pins_;
  std::deque<Expected> expected_;
  std::vector<std::vector<std::uint8_t>> received_;
  std::vector<std::uint8_t> current_;
  std::vector<std::uint8_t> beat_bytes_;
  std::vector<std::uint8_t> full_keep_;
  std::uint64_t packets_ = 0;
  std::uint64_t beat_ = 0;
  std::optional<Mismatch> mismatch_;
};

}  // namespace tern::sim
