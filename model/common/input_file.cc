// SPDX-License-Identifier: Apache-2.0
//
// input_file: reads files.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/input_file_test.cc
#include "model/common/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "model/common/text.h"

namespace tern {
namespace {

// One read call; the kernel takes at most 2 GiB at a time.
constexpr std::uint64_t kReadBytes = std::uint64_t{1} << 30;
constexpr std::size_t kPathLimit = 4096;

}  // namespace

Error file_error(const std::string& path, const std::string& cause, ErrorKind kind) {
  return {kind, fmt::format("{}: {}", printable(path, kPathLimit), cause)};
}

Result<std::vector<std::uint8_t>> allocate(const std::string& path, std::uint64_t size) {
  // The standard library reports missing memory by exceptions; they end here.
  try {
    return std::vector<std::uint8_t>(size);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return file_error(path, fmt::format("no memory for {} bytes; use a machine with more memory, or "
                                      "split the tensor",
                                      size));
}

Result<InputFile> InputFile::open(const std::string& path) {
  // Without O_NONBLOCK the opening of a pipe would wait for its writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return file_error(path, fmt::format("cannot be opened ({}); check the name and its permissions",
                                        std::strerror(errno)));
  }
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  InputFile file(path, descriptor, known ? static_cast<std::uint64_t>(status.st_size) : 0);
  if (!known || !S_ISREG(status.st_mode)) {
    return file_error(path, S_ISDIR(status.st_mode)
                                ? "is a folder; name the files in it"
                                : "is not a regular file; store the data in a file first");
  }
  // The files of /proc say that they are empty, and are not.
  std::uint8_t byte = 0;
  if (file.size_ == 0 && ::pread(descriptor, &byte, 1, 0) != 0) {
    return file_error(path, "has content, but no size; copy the content into a file first");
  }
  return file;
}

InputFile::InputFile(std::string path, int descriptor, std::uint64_t size)
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  if (this != &other) {
    close();
    path_ = std::move(other.path_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    size_ = other.size_;
  }
  return *this;
}

InputFile::~InputFile() { close(); }

void InputFile::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::optional<Error> InputFile::check_range(std::uint64_t offset, std::uint64_t size) const {
  if (offset <= size_ && size <= size_ - offset) return {};
  return file_error(path_, fmt::format("ends after {} bytes, but {} are needed at offset {}; fetch "
                                       "or write the file again",
                                       size_, size, offset));
}

std::optional<Error> InputFile::read_at(std::uint64_t offset, std::uint8_t* data,
                                        std::uint64_t size) const {
  if (std::optional<Error> error = check_range(offset, size)) return error;
  while (size > 0) {
    const std::uint64_t part = std::min(size, kReadBytes);
    const ssize_t count =
        ::pread(descriptor_, data, static_cast<std::size_t>(part), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return file_error(path_, fmt::format("cannot be read ({}); check the disk and the connection "
                                           "to it",
                                           std::strerror(errno)));
    }
    if (count == 0) {
      return file_error(path_, "became shorter while it was read; wait until its writer is done");
    }
    data += count;
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::uint64_t>(count);
  }
  return {};
}

Result<std::vector<std::uint8_t>> InputFile::read(std::uint64_t offset, std::uint64_t size) const {
  if (std::optional<Error> error = check_range(offset, size)) return *error;
  Result<std::vector<std::uint8_t>> bytes = allocate(path_, size);
  if (!bytes) return bytes;
  if (std::optional<Error> error = read_at(offset, bytes.value().data(), size)) return *error;
  return bytes;
}

Result<std::vector<std::uint8_t>> read_whole_file(const std::string& path, std::uint64_t limit) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) return file.error();
  const std::uint64_t size = file.value().size();
  if (size > limit) {
    return file_error(
        path,
        fmt::format("has {} bytes, and at most {} are taken; name the right file", size, limit));
  }
  return file.value().read(0, size);
}

Result<std::string> read_text_file(const std::string& path, std::uint64_t limit) {
  Result<std::vector<std::uint8_t>> bytes = read_whole_file(path, limit);
  if (!bytes) return bytes.error();
  return std::string(bytes.value().begin(), bytes.value().end());
}

}  // namespace tern
