// SPDX-License-Identifier: Apache-2.0
//
// reconstruct_test: values in the place of their coefficients are those of the whole matrix.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/reconstruct_test.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/part.h"

namespace tern::tdr {
namespace {

struct Shape {
  std::uint32_t rows;
  std::uint32_t cols;
};

TEST(Reconstruct, StripesAreTheWholeMatrix) {
  Rng rng(71);
  // Several stripes, rows and columns behind the last block, and next to nothing.
  for (const Shape& shape : {Shape{4103, 37}, Shape{35, 5001}, Shape{1, 20}, Shape{20, 1}}) {
    for (std::uint32_t kind = 0; kind < 64; ++kind) {
      Header header;
      header.dtype = kind % 2 == 0 ? Dtype::kBf16 : Dtype::kFp32;
      header.rows = shape.rows;
      header.cols = shape.cols;
      header.exponent = -20;
      header.qp = 300;
      header.predict = static_cast<Predict>(kind / 2 % 4);
      header.transform = static_cast<Transform>(kind / 8 % 4);
      header.along_rows = kind / 32 % 2 != 0 && header.transform != Transform::kDct8x8;
      header.lines_are_rows = kind / 32 % 2 != 0;
      std::vector<std::int32_t> means(mean_count(header));
      for (std::int32_t& mean : means) mean = static_cast<std::int32_t>(rng.below(2000)) - 1000;
      std::vector<std::uint8_t> room;
      std::int32_t* const coefficients = make_room(header, room);
      for (std::uint64_t i = 0; i < header.values(); ++i) {
        coefficients[i] = static_cast<std::int32_t>(rng.below(200001)) - 100000;
      }
      const std::vector<std::int32_t> whole(coefficients, coefficients + header.values());
      reconstruct_values(header, means, room);
      ASSERT_EQ(room, values_of(header, reconstruct_integers(header, means, whole)))
          << shape.rows << " x " << shape.cols << ", kind " << kind;
    }
  }
}

}  // namespace
}  // namespace tern::tdr
