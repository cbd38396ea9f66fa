// SPDX-License-Identifier: Apache-2.0
//
// system_test: every collective delivers on every topology, and what cannot is explained.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/system_test.cc
#include "sim/link/system/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/link/system/coders.h"
#include "tb/link/simulation.h"
#include "tb/link/system/bench.h"

namespace tern::link {
namespace {

std::vector<SystemConfig> everything() {
  std::vector<SystemConfig> configs;
  for (const Collective collective :
       {Collective::kAllReduce, Collective::kAllGather, Collective::kBroadcast,
        Collective::kAllToAll, Collective::kPointToPoint, Collective::kKvTransfer}) {
    for (const auto& [shape, dies, rows] :
         std::vector<std::tuple<Shape, std::uint32_t, std::uint32_t>>{{Shape::kRing, 2, 1},
                                                                      {Shape::kRing, 6, 1},
                                                                      {Shape::kMesh, 6, 2},
                                                                      {Shape::kMesh, 9, 3},
                                                                      {Shape::kFull, 4, 1}}) {
      if (collective == Collective::kKvTransfer && dies % 2 != 0) continue;
      for (int way = 0; way < 3; ++way) {
        SystemConfig config = ring_of(dies, collective);
        config.shape = shape;
        config.rows = rows;
        config.forward_coded = way != 2;
        config.chunk_by_chunk = way == 0;
        config.job.to = dies - 1;
        configs.push_back(config);
      }
    }
  }
  return configs;
}

void deliver(const Coder* coder, const LinkConfig& link) {
  std::vector<std::unique_ptr<Bench>> benches;
  for (SystemConfig config : everything()) {
    config.link = link;
    if (coder != nullptr) config.codec = codec_of(32);
    ASSERT_EQ(config.check(), std::nullopt);
    if (coder != nullptr && !coder->lossless()) {  // slow, and the ways are those of the others
      if (!config.chunk_by_chunk || config.dies == 2 || config.dies == 9) continue;
      config.job.bytes = 6000;
    }
    benches.push_back(
        std::make_unique<Bench>("system_" + std::to_string(benches.size()), config, 512, coder));
  }
  run_systems();
  for (const auto& bench : benches) {
    const SystemResult result = bench->system.result();
    EXPECT_EQ(result.deadlock, std::nullopt);
    EXPECT_EQ(result.wrong, std::nullopt);
    EXPECT_GT(result.completion, 0);
    std::uint64_t transfers = 0;
    for (const auto& [bytes, latency] : result.latency) {
      transfers += latency.messages;
      EXPECT_EQ(latency.sum, total(latency.stages)) << bytes;
    }
    EXPECT_EQ(transfers, result.transfers);
    EXPECT_EQ(result.links.messages, result.transfers);
    EXPECT_EQ(result.distortion.noise > 0, coder != nullptr && !coder->lossless());
  }
}

TEST(SystemTest, EveryCollectiveDeliversUncoded) {
  tb::in_own_process([] { deliver(nullptr, {}); });
}

TEST(SystemTest, EveryCollectiveDeliversCoded) {
  tb::in_own_process([] {
    const HalfCoder coder(512);
    deliver(&coder, {});
  });
}

TEST(SystemTest, EveryCollectiveDeliversWhatLossyCodingLeaves) {
  tb::in_own_process([] {
    tdr::BlockOptions options;
    options.lossy.effort = tdr::Effort::kStream;
    options.lossy.states_log2 = 2;
    const TdrCoder coder(Dtype::kBf16, 100, 6, options, 512);
    deliver(&coder, {});
  });
}

TEST(SystemTest, EveryCollectiveDeliversOverBadWires) {
  tb::in_own_process([] {
    LinkConfig link;
    link.bit_error_rate = 1e-4;
    link.burst_bits = 8;
    link.lost_flit_rate = 0.01;
    link.lost_ack_rate = 0.05;
    const HalfCoder coder(512);
    deliver(&coder, link);
  });
}

TEST(SystemTest, ACoderThatDamagesValuesIsFoundOut) {
  class Damaging final : public Coder {
   public:
    [[nodiscard]] Coded code(const Payload& values) const override {
      Bytes bytes = *values;
      bytes[bytes.size() / 2] ^= 0x10;
      const Payload stream = std::make_shared<const Bytes>(bytes);
      return {plain_chunks(bytes.size(), 512), stream, stream};
    }
  };
  tb::in_own_process([] {
    const Damaging coder;
    SystemConfig config = ring_of(3, Collective::kBroadcast);
    config.codec = codec_of(32);
    Bench bench("damaged", config, 512, &coder);
    run_systems();
    EXPECT_EQ(bench.system.result().wrong.value_or(""), "die 1 has wrong values in part 0");
  });
}

TEST(SystemTest, RoomThatEveryoneWaitsForIsADeadlockInACircle) {
  tb::in_own_process([] {
    SystemConfig config = ring_of(6, Collective::kAllToAll);
    config.job.message_bytes = 4000;
    config.forward_bytes = 4000;
    Bench bench("circle", config, 512, nullptr);
    config.forward_bytes = 1 << 20;
    Bench enough("enough", config, 512, nullptr);
    run_systems();
    const std::string why = bench.system.result().deadlock.value_or("");
    EXPECT_EQ(why.rfind("deadlock: ", 0), 0U) << why;
    EXPECT_NE(why.find("die 0 waits for die 1 (room for a message to pass on)"), std::string::npos)
        << why;
    const SystemResult good = enough.system.result();
    EXPECT_EQ(good.deadlock, std::nullopt);
    EXPECT_EQ(good.wrong, std::nullopt);
    EXPECT_GT(good.forward_bytes, 4000U);
  });
}

TEST(SystemTest, AHeldDieIsNamed) {
  tb::in_own_process([] {
    SystemConfig config = ring_of(4, Collective::kPointToPoint);
    config.job.bytes = 1 << 20;
    config.job.message_bytes = 1 << 18;
    config.job.to = 2;
    config.held_dies = {2};
    Bench bench("held", config, 4096, nullptr);
    run_systems();
    const std::string why = bench.system.result().deadlock.value_or("");
    EXPECT_NE(why.find("die 2"), std::string::npos) << why;
    EXPECT_NE(why.find("die 1 waits for die 2"), std::string::npos) << why;
  });
}

TEST(SystemTest, ComputeIsHiddenAsFarAsItOverlaps) {
  tb::in_own_process([] {
    std::vector<std::unique_ptr<Bench>> benches;
    for (const double overlap : {0.0, 0.5, 1.0}) {
      SystemConfig config = ring_of(4, Collective::kAllReduce);
      config.job.bytes = 1 << 20;
      config.job.message_bytes = 1 << 14;
      config.compute_ns = 20000;
      config.overlap = overlap;
      benches.push_back(std::make_unique<Bench>("compute_" + std::to_string(benches.size()), config,
                                                4096, nullptr));
    }
    run_systems();
    std::vector<Picoseconds> times;
    for (const auto& bench : benches) times.push_back(bench->system.result().completion);
    EXPECT_GT(times[0], times[1]);
    EXPECT_GT(times[1], times[2]);
    EXPECT_GT(times[2], 20000000);
  });
}

TEST(SystemTest, CutThroughIsFasterThanWholeMessagesOnALongWay) {
  tb::in_own_process([] {
    std::vector<std::unique_ptr<Bench>> benches;
    for (const bool chunks : {true, false}) {
      SystemConfig config = ring_of(9, Collective::kPointToPoint);
      config.job = {Collective::kPointToPoint, 1 << 16, 1 << 16, 2, 0, 4};
      config.chunk_by_chunk = chunks;
      benches.push_back(
          std::make_unique<Bench>("way_" + std::to_string(benches.size()), config, 1024, nullptr));
    }
    run_systems();
    const Picoseconds cut = benches[0]->system.result().completion;
    const Picoseconds whole = benches[1]->system.result().completion;
    EXPECT_LT(2 * cut, whole);
  });
}

}  // namespace
}  // namespace tern::link
