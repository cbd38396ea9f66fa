// SPDX-License-Identifier: Apache-2.0
//
// rng_test: the generators are the published ones, and nothing that is drawn is biased.
//
//   Spec  model/common/rng.h
#include "model/common/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "model/common/test_seed.h"

namespace tern {
namespace {

TEST(SplitMix64, GivesPublishedNumbers) {
  SplitMix64 source(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
        16408922859458223821U}) {
    EXPECT_EQ(source.next(), expected);
  }
}

TEST(Rng, GivesPublishedNumbers) {
  Rng rng(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240}, 1215971899390074240U,
        1216172134540287360U, 607988272756665600U, 16172922978634559625U, 8476171486693032832U,
        10595114339597558777U, 2904607092377533576U}) {
    EXPECT_EQ(rng.next(), expected);
  }
}

TEST(Rng, EqualSeedsGiveEqualSequences) {
  Rng a(42);
  Rng b(42);
  Rng other(43);
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = a.next();
    EXPECT_EQ(value, b.next());
    differs |= value != other.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Rng, BitsUsesTheWholeWidthAndNoMore) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  for (unsigned count = 0; count <= 64; ++count) {
    std::uint64_t seen_set = 0;
    std::uint64_t seen_clear = 0;
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t value = rng.bits(count);
      seen_set |= value;
      seen_clear |= ~value;
    }
    const std::uint64_t mask = count == 64 ? UINT64_MAX : (std::uint64_t{1} << count) - 1;
    EXPECT_EQ(seen_set, mask) << count;
    EXPECT_EQ(seen_clear & mask, mask) << count;
  }
}

TEST(Rng, BelowReachesEveryValueAndNoOther) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  for (std::uint64_t n = 1; n <= 70; ++n) {
    std::vector<int> count(n, 0);
    for (std::uint64_t i = 0; i < 100 * n; ++i) {
      const std::uint64_t value = rng.below(n);
      ASSERT_LT(value, n);
      ++count[value];
    }
    for (std::uint64_t i = 0; i < n; ++i) EXPECT_GT(count[i], 30) << i << " of " << n;
  }
}

TEST(Rng, BelowIsUnbiasedForSizesNearTheFullRange) {
  // With n = 3 * 2^62 a modulo of 64 bits would give the first third twice as often.
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  const std::uint64_t third = std::uint64_t{1} << 62;
  std::array<int, 3> count{};
  for (int i = 0; i < 30000; ++i) ++count[static_cast<std::size_t>(rng.below(3 * third) / third)];
  for (const int c : count) EXPECT_NEAR(c, 10000, 500);
}

TEST(Rng, ChanceKeepsItsOdds) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  int hits = 0;
  for (int i = 0; i < 30000; ++i) {
    EXPECT_FALSE(rng.chance(0, 5));
    EXPECT_TRUE(rng.chance(5, 5));
    hits += rng.chance(2, 3) ? 1 : 0;
  }
  EXPECT_NEAR(hits, 20000, 500);
}

TEST(TestSeed, ReadsDecimalAndHexadecimal) {
  EXPECT_EQ(parse_seed("0"), 0U);
  EXPECT_EQ(parse_seed("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parse_seed("0xfFfFfFfFfFfFfFfF"), UINT64_MAX);
  EXPECT_EQ(parse_seed("010"), 10U);
}

TEST(TestSeed, RefusesEverythingElse) {
  for (const char* const text : {"", " 1", "1 ", "-1", "+1", "1.5", "0x", "0xg", "seed", "1e3",
                                 "18446744073709551616", "0x10000000000000000"}) {
    EXPECT_EQ(parse_seed(text), std::nullopt) << "'" << text << "'";
  }
}

TEST(TestSeed, TakesTheSeedFromTheEnvironment) {
  const char* const outer = std::getenv("TERN_SEED");
  const std::string saved = outer == nullptr ? "" : outer;
  ASSERT_EQ(::setenv("TERN_SEED", "77", 1), 0);
  EXPECT_EQ(test_seed(), 77U);
  EXPECT_EQ(seed_note(), "repro: TERN_SEED=77");
  ASSERT_EQ(::unsetenv("TERN_SEED"), 0);
  EXPECT_EQ(test_seed(), kDefaultTestSeed);
  ASSERT_EQ(::setenv("TERN_SEED", "many", 1), 0);
  EXPECT_EXIT(test_seed(), testing::ExitedWithCode(2), "TERN_SEED is 'many'");
  if (outer != nullptr) {
    ASSERT_EQ(::setenv("TERN_SEED", saved.c_str(), 1), 0);
  } else {
    ASSERT_EQ(::unsetenv("TERN_SEED"), 0);
  }
}

}  // namespace
}  // namespace tern
