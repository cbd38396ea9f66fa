// SPDX-License-Identifier: Apache-2.0
//
// parts_test.cc: tables and paths of the fast codec, each alone.
//
//   Spec  docs/host.md
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/fast/fast.h"
#include "model/fast/path.h"
#include "model/fast/tables.h"
#include "model/fast/test_book.h"
#include "model/huff/test_cases.h"

namespace tern::fast {
namespace {

// The look-up without memory, for all bits that can come, and with every number of limits.
TEST(Tables, RanksFindWhatEntriesFind) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::array<int, RankTables::kMostLimits + 1> books{};
  for (std::uint32_t i = 0; i < 100 * huff::kNumBookKinds; ++i) {
    const huff::Dtype dtype = i % 2 == 0 ? huff::Dtype::kBf16 : huff::Dtype::kE4m3;
    const std::uint32_t extra = huff::extra_bits(dtype);
    huff::Book book = make_book(rng, dtype, huff::BookKind(i % huff::kNumBookKinds));
    if (i == 1) book = crowded_book(dtype);
    const Tables tables(dtype, i == 0 ? nullptr : &book);
    const RankTables& ranks = tables.ranks;
    if (++books.at(ranks.number) > 10) continue;
    for (std::uint32_t code = 0; ranks.number != 0 && code < 1U << 15; ++code) {
      const std::uint32_t number = ~(code << 17);
      const std::uint32_t zeros = code == 0x7FFF ? 15 : __builtin_clz(number);
      std::uint32_t len = ranks.limits[0][zeros] & 31;
      if (number < ranks.limits[0][zeros]) len = ranks.limits[0][zeros] >> 8 & 31;
      for (std::uint32_t n = 1; n < ranks.number; ++n) {
        if (number < ranks.limits[n][zeros]) len = ranks.limits[n][zeros] & 31;
      }
      const std::uint32_t rank = ranks.bases[len & 15] - (number >> (32 + extra - len));
      const std::uint32_t symbol = ranks.symbols.at(rank);
      const auto bits = static_cast<std::uint32_t>(reverse_bits(code, 15));
      const std::uint32_t entry = tables.entries[bits & tables.mask];
      const bool escape = (entry & kEntryEscape) != 0;
      ASSERT_EQ(len, (entry & kEntryLenMask) - (escape ? huff::kSymbolBits : 0)) << code;
      ASSERT_EQ(symbol, escape ? kEntryEscape : entry >> kEntrySymbolShift & 255) << code;
      ASSERT_EQ(rank == ranks.escape, escape) << code;
    }
  }
  EXPECT_EQ(std::count(books.begin(), books.end(), 0), 0);
}

TEST(Paths, NamesComeBackAndOthersAreRefused) {
  for (const Path path : available_paths()) EXPECT_EQ(parse_path(path_name(path)), path);
  EXPECT_FALSE(parse_path("fastest"));
}

TEST(PathsDeathTest, UnknownPathInTheEnvironmentEndsTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("TERN_FAST_PATH", "fastest", 1);
        static_cast<void>(default_path());
      },
      testing::ExitedWithCode(2), "TERN_FAST_PATH: 'fastest' is no path .*scalar");
}

TEST(Threads, AnExceptionComesOutOfTheCall) {
  for (const unsigned threads : {1U, 3U}) {
    std::atomic<int> calls{0};
    EXPECT_THROW(for_each_message(1000000, threads,
                                  [&](std::size_t i) {
                                    ++calls;
                                    if (i == 5) throw std::bad_alloc();
                                  }),
                 std::bad_alloc);
    EXPECT_LT(calls, 1000000);
  }
}

}  // namespace
}  // namespace tern::fast
