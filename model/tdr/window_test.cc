// SPDX-License-Identifier: Apache-2.0
//
// window_test.cc: the bounded search is a path of the trellis, and the best one if it sees all.
//
//   Spec  docs/transform.md#18-the-stream-effort
#include "model/tdr/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "model/common/test_seed.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

std::vector<LinePoint> some_line(std::size_t size, std::uint32_t qp, Rng& rng) {
  std::vector<LinePoint> line;
  const auto range = static_cast<std::uint64_t>(step_of(qp) >> kStepBits) * 6 + 2;
  for (std::size_t i = 0; i < size; ++i) {
    const auto value =
        static_cast<std::int32_t>(rng.below(2 * range)) - static_cast<std::int32_t>(range);
    line.push_back({clip(value, kMaxCoefficient), bin_of(static_cast<std::int32_t>(rng.below(7)))});
  }
  return line;
}

// By the tables of the search itself.
std::uint64_t cost_of(const WindowSearch& search, const Trellis& trellis,
                      const std::vector<LinePoint>& line, const std::vector<std::int32_t>& levels) {
  std::uint32_t state = 0;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::int32_t value = line[i].value;
    const auto found =
        search.candidates(static_cast<std::uint32_t>(value < 0 ? -value : value), line[i].bin);
    const std::uint32_t parity = static_cast<std::uint32_t>(std::abs(levels[i])) & 1;
    const WindowSearch::Candidate& one = found[trellis.quantizer(state)][parity];
    EXPECT_EQ(std::abs(levels[i]), one.magnitude);
    EXPECT_TRUE(levels[i] == 0 || (levels[i] < 0) == (value < 0));
    sum += one.cost;
    state = trellis.next(state, parity);
  }
  return sum;
}

std::uint64_t least_of_all(const WindowSearch& search, const Trellis& trellis,
                           const std::vector<LinePoint>& line) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t parities = 0; parities < 1U << line.size(); ++parities) {
    std::uint32_t state = 0;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::int32_t value = line[i].value;
      const auto found =
          search.candidates(static_cast<std::uint32_t>(value < 0 ? -value : value), line[i].bin);
      const std::uint32_t parity = parities >> i & 1;
      sum += found[trellis.quantizer(state)][parity].cost;
      state = trellis.next(state, parity);
    }
    least = std::min(least, sum);
  }
  return least;
}

TEST(TdrWindow, FindsTheCheapestPathIfItSeesTheLine) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 60; ++i) {
    const auto qp = static_cast<std::uint32_t>(rng.below(kMaxQp + 1));
    WindowSearch search(shipped_books(), qp, 2, 300, 16);
    const std::vector<LinePoint> line = some_line(1 + rng.below(10), qp, rng);
    std::vector<std::int32_t> levels;
    search.run(line, levels);
    ASSERT_EQ(cost_of(search, Trellis(2), line, levels), least_of_all(search, Trellis(2), line));
  }
}

// Whatever was decided before binds what follows; a longer look ahead is no worse by much.
TEST(TdrWindow, EveryWindowGivesOnePathAndLongerOnesCheaperOnes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (const std::uint32_t states_log2 : {0U, 2U, 3U}) {
    double last = std::numeric_limits<double>::max();
    const std::vector<LinePoint> line = some_line(3000, 2500, rng);
    for (const std::uint32_t window : {1U, 2U, 5U, 16U, 64U, 4000U}) {
      WindowSearch search(shipped_books(), 2500, states_log2, 300, window);
      std::vector<std::int32_t> levels;
      search.run(line, levels);
      ASSERT_EQ(levels.size(), line.size());
      const auto cost = static_cast<double>(cost_of(search, Trellis(states_log2), line, levels));
      // Single decisions may turn out worse for having been better informed.
      EXPECT_LE(cost, window < 4000 ? 1.002 * last : last) << window;
      last = std::min(last, cost);
    }
  }
}

TEST(TdrWindow, PlacesAreThoseOfTheGrid) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  for (int i = 0; i < 20000; ++i) {
    const auto qp = static_cast<std::uint32_t>(rng.below(kMaxQp + 1));
    const auto magnitude = static_cast<std::uint32_t>(rng.below(kMaxCoefficient + 1));
    const double exact = std::ldexp(static_cast<double>(magnitude), kStepBits + kPlaceBits) /
                         static_cast<double>(step_of(qp));
    const auto place = static_cast<double>(place_of(magnitude, qp));
    ASSERT_LE(place, exact);
    ASSERT_GT(place, exact * (1 - 1.0 / 100000) - 1);
  }
}

TEST(TdrWindow, ExtremesSaturate) {
  for (const std::uint32_t qp : {0U, kMaxQp}) {
    for (const std::int32_t sum : {0, 4, 7, 8, 30}) {
      WindowSearch search(shipped_books(), qp, 2, 1023, 8);
      std::vector<LinePoint> line(
          100, LinePoint{sum % 2 == 0 ? kMaxCoefficient : -kMaxCoefficient, bin_of(sum)});
      std::vector<std::int32_t> levels;
      search.run(line, levels);
      for (const std::int32_t level : levels) {
        EXPECT_LE(std::abs(level), static_cast<std::int32_t>(kMaxLevel));
      }
    }
  }
}

}  // namespace
}  // namespace tern::tdr
