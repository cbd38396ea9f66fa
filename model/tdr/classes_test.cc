// SPDX-License-Identifier: Apache-2.0
//
// classes_test.cc: side information there and back, and classes that fit.
//
//   Spec  docs/transform.md#8-side-information
//   Test  model/tdr/classes_test.cc
#include "model/tdr/classes.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/tdr/fit.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

std::vector<std::uint8_t> written(const Header& header, const SideInfo& side, std::size_t& words) {
  BitWriter writer(kWordBits);
  write_side(header, side, writer);
  std::vector<std::uint8_t> bytes;
  const std::vector<std::uint64_t> found = writer.finish();
  for (const std::uint64_t word : found) append_word(bytes, word, kWordBits);
  words = found.size();
  return bytes;
}

TEST(TdrClasses, SideInformationComesBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300; ++i) {
    Header header;
    header.rows = static_cast<std::uint32_t>(rng.below(50));
    header.cols = static_cast<std::uint32_t>(rng.below(50));
    header.predict = static_cast<Predict>(rng.below(4));
    header.mean_bits = static_cast<std::uint8_t>(rng.below(16));
    SideInfo side;
    const std::uint64_t kinds = 1 + rng.below(kClassSymbols);
    for (std::uint32_t j = 0; j < header.rows; ++j) {
      side.classes.rows.push_back(static_cast<std::uint8_t>(kClassSymbols - 1 - rng.below(kinds)));
    }
    for (std::uint32_t j = 0; j < header.cols; ++j) {
      side.classes.cols.push_back(static_cast<std::uint8_t>(rng.below(kinds)));
    }
    for (std::uint32_t j = 0; j < mean_count(header); ++j) {
      side.means.push_back(static_cast<std::int32_t>(rng.below(60001)) - 30000);
    }
    std::size_t words = 0;
    const std::vector<std::uint8_t> bytes = written(header, side, words);
    SideInfo back;
    std::size_t used = 0;
    ASSERT_EQ(read_side(header, bytes.data(), words, back, used), TdrError::kNone);
    EXPECT_EQ(used, words);
    EXPECT_EQ(back.means, side.means);
    EXPECT_EQ(back.classes.rows, side.classes.rows);
    EXPECT_EQ(back.classes.cols, side.classes.cols);
    ASSERT_EQ(read_side(header, bytes.data(), words - 1, back, used), TdrError::kTruncated);
  }
}

TEST(TdrClasses, LinesTwiceAsLoudAreTwoClassesHigher) {
  Rng rng(11);
  Matrix matrix{64, 64, std::vector<std::int32_t>(64 * 64)};
  for (std::size_t i = 0; i < matrix.values.size(); ++i) {
    std::int32_t sum = 0;
    for (int j = 0; j < 4; ++j) sum += static_cast<std::int32_t>(rng.bits(11)) - 1024;
    matrix.values[i] = i / 64 >= 32 ? sum * 4 : sum;
  }
  const Search search(shipped_books(), 1900, 3, 300);
  const Fit fit = fit_classes(matrix, search, 3);
  for (std::size_t row = 0; row < 64; ++row) {
    EXPECT_NEAR(fit.classes.rows[row], fit.classes.rows[0] + (row >= 32 ? 4 : 0), 1.0) << row;
  }
}

TEST(TdrClasses, EmptyLinesAreDead) {
  Matrix matrix{8, 40, std::vector<std::int32_t>(8 * 40)};
  for (std::size_t col = 0; col < 40; ++col) matrix.at(3, col) = col % 2 == 0 ? 5000 : -5000;
  const Search search(shipped_books(), 1600, 3, 300);
  const Fit fit = fit_classes(matrix, search, 3);
  for (std::size_t row = 0; row < 8; ++row) {
    EXPECT_EQ(fit.classes.rows[row] == kDeadClass, row != 3) << row;
  }
}

}  // namespace
}  // namespace tern::tdr
