// SPDX-License-Identifier: Apache-2.0
//
// fuzz_decode_test.cc: a deterministic fuzzer; golden model and oracle agree on whatever comes.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include "model/oracle/fuzz_decode.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/oracle/mutate.h"
#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

void expect_agreement(const Bytes& input) {
  EXPECT_EQ(fuzz_decode_one(input.data(), input.size()), "") << "input of " << input.size();
}

TEST(FuzzDecode, RandomBytes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    Bytes input(rng.below(200));
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(rng.bits(8));
    expect_agreement(input);
  }
}

TEST(FuzzDecode, MutatedMessages) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 3000 && !testing::Test::HasFailure(); ++i) {
    expect_agreement(mutated_input(rng));
  }
}

TEST(FuzzDecode, AllOptionsOnEmptyAndTinyInputs) {
  expect_agreement({});
  for (std::uint8_t options = 0; options < 4; ++options) {
    for (std::size_t size = 0; size < 20; ++size) {
      Bytes input(1 + size, 0);
      input[0] = options;
      expect_agreement(input);
      for (std::size_t i = 1; i < input.size(); ++i) input[i] = 0xFF;
      expect_agreement(input);
    }
  }
}

// The fuzzer is worth something only if it gets behind the header.
TEST(FuzzDecode, ReachesEveryErrorAndSuccess) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::map<huff::StreamError, int> seen;
  for (int i = 0; i < 5000; ++i) {
    Bytes input = valid_input(rng, 0);
    if (input.size() > 1 && rng.bits(1) != 0) mutate(rng, input);
    const Bytes message(input.begin() + 1, input.end());
    ++seen[decode(message, fuzz_books()).error];
  }
  for (int code = 0; code <= 11; ++code) {
    EXPECT_GT(seen[static_cast<huff::StreamError>(code)], 0) << code;
  }
}

// What only chunks can do: the header is accepted, and the refusal comes from within.
TEST(FuzzDecode, ReachesEveryRefusalOfALaterChoice) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::map<huff::StreamError, int> seen;
  constexpr int kInputs = inputs(8000, 2000);
  for (int i = 0; i < kInputs; ++i) {
    const Bytes input = valid_input(rng, 0);
    const Bytes message(input.begin() + 1, input.end());
    const Bytes header_only = {message.begin(), message.begin() + 12};
    if (decode(header_only, fuzz_books()).error == huff::StreamError::kSize) {
      ++seen[decode(message, fuzz_books()).error];
    }
  }
  EXPECT_GT(seen[huff::StreamError::kNone], kInputs / 80);
  EXPECT_GT(seen[huff::StreamError::kUnknownBook], kInputs / 400);
  EXPECT_GT(seen[huff::StreamError::kEpoch], kInputs / 400);
  EXPECT_GT(seen[huff::StreamError::kMinLen], kInputs / 400);
  EXPECT_EQ(seen[huff::StreamError::kSize] + seen[huff::StreamError::kCrc], 0) << "undamaged";
}

}  // namespace
}  // namespace tern::oracle
