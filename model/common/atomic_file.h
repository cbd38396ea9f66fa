// SPDX-License-Identifier: Apache-2.0
//
// atomic_file: writes files; either the whole file appears under its name, or nothing does.
//
// The bytes go to a file beside the target, which takes the target's name only when all of them
// are on the disk. Whatever goes wrong before leaves the target as it was.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/atomic_file_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/common/result.h"

namespace tern {

/// One file on its way. A failed write is remembered, so that only commit() needs a look.
class AtomicFile {
 public:
  /// Starts to write `path`. A symbolic link is followed. A device or pipe (/dev/stdout) is written
  /// to as it is: it has no content that could be kept. Does not wait for the reader of a pipe.
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);

  /// The error that create() would give now. The reader of a pipe notices nothing of it.
  [[nodiscard]] static std::optional<Error> check(const std::string& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Without commit() nothing is left behind.
  ~AtomicFile();

  /// Appends bytes.
  void write(const std::uint8_t* data, std::size_t size);
  void write(std::string_view text);

  /// Puts the file under its name. On an error the target is as it was before. Once only.
  [[nodiscard]] std::optional<Error> commit();

 private:
  AtomicFile(std::string path, std::string target, std::string temporary, int descriptor);
  void discard();
  void fail(const char* action, int code);

  std::string path_;       // as the user wrote it
  std::string target_;     // what it names, links followed
  std::string temporary_;  // empty: the target is no regular file and is written directly
  int descriptor_ = -1;
  std::optional<Error> error_;
};

/// The name of the file that writing to `path` creates or replaces: symbolic links are followed,
/// even to a file that is not there.
[[nodiscard]] std::string follow_links(const std::string& path);

/// Creates a file beside `target`, under a name that nobody could have foreseen and prepared, and
/// opens it for writing. Its name goes to `name`. -1: it cannot be created; errno says why.
[[nodiscard]] int create_beside(const std::string& target, std::string& name);

/// Writes a whole file.
[[nodiscard]] std::optional<Error> write_whole_file(const std::string& path, std::string_view text);

}  // namespace tern
