// SPDX-License-Identifier: Apache-2.0
//
// link_config: parameters of a die-to-die link, with their units.
//
// Everything that a link does follows from these, from the messages and from the seed.
//
//   Spec  docs/link.md#parameters
//   Test  tb/link/link_config_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tern::link {

/// Times outside a link are whole picoseconds, as sc_time counts them; inside they are finer.
using Picoseconds = std::int64_t;

/// An interval in which a receiver takes no values.
struct Stall {
  Picoseconds begin = 0;
  Picoseconds end = 0;
};

/// One direction of a link.
struct LinkConfig {
  // Wires.
  std::uint32_t lanes = 16;       ///< data lanes, a bit each
  double gtps = 32;               ///< GT/s of a lane
  double propagation_ns = 1;      ///< from end to end
  double adapter_latency_ns = 2;  ///< of adapter and PHY at each end

  // Adapter.
  std::uint32_t flit_bytes = 256;    ///< 64, 68 or 256
  std::uint32_t replay_flits = 512;  ///< flits that the sender keeps until they are acknowledged
  std::uint32_t sequence_bits = 10;  ///< of a flit's number: replay_flits < 2^sequence_bits
  double retry_timeout_ns = 1000;    ///< without an acknowledgement, all is sent again

  // Receiver.
  std::uint64_t credit_bytes = 65536;  ///< decompressed bytes that may be under way
  double drain_bytes_per_ns = 0;       ///< how fast values are taken; 0: as fast as they come
  std::vector<Stall> stalls;           ///< when they are not taken at all, in order of time

  // Faults.
  double bit_error_rate = 0;     ///< errors per bit
  std::uint32_t burst_bits = 1;  ///< each error flips a bit, and up to so many from there
  double lost_flit_rate = 0;     ///< flits that never arrive
  double lost_ack_rate = 0;      ///< acknowledgements that never arrive
  std::uint64_t seed = 1;

  /// Every flit is an event and every byte is on the wires: slow, and the same result.
  bool flit_by_flit = false;

  /// Bytes of a message that a flit carries: what header and check leave.
  [[nodiscard]] std::uint32_t payload_bytes() const;
  /// Wire bits per nanosecond.
  [[nodiscard]] double bits_per_ns() const { return lanes * gtps; }
  /// Time of a flit on the wires, in nanoseconds.
  [[nodiscard]] double flit_ns() const { return flit_bytes * 8 / bits_per_ns(); }
  /// From the start of a flit until its acknowledgement can free its place in the replay buffer.
  [[nodiscard]] double round_trip_ns() const;

  /// What is wrong, as "KEY: reason" with the name of the member; nothing if the link can work.
  [[nodiscard]] std::optional<std::string> check() const;
};

}  // namespace tern::link
