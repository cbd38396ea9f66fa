// SPDX-License-Identifier: Apache-2.0
//
// encoder_bench_test: the bench accepts a right encoder and refuses every wrong one.
//
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_bench_test.cc
#include "sim/encoder_bench.h"

#include <gtest/gtest.h>

#include <string>

#include "model/common/test_seed.h"
#include "sim/dut/huff_enc.h"
#include "tb/huff/fake_encoder.h"
#include "tb/huff/scenario.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

const sim::EncoderVariant kFake = {"fake", FakeEncoder::kConfig, &sim::make_huff_enc<FakeEncoder>};

constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                      StallPattern::kBursty, StallPattern::kAdversarial};

/// Six messages with two books; the third is long.
std::optional<sim::Fault> play(const RunContext& context, FakeFault fault, StallPattern source,
                               StallPattern sink, bool wrong_expectation = false) {
  FakeEncoder::fault() = fault;
  Rng rng(context.seed);
  Scenario scenario(kFake.config);
  for (int i = 0; i < 2; ++i) {
    const huff::Dtype dtype = i == 0 ? huff::Dtype::kBf16 : huff::Dtype::kInt8;
    const huff::Book& book = scenario.book(random_book(dtype, kFake.config, rng));
    scenario.message(dtype, fitting_values(book, rng.below(20), rng));
    scenario.message(dtype, {}, true);
    const auto chunk_log2 = static_cast<std::uint32_t>(rng.chance(1, 2) ? 0 : huff::kMinChunkLog2);
    sim::EncoderMessage& last =
        scenario.send(&book, dtype, fitting_values(book, 70, rng), chunk_log2);
    if (wrong_expectation && i == 1) {
      Bytes& bytes = *last.expected;
      const auto at = static_cast<std::size_t>(rng.below(bytes.size()));
      bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << rng.below(8)));
    }
  }
  sim::BenchOptions options = bench_options(context, source, sink);
  options.harness.watchdog_cycles = 2000;
  const auto found = scenario.play(kFake, options);
  FakeEncoder::fault() = FakeFault::kNone;
  return found;
}

std::string text(FakeFault fault, StallPattern sink) {
  RunContext context;
  context.seed = test_seed();
  const auto found = play(context, fault, StallPattern::kNone, sink);
  return found ? found->text : "none";
}

TEST(EncoderBench, AcceptsAGoodEncoderForAHundredSeedsAndEveryStall) {
  for (std::uint64_t seed = 0; seed <= 100; ++seed) {
    RunContext context;
    context.seed = seed;
    const auto found =
        play(context, FakeFault::kNone, kPatterns[seed % 4], kPatterns[seed / 4 % 4]);
    ASSERT_FALSE(found) << "seed " << seed << ": " << found->text;
  }
}

TEST(EncoderBench, RefusesAWrongExpectationForAHundredSeeds) {
  for (std::uint64_t seed = 0; seed <= 100; ++seed) {
    RunContext context;
    context.seed = seed;
    const auto found =
        play(context, FakeFault::kNone, kPatterns[seed % 4], kPatterns[seed / 4 % 4], true);
    ASSERT_TRUE(found) << "seed " << seed;
    ASSERT_NE(found->text.find("wrong data"), std::string::npos) << found->text;
  }
}

TEST(EncoderBench, FlippedBitIsReportedWithItsLaneAndWord) {
  const std::string report = text(FakeFault::kFlipBit, StallPattern::kNone);
  EXPECT_NE(report.find("message 2 beat"), std::string::npos) << report;
  EXPECT_NE(report.find("got "), std::string::npos) << report;
  EXPECT_NE(report.find("want "), std::string::npos) << report;
  EXPECT_NE(report.find(": lane "), std::string::npos) << report;
  EXPECT_NE(report.find("(step "), std::string::npos) << report;
}

TEST(EncoderBench, LostAndSurplusBeatsAreRefused) {
  EXPECT_NE(text(FakeFault::kDropBeat, StallPattern::kNone), "none");
  EXPECT_NE(text(FakeFault::kLoseMessage, StallPattern::kNone), "none");
  EXPECT_NE(text(FakeFault::kExtraBeat, StallPattern::kNone), "none");
}

TEST(EncoderBench, WithdrawnOfferIsRefused) {
  EXPECT_EQ(text(FakeFault::kWithdraw, StallPattern::kAdversarial),
            "output: valid was withdrawn while stalled");
}

TEST(EncoderBench, HungEncoderIsRefused) {
  EXPECT_EQ(text(FakeFault::kHang, StallPattern::kNone), "watchdog: no beat moved for 2000 cycles");
}

}  // namespace
}  // namespace tern::tb
