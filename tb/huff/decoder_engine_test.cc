// SPDX-License-Identifier: Apache-2.0
//
// decoder_engine_test: the engine returns values and verdicts, and cycles that add up.
//
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_engine_test.cc
#include "sim/decoder_engine.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "tb/huff/decoder_variants.h"

namespace tern::tb {
namespace {

using sim::DecodeRun;
using sim::RunOptions;
using sim::StallPattern;

/// Messages of values for the books of a program, and one without values.
class DecoderEngineTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    for (const std::uint64_t count : {1000, 0, 1, 333, 2000}) {
      const Bytes values = program_.any_values(count, rng_);
      const huff::Plan plan = program_.any_plan(count, rng_);
      values_.push_back(with_offset(values, huff::Dtype::kFp16, plan.offset));
      messages_.push_back(program_.encode(values, plan));
    }
    for (const huff::Book& book : program_.books()) books_.push_back(&book);
  }

  [[nodiscard]] std::uint32_t lanes() const { return GetParam(); }

  Result<DecodeRun> run(const RunOptions& options = {}) const {
    auto made = sim::make_decoder({lanes(), 32});
    EXPECT_TRUE(made.ok()) << made.error().message;
    return made.value()->run(messages_, books_, options);
  }

  Rng rng_{test_seed()};
  DecoderProgram program_{product_decoder(GetParam()).config,
                          any_books(product_decoder(GetParam()).config, huff::Dtype::kFp16, rng_)};
  std::vector<const huff::Book*> books_;
  std::vector<Bytes> values_;
  std::vector<Bytes> messages_;
};

TEST_P(DecoderEngineTest, ReturnsTheValuesUnderAnyStall) {
  for (const StallPattern stall : kDecoderStalls) {
    RunOptions options;
    options.seed = test_seed();
    options.source_stall = stall;
    options.sink_stall = stall;
    const auto done = run(options);
    ASSERT_TRUE(done.ok()) << done.error().message;
    ASSERT_EQ(done.value().messages.size(), values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const sim::DecodeTrace& trace = done.value().messages[i];
      EXPECT_EQ(trace.error, huff::StreamError::kNone);
      EXPECT_EQ(trace.dtype, huff::Dtype::kFp16);
      EXPECT_EQ(2 * trace.count, values_[i].size());
      EXPECT_EQ(trace.values, values_[i]) << "message " << i;
    }
  }
}

TEST_P(DecoderEngineTest, CyclesAreInOrderAndAddUp) {
  const auto done = run();
  ASSERT_TRUE(done.ok()) << done.error().message;
  const std::vector<sim::DecodeTrace>& all = done.value().messages;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const sim::DecodeTrace& trace = all[i];
    EXPECT_GT(trace.first_in_cycle, before);
    EXPECT_GT(trace.first_out_cycle, trace.first_in_cycle);
    EXPECT_GE(trace.last_out_cycle, trace.first_out_cycle);
    EXPECT_GE(trace.done_cycle, trace.last_out_cycle);
    // Nothing stalls, so that every cycle from the first values on has values or is a bubble.
    const std::uint64_t steps =
        std::max<std::uint64_t>(1, (values_[i].size() / 2 + lanes() - 1) / lanes());
    EXPECT_EQ(trace.last_out_cycle - trace.first_out_cycle + 1, steps + trace.bubble_cycles);
    before = trace.first_in_cycle;
  }
  EXPECT_EQ(done.value().cycles, all.back().done_cycle - all.front().first_in_cycle + 1);
}

TEST_P(DecoderEngineTest, WordsThatWaitAreCounted) {
  RunOptions options;
  options.sink_stall = StallPattern::kAdversarial;
  const auto slow = run(options);
  const auto fast = run();
  ASSERT_TRUE(slow.ok() && fast.ok());
  std::uint64_t slow_stalls = 0;
  std::uint64_t fast_stalls = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    slow_stalls += slow.value().messages[i].input_stall_cycles;
    fast_stalls += fast.value().messages[i].input_stall_cycles;
  }
  EXPECT_GT(slow_stalls, fast_stalls);
}

TEST_P(DecoderEngineTest, RefusedMessagesAreFindings) {
  messages_[3].back() ^= 1U;
  const auto done = run();
  ASSERT_TRUE(done.ok()) << done.error().message;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    EXPECT_EQ(done.value().messages[i].error,
              i == 3 ? huff::StreamError::kCrc : huff::StreamError::kNone);
  }
}

TEST_P(DecoderEngineTest, BooksThatItCannotHoldAreErrors) {
  const huff::Book extra = any_book(product_decoder(lanes()).config, huff::Dtype::kInt8, rng_);
  huff::Book broken = extra;
  broken.lengths.fill(15);
  books_.back() = &broken;
  const auto refused = run();
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("refuses a book"), std::string::npos);
  books_.push_back(&extra);
  const auto many = run();
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().message,
            "there are 5 books, and the decoder holds 4; use fewer books, or --engines model");
}

std::vector<std::uint64_t> cycles_of(const DecodeRun& run) {
  std::vector<std::uint64_t> cycles;
  for (const sim::DecodeTrace& trace : run.messages) {
    cycles.insert(cycles.end(), {trace.first_in_cycle, trace.first_out_cycle, trace.done_cycle});
  }
  return cycles;
}

TEST_P(DecoderEngineTest, SameSeedSameCycles) {
  RunOptions options;
  options.seed = test_seed();
  options.source_stall = StallPattern::kRandom;
  const auto first = run(options);
  const auto second = run(options);
  ++options.seed;
  const auto third = run(options);
  ASSERT_TRUE(first.ok() && second.ok() && third.ok());
  EXPECT_EQ(cycles_of(first.value()), cycles_of(second.value()));
  EXPECT_NE(cycles_of(first.value()), cycles_of(third.value()));
}

INSTANTIATE_TEST_SUITE_P(Lanes, DecoderEngineTest, testing::Values(1, 2, 4, 8, 16, 32, 64));

TEST(MakeDecoderTest, MissingGeometryNamesThoseThatExist) {
  const auto made = sim::make_decoder({8, 64});
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("16x32"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("16x64"), std::string::npos) << made.error().message;
}

}  // namespace
}  // namespace tern::tb
