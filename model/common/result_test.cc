// SPDX-License-Identifier: Apache-2.0
//
// result_test: a Result holds a value or an error, never both.
//
//   Spec  docs/cli.md#exit-codes
#include "model/common/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tern {
namespace {

TEST(Result, HoldsValue) {
  Result<std::string> result(std::string("value"));
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), "value");
  result.value() += "s";
  EXPECT_EQ(result.value(), "values");
}

TEST(Result, HoldsError) {
  const Result<int> result(Error{ErrorKind::kFile, "a.npy: is empty"});
  ASSERT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().kind, ErrorKind::kFile);
  EXPECT_EQ(result.error().message, "a.npy: is empty");
}

TEST(Result, HoldsValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result.value());
  EXPECT_EQ(*taken, 7);
}

TEST(Result, KindsAreTheDocumentedExitCodes) {
  EXPECT_EQ(static_cast<int>(ErrorKind::kUsage), 2);
  EXPECT_EQ(static_cast<int>(ErrorKind::kFile), 3);
  EXPECT_EQ(static_cast<int>(ErrorKind::kBook), 4);
  EXPECT_EQ(static_cast<int>(ErrorKind::kStream), 5);
  EXPECT_EQ(static_cast<int>(ErrorKind::kMismatch), 6);
  EXPECT_EQ(static_cast<int>(ErrorKind::kOutput), 7);
  EXPECT_EQ(static_cast<int>(ErrorKind::kTool), 8);
}

TEST(ResultDeathTest, ReadingWhatIsNotThereStopsTheProgram) {
  Result<int> failed(Error{ErrorKind::kUsage, "no"});
  EXPECT_DEATH((void)failed.value(), "ok");
  Result<int> good(1);
  EXPECT_DEATH((void)good.error(), "ok");
}

}  // namespace
}  // namespace tern
