// SPDX-License-Identifier: Apache-2.0
//
// latencies: percentiles and sums.
//
// See the header for the contract.
//
//   Spec  docs/link.md#latency
//   Test  tb/link/system/latencies_test.cc
#include "sim/link/system/latencies.h"

#include <algorithm>
#include <numeric>

namespace tern::link {

Picoseconds total(const Transfer::Stages& stages) {
  return stages.queue + stages.encode + stages.wire + stages.retry + stages.flight + stages.decode;
}

void Latencies::add(std::uint64_t bytes, const Transfer& transfer, Picoseconds waited) {
  Size& size = sizes_[bytes];
  size.all.push_back(transfer.completion - transfer.submitted + waited);
  size.stages.queue += transfer.stages.queue + waited;
  size.stages.encode += transfer.stages.encode;
  size.stages.wire += transfer.stages.wire;
  size.stages.retry += transfer.stages.retry;
  size.stages.flight += transfer.stages.flight;
  size.stages.decode += transfer.stages.decode;
}

std::map<std::uint64_t, SizeLatency> Latencies::by_size() const {
  std::map<std::uint64_t, SizeLatency> found;
  for (const auto& [bytes, size] : sizes_) {
    std::vector<Picoseconds> sorted = size.all;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&sorted](std::size_t percent) {
      return sorted[(sorted.size() * percent + 99) / 100 - 1];
    };
    found[bytes] = {sorted.size(), at(50),
                    at(95),        at(99),
                    sorted.back(), std::accumulate(sorted.begin(), sorted.end(), Picoseconds{0}),
                    size.stages};
  }
  return found;
}

void add(LinkStatistics& sum, const LinkStatistics& other) {
  sum.messages += other.messages;
  sum.raw_bytes += other.raw_bytes;
  sum.wire_bytes += other.wire_bytes;
  sum.flits += other.flits;
  sum.transmissions += other.transmissions;
  sum.retries += other.retries;
  sum.timeouts += other.timeouts;
  sum.flipped_flits += other.flipped_flits;
  sum.lost_flits += other.lost_flits;
  sum.lost_acks += other.lost_acks;
  sum.crc_refused += other.crc_refused;
  sum.duplicates += other.duplicates;
  sum.wrong_flits += other.wrong_flits;
  sum.wire_busy += other.wire_busy;
  sum.encoder_busy += other.encoder_busy;
  sum.decoder_busy += other.decoder_busy;
  sum.transmit_flits = std::max(sum.transmit_flits, other.transmit_flits);
  sum.replay_flits = std::max(sum.replay_flits, other.replay_flits);
  sum.receive_bytes = std::max(sum.receive_bytes, other.receive_bytes);
}

}  // namespace tern::link
