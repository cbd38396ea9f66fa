// SPDX-License-Identifier: Apache-2.0
//
// transpose_test: every element lands where its index says, for any shape.
//
//   Spec  docs/cli.md#tensor-files
#include "model/common/transpose.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_files.h"
#include "model/common/test_seed.h"

namespace tern {
namespace {

// Walks through all indices and computes both addresses from the definition.
Bytes naive(const Bytes& from, const std::vector<std::uint64_t>& shape, std::uint32_t width) {
  Bytes to(from.size());
  for (std::uint64_t element = 0; element < from.size() / width; ++element) {
    // `element` counts in C order; its indices, last first.
    std::vector<std::uint64_t> index(shape.size());
    std::uint64_t rest = element;
    for (std::size_t i = shape.size(); i-- > 0;) {
      index[i] = rest % shape[i];
      rest /= shape[i];
    }
    std::uint64_t source = 0;
    for (std::size_t i = shape.size(); i-- > 0;) source = source * shape[i] + index[i];
    for (std::uint32_t b = 0; b < width; ++b) to[element * width + b] = from[source * width + b];
  }
  return to;
}

void check(const std::vector<std::uint64_t>& shape, std::uint32_t width) {
  std::uint64_t size = width;
  std::string text;
  for (const std::uint64_t n : shape) {
    size *= n;
    text += std::to_string(n) + " ";
  }
  Bytes from(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    from[i] = static_cast<std::uint8_t>(i * 37 + i / 251);
  }
  Bytes to(size);
  fortran_to_c(from.data(), to.data(), shape, width);
  ASSERT_EQ(to, naive(from, shape, width)) << "shape " << text << "width " << width;
}

TEST(FortranToC, TurnsTwoByThree) {
  const Bytes from = {11, 21, 12, 22, 13, 23};
  Bytes to(6);
  fortran_to_c(from.data(), to.data(), {2, 3}, 1);
  EXPECT_EQ(to, (Bytes{11, 12, 13, 21, 22, 23}));
}

TEST(FortranToC, KeepsWhatHasOneOrder) {
  for (const std::uint32_t width : {1U, 2U, 4U}) {
    check({}, width);
    check({0}, width);
    check({1}, width);
    check({7}, width);
    check({3, 0}, width);
    check({0, 3, 2}, width);
    check({1, 9, 1, 1}, width);
  }
}

TEST(FortranToC, CrossesTheEdgesOfTiles) {
  for (const std::uint64_t rows : {1U, 31U, 32U, 33U, 65U}) {
    for (const std::uint64_t columns : {1U, 31U, 32U, 33U, 64U}) {
      check({rows, columns}, 1);
      check({rows, 3, columns}, 2);
      check({rows, 2, 1, 2, columns}, 4);
    }
  }
}

TEST(FortranToC, TurnsRandomShapes) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  for (int i = 0; i < 300; ++i) {
    std::vector<std::uint64_t> shape(rng.below(7));
    for (std::uint64_t& size : shape) size = rng.chance(1, 4) ? 1 : rng.below(6);
    check(shape, std::uint32_t{1} << rng.below(3));
  }
}

}  // namespace
}  // namespace tern
