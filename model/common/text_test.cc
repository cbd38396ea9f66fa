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
}

TEST(Text, EscapesWhatIsNoUtf8) {
  EXPECT_EQ(printable("\xC2"), "\\xc2");
  EXPECT_EQ(printable("\x9B"
                      "31m"),
            "\\x9b31m")
      << "a control character of terminals without UTF-8";
  EXPECT_EQ(printable("a\xFF\xFE!"), "a\\xff\\xfe!");
  EXPECT_EQ(printable("\xC0\x8A"), "\\xc0\\x8a") << "a newline by a detour";
  EXPECT_EQ(printable("\xE0\x9F\xBF"), "\\xe0\\x9f\\xbf");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "half a character";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  for (const char* const edge :
       {"\xC2\xA0", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(printable(edge), edge);
  }
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
