// SPDX-License-Identifier: Apache-2.0
//
// distribute_test.cc: each lane gets the words that it asked for, and none that is not there.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
#include "model/huff/distribute.h"

#include <gtest/gtest.h>

#include <vector>

namespace tern::huff {
namespace {

class DistributeWidth : public testing::TestWithParam<std::uint32_t> {};

TEST_P(DistributeWidth, HandsOutWordsInTheOrderOfTheRequests) {
  std::vector<std::uint8_t> payload;
  for (std::uint64_t word = 1; word <= 5; ++word) append_word(payload, word, GetParam());
  Distributor distributor(payload.data(), 5, {4, GetParam()});
  for (const std::uint32_t lane : {2U, 0U, 2U, 3U, 2U}) EXPECT_TRUE(distributor.take(lane));
  EXPECT_EQ(distributor.lane(2).available(), 3 * GetParam());
  EXPECT_EQ(distributor.lane(2).take(GetParam()).value, 1U);
  EXPECT_EQ(distributor.lane(2).take(GetParam()).value, 3U);
  EXPECT_EQ(distributor.lane(2).take(GetParam()).value, 5U);
  EXPECT_EQ(distributor.lane(0).take(GetParam()).value, 2U);
  EXPECT_EQ(distributor.lane(3).take(GetParam()).value, 4U);
  EXPECT_EQ(distributor.lane(1).available(), 0U);
}

// Faults D5 and P8: at the end there is one word less, not one byte more.
TEST_P(DistributeWidth, RefusesTheWordBehindTheLast) {
  std::vector<std::uint8_t> payload;
  append_word(payload, 7, GetParam());
  Distributor distributor(payload.data(), 1, {1, GetParam()});
  EXPECT_EQ(distributor.left(), 1U);
  EXPECT_TRUE(distributor.take(0));
  EXPECT_EQ(distributor.left(), 0U);
  EXPECT_FALSE(distributor.take(0));
  EXPECT_EQ(distributor.lane(0).available(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Words, DistributeWidth, testing::Values(32U, 64U));

}  // namespace
}  // namespace tern::huff
