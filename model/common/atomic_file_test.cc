// SPDX-License-Identifier: Apache-2.0
//
// atomic_file_test: a file appears whole or not at all, whatever goes wrong.
//
//   Spec  docs/cli.md#exit-codes
#include "model/common/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "model/common/test_files.h"

namespace tern {
namespace {

void expect_output_error(const std::optional<Error>& error, const std::string& path,
                         std::string_view part) {
  ASSERT_TRUE(error.has_value()) << path << " was written";
  EXPECT_EQ(error->kind, ErrorKind::kOutput) << error->message;
  expect_message(*error, path, {part});
}

TEST(AtomicFile, AppearsWithCommitAndNotBefore) {
  const TempFolder folder;
  const std::string path = folder.path("out");
  Result<AtomicFile> file = AtomicFile::create(path);
  ASSERT_TRUE(file.ok());
  file.value().write("one ");
  file.value().write(to_bytes("two").data(), 3);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(file.value().commit(), std::nullopt);
  EXPECT_EQ(content(path), to_bytes("one two"));
  EXPECT_EQ(folder.count(), 1);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TempFolder folder;
  {
    Result<AtomicFile> file = AtomicFile::create(folder.path("out"));
    ASSERT_TRUE(file.ok());
    file.value().write("half");
    EXPECT_EQ(folder.count(), 1);
  }
  EXPECT_EQ(folder.count(), 0);
}

TEST(AtomicFile, KeepsOldContentUntilCommit) {
  const TempFolder folder;
  const std::string path = folder.file("out", to_bytes("old"));
  {
    Result<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(file.ok());
    file.value().write("half");
    EXPECT_EQ(content(path), to_bytes("old"));
  }
  EXPECT_EQ(content(path), to_bytes("old"));
  EXPECT_EQ(write_whole_file(path, "new"), std::nullopt);
  EXPECT_EQ(content(path), to_bytes("new"));
  EXPECT_EQ(folder.count(), 1);
}

TEST(AtomicFile, TwoWritersOfOneNameDoNotMix) {
  const TempFolder folder;
  const std::string path = folder.path("out");
  Result<AtomicFile> first = AtomicFile::create(path);
  Result<AtomicFile> second = AtomicFile::create(path);
  ASSERT_TRUE(first.ok() && second.ok());
  first.value().write("first");
  second.value().write("second");
  EXPECT_EQ(first.value().commit(), std::nullopt);
  EXPECT_EQ(content(path), to_bytes("first"));
  EXPECT_EQ(second.value().commit(), std::nullopt);
  EXPECT_EQ(content(path), to_bytes("second"));
}

TEST(AtomicFile, MovesKeepTheFile) {
  const TempFolder folder;
  Result<AtomicFile> first = AtomicFile::create(folder.path("a"));
  Result<AtomicFile> second = AtomicFile::create(folder.path("b"));
  ASSERT_TRUE(first.ok() && second.ok());
  AtomicFile moved(std::move(first.value()));
  moved = std::move(second.value());
  moved.write("b");
  EXPECT_EQ(moved.commit(), std::nullopt);
  EXPECT_EQ(content(folder.path("b")), to_bytes("b"));
  EXPECT_EQ(folder.count(), 1) << "what was assigned over is gone";
}

TEST(AtomicFile, FailureHalfwayLeavesOldContentAlone) {
  // A limit on the size of files stands for a disk that fills up while the file is written.
  const TempFolder folder;
  const std::string path = folder.file("out", to_bytes("old"));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = 4096;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  const std::optional<Error> error = write_whole_file(path, std::string(10000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  expect_output_error(error, path, "File too large");
  EXPECT_EQ(content(path), to_bytes("old"));
  EXPECT_EQ(folder.count(), 1);
}

TEST(AtomicFile, FailureAtTheEndLeavesNothing) {
  const TempFolder folder;
  const std::string path = folder.path("out");
  Result<AtomicFile> file = AtomicFile::create(path);
  ASSERT_TRUE(file.ok());
  file.value().write("text");
  std::filesystem::create_directory(path);
  expect_output_error(file.value().commit(), path, "Is a directory");
  EXPECT_EQ(folder.count(), 1) << "only the folder that was in the way";
}

TEST(AtomicFile, ReportsFoldersThatAreMissingOrInTheWay) {
  const TempFolder folder;
  const std::string inside = folder.path("missing/out");
  expect_output_error(write_whole_file(inside, "text"), inside, "No such file");
  const std::string itself = folder.path("");
  expect_output_error(write_whole_file(itself, "text"), itself, "Is a directory");
  const std::string under = folder.file("file", {}) + "/out";
  expect_output_error(write_whole_file(under, "text"), under, "Not a directory");
}

// A pipe stands for every target that is no regular file. Real devices would not survive a mistake.
class PipeTarget : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    reader_ = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader_, 0);
  }
  void TearDown() override { close_reader(); }
  void close_reader() {
    if (reader_ >= 0) ::close(reader_);
    reader_ = -1;
  }

  TempFolder folder_;
  std::string path_ = folder_.path("pipe");
  int reader_ = -1;
};

TEST_F(PipeTarget, IsWrittenToAndNotReplaced) {
  EXPECT_EQ(write_whole_file(path_, "text"), std::nullopt);
  char text[8] = {};
  EXPECT_EQ(::read(reader_, text, sizeof text), 4);
  EXPECT_STREQ(text, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(path_));
  EXPECT_EQ(folder_.count(), 1);
}

TEST_F(PipeTarget, IsNotOpenedByACheck) {
  EXPECT_EQ(AtomicFile::check(path_), std::nullopt);
  char byte = 0;
  // A pipe that was never written to and one that was closed both read as ended; poll() knows.
  pollfd poll = {reader_, POLLIN, 0};
  EXPECT_EQ(::poll(&poll, 1, 0), 0) << "the reader saw a writer come and go";
  EXPECT_EQ(::read(reader_, &byte, 1), 0);
}

TEST_F(PipeTarget, IsNotWaitedFor) {
  close_reader();
  expect_output_error(write_whole_file(path_, "text"), path_, "a pipe that nobody reads");
}

TEST_F(PipeTarget, ReportsFailure) {
  Result<AtomicFile> file = AtomicFile::create(path_);
  ASSERT_TRUE(file.ok()) << file.error().message;
  close_reader();
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  file.value().write("text");
  std::signal(SIGPIPE, handler);
  expect_output_error(file.value().commit(), path_, "Broken pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(path_));
}

TEST(AtomicFile, WritesThroughSymbolicLinks) {
  const TempFolder folder;
  const std::string path = folder.file("real", to_bytes("old"));
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("real", link);
  EXPECT_EQ(write_whole_file(link, "new"), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content(path), to_bytes("new"));
}

TEST(AtomicFile, CreatesWhatALinkNames) {
  const TempFolder folder;
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("real", link);
  EXPECT_EQ(write_whole_file(link, "new"), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content(folder.path("real")), to_bytes("new"));
}

TEST(AtomicFile, RefusesLinksInACircle) {
  const TempFolder folder;
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("link", link);
  expect_output_error(write_whole_file(link, "text"), link, "Too many levels");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(folder.count(), 1);
}

TEST(AtomicFile, KeepsPermissionsOfReplacedFile) {
  const TempFolder folder;
  const std::string path = folder.file("out", to_bytes("old"));
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  EXPECT_EQ(write_whole_file(path, "new"), std::nullopt);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
}

}  // namespace
}  // namespace tern
