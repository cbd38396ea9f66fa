// SPDX-License-Identifier: Apache-2.0
//
// table_test: alignment, and names that would break it.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/table_test.cc
#include "sim/apps/table.h"

#include <gtest/gtest.h>

namespace tern::apps {
namespace {

TEST(Table, AlignsTextLeftAndNumbersRight) {
  Table table;
  table.column("name", Table::Align::kLeft);
  table.column("n");
  table.column("note", Table::Align::kLeft);
  table.row({"a", "5", "x"});
  table.row({"longer", "1234", ""});
  EXPECT_EQ(table.text(),
            "name       n  note\n"
            "------  ----  ----\n"
            "a          5  x\n"
            "longer  1234\n");
}

TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("\xC3\xA4\xE4\xB8\xAD"), 2U);
  EXPECT_EQ(fit("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 5),
            "\xC3\xA4..\xC3\xA4\xC3\xA4");
}

TEST(Table, ShortensInTheMiddle) {
  EXPECT_EQ(fit("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(fit("abcdefghijk", 10), "abcd..hijk");
}

TEST(Table, NamesCannotSteerTheTerminal) { EXPECT_EQ(fit("a\x1b[2J", 20), "a\\x1b[2J"); }

TEST(Table, MissingNumbersAreDashes) {
  EXPECT_EQ(cell({}, 3), "-");
  EXPECT_EQ(cell(1.23456, 3), "1.235");
}

TEST(Table, BytesHaveUnits) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "1 kB");
  EXPECT_EQ(human_bytes(999499), "999 kB");
  EXPECT_EQ(human_bytes(999500), "1 MB");
  EXPECT_EQ(human_bytes(3.014e9), "3.01 GB");
  EXPECT_EQ(human_bytes(5e15), "5e+03 TB");
}

}  // namespace
}  // namespace tern::apps
