// SPDX-License-Identifier: Apache-2.0
//
// abi_misuse_test.cc: whatever a caller gets wrong is a status, and neither a crash nor a throw.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_misuse_test.cc
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "model/host/tern.h"

namespace tern::host {
namespace {

// 300 values of bf16, and a codec whose book was trained on them.
class Misuse : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 600; ++i) values_.push_back(static_cast<std::uint8_t>(i % 2 ? 60 : i));
    books_.resize(8192);
    std::size_t used = 0;
    ASSERT_EQ(tern_train(TERN_BF16, 3, 7, values_.data(), values_.size(), books_.data(),
                         books_.size(), &used),
              TERN_OK);
    books_.resize(used);
    ASSERT_EQ(tern_codec_create(books_.data(), books_.size(), &codec_, nullptr, 0), TERN_OK);
    tern_coding_init(&coding_);
    room_.resize(tern_encode_bound(TERN_BF16, values_.size(), &coding_));
  }
  void TearDown() override { tern_codec_destroy(codec_); }

  tern_status encode(tern_dtype dtype, const tern_coding* coding) {
    std::size_t used = 5;
    const tern_status status = tern_encode(codec_, dtype, coding, values_.data(), values_.size(),
                                           room_.data(), room_.size(), &used);
    EXPECT_EQ(used != 0, status == TERN_OK);
    return status;
  }

  std::vector<std::uint8_t> values_;
  std::vector<std::uint8_t> room_;
  std::string books_;
  tern_codec* codec_ = nullptr;
  tern_coding coding_{};
};

TEST_F(Misuse, IllegalCodingsAreArguments) {
  ASSERT_EQ(encode(TERN_BF16, &coding_), TERN_OK);
  const std::vector<std::function<void(tern_coding&)>> illegal = {
      [](tern_coding& c) { c.lanes = 0; },         [](tern_coding& c) { c.lanes = 48; },
      [](tern_coding& c) { c.lanes = 128; },       [](tern_coding& c) { c.word_bits = 16; },
      [](tern_coding& c) { c.word_bits = 33; },    [](tern_coding& c) { c.book = 16; },
      [](tern_coding& c) { c.book = -4; },         [](tern_coding& c) { c.book = TERN_BOOK_BEST; },
      [](tern_coding& c) { c.chunk_steps = 8; },   [](tern_coding& c) { c.chunk_steps = 1; },
      [](tern_coding& c) { c.chunk_steps = 48; },  [](tern_coding& c) { c.chunk_steps = 65536; },
      [](tern_coding& c) { c.chunk_steps = ~0U; }, [](tern_coding& c) { c.offset = 257; },
  };
  for (std::size_t i = 0; i < illegal.size(); ++i) {
    tern_coding coding = coding_;
    illegal[i](coding);
    EXPECT_EQ(encode(TERN_BF16, &coding), TERN_ARGUMENT) << i;
    EXPECT_EQ(tern_encode_bound(TERN_BF16, 600, &coding), 0U) << i;
  }
  EXPECT_EQ(encode(TERN_BF16, nullptr), TERN_ARGUMENT);
  EXPECT_EQ(encode(-1, &coding_), TERN_ARGUMENT);
  EXPECT_EQ(encode(13, &coding_), TERN_ARGUMENT);
  EXPECT_EQ(encode(TERN_FP32, &coding_), TERN_ARGUMENT);  // words of 32 bits are too small
  EXPECT_EQ(tern_encode_bound(TERN_FP32, 600, &coding_), 0U);
}

TEST_F(Misuse, BooksThatAreNotThereAreNamed) {
  EXPECT_EQ(encode(TERN_FP16, &coding_), TERN_UNKNOWN_BOOK);
  coding_.book = 3;
  EXPECT_EQ(encode(TERN_BF16, &coding_), TERN_OK);
  coding_.book = 4;
  EXPECT_EQ(encode(TERN_BF16, &coding_), TERN_UNKNOWN_BOOK);
  coding_.book = TERN_BOOK_RAW;
  EXPECT_EQ(encode(TERN_FP16, &coding_), TERN_OK);
}

