// SPDX-License-Identifier: Apache-2.0
//
// fuzz_decode_test.cc: a deterministic fuzzer; golden model and oracle agree on whatever comes.
//
//   Spec  docs/huffman_format.md#8-decoding-errors
#include "model/oracle/fuzz_decode.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"
#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

void expect_agreement(const Bytes& input) {
  EXPECT_EQ(fuzz_decode_one(input.data(), input.size()), "") << "input of " << input.size();
}

// A message that the fuzzer's books can decode, behind a byte of options.
Bytes valid_input(Rng& rng, std::uint8_t options) {
  const huff::Book& book = fuzz_books()[rng.below(fuzz_books().size())];
  const huff::Geometry geometry = huff::make_geometry(rng);
  const Bytes data = huff::make_values(rng, book.dtype, rng.below(150), &book, geometry.lanes);
  Bytes input = huff::encode(book.dtype, data.data(), data.size(),
                             rng.chance(1, 8) ? nullptr : &book, geometry);
  input.insert(input.begin(), options);
  return input;
}

void mutate(Rng& rng, Bytes& input) {
  // Half of the edits hit the header, which is a small part of a message but has most of the rules.
  const bool header = rng.bits(1) != 0;
  const std::size_t reach = std::min<std::size_t>(input.size() - 1, header ? 8 : input.size() - 1);
  const std::size_t at = 1 + rng.below(reach);
  switch (header ? 0 : rng.below(5)) {
    case 0:
      input[at] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      break;
    case 1:
      input[at] = static_cast<std::uint8_t>(rng.bits(8));
      break;
    case 2:
      input.resize(at + 1);
      break;
    case 3:
      input.resize(input.size() + rng.below(20), static_cast<std::uint8_t>(rng.bits(8)));
      break;
    default:
      input.erase(input.begin() + static_cast<std::ptrdiff_t>(at),
                  input.begin() + static_cast<std::ptrdiff_t>(
                                      std::min(input.size(), at + 4 * (1 + rng.below(3)))));
      break;
  }
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
  for (int i = 0; i < 6000 && !testing::Test::HasFailure(); ++i) {
    Bytes input = valid_input(rng, static_cast<std::uint8_t>(rng.bits(2)));
    for (std::uint64_t edits = rng.below(4); edits > 0; --edits) {
      if (input.size() > 1) mutate(rng, input);
    }
    expect_agreement(input);
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
  for (int i = 0; i < 10000; ++i) {
    Bytes input = valid_input(rng, 0);
    if (input.size() > 1 && rng.bits(1) != 0) mutate(rng, input);
    ++seen[decode(Bytes(input.begin() + 1, input.end()), fuzz_books()).error];
  }
  for (int code = 0; code <= 10; ++code) {
    EXPECT_GT(seen[static_cast<huff::StreamError>(code)], 0) << code;
  }
}

}  // namespace
}  // namespace tern::oracle
