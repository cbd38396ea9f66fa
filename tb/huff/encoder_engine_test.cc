// SPDX-License-Identifier: Apache-2.0
//
// encoder_engine_test: the engine returns the right messages, and cycles that add up.
//
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc
#include "sim/encoder_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <numeric>

#include "model/common/test_seed.h"
#include "model/huff/code.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::EncodeJob;
using sim::EncoderEngine;
using sim::RunOptions;
using sim::StallPattern;

/// Jobs of several dtypes and books, with one empty and one raw.
class EncoderEngineTest : public testing::Test {
 protected:
  void SetUp() override {
    Rng rng(test_seed());
    const sim::EncoderConfig config;
    for (const huff::Dtype dtype :
         {huff::Dtype::kBf16, huff::Dtype::kInt8, huff::Dtype::kFp16, huff::Dtype::kBf16}) {
      books_.push_back(random_book(dtype, config, rng));
      const huff::Book& book = books_.back();
      add(dtype, fitting_values(book, 1000 + rng.below(1000), rng), &book);
      add(dtype, fitting_values(book, 50, rng), &book);
    }
    add(huff::Dtype::kUint8, random_values(huff::Dtype::kUint8, 777, rng), nullptr);
    add(huff::Dtype::kBf16, {}, &books_.back());
  }

  void add(huff::Dtype dtype, Bytes values, const huff::Book* book) {
    values_.push_back(std::move(values));
    jobs_.push_back({dtype, values_.back().data(), values_.back().size(), book});
    jobs_.back().offset = any_offset(values_.back(), jobs_.size());
  }

  static std::unique_ptr<EncoderEngine> engine(std::uint32_t lanes) {
    auto made = sim::make_encoder({lanes, 32});
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made.value());
  }

  std::uint64_t steps(const EncodeJob& job, std::uint32_t lanes) const {
    return (job.size / huff::value_bytes(job.dtype) + lanes - 1) / lanes;
  }

  std::deque<Bytes> values_;
  std::deque<huff::Book> books_;
  std::vector<EncodeJob> jobs_;
};

TEST_F(EncoderEngineTest, EveryLaneCountReturnsTheGoldenMessages) {
  for (std::uint32_t lanes = 1; lanes <= 64; lanes *= 2) {
    const auto run = engine(lanes)->run(jobs_, {});
    ASSERT_TRUE(run.ok()) << run.error().message;
    ASSERT_EQ(run.value().messages.size(), jobs_.size());
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const EncodeJob& job = jobs_[i];
      const huff::Plan plan{0, huff::min_len_of(job.book), {job.book}, job.offset};
      EXPECT_EQ(run.value().messages[i].bytes,
                huff::encode(job.dtype, job.data, job.size, plan, {lanes, 32}))
          << lanes << " lanes, message " << i;
    }
  }
}

TEST_F(EncoderEngineTest, LatencyHistogramCountsEveryStep) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kBursty}) {
    RunOptions options;
    options.source_stall = stall;
    options.sink_stall = stall;
    const auto run = engine(16)->run(jobs_, options);
    ASSERT_TRUE(run.ok()) << run.error().message;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const sim::MessageTrace& message = run.value().messages[i];
      const auto& histogram = message.latency_histogram;
      EXPECT_EQ(std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0}),
                steps(jobs_[i], 16))
          << "message " << i;
      if (histogram.empty()) continue;
      // The last bin is used, and no step can take longer than the message.
      EXPECT_GT(histogram.back(), 0U);
      EXPECT_LE(histogram.size() - 1, message.last_out_cycle - message.first_in_cycle);
    }
  }
}

