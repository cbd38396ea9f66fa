// SPDX-License-Identifier: Apache-2.0
//
// stream: pins of a ready/valid stream, packets for it, and the source that drives them.
//
//   Spec  docs/streams.md
//   Test  tb/common/stream_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "sim/port.h"
#include "sim/stall.h"

namespace tern::sim {

/// A ready/valid stream. `keep` and `last` may be unbound.
struct StreamPins {
  Pin valid;
  Pin ready;
  Port data;
  Port keep;  ///< one bit per byte of data
  Pin last;
};

/// Overrides the keep bits of one beat.
struct KeepFault {
  std::uint64_t beat = 0;
  std::vector<std::uint8_t> keep;  ///< as many bytes as the port has
};

/// Bytes to send as one packet. `data` must outlive the run.
struct Packet {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;        ///< 0: one beat that keeps nothing
  std::size_t beat_bytes = 1;  ///< bytes that a full beat carries, from byte 0 on
  std::optional<KeepFault> keep_fault;

  [[nodiscard]] std::uint64_t beats() const {
    return size == 0 ? 1 : (size + beat_bytes - 1) / beat_bytes;
  }
};

/// Drives packets into a stream. Everything that the contract leaves open is noise: bytes without a
/// keep bit, and the payload while valid is low.
class Source {
 public:
  Source(const StreamPins& pins, StallPattern pattern, std::uint64_t seed);

  void push(const Packet& packet) { packets_.push_back(packet); }

  /// Before the rising edge: true if the offered beat will move.
  [[nodiscard]] bool fires() const { return offering_ && pins_.ready.get(); }
  [[nodiscard]] bool offering() const { return offering_; }

  /// After the rising edge: `fired` is what fires() said before it. Drives the next beat if
  /// `allowed`, an offer once made stays. Call it inside Harness::tick().
  void advance(bool fired, bool allowed = true);

  /// Withdraws everything, as a reset does.
  void clear();

  /// True when no beat is left.
  [[nodiscard]] bool idle() const { return packets_.empty(); }
  /// Packets whose last beat has moved.
  [[nodiscard]] std::uint64_t packets_sent() const { return packets_sent_; }
  /// Beats of the current packet that have moved.
  [[nodiscard]] std::uint64_t beat() const { return beat_; }
  [[nodiscard]] const Packet& current() const { return packets_.front(); }

  /// Digest of everything driven so far, cycle by cycle.
  [[nodiscard]] std::uint64_t stimulus_hash() const { return hash_; }
  /// Keeping the digest costs time, so it is off at first.
  void keep_hash() { hashing_ = true; }

 private:
  void offer();
  void retract();
  void fill_noise(std::size_t used);
  void note();

  StreamPins pins_;
  Stall stall_;
  Rng noise_;
  std::deque<Packet> packets_;
  std::uint64_t beat_ = 0;
  std::uint64_t packets_sent_ = 0;
  bool offering_ = false;
  bool hashing_ = false;
  std::uint64_t hash_ = 0xCBF29CE484222325U;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> keep_;
};

}  // namespace tern::sim
