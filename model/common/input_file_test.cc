// SPDX-License-Identifier: Apache-2.0
//
// input_file_test: reads end at the end of the file, and every failure is a message.
//
//   Spec  docs/cli.md#exit-codes
#include "model/common/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "model/common/test_files.h"

namespace tern {
namespace {

TEST(InputFile, ReadsEveryRangeOfTheFile) {
  const TempFolder folder;
  const Bytes bytes = to_bytes("0123456789");
  const std::string path = folder.file("digits", bytes);
  Result<InputFile> file = InputFile::open(path);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file.value().path(), path);
  EXPECT_EQ(file.value().size(), 10U);
  for (std::uint64_t from = 0; from <= 10; ++from) {
    for (std::uint64_t size = 0; from + size <= 10; ++size) {
      const Result<Bytes> part = file.value().read(from, size);
      ASSERT_TRUE(part.ok());
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
      EXPECT_EQ(part.value(), Bytes(begin, begin + static_cast<std::ptrdiff_t>(size)));
    }
  }
}

TEST(InputFile, RefusesRangesBehindTheEndWithoutAllocating) {
  const TempFolder folder;
  const std::string path = folder.file("digits", to_bytes("0123456789"));
  Result<InputFile> file = InputFile::open(path);
  ASSERT_TRUE(file.ok());
  for (const auto& [from, size] : {std::pair<std::uint64_t, std::uint64_t>{0, 11},
                                   {10, 1},
                                   {11, 0},
                                   {5, UINT64_MAX - 2},
                                   {UINT64_MAX, 2},
                                   {UINT64_MAX, UINT64_MAX},
                                   {0, std::uint64_t{1} << 63}}) {
    expect_error(file.value().read(from, size), ErrorKind::kFile, path, {"ends after 10 bytes"});
  }
}

TEST(InputFile, ReportsFileThatBecameShorter) {
  const TempFolder folder;
  const std::string path = folder.file("digits", to_bytes("0123456789"));
  Result<InputFile> file = InputFile::open(path);
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(path, 4);
  EXPECT_TRUE(file.value().read(0, 4).ok());
  expect_error(file.value().read(0, 10), ErrorKind::kFile, path, {"became shorter"});
}

TEST(InputFile, NamesWhatCannotBeOpened) {
  const TempFolder folder;
  const std::string missing = folder.path("missing");
  expect_error(InputFile::open(missing), ErrorKind::kFile, missing, {"No such file"});
  const std::string inner = folder.path("");
  expect_error(InputFile::open(inner), ErrorKind::kFile, inner, {"is a folder"});
}

TEST(InputFile, DoesNotWaitForPipes) {
  const TempFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  expect_error(InputFile::open(path), ErrorKind::kFile, path, {"not a regular file"});
}

TEST(InputFile, RefusesFilesWithoutASize) {
  const std::string path = "/proc/self/status";
  expect_error(InputFile::open(path), ErrorKind::kFile, path, {"no size"});
}

TEST(InputFile, MovesKeepTheFileOpen) {
  const TempFolder folder;
  Result<InputFile> first = InputFile::open(folder.file("a", to_bytes("aaa")));
  Result<InputFile> second = InputFile::open(folder.file("b", to_bytes("bb")));
  ASSERT_TRUE(first.ok() && second.ok());
  InputFile moved(std::move(first.value()));
  moved = std::move(second.value());
  const Result<Bytes> bytes = moved.read(0, 2);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes.value(), to_bytes("bb"));
}

TEST(InputFile, KeepsMessagesOnOneLine) {
  const TempFolder folder;
  const Result<InputFile> file = InputFile::open(folder.path("a\nb\x1B[31m"));
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().message.find_first_of("\n\x1B"), std::string::npos);
  EXPECT_NE(file.error().message.find("a\\nb\\x1b[31m"), std::string::npos);
}

TEST(InputFile, MissingMemoryIsAnError) {
  expect_error(allocate("huge.npy", UINT64_MAX), ErrorKind::kFile, "huge.npy", {"no memory"});
}

TEST(ReadWholeFile, StopsAtItsLimit) {
  const TempFolder folder;
  const std::string path = folder.file("digits", to_bytes("0123456789"));
  const Result<Bytes> all = read_whole_file(path, 10);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all.value(), to_bytes("0123456789"));
  expect_error(read_whole_file(path, 9), ErrorKind::kFile, path, {"has 10 bytes", "at most 9"});
  const Result<std::string> text = read_text_file(path, 10);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text.value(), "0123456789");
  const std::string missing = folder.path("missing");
  expect_error(read_text_file(missing, 10), ErrorKind::kFile, missing, {"No such file"});
}

TEST(ReadWholeFile, TakesEmptyFile) {
  const TempFolder folder;
  const Result<Bytes> none = read_whole_file(folder.file("empty", {}), 10);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none.value().empty());
}

}  // namespace
}  // namespace tern
