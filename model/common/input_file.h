// SPDX-License-Identifier: Apache-2.0
//
// input_file: reads files; a size that is known, reads that never pass the end, errors as values.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/input_file_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"

namespace tern {

/// The error of one file: "PATH: CAUSE".
[[nodiscard]] Error file_error(const std::string& path, const std::string& cause,
                               ErrorKind kind = ErrorKind::kFile);

/// `size` zero bytes, or an error that names the file for whose content the memory is missing.
/// Precondition: `size` has been checked against the size of the file.
[[nodiscard]] Result<std::vector<std::uint8_t>> allocate(const std::string& path,
                                                         std::uint64_t size);

/// A regular file, open for reading. Its size is that of the moment of opening.
class InputFile {
 public:
  [[nodiscard]] static Result<InputFile> open(const std::string& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Fills `data` with the `size` bytes at `offset`. A range that the file does not have is an
  /// error, and so is a file that was cut after it had been opened.
  [[nodiscard]] std::optional<Error> read_at(std::uint64_t offset, std::uint8_t* data,
                                             std::uint64_t size) const;

  /// The `size` bytes at `offset`. Nothing is allocated for a range that the file does not have.
  [[nodiscard]] Result<std::vector<std::uint8_t>> read(std::uint64_t offset,
                                                       std::uint64_t size) const;

 private:
  InputFile(std::string path, int descriptor, std::uint64_t size);
  [[nodiscard]] std::optional<Error> check_range(std::uint64_t offset, std::uint64_t size) const;
  void close();

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// All bytes of a file that is at most `limit` bytes long.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_whole_file(const std::string& path,
                                                                std::uint64_t limit);

/// The same as text, for files that hold text.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::uint64_t limit);

}  // namespace tern
