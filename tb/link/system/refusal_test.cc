// SPDX-License-Identifier: Apache-2.0
//
// refusal_test: systems that cannot work are refused with the name of what is wrong.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/refusal_test.cc
#include <gtest/gtest.h>

#include <memory>

#include "sim/link/system/system.h"
#include "tb/link/simulation.h"
#include "tb/link/system/bench.h"

namespace tern::link {
namespace {

TEST(SystemTest, CreditsTooFewForAMessageThatShrinksALotAreNamed) {
  class Tiny final : public Coder {
   public:
    [[nodiscard]] Coded code(const Payload& values) const override {
      Coded coded = {plain_chunks(values->size(), 512), nullptr, values};
      for (Chunk& chunk : coded.chunks) chunk.wire_bytes = 1;
      coded.stream = std::make_shared<const Bytes>(coded.chunks.size());
      return coded;
    }
  };
  tb::in_own_process([] {
    const Tiny coder;
    SystemConfig config = ring_of(3, Collective::kAllReduce);
    config.codec = codec_of(32);
    config.link.credit_bytes = 1000;
    Bench bench("tiny", config, 512, &coder);
    run_systems();
    const SystemResult result = bench.system.result();
    EXPECT_EQ(result.impossible.value_or("").rfind("credit_bytes: 1000 ", 0), 0U);
    EXPECT_EQ(result.deadlock, std::nullopt);
  });
}

TEST(SystemTest, BadConfigurationsAreNamed) {
  SystemConfig config = ring_of(4, Collective::kAllReduce);
  EXPECT_EQ(config.check(), std::nullopt);
  config.overlap = 1.5;
  EXPECT_EQ(config.check().value_or("").rfind("overlap: ", 0), 0U);
  config = ring_of(4, Collective::kAllReduce);
  config.reduce_bytes_per_ns = 1e-300;
  EXPECT_EQ(config.check().value_or("").rfind("reduce_bytes_per_ns: ", 0), 0U);
  config = ring_of(4, Collective::kAllReduce);
  config.link.flit_by_flit = true;
  EXPECT_EQ(config.check().value_or("").rfind("flit_by_flit: ", 0), 0U);
  config = ring_of(4, Collective::kAllReduce);
  config.forward_bytes = 1000;
  EXPECT_EQ(config.check(), "forward_bytes: 1000 bytes do not hold a message of 2000");
  config = ring_of(4, Collective::kAllReduce);
  config.held_dies = {4};
  EXPECT_EQ(config.check(), "held_dies: there is no die 4");
  config = ring_of(65, Collective::kAllReduce);
  config.shape = Shape::kFull;
  EXPECT_EQ(config.check().value_or("").rfind("dies: 65 ", 0), 0U);
}

}  // namespace
}  // namespace tern::link
