// SPDX-License-Identifier: Apache-2.0
//
// atomic_name_test: names of files, and of those that they are until they are whole.
//
//   Spec  docs/cli.md#outputs
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "model/common/atomic_file.h"
#include "model/common/test_files.h"

namespace tern {
namespace {

TEST(AtomicFile, TakesNamesAsLongAsTheFolderDoes) {
  const TempFolder folder;
  for (const std::size_t size : {std::size_t{244}, std::size_t{245}, std::size_t{255}}) {
    const std::string path = folder.path(std::string(size, 'n'));
    EXPECT_EQ(AtomicFile::check(path), std::nullopt) << size;
    EXPECT_EQ(write_whole_file(path, "long"), std::nullopt) << size;
    EXPECT_EQ(content(path), to_bytes("long"));
  }
  const std::string path = folder.path(std::string(256, 'n'));
  for (const std::optional<Error>& error :
       {AtomicFile::check(path), write_whole_file(path, "longer")}) {
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->kind, ErrorKind::kOutput);
    expect_message(*error, path, {"the name has 256 bytes", "choose a shorter one"});
  }
  EXPECT_EQ(folder.count(), 3);
}

// Who can write to the folder may have put a link where the file is expected.
TEST(AtomicFile, NobodyKnowsTheNameBefore) {
  const TempFolder folder;
  std::set<std::string> names;
  for (int i = 0; i < 100; ++i) {
    std::string name;
    const int descriptor = create_beside(folder.path("out"), name);
    ASSERT_GE(descriptor, 0);
    ::close(descriptor);
    EXPECT_EQ(std::filesystem::path(name).parent_path(),
              std::filesystem::path(folder.path("out")).parent_path());
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 100U);
  EXPECT_EQ(folder.count(), 100);
}

}  // namespace
}  // namespace tern
