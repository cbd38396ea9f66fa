// SPDX-License-Identifier: Apache-2.0
//
// link_config: which links can work.
//
//   Spec  docs/link.md#parameters
//   Test  tb/link/link_config_test.cc
#include "sim/link/link_config.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/link/flit.h"

namespace tern::link {
namespace {

// Of this many flits one must be right, or a run does not end in any time worth waiting for.
constexpr double kMostTries = 256;

bool is_rate(double rate) { return rate >= 0 && rate < 1; }

std::optional<std::string> check_rates(const LinkConfig& config) {
  if (!is_rate(config.bit_error_rate)) return "bit_error_rate: must be at least 0 and below 1";
  if (!is_rate(config.lost_flit_rate)) return "lost_flit_rate: must be at least 0 and below 1";
  if (!is_rate(config.lost_ack_rate)) return "lost_ack_rate: must be at least 0 and below 1";
  if (config.burst_bits < 1 || config.burst_bits > config.flit_bytes * 8) {
    return "burst_bits: must be 1 to the bits of a flit";
  }
  const double right = std::pow(1 - config.bit_error_rate, config.flit_bytes * 8.0);
  if (right * kMostTries < 1) {
    return fmt::format("bit_error_rate: must leave one of {} flits of {} bytes right", kMostTries,
                       config.flit_bytes);
  }
  if ((1 - config.lost_flit_rate) * kMostTries < 1) {
    return fmt::format("lost_flit_rate: must leave one flit in {} there", kMostTries);
  }
  return std::nullopt;
}

std::optional<std::string> check_stalls(const LinkConfig& config) {
  Picoseconds last = 0;
  for (const Stall& stall : config.stalls) {
    if (stall.begin < last || stall.end <= stall.begin) {
      return "stalls: must be in order of time, none empty and none inside another";
    }
    last = stall.end;
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t LinkConfig::payload_bytes() const { return flit_payload_bytes(flit_bytes); }

double LinkConfig::round_trip_ns() const {
  return flit_ns() + 2 * (2 * adapter_latency_ns + propagation_ns);
}

std::optional<std::string> LinkConfig::check() const {
  if (lanes < 1 || lanes > 1024) return "lanes: must be 1 to 1024";
  if (!(gtps > 0) || gtps > 1000) return "gtps: must be above 0 and at most 1000";
  if (flit_bytes != 64 && flit_bytes != 68 && flit_bytes != 256) {
    return fmt::format("flit_bytes: must be 64, 68 or 256, not {}", flit_bytes);
  }
  if (!(propagation_ns >= 0) || propagation_ns > 1e9) {
    return "propagation_ns: must be 0 to 1e9";
  }
  if (!(adapter_latency_ns >= 0) || adapter_latency_ns > 1e9) {
    return "adapter_latency_ns: must be 0 to 1e9";
  }
  if (flit_by_flit && 2 * adapter_latency_ns + propagation_ns < 0.001) {
    return "flit_by_flit: a flight must take a picosecond at least, the unit of events";
  }
  if (sequence_bits < 2 || sequence_bits > kMaxSequenceBits) {
    return fmt::format("sequence_bits: must be 2 to {}", kMaxSequenceBits);
  }
  if (replay_flits < 1 || replay_flits > 1U << (sequence_bits - 1)) {
    return fmt::format("replay_flits: must be 1 to {}, half of the numbers of {} sequence_bits",
                       1U << (sequence_bits - 1), sequence_bits);
  }
  if (!(retry_timeout_ns > round_trip_ns()) || retry_timeout_ns > 1e9) {
    return fmt::format("retry_timeout_ns: must be above the round trip of {} ns, at most 1e9",
                       round_trip_ns());
  }
  if (credit_bytes < payload_bytes()) {
    return fmt::format("credit_bytes: {} are too few for one flit, which carries {}", credit_bytes,
                       payload_bytes());
  }
  if (!(drain_bytes_per_ns >= 0) || !std::isfinite(drain_bytes_per_ns)) {
    return "drain_bytes_per_ns: must not be negative";
  }
  if (auto problem = check_rates(*this)) return problem;
  return check_stalls(*this);
}

}  // namespace tern::link
