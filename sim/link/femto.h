// SPDX-License-Identifier: Apache-2.0
//
// femto: time inside a link, in whole femtoseconds.
//
// A flit of 68 bytes on 16 lanes of 32 GT/s takes 1062.5 ps: rounded to picoseconds, a train of
// flits would be 0.05 % too slow.
//
//   Spec  docs/link.md#time
//   Test  tb/link/value_path_test.cc
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/link/link_config.h"

namespace tern::link {

using Femto = std::int64_t;

inline constexpr Femto kNever = std::numeric_limits<Femto>::max();

[[nodiscard]] inline Femto from_ns(double ns) { return std::llround(ns * 1e6); }
[[nodiscard]] inline Femto from_ps(Picoseconds ps) { return ps * 1000; }
/// Rounded up: never before it happens.
[[nodiscard]] inline Picoseconds to_ps(Femto time) { return (time + 999) / 1000; }

/// a * b / c without overflow in between.
[[nodiscard]] inline std::int64_t scaled(std::int64_t a, std::int64_t b, std::int64_t c) {
  __extension__ using Wide = __int128;
  return static_cast<std::int64_t>(static_cast<Wide>(a) * b / c);
}

/// How long bytes take: exact to 2^-16 fs for each.
class ByteRate {
 public:
  /// 0: no time at all.
  explicit ByteRate(double bytes_per_ns)
      : per_byte_(bytes_per_ns > 0 ? std::llround(65536e6 / bytes_per_ns) : 0) {}

  [[nodiscard]] Femto time(std::uint64_t bytes) const {
    return scaled(static_cast<std::int64_t>(bytes), per_byte_, 65536);
  }

 private:
  std::int64_t per_byte_;
};

}  // namespace tern::link
