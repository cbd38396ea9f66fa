// SPDX-License-Identifier: Apache-2.0
//
// formula_test: an all-reduce in a ring takes as long as the closed formula says.
//
//   Spec  docs/link.md#closed-formula
//   Test  tb/link/system/formula_test.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tb/link/simulation.h"
#include "tb/link/system/bench.h"

namespace tern::link {
namespace {

struct Case {
  std::uint32_t dies;
  std::uint64_t bytes;
  std::uint64_t message_bytes;
  double gtps;
  double ratio;  // 1: without a codec
  double propagation_ns = 1;
};

// Nanoseconds. Each block of bytes / dies is sent 2 (dies - 1) times, in `messages` messages that
// take `period` each on the wires; a message that is sent can be sent on after `period + latency`.
double formula(const Case& c, const LinkConfig& link, const CodecTiming& codec) {
  const double messages =
      static_cast<double>(c.bytes) / c.dies / static_cast<double>(c.message_bytes);
  const double wire =
      static_cast<double>(c.message_bytes) / c.ratio * link.flit_ns() / link.payload_bytes();
  const double latency = link.propagation_ns + 2 * link.adapter_latency_ns +
                         (codec.present ? codec.encode_latency + codec.decode_latency : 0);
  const double steps = 2.0 * (c.dies - 1);
  return std::max(steps * messages * wire + latency,
                  steps * (wire + latency) + (messages - 1) * wire);
}

TEST(FormulaTest, TheRingIsWithinOnePercent) {
  const std::vector<Case> cases = {
      {8, 8 << 20, 1 << 16, 32, 1},      {8, 8 << 20, 1 << 16, 32, 2},
      {2, 4 << 20, 1 << 16, 16, 1},      {16, 4 << 20, 1 << 18, 64, 1},
      {16, 4 << 20, 1 << 18, 64, 2},     {4, 1 << 16, 1 << 14, 32, 1, 500},
      {4, 1 << 17, 1 << 14, 32, 2, 500}, {5, 5 << 20, 1 << 16, 8, 2}};
  tb::in_own_process([&cases] {
    const HalfCoder coder(4096);
    std::vector<std::unique_ptr<Bench>> benches;
    std::vector<double> wanted;
    for (const Case& c : cases) {
      SystemConfig config;
      config.dies = c.dies;
      config.job = {Collective::kAllReduce, c.bytes, c.message_bytes, 2, 0, 1};
      config.link.gtps = c.gtps;
      config.link.propagation_ns = c.propagation_ns;
      config.link.retry_timeout_ns = 10000;
      config.link.credit_bytes = 1 << 20;
      config.link.replay_flits = 2048;
      config.link.sequence_bits = 12;
      config.chunk_by_chunk = false;
      if (c.ratio > 1) config.codec = codec_of(4096);
      ASSERT_EQ(config.check(), std::nullopt);
      benches.push_back(std::make_unique<Bench>("ring_" + std::to_string(benches.size()), config,
                                                4096, c.ratio > 1 ? &coder : nullptr));
      wanted.push_back(formula(c, config.link, config.codec));
    }
    run_systems();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const SystemResult result = benches[i]->system.result();
      EXPECT_EQ(result.wrong, std::nullopt);
      EXPECT_EQ(result.deadlock, std::nullopt);
      EXPECT_NEAR(static_cast<double>(result.completion) / 1000, wanted[i], wanted[i] / 100) << i;
    }
  });
}

}  // namespace
}  // namespace tern::link
