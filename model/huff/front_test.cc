// SPDX-License-Identifier: Apache-2.0
//
// front_test.cc: a message is found in front of whatever follows.
//
//   Spec  docs/huffman_format.md
#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/stream.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

// Whatever follows, in words of 32 bits, and if a part of the message is missing.
TEST(Front, AMessageIsFoundInFrontOfOtherWords) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 7);
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    const Case c = make_case(rng);
    SCOPED_TRACE(describe(c));
    Message message = encode(c);
    const std::size_t own = message.size();
    for (std::uint64_t more = 4 * rng.below(6); more > 0; --more) {
      message.push_back(static_cast<std::uint8_t>(rng.bits(8)));
    }
    std::size_t used = 0;
    const Decoded decoded = decode_front(message.data(), message.size(), books_of(c), used);
    ASSERT_EQ(decoded.error, StreamError::kNone) << error_name(decoded.error);
    ASSERT_EQ(used, own);
    ASSERT_EQ(decoded.values, c.data);
    const std::size_t cut = rng.below(own);
    ASSERT_NE(decode_front(message.data(), cut, books_of(c), used).error, StreamError::kNone);
  }
}

}  // namespace
}  // namespace tern::huff