TEST_F(Misuse, SizesThatNoMessageHas) {
  std::size_t used = 0;
  EXPECT_EQ(tern_encode(codec_, TERN_BF16, &coding_, values_.data(), 599, room_.data(),
                        room_.size(), &used),
            TERN_ARGUMENT);
  EXPECT_EQ(tern_encode_bound(TERN_BF16, 599, &coding_), 0U);
  const std::size_t most = std::size_t{2} * 0xFFFFFFFFU;
  EXPECT_EQ(tern_encode(codec_, TERN_BF16, &coding_, values_.data(), most + 2, room_.data(),
                        room_.size(), &used),
            TERN_ARGUMENT);
  EXPECT_EQ(tern_encode_bound(TERN_BF16, most + 2, &coding_), 0U);
  EXPECT_GT(tern_encode_bound(TERN_BF16, most, &coding_), most);
  EXPECT_EQ(tern_encode_bound(TERN_BF16, ~std::size_t{1}, &coding_), 0U);
}

TEST_F(Misuse, NullIsAnArgumentUnlessThereIsNothing) {
  std::size_t used = 9;
  EXPECT_EQ(tern_encode(nullptr, TERN_BF16, &coding_, values_.data(), 600, room_.data(),
                        room_.size(), &used),
            TERN_ARGUMENT);
  EXPECT_EQ(used, 0U);
  EXPECT_EQ(
      tern_encode(codec_, TERN_BF16, &coding_, nullptr, 600, room_.data(), room_.size(), &used),
      TERN_ARGUMENT);
  EXPECT_EQ(tern_encode(codec_, TERN_BF16, &coding_, values_.data(), 600, nullptr, 99, &used),
            TERN_ARGUMENT);
  EXPECT_EQ(tern_encode(codec_, TERN_BF16, &coding_, values_.data(), 600, nullptr, 0, &used),
            TERN_ROOM);
  EXPECT_EQ(tern_encode(codec_, TERN_BF16, &coding_, values_.data(), 600, room_.data(),
                        room_.size(), nullptr),
            TERN_ARGUMENT);
  ASSERT_EQ(tern_encode(codec_, TERN_BF16, &coding_, nullptr, 0, room_.data(), room_.size(), &used),
            TERN_OK);
  const std::size_t empty = used;
  EXPECT_EQ(tern_decode(codec_, room_.data(), empty, nullptr, 0, &used, nullptr), TERN_OK);
  EXPECT_EQ(used, 0U);
  EXPECT_EQ(tern_decode(nullptr, room_.data(), empty, nullptr, 0, &used, nullptr), TERN_ARGUMENT);
  EXPECT_EQ(tern_decode(codec_, nullptr, 7, nullptr, 0, &used, nullptr), TERN_ARGUMENT);
  EXPECT_EQ(tern_decode(codec_, nullptr, 0, nullptr, 0, &used, nullptr), TERN_SIZE);
  EXPECT_EQ(tern_decode_bound(nullptr, 7), 0U);
  EXPECT_EQ(tern_encode_many(codec_, TERN_BF16, &coding_, nullptr, 1, 1), TERN_ARGUMENT);
  EXPECT_EQ(tern_encode_many(codec_, TERN_BF16, &coding_, nullptr, 0, 1), TERN_OK);
  EXPECT_EQ(tern_decode_many(codec_, nullptr, 0, 0), TERN_ARGUMENT);
  EXPECT_EQ(tern_decode_many(codec_, nullptr, 0, 257), TERN_ARGUMENT);
  EXPECT_EQ(tern_decode_many(codec_, nullptr, 0, 256), TERN_OK);
  tern_codec_destroy(nullptr);
  tern_coding_init(nullptr);
  EXPECT_STREQ(tern_codec_path(nullptr), "");
}

