// SPDX-License-Identifier: Apache-2.0
//
// compare_test: engines that are wrong are found out, with the place where they first are.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#include "sim/apps/compare.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/apps/digest.h"
#include "tb/apps/compare_wrong.h"

namespace tern::apps {
namespace {

TEST_F(Compare, RightEnginesMatch) {
  const Comparison found = run();
  EXPECT_TRUE(found.match());
  EXPECT_EQ(found.mismatch(), "");
  EXPECT_EQ(found.judge, "model");  // although it comes second
  EXPECT_EQ(found.messages, kBytes / kPiece);
  EXPECT_EQ(found.values_sha256, sha256_hex(values_.data(), values_.size()));
  Message stream;
  for (const Message& message : right_) stream.insert(stream.end(), message.begin(), message.end());
  for (const EngineComparison& engine : found.engines) {
    EXPECT_EQ(engine.encode.sha256, sha256_hex(stream.data(), stream.size()));
    EXPECT_EQ(engine.encode.bytes, stream.size());
    EXPECT_EQ(engine.decode.sha256, found.values_sha256);
    EXPECT_EQ(engine.decode.bytes, kBytes);
    EXPECT_EQ(engine.encode.work.cycles, 7U);
    EXPECT_EQ(engine.decode.work.seconds, 0.5);
  }
}

TEST_F(Compare, FindsTheFirstWrongByteOfAStream) {
  other().messages = [](std::vector<Message>& messages) {
    messages[3][33] ^= 4U;
    messages[4][1] ^= 1U;
  };
  expect_stream(3, 33);
  other().messages = [](std::vector<Message>& messages) { messages[0][0] ^= 128U; };
  expect_stream(0, 0);
}

TEST_F(Compare, FindsMessagesThatAreShortLongOrLost) {
  const std::size_t size = right_[2].size();
  other().messages = [](std::vector<Message>& messages) { messages[2].pop_back(); };
  expect_stream(2, size - 1);
  other().messages = [](std::vector<Message>& messages) { messages[2].push_back(0); };
  expect_stream(2, size);
  other().messages = [](std::vector<Message>& messages) { messages.pop_back(); };
  expect_stream(4, 0);
  other().messages = [](std::vector<Message>& messages) { messages.push_back({1, 2}); };
  expect_stream(5, 0);
}

TEST_F(Compare, FindsTheFirstWrongValue) {
  other().values = [](std::vector<Returned>& values) {
    values[1].values[2 * 17 + 1] ^= 1U;
    values[1].values[2 * 90] ^= 1U;
    values[2].values[0] ^= 1U;
  };
  expect_values(1, 17, "differs from what went in from value 217 on: message 1, value 17; 0x3");
  other().values = [](std::vector<Returned>& values) { values[4].values.back() ^= 128U; };
  expect_values(4, 199, "differs from what went in from value 999 on");
}

TEST_F(Compare, FindsValuesThatAreMissingOrTooMany) {
  other().values = [](std::vector<Returned>& values) { values[2].values.resize(kPiece - 2); };
  expect_values(2, 199, "differs");
  other().values = [](std::vector<Returned>& values) { values[2].values.resize(kPiece - 1); };
  expect_values(2, 199, "differs");
  other().values = [](std::vector<Returned>& values) { values[2].values.resize(kPiece + 2); };
  expect_values(2, 200, "differs");
  other().values = [](std::vector<Returned>& values) { values.pop_back(); };
  expect_values(4, 0, "gives nothing back");
}

TEST_F(Compare, FindsDecodersThatRefuseOrMisread) {
  other().values = [](std::vector<Returned>& values) {
    values[3] = {huff::StreamError::kCrc, Dtype::kBf16, {}};
  };
  expect_values(3, 0, "refuses (crc) at value 600: message 3");
  other().values = [](std::vector<Returned>& values) { values[3].dtype = Dtype::kFp16; };
  const Comparison found = run();
  expect_place(found.engines[0].decode, 3, 600, 0);
  EXPECT_EQ(found.engines[0].decode.difference->what,
            "gives values of fp16 back at value 600: message 3");
}

TEST_F(Compare, AnEngineThatHangsHasNoHash) {
  other().encoder_hangs = true;
  Comparison found = run();
  expect_place(found.engines[0].encode, 0, 0, 0);
  EXPECT_EQ(found.mismatch(), "engine fast: encoder nothing moved");
  EXPECT_EQ(found.engines[0].encode.sha256, "");
  EXPECT_EQ(found.engines[0].decode.sha256, found.values_sha256);
  other().encoder_hangs = false;
  other().decoder_hangs = true;
  found = run();
  EXPECT_EQ(found.mismatch(), "engine fast: decoder no verdict came");
  EXPECT_EQ(found.engines[0].decode.sha256, "");
  EXPECT_NE(found.engines[0].encode.sha256, "");
}

TEST_F(Compare, WhatHungIsNotAskedAgain) {
  values_.resize(4 * kBatchPieces + 2);  // of one value each, in three batches
  coding_.books = {};
  other().encoder_hangs = true;
  const Comparison found = run(2);
  EXPECT_EQ(found.messages, 2 * kBatchPieces + 1);
  EXPECT_EQ(other().encodings, 1);
  EXPECT_EQ(model().encodings, 3);
  EXPECT_TRUE(found.engines[1].match());
}

TEST_F(Compare, AJudgeThatIsWrongIsAFindingOfItsOwn) {
  model().encoder_hangs = true;
  Comparison found = run();
  EXPECT_EQ(found.mismatch(), "engine model: encoder nothing moved");
  for (const EngineComparison& engine : found.engines) EXPECT_EQ(engine.encode.sha256, "");
  model().encoder_hangs = false;
  model().messages = [](std::vector<Message>& messages) { messages.pop_back(); };
  EXPECT_EQ(run().mismatch(), "engine model: encoder gives 4 messages for 5 pieces");
  // A flipped bit is found by whoever disagrees, and by every decoder.
  model().messages = [](std::vector<Message>& messages) { messages[1].back() ^= 1U; };
  found = run();
  for (const EngineComparison& engine : found.engines) {
    expect_place(engine.decode, 1, 200, 0);
  }
  expect_place(found.engines[0].encode, 1, start_of(2) - 1, right_[1].size() - 1);
}

TEST_F(Compare, OtherErrorsEndTheComparison) {
  other().decoder_fails = true;
  const Result<Comparison> found = try_it();
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind, ErrorKind::kTool);
}

TEST_F(Compare, ATensorWithoutValuesMatches) {
  values_.clear();
  const Comparison found = run();
  EXPECT_TRUE(found.match());
  EXPECT_EQ(found.messages, 1U);
  EXPECT_EQ(found.engines[0].decode.bytes, 0U);
}

TEST_F(Compare, WithoutTheModelTheFirstIsTheJudge) {
  engines_.pop_back();
  EXPECT_EQ(run().judge, "fast");
  EXPECT_TRUE(run().match());
}

}  // namespace
}  // namespace tern::apps
