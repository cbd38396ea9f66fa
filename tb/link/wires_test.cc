// SPDX-License-Identifier: Apache-2.0
//
// wires_test: faults come as often as they should, and nowhere else.
//
//   Spec  docs/link.md#faults
//   Test  tb/link/wires_test.cc
#include "sim/link/wires.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/common/test_seed.h"

namespace tern::link {
namespace {

/// Within five standard deviations of what independent trials give.
void expect_rate(double count, double trials, double rate) {
  EXPECT_NEAR(count, trials * rate, 5 * std::sqrt(trials * rate * (1 - rate)));
}

TEST(RareEvent, HappensAtItsRate) {
  SCOPED_TRACE(seed_note());
  for (const double rate : {0.3, 1e-2, 1e-4}) {
    RareEvent event(rate, test_seed());
    std::uint64_t hits = 0;
    std::uint64_t pairs = 0;
    bool before = false;
    const int trials = 1000000;
    for (int i = 0; i < trials; ++i) {
      const bool hit = event.next();
      hits += hit ? 1 : 0;
      pairs += hit && before ? 1 : 0;
      before = hit;
    }
    expect_rate(static_cast<double>(hits), trials, rate);
    expect_rate(static_cast<double>(pairs), trials, rate * rate);
  }
}

TEST(RareEvent, NeverHappensAtRateZero) {
  RareEvent event(0, 1);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(event.next());
  EXPECT_GT(event.left(), std::uint64_t{1} << 60);
}

TEST(Wires, FlipBitsAtTheErrorRate) {
  LinkConfig config;
  config.bit_error_rate = 1e-3;
  config.flit_bytes = 64;
  config.seed = test_seed();
  Wires wires(config);
  std::vector<std::uint64_t> at(8);
  std::uint64_t flips = 0;
  const int flits = 200000;
  for (int i = 0; i < flits; ++i) {
    std::uint32_t last = 0;
    for (const std::uint32_t bit : wires.transmit().bits) {
      ASSERT_LT(bit, 512U);
      ASSERT_TRUE(last < bit || last == 0);
      last = bit;
      ++flips;
      ++at[bit / 64];
    }
  }
  expect_rate(static_cast<double>(flips), flits * 512.0, 1e-3);
  for (const std::uint64_t part : at) {
    expect_rate(static_cast<double>(part), flits * 64.0, 1e-3);
  }
}

TEST(Wires, BurstsStayWithinTheirLength) {
  LinkConfig config;
  config.bit_error_rate = 1e-6;
  config.burst_bits = 16;
  config.seed = test_seed();
  Wires wires(config);
  std::uint64_t flips = 0;
  std::uint64_t bursts = 0;
  for (int i = 0; i < 400000; ++i) {
    const Damage damage = wires.transmit();
    flips += damage.bits.size();
    std::int64_t begin = -100;
    for (const std::int64_t bit : damage.bits) {
      if (bit - begin < 16) continue;
      ++bursts;
      begin = bit;
    }
  }
  ASSERT_GT(bursts, 400U);
  // The first bit, and half of the 15 behind it.
  EXPECT_NEAR(static_cast<double>(flips) / static_cast<double>(bursts), 8.5, 0.5);
}

TEST(Wires, LoseFlitsAndAcknowledgementsIndependently) {
  LinkConfig config;
  config.lost_flit_rate = 0.01;
  config.lost_ack_rate = 0.1;
  config.seed = test_seed();
  Wires wires(config);
  std::uint64_t flits = 0;
  std::uint64_t acks = 0;
  for (int i = 0; i < 100000; ++i) {
    flits += wires.transmit().lost ? 1 : 0;
    acks += wires.lose_acknowledgement() ? 1 : 0;
  }
  expect_rate(static_cast<double>(flits), 100000, 0.01);
  expect_rate(static_cast<double>(acks), 100000, 0.1);
}

}  // namespace
}  // namespace tern::link
