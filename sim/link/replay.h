// SPDX-License-Identifier: Apache-2.0
//
// replay: go-back-N, both ends; who sends what again, without any notion of time.
//
// Flits are counted from 0 and never again; on the wires a number has few bits. At most half of
// these numbers are under way, so that an old one is never taken for a new one.
//
//   Spec  docs/link.md#retry
//   Test  tb/link/replay_test.cc
#pragma once

#include <cstdint>

namespace tern::link {

/// What a receiver tells the sender: that everything before `sequence` has arrived; `again`: and
/// that it wants the rest once more.
struct Acknowledgement {
  bool again = false;
  std::uint32_t sequence = 0;
};

/// Keeps flits until they are acknowledged.
class ReplaySender {
 public:
  ReplaySender(std::uint32_t window, std::uint32_t sequence_bits)
      : window_(window), mask_((1U << sequence_bits) - 1) {}

  /// The flit to be sent next; new if it is sent(), else one that is sent again.
  [[nodiscard]] std::uint64_t next() const { return next_; }
  [[nodiscard]] std::uint32_t sequence() const { return static_cast<std::uint32_t>(next_) & mask_; }
  /// Flits that were sent at least once.
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  /// The oldest flit that is not acknowledged.
  [[nodiscard]] std::uint64_t base() const { return base_; }
  [[nodiscard]] bool outstanding() const { return base_ < sent_; }
  [[nodiscard]] bool room() const { return next_ < base_ + window_; }

  /// next() is on the wires.
  void send() {
    ++next_;
    if (next_ > sent_) sent_ = next_;
  }
  /// True if it freed a flit, or sends one again. An old acknowledgement does nothing.
  bool receive(const Acknowledgement& acknowledgement);
  /// Everything that is not acknowledged is sent again.
  void go_back() { next_ = base_; }

 private:
  std::uint32_t window_;
  std::uint32_t mask_;
  std::uint64_t base_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t sent_ = 0;
};

/// Takes flits in order, each once.
class ReplayReceiver {
 public:
  ReplayReceiver(std::uint32_t window, std::uint32_t sequence_bits)
      : window_(window), mask_((1U << sequence_bits) - 1) {}

  struct Verdict {
    bool deliver = false;
    bool duplicate = false;
    bool answer = false;  ///< whether `acknowledgement` is sent
    Acknowledgement acknowledgement;
  };

  /// A flit with a good check.
  Verdict arrive(std::uint32_t sequence);
  /// A flit whose check is wrong.
  Verdict refuse();

  /// Flits delivered.
  [[nodiscard]] std::uint64_t expected() const { return expected_; }

 private:
  [[nodiscard]] Verdict answer(bool again) const;

  std::uint32_t window_;
  std::uint32_t mask_;
  std::uint64_t expected_ = 0;
  bool asked_ = false;      ///< for the flit expected
  std::uint32_t seen_ = 0;  ///< since then, how far ahead the last number was
};

}  // namespace tern::link