TEST_F(EncoderEngineTest, CyclesAreInOrder) {
  const auto run = engine(16)->run(jobs_, {});
  ASSERT_TRUE(run.ok()) << run.error().message;
  std::uint64_t before = 0;
  for (const sim::MessageTrace& message : run.value().messages) {
    EXPECT_GT(message.first_in_cycle, before);
    EXPECT_GE(message.last_in_cycle, message.first_in_cycle);
    EXPECT_GT(message.first_payload_cycle, message.first_in_cycle);
    EXPECT_GE(message.last_out_cycle, message.first_payload_cycle);
    EXPECT_GT(message.last_out_cycle, message.last_in_cycle);
    before = message.last_in_cycle;
  }
  EXPECT_EQ(run.value().cycles, run.value().messages.back().last_out_cycle -
                                    run.value().messages.front().first_in_cycle + 1);
}

TEST_F(EncoderEngineTest, SameSeedSameCyclesWithAndWithoutWave) {
  RunOptions options;
  options.seed = test_seed();
  options.source_stall = StallPattern::kRandom;
  options.sink_stall = StallPattern::kAdversarial;
  const auto first = engine(4)->run(jobs_, options);
  options.wave_path = testing::TempDir() + "tern_engine_test.fst";
  options.wave_to = 500;
  const auto second = engine(4)->run(jobs_, options);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first.value().cycles, second.value().cycles);
  EXPECT_GT(std::filesystem::file_size(options.wave_path), 0U);
  std::filesystem::remove(options.wave_path);
  options.wave_path.clear();
  ++options.seed;
  const auto third = engine(4)->run(jobs_, options);
  ASSERT_TRUE(third.ok());
  EXPECT_NE(first.value().cycles, third.value().cycles);
}

TEST_F(EncoderEngineTest, WaveThatCannotBeWrittenIsAnError) {
  RunOptions options;
  options.wave_path = "/proc/no_such_folder/wave.fst";
  const auto run = engine(1)->run(jobs_, options);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().kind, ErrorKind::kOutput);
  EXPECT_NE(run.error().message.find("/proc/no_such_folder/wave.fst"), std::string::npos);
}

TEST_F(EncoderEngineTest, JobsThatCannotBeCodedAreRefused) {
  const auto kind = [&](const EncodeJob& job) {
    const auto run = engine(1)->run({job}, {});
    return run.ok() ? 0 : static_cast<int>(run.error().kind);
  };
  EncodeJob odd = jobs_[0];
  odd.size -= 1;
  EXPECT_EQ(kind(odd), static_cast<int>(ErrorKind::kUsage));
  EncodeJob foreign = jobs_[0];
  foreign.book = &books_[1];
  EXPECT_EQ(kind(foreign), static_cast<int>(ErrorKind::kUsage));
  huff::Book incomplete = books_[0];
  incomplete.lengths[huff::kEscapeIndex] = 0;
  incomplete.lengths[0] = incomplete.lengths[0] == 1 ? 2 : 1;
  EncodeJob broken = jobs_[0];
  broken.book = &incomplete;
  EXPECT_EQ(kind(broken), static_cast<int>(ErrorKind::kBook));
  const huff::Book brief = staircase_book(huff::Dtype::kInt8, 1, 12);
  EncodeJob quick{huff::Dtype::kInt8, jobs_[0].data, jobs_[0].size, &brief};
  EXPECT_EQ(kind(quick), static_cast<int>(ErrorKind::kBook));
}

TEST_F(EncoderEngineTest, ChunksWithANamedBookAreGolden) {
  for (EncodeJob& job : jobs_) job.chunk_log2 = 4;
  const auto run = engine(4)->run(jobs_, {});
  ASSERT_TRUE(run.ok()) << run.error().message;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const EncodeJob& job = jobs_[i];
    const huff::Plan plan =
        huff::plan_named(job.dtype, job.size, job.book, sim::EncoderConfig{}.chunking(job.dtype, 4),
                         {4, 32}, job.offset);
    EXPECT_EQ(run.value().messages[i].bytes,
              huff::encode(job.dtype, job.data, job.size, plan, {4, 32}))
        << "message " << i;
  }
}

TEST_F(EncoderEngineTest, MissingGeometryNamesThoseThatExist) {
  const auto made = sim::make_encoder({8, 64});
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("16x32"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("16x64"), std::string::npos) << made.error().message;
}

}  // namespace
}  // namespace tern::tb
