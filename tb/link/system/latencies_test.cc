// SPDX-License-Identifier: Apache-2.0
//
// latencies_test: percentiles, and that nothing is left out of them.
//
//   Spec  docs/link.md#latency
//   Test  tb/link/system/latencies_test.cc
#include "sim/link/system/latencies.h"

#include <gtest/gtest.h>

namespace tern::link {
namespace {

Transfer transfer_of(Picoseconds latency) {
  Transfer transfer;
  transfer.submitted = 1000;
  transfer.completion = 1000 + latency;
  transfer.stages.wire = latency - 3;
  transfer.stages.decode = 3;
  return transfer;
}

TEST(LatenciesTest, EveryTransferIsCountedInItsSize) {
  Latencies latencies;
  for (Picoseconds i = 1; i <= 200; ++i) latencies.add(64, transfer_of(10 * (201 - i)), 0);
  latencies.add(128, transfer_of(7), 5);
  const auto found = latencies.by_size();
  ASSERT_EQ(found.size(), 2U);
  const SizeLatency& small = found.at(64);
  EXPECT_EQ(small.messages, 200U);
  EXPECT_EQ(small.p50, 1000);
  EXPECT_EQ(small.p95, 1900);
  EXPECT_EQ(small.p99, 1980);
  EXPECT_EQ(small.max, 2000);
  EXPECT_EQ(small.sum, total(small.stages));
  const SizeLatency& large = found.at(128);
  EXPECT_EQ(large.messages, 1U);
  EXPECT_EQ(large.p50, 12);
  EXPECT_EQ(large.stages.queue, 5);
  EXPECT_EQ(large.sum, total(large.stages));
}

TEST(LatenciesTest, CountsAddUpAndMarksDoNot) {
  LinkStatistics sum;
  LinkStatistics one;
  one.flits = 3;
  one.replay_flits = 7;
  add(sum, one);
  one.replay_flits = 5;
  add(sum, one);
  EXPECT_EQ(sum.flits, 6U);
  EXPECT_EQ(sum.replay_flits, 7U);
}

}  // namespace
}  // namespace tern::link
