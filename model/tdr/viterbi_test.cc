// SPDX-License-Identifier: Apache-2.0
//
// viterbi_test.cc: the path found is the best one there is.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/viterbi_test.cc
#include "model/tdr/viterbi.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::tdr {
namespace {

constexpr std::uint32_t kQp = 1000;

// Least cost of the line from `at` on, by trying everything.
std::int64_t least_cost(const Search& search, const Trellis& trellis,
                        const std::vector<LinePoint>& line, std::size_t at, std::uint32_t state,
                        std::int32_t last, bool delta) {
  if (at == line.size()) return 0;
  const auto found = search.candidates(line[at].value - (delta ? last : 0), line[at].bin);
  std::int64_t best = std::int64_t{1} << 62;
  for (std::uint32_t parity = 0; parity < 2; ++parity) {
    const Search::Candidate& one = found[trellis.quantizer(state)][parity];
    best =
        std::min(best, one.cost + least_cost(search, trellis, line, at + 1,
                                             trellis.next(state, parity), last + one.recon, delta));
  }
  return best;
}

// Cost of given levels, with the books' costs taken from candidates.
std::int64_t cost_of(const Search& search, const Trellis& trellis,
                     const std::vector<LinePoint>& line, const std::vector<std::int32_t>& levels) {
  std::int64_t sum = 0;
  std::uint32_t state = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const auto found = search.candidates(line[at].value, line[at].bin);
    const auto parity = static_cast<std::uint32_t>(levels[at]) & 1;
    EXPECT_EQ(found[trellis.quantizer(state)][parity].level, levels[at]);
    sum += found[trellis.quantizer(state)][parity].cost;
    state = trellis.next(state, parity);
  }
  return sum;
}

TEST(TdrViterbi, FindsTheBestPathOfShortLines) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::uint32_t log2 : {0U, 2U, 3U, 4U, 5U}) {
    Search search(shipped_books(), kQp, log2, 300);
    const Trellis trellis(log2);
    for (int i = 0; i < 40; ++i) {
      std::vector<LinePoint> line(1 + rng.below(10));
      for (LinePoint& point : line) {
        point.value = static_cast<std::int32_t>(rng.below(201)) - 100;
        point.bin = bin_of(static_cast<std::int32_t>(rng.below(10)));
      }
      std::vector<std::int32_t> levels;
      search.run(line, false, levels);
      EXPECT_EQ(cost_of(search, trellis, line, levels),
                least_cost(search, trellis, line, 0, 0, 0, false));
    }
  }
}

// States buy accuracy at equal rate: fewer errors and fewer bits weighed together.
TEST(TdrViterbi, MoreStatesCostLess) {
  Rng rng(5);
  std::vector<LinePoint> line(20000);
  for (LinePoint& point : line) {
    std::int32_t sum = 0;
    for (int j = 0; j < 4; ++j) sum += static_cast<std::int32_t>(rng.bits(7)) - 64;
    point = {sum, bin_of(6)};
  }
  std::int64_t last = std::int64_t{1} << 62;
  for (const std::uint32_t log2 : {2U, 3U, 4U, 5U}) {
    Search search(shipped_books(), kQp, log2, 300);
    std::vector<std::int32_t> levels;
    search.run(line, false, levels);
    const std::int64_t cost = cost_of(search, Trellis(log2), line, levels);
    EXPECT_LT(cost, last) << log2;
    last = cost;
  }
}

TEST(TdrViterbi, LevelsNeverLeaveTheirRange) {
  for (const std::uint32_t qp : {0U, 1500U, kMaxQp}) {
    Search search(shipped_books(), qp, 3, 300);
    for (std::int32_t sum = -3; sum < 40; ++sum) {
      for (const std::int32_t value : {kMaxCoefficient, -kMaxCoefficient, 1, 0}) {
        for (const auto& of_quantizer : search.candidates(value, bin_of(sum))) {
          for (const Search::Candidate& one : of_quantizer) {
            EXPECT_LE(std::abs(one.level), static_cast<std::int32_t>(kMaxLevel));
            EXPECT_TRUE(one.level == 0 || (one.level < 0) == (value < 0));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tern::tdr
