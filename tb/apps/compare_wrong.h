// SPDX-License-Identifier: Apache-2.0
//
// compare_wrong.h: an engine that can be told to be wrong, and a tensor for it.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/histogram.h"
#include "model/huff/train.h"
#include "sim/apps/compare.h"

namespace tern::apps {

inline constexpr huff::Geometry kUnit{16, 32};
inline constexpr std::uint64_t kPiece = 400;  // 200 values
inline constexpr std::uint64_t kBytes = 2000;

using SpoilMessages = std::function<void(std::vector<Message>&)>;
using SpoilValues = std::function<void(std::vector<Returned>&)>;

// The golden model, until it is told otherwise.
class Wrong final : public CompareEngine {
 public:
  explicit Wrong(const huff::BookSet& books) : books_(books) {}

  Result<Encoding> encode(const Batch& batch) override {
    ++encodings;
    if (encoder_hangs) return Error{ErrorKind::kMismatch, "nothing moved"};
    Encoding made;
    for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
      made.messages.push_back(huff::encode(batch.dtype, batch.values + batch.pieces[i].offset,
                                           batch.pieces[i].size, batch.plans[i], kUnit));
    }
    if (messages) messages(made.messages);
    made.work.cycles = 7;
    return made;
  }

  Result<Decoding> decode(const Batch& batch, const std::vector<Message>& given) override {
    static_cast<void>(batch);
    if (decoder_fails) return Error{ErrorKind::kTool, "is not there; install it"};
    if (decoder_hangs) return Error{ErrorKind::kMismatch, "no verdict came"};
    Decoding back;
    for (const Message& message : given) {
      huff::Decoded decoded = huff::decode(message.data(), message.size(), books_);
      back.messages.push_back({decoded.error, decoded.dtype, std::move(decoded.values)});
    }
    if (values) values(back.messages);
    back.work.seconds = 0.5;
    return back;
  }

  SpoilMessages messages;
  SpoilValues values;
  bool encoder_hangs = false;
  bool decoder_hangs = false;
  bool decoder_fails = false;
  int encodings = 0;

 private:
  huff::BookSet books_;
};

class Compare : public testing::Test {
 protected:
  Compare() {
    Rng rng(test_seed());
    for (std::uint64_t i = 0; i < kBytes; ++i) {
      values_.push_back(static_cast<std::uint8_t>(i % 2 == 0 ? rng.below(256) : 60 + rng.below(4)));
    }
    const huff::Histogram counts =
        huff::count_symbols(Dtype::kBf16, values_.data(), values_.size());
    EXPECT_FALSE(books_.add(huff::train_book(Dtype::kBf16, huff::average({counts}), {}).value()));
    coding_.offset = 0;
    coding_.books = {books_.first(Dtype::kBf16)};
    for (const char* const name : {"fast", "model"}) {
      engines_.push_back({name, std::make_unique<Wrong>(books_)});
    }
    for (std::uint64_t at = 0; at < kBytes; at += kPiece) {
      const huff::Plan plan = coding_.plan(Dtype::kBf16, values_.data() + at, kPiece, kUnit);
      right_.push_back(huff::encode(Dtype::kBf16, values_.data() + at, kPiece, plan, kUnit));
    }
  }

  Wrong& other() { return static_cast<Wrong&>(*engines_[0].engine); }
  Wrong& model() { return static_cast<Wrong&>(*engines_[1].engine); }

  Result<Comparison> try_it(std::uint64_t message_bytes = kPiece) {
    Progress progress(0);
    return compare(engines_, Dtype::kBf16, values_, coding_, kUnit, message_bytes, "w", progress);
  }

  Comparison run(std::uint64_t message_bytes = kPiece) {
    Result<Comparison> found = try_it(message_bytes);
    EXPECT_TRUE(found.ok());
    return found.value();
  }

  // Byte of the stream at which message `k` begins.
  std::uint64_t start_of(std::size_t k) const {
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < k; ++i) start += right_[i].size();
    return start;
  }

  static void expect_place(const SideFigures& side, std::uint64_t message, std::uint64_t position,
                           std::uint64_t within) {
    ASSERT_TRUE(side.difference);
    EXPECT_EQ(side.difference->message, message);
    EXPECT_EQ(side.difference->position, position);
    EXPECT_EQ(side.difference->within, within);
  }

  // Encoder wrong, and only it.
  void expect_stream(std::uint64_t message, std::uint64_t within) {
    const Comparison found = run();
    EXPECT_FALSE(found.match());
    expect_place(found.engines[0].encode, message, start_of(message) + within, within);
    EXPECT_NE(found.engines[0].encode.sha256, found.engines[1].encode.sha256);
    EXPECT_FALSE(found.engines[0].decode.difference);
    EXPECT_EQ(found.engines[0].decode.sha256, found.values_sha256);
    EXPECT_TRUE(found.engines[1].match());
    EXPECT_EQ(found.mismatch(), "engine fast: encoder " + found.engines[0].encode.difference->what);
  }

  // Decoder wrong, and only it.
  void expect_values(std::uint64_t message, std::uint64_t within, const std::string& words) {
    const Comparison found = run();
    expect_place(found.engines[0].decode, message, message * kPiece / 2 + within, within);
    EXPECT_NE(found.engines[0].decode.sha256, found.values_sha256);
    EXPECT_FALSE(found.engines[0].encode.difference);
    EXPECT_TRUE(found.engines[1].match());
    EXPECT_NE(found.mismatch().find("engine fast: decoder " + words), std::string::npos)
        << found.mismatch();
  }

  std::vector<std::uint8_t> values_;
  huff::BookSet books_;
  Coding coding_;
  std::vector<ComparedEngine> engines_;
  std::vector<Message> right_;
};

}  // namespace tern::apps
