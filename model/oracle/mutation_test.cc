// SPDX-License-Identifier: Apache-2.0
//
// mutation_test.cc: the two decoders agree on a large number of damaged messages.
//
// TERN_MUTATIONS is that number, over all parts together.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/oracle/fuzz_decode.h"
#include "model/oracle/mutate.h"

namespace tern::oracle {
namespace {

constexpr std::uint64_t kParts = 20;
// The sanitizer pass repeats a part of them.
constexpr std::uint64_t kDefaultMutations = inputs<std::uint64_t>(100000, 20000);

// Each part is a ctest entry of its own, so that they run side by side and within their time.
class Mutations : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Mutations, BothDecodersSayTheSame) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + GetParam() * 0x9E3779B97F4A7C15U);
  const std::uint64_t number =
      (test_number("TERN_MUTATIONS", kDefaultMutations) + kParts - 1) / kParts;
  for (std::uint64_t i = 0; i < number; ++i) {
    const Bytes input = mutated_input(rng);
    ASSERT_EQ(fuzz_decode_one(input.data(), input.size()), "")
        << "part " << GetParam() << ", stream " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Part, Mutations, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace tern::oracle
