// SPDX-License-Identifier: Apache-2.0
//
// best_engine_test: the engine loads all candidates and returns the messages of the best choices.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   RTL   rtl/huff/huff_enc_best.sv
//   Test  tb/huff/best_engine_test.cc
#include <gtest/gtest.h>

#include <deque>

#include "model/common/test_seed.h"
#include "model/huff/select.h"
#include "sim/encoder_engine.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::EncodeJob;

constexpr std::uint32_t kChunkLog2 = 5;

/// Values of which each part fits another of four books, and messages that choose among them.
class BestEngineTest : public testing::Test {
 protected:
  void SetUp() override {
    // One of four books may suit all values; then others are drawn.
    for (int tries = 0; tries < 100; ++tries) {
      draw();
      if (books_in_use() > 2) return;
    }
    FAIL() << "no four books of which three are in use";
  }

  void draw() {
    books_.clear();
    candidates_.clear();
    values_.clear();
    jobs_.clear();
    const sim::EncoderConfig config;
    for (std::uint8_t id = 0; id < 4; ++id) {
      books_.push_back(random_book(huff::Dtype::kInt8, config, rng_));
      books_.back().id = static_cast<std::uint8_t>(9 - 2 * id);
      candidates_.push_back(&books_.back());
    }
    for (const std::uint64_t count : {3000, 0, 1, 5000}) add(count);
  }

  [[nodiscard]] std::ptrdiff_t books_in_use() const {
    std::vector<const huff::Book*> used = plan(jobs_.front(), 4).choices;
    std::sort(used.begin(), used.end());
    return std::unique(used.begin(), used.end()) - used.begin();
  }

  void add(std::uint64_t count) {
    Bytes values;
    while (values.size() < count) {
      const auto which = static_cast<std::size_t>(rng_.below(candidates_.size()));
      const Bytes part = fitting_values(*candidates_[which], 1 + rng_.below(700), rng_);
      values.insert(values.end(), part.begin(), part.end());
    }
    values.resize(count);
    values_.push_back(std::move(values));
    jobs_.push_back({huff::Dtype::kInt8, values_.back().data(), values_.back().size(), nullptr,
                     kChunkLog2, true, candidates_, static_cast<std::uint8_t>(rng_.bits(8))});
  }

  static std::unique_ptr<sim::EncoderEngine> engine(std::uint32_t lanes) {
    auto made = sim::make_encoder({lanes, 32}, 1U << kChunkLog2);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made.value());
  }

  static huff::Plan plan(const EncodeJob& job, std::uint32_t lanes) {
    const huff::Chunking chunking = sim::EncoderConfig{}.chunking(job.dtype, job.chunk_log2);
    return job.best
               ? huff::plan_best(job.dtype, job.data, job.size, job.candidates, chunking,
                                 {lanes, 32}, job.offset)
               : huff::plan_named(job.dtype, job.size, job.book, chunking, {lanes, 32}, job.offset);
  }

  void expect_golden(std::uint32_t lanes) const {
    sim::RunOptions options;
    options.seed = test_seed();
    options.sink_stall = sim::StallPattern::kRandom;
    const auto run = engine(lanes)->run(jobs_, options);
    ASSERT_TRUE(run.ok()) << run.error().message;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const EncodeJob& job = jobs_[i];
      EXPECT_EQ(run.value().messages[i].bytes,
                huff::encode(job.dtype, job.data, job.size, plan(job, lanes), {lanes, 32}))
          << lanes << " lanes, message " << i;
    }
  }

  std::string refusal(std::uint32_t lanes = 4) const {
    const auto run = engine(lanes)->run(jobs_, {});
    EXPECT_FALSE(run.ok());
    return run.ok() ? "" : run.error().message;
  }

  Rng rng_{test_seed()};
  std::deque<Bytes> values_;
  std::deque<huff::Book> books_;
  std::vector<const huff::Book*> candidates_;
  std::vector<EncodeJob> jobs_;
};

TEST_F(BestEngineTest, EveryEncoderReturnsTheGoldenMessages) {
  for (const sim::EncoderVariant& variant : sim::best_encoders()) {
    expect_golden(variant.config.lanes);
  }
}

TEST_F(BestEngineTest, SeveralBooksAreInUse) { EXPECT_GT(books_in_use(), 2); }

TEST_F(BestEngineTest, NamedAndRawMessagesMayComeBetween) {
  jobs_[1].best = false;
  jobs_[1].book = candidates_[2];
  add(300);
  jobs_.back().best = false;
  add(300);
  expect_golden(4);
}

TEST_F(BestEngineTest, CandidatesWithTokensTooShortDoNotCount) {
  books_.push_back(staircase_book(huff::Dtype::kInt8, 1, 12));
  books_.back().id = 2;
  for (EncodeJob& job : jobs_) job.candidates.push_back(&books_.back());
  expect_golden(4);
}

TEST_F(BestEngineTest, MoreBooksThanSlotsAreRefused) {
  books_.push_back(books_.front());
  books_.back().id = 1;
  for (EncodeJob& job : jobs_) job.candidates.push_back(&books_.back());
  EXPECT_EQ(refusal(), "there are 5 books to choose from, and the circuit holds 4");
}

TEST_F(BestEngineTest, OtherBooksOfTheDtypeAreRefused) {
  jobs_.back().candidates.pop_back();
  EXPECT_NE(refusal().find("different books of one dtype"), std::string::npos);
  jobs_.back().best = false;
  huff::Book other = books_.front();
  other.epoch = 7;
  jobs_.back().book = &other;
  EXPECT_NE(refusal().find("different books of one dtype"), std::string::npos);
}

TEST_F(BestEngineTest, TwoCandidatesOfOneIdAreRefused) {
  books_[1].id = books_[0].id;
  EXPECT_NE(refusal().find("have the id 9"), std::string::npos);
}

TEST_F(BestEngineTest, ChunksThatDoNotFitTheBufferAreRefused) {
  for (const std::uint32_t log2 : {0, 7}) {
    jobs_.front().chunk_log2 = log2;
    EXPECT_NE(refusal().find("chunks of up to 64 steps only"), std::string::npos);
  }
}

TEST_F(BestEngineTest, MissingCircuitsNameThoseThatExist) {
  for (const auto& [lanes, steps] : {std::pair{4U, 128U}, std::pair{8U, 16U}}) {
    const auto made = sim::make_encoder({lanes, 32}, steps);
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().message.find("4x32 for up to 64 steps, 16x32 for up to 256 steps"),
              std::string::npos)
        << made.error().message;
  }
}

}  // namespace
}  // namespace tern::tb
