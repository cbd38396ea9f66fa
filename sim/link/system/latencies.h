// SPDX-License-Identifier: Apache-2.0
//
// latencies: how long transfers took and why, by size.
//
//   Spec  docs/link.md#latency
//   Test  tb/link/system/latencies_test.cc
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/link/message.h"

namespace tern::link {

/// Latencies of the transfers of one size, from being ready to the last value there.
struct SizeLatency {
  std::uint64_t messages = 0;
  Picoseconds p50 = 0;
  Picoseconds p95 = 0;
  Picoseconds p99 = 0;
  Picoseconds max = 0;
  Picoseconds sum = 0;
  Transfer::Stages stages;  ///< sums: they add up to `sum`
};

/// Sum of the stages of one transfer, or of many.
[[nodiscard]] Picoseconds total(const Transfer::Stages& stages);

class Latencies {
 public:
  /// One transfer of so many bytes of values. `waited`: before it was handed to the link, which
  /// counts as queue.
  void add(std::uint64_t bytes, const Transfer& transfer, Picoseconds waited);

  /// Percentile p: the smallest latency that at least p percent of the transfers do not exceed.
  [[nodiscard]] std::map<std::uint64_t, SizeLatency> by_size() const;

 private:
  struct Size {
    std::vector<Picoseconds> all;
    Transfer::Stages stages;
  };
  std::map<std::uint64_t, Size> sizes_;
};

/// Adds counts; of high-water marks the larger one stays.
void add(LinkStatistics& sum, const LinkStatistics& other);

}  // namespace tern::link
