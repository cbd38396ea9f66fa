// SPDX-License-Identifier: Apache-2.0
//
// quick_fit_test.cc: classes without a search are near those that the search finds.
//
//   Spec  docs/transform.md#18-the-stream-effort
#include "model/tdr/quick_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "model/tdr/align.h"
#include "model/tdr/scales.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

Matrix matrix_of(const TestTensor& tensor) {
  const std::optional<Aligned> aligned =
      align(tensor.dtype, tensor.bytes.data(), tensor.bytes.size());
  return {tensor.rows, tensor.cols, aligned->values};
}

TEST(TdrQuickFit, BestSumRisesWithTheScale) {
  EXPECT_EQ(best_sum(-5000), best_sum(0));
  for (std::int32_t fine = -100; fine < 4000; ++fine) {
    ASSERT_LE(best_sum(fine), best_sum(fine + 1));
  }
  EXPECT_EQ(best_sum(3000) + 128, best_sum(3128));
}

// The cheapest sum for bells of every size, by the books' own lengths.
TEST(TdrQuickFit, BestSumIsTheCheapestForBells) {
  const std::uint32_t qp = 2700;
  const Search search(shipped_books(), qp, 2, 300);
  Rng rng(1);
  for (std::int32_t fine = 128; fine < 128 * 14; fine += 96) {
    // A quarter of a quantiser's step is half the grid.
    double deviation = static_cast<double>(step_of(qp)) / 4096 / 2;
    for (std::int32_t i = 0; i < fine; ++i) deviation *= 1.002711275;  // 2^(1/256)
    std::vector<std::int32_t> values(1500);
    for (std::int32_t& value : values) {
      std::int32_t sum = -6 * 4096;
      for (int i = 0; i < 12; ++i) sum += static_cast<std::int32_t>(rng.bits(12));
      value = static_cast<std::int32_t>(sum / 4096.0 * deviation);
    }
    const auto cost_of = [&](std::int32_t sum) {
      std::int64_t cost = 0;
      for (const std::int32_t value : values) {
        for (const auto& one : search.candidates(value, bin_of(sum))) {
          cost += std::min(one[0].cost, one[1].cost) / 2;
        }
      }
      return static_cast<double>(cost) / 1500 / static_cast<double>(search.grid_square());
    };
    double least = cost_of(0);
    for (std::int32_t sum = 1; sum < 20; ++sum) least = std::min(least, cost_of(sum));
    // 0.029 is a tenth of a bit.
    EXPECT_LT(cost_of(nearest_class(best_sum(fine))), least + 0.029) << fine;
  }
}

TEST(TdrQuickFit, CostsLittleMoreThanTheSearch) {
  Rng rng(2);
  for (const Content content : {Content::kNoise, Content::kScaled}) {
    const TestTensor tensor = make_tensor(content, Dtype::kFp32, 128, 96, rng);
    for (const std::uint32_t qp : {2300U, 2600U, 2900U}) {
      EncodeOptions options;
      options.states_log2 = 2;
      options.qp = qp;
      const Encoded best = encode(tensor.source(), options);
      options.effort = Effort::kStream;
      const Encoded quick = encode(tensor.source(), options);
      // Squared error plus lambda times bits.
      const auto cost_of = [&](const Encoded& encoded) {
        const double grid = static_cast<double>(step_of(qp)) / 4096;
        return static_cast<double>(encoded.certificate.squared_error) / (grid * grid) +
               0.293 * 8 * static_cast<double>(encoded.stream.size());
      };
      EXPECT_LT(cost_of(quick), 1.08 * cost_of(best)) << static_cast<int>(content) << " " << qp;
    }
  }
}

TEST(TdrQuickFit, ALineWithOneLoudValueIsNotDead) {
  TestTensor tensor{Dtype::kFp32, 40, 30, std::vector<std::uint8_t>(40 * 30 * 4)};
  unalign(Dtype::kFp32, 1000, 0, &tensor.bytes[4 * (30 * 7 + 11)]);
  unalign(Dtype::kFp32, 1, 0, &tensor.bytes[4 * (30 * 9 + 11)]);
  const Matrix matrix = matrix_of(tensor);
  const Fit fit = quick_fit(matrix, step_of(2300));
  EXPECT_NE(fit.classes.rows[7], kDeadClass);
  EXPECT_EQ(fit.classes.rows[8], kDeadClass);
  EXPECT_EQ(fit.classes.cols[10], kDeadClass);
}

TEST(TdrQuickFit, EmptyAndBlankMatricesAreDead) {
  for (const auto& [rows, cols] : {std::pair{0U, 0U}, {0U, 5U}, {5U, 0U}, {4U, 4U}}) {
    const Fit fit = quick_fit({rows, cols, std::vector<std::int32_t>(rows * cols)}, step_of(100));
    EXPECT_EQ(fit.classes.rows, std::vector<std::uint8_t>(rows, std::uint8_t{kDeadClass}));
    EXPECT_EQ(fit.classes.cols, std::vector<std::uint8_t>(cols, std::uint8_t{kDeadClass}));
  }
}

}  // namespace
}  // namespace tern::tdr
