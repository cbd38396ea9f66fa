// SPDX-License-Identifier: Apache-2.0
//
// wires: what goes wrong between the ends of a link.
//
// The distance to the next fault is drawn, not each bit: wires without faults cost nothing.
//
//   Spec  docs/link.md#faults
//   Test  tb/link/wires_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "sim/link/link_config.h"

namespace tern::link {

/// Independent trials that succeed at one rate, drawn as the distances between the successes.
class RareEvent {
 public:
  RareEvent(double rate, std::uint64_t seed);

  /// Trials that fail before the next one that succeeds.
  [[nodiscard]] std::uint64_t left() const { return left_; }
  /// So many failed trials, at most left().
  void pass(std::uint64_t trials) { left_ -= trials; }
  /// One trial.
  bool next();

 private:
  void draw();

  double rate_;
  Rng rng_;
  std::uint64_t left_ = 0;
};

/// What happened to one flit.
struct Damage {
  bool lost = false;
  std::vector<std::uint32_t> bits;  ///< that were flipped, ascending

  [[nodiscard]] bool none() const { return !lost && bits.empty(); }
};

/// Both directions: flits one way, acknowledgements the other. Equal seeds give equal faults.
class Wires {
 public:
  explicit Wires(const LinkConfig& config);

  [[nodiscard]] Damage transmit();
  [[nodiscard]] bool lose_acknowledgement() { return lost_acks_.next(); }

 private:
  std::uint32_t flit_bits_;
  std::uint32_t burst_bits_;
  RareEvent errors_;
  RareEvent lost_flits_;
  RareEvent lost_acks_;
  Rng bursts_;
};

}  // namespace tern::link
