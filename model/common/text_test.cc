// SPDX-License-Identifier: Apache-2.0
//
// text_test: what a file puts into a name cannot break a message.
//
//   Spec  docs/cli.md#exit-codes
#include "model/common/text.h"

#include <gtest/gtest.h>

#include <string>

namespace tern {
namespace {

TEST(Text, KeepsOrdinaryTextAsItIs) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("layers.0.weight"), "layers.0.weight");
  EXPECT_EQ(printable("gr\xC3\xBC\xC3\x9F"
                      "e"),
            "gr\xC3\xBC\xC3\x9F"
            "e");
}

TEST(Text, EscapesEveryControlCharacter) {
  EXPECT_EQ(printable("a\nb"), "a\\nb");
  EXPECT_EQ(printable("\x1B[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable(std::string_view("\0\r\t\x7F", 4)), "\\x00\\x0d\\x09\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\x9b31m")
      << "the same control sequence as one character";
  EXPECT_EQ(printable("\xC2"), "\xC2") << "a cut sequence is no control character";
}

TEST(Text, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcdef...");
  EXPECT_EQ(printable("ab\xC3\xBC"
                      "de",
                      3),
            "ab...");
  EXPECT_EQ(printable(std::string(1000000, 'x')).size(), 203U);
}

TEST(Text, QuotesAndLists) {
  EXPECT_EQ(in_quotes("a\n"), "'a\\n'");
  EXPECT_EQ(one_of({}), "");
  EXPECT_EQ(one_of({"a"}), "a");
  EXPECT_EQ(one_of({"a", "b"}), "a or b");
  EXPECT_EQ(one_of({"a", "b", "c"}), "a, b or c");
}

}  // namespace
}  // namespace tern