TEST_F(Misuse, WhatAreNoBooksIsExplained) {
  tern_codec* codec = codec_;
  char why[40];
  EXPECT_EQ(tern_codec_create("{}", 2, &codec, why, sizeof why), TERN_BOOKS);
  EXPECT_EQ(codec, nullptr);
  EXPECT_EQ(std::string(why).size(), sizeof why - 1);
  EXPECT_EQ(std::string(why).substr(0, 6), "books:");
  EXPECT_EQ(tern_codec_create("{}", 2, &codec, why, 1), TERN_BOOKS);
  EXPECT_STREQ(why, "");
  EXPECT_EQ(tern_codec_create(nullptr, 2, &codec, why, sizeof why), TERN_ARGUMENT);
  EXPECT_STREQ(why, "an argument is illegal");
  EXPECT_EQ(tern_codec_create("{}", 2, nullptr, why, sizeof why), TERN_ARGUMENT);
  EXPECT_EQ(tern_codec_create(nullptr, 0, &codec, why, sizeof why), TERN_OK);
  EXPECT_STREQ(why, "");
  tern_codec_destroy(codec);
}

TEST_F(Misuse, APathThatIsNoneIsAStatusAndNotTheEnd) {
  ASSERT_EQ(setenv("TERN_FAST_PATH", "fastest", 1), 0);
  tern_codec* codec = nullptr;
  char why[200];
  EXPECT_EQ(tern_codec_create(nullptr, 0, &codec, why, sizeof why), TERN_PATH);
  EXPECT_NE(std::string(why).find("'fastest' is no path"), std::string::npos) << why;
  ASSERT_EQ(setenv("TERN_FAST_PATH", "scalar", 1), 0);
  ASSERT_EQ(tern_codec_create(nullptr, 0, &codec, why, sizeof why), TERN_OK);
  EXPECT_STREQ(tern_codec_path(codec), "scalar");
  tern_codec_destroy(codec);
  unsetenv("TERN_FAST_PATH");
}

TEST_F(Misuse, BooksThatCannotBeTrained) {
  std::size_t used = 0;
  char none[1];
  EXPECT_EQ(tern_train(TERN_BF16, 0, 0, values_.data(), 600, none, 0, &used), TERN_ROOM);
  EXPECT_GT(used, 1000U);
  std::string text(used - 1, '#');
  EXPECT_EQ(tern_train(TERN_BF16, 0, 0, values_.data(), 600, text.data(), text.size(), &used),
            TERN_ROOM);
  EXPECT_EQ(text, std::string(text.size(), '#'));
  EXPECT_EQ(tern_train(TERN_BF16, 16, 0, values_.data(), 600, none, 0, &used), TERN_ARGUMENT);
  EXPECT_EQ(tern_train(TERN_BF16, 0, 256, values_.data(), 600, none, 0, &used), TERN_ARGUMENT);
  EXPECT_EQ(tern_train(TERN_BF16, 0, 0, values_.data(), 0, none, 0, &used), TERN_ARGUMENT);
  EXPECT_EQ(tern_train(TERN_BF16, 0, 0, values_.data(), 3, none, 0, &used), TERN_ARGUMENT);
  EXPECT_EQ(tern_train(99, 0, 0, values_.data(), 600, none, 0, &used), TERN_ARGUMENT);
  EXPECT_EQ(tern_train(TERN_BF16, 0, 0, values_.data(), 600, none, 0, nullptr), TERN_ARGUMENT);
}

TEST(Abi, EveryStatusHasWordsOfItsOwn) {
  std::set<std::string> words;
  for (tern_status status = 0; status < 100; ++status) words.insert(tern_strerror(status));
  EXPECT_EQ(words.size(), 12U + 6U + 1U);
  EXPECT_STREQ(tern_strerror(-1), "no status");
  EXPECT_EQ(tern_abi_version(), static_cast<std::uint32_t>(TERN_ABI_VERSION));
  EXPECT_EQ(tern_format_version(), 1U);
}

}  // namespace
}  // namespace tern::host
