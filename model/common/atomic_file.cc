// SPDX-License-Identifier: Apache-2.0
//
// atomic_file: writes files whole or not at all.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/atomic_file_test.cc
#include "model/common/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "model/common/input_file.h"

namespace tern {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 30;
constexpr int kNameTries = 100;
constexpr std::size_t kRandomBytes = 8;
constexpr int kMaxLinks = 40;  // as Linux

Error output_error(const std::string& path, const std::string& action, int code) {
  const std::size_t size = std::filesystem::path(path).filename().string().size();
  if (code == ENAMETOOLONG && size > NAME_MAX) {
    return file_error(
        path,
        fmt::format("cannot be {}: the name has {} bytes, more than the folder's file "
                    "system takes; choose a shorter one",
                    action, size),
        ErrorKind::kOutput);
  }
  return file_error(path,
                    fmt::format("cannot be {} ({}); check the folder, its permissions and the free "
                                "space, or choose another place",
                                action, std::strerror(code)),
                    ErrorKind::kOutput);
}

// Opens what is no regular file. Without O_NONBLOCK the opening of a pipe would wait for its
// reader.
Result<int> open_directly(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 && errno == ENXIO) {
    return file_error(path, "is a pipe that nobody reads; start its reader first",
                      ErrorKind::kOutput);
  }
  if (descriptor < 0) return output_error(path, "opened", errno);
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0 || ::fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0) {
    const int code = errno;
    ::close(descriptor);
    return output_error(path, "opened", code);
  }
  return descriptor;
}

}  // namespace

std::string follow_links(const std::string& path) {
  std::error_code code;
  std::filesystem::path name = path;
  for (int i = 0; i < kMaxLinks && std::filesystem::is_symlink(name, code); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(name, code);
    if (code) break;
    name = name.parent_path() / next;
  }
  const std::filesystem::path full = std::filesystem::weakly_canonical(name, code);
  return code ? name.string() : full.string();
}

int create_beside(const std::string& target, std::string& name) {
  for (int i = 0; i < kNameTries; ++i) {
    std::array<unsigned char, kRandomBytes> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return -1;
    // Short, whatever the target's name: that may be as long as a name can be.
    const std::string last = fmt::format(".tern-{:02x}", fmt::join(bytes, ""));
    name = (std::filesystem::path(target).parent_path() / last).string();
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

std::optional<Error> AtomicFile::check(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_fifo(path, code)) {
    // To open and close it would end what its reader gets.
    if (::access(path.c_str(), W_OK) != 0) return output_error(path, "opened", errno);
    return {};
  }
  const Result<AtomicFile> probe = create(path);
  return probe ? std::nullopt : std::optional<Error>(probe.error());
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  const std::string target = follow_links(path);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return output_error(path, "created", errno);
  if (exists && !S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) return output_error(path, "written", EISDIR);
    const Result<int> descriptor = open_directly(path);
    if (!descriptor) return descriptor.error();
    return AtomicFile(path, target, "", descriptor.value());
  }

  std::string temporary;
  const int descriptor = create_beside(target, temporary);
  if (descriptor < 0) return output_error(path, "created", errno);
  AtomicFile file(path, target, temporary, descriptor);
  // A file that is written anew keeps its permissions.
  if (exists && ::fchmod(descriptor, status.st_mode & 07777) != 0) {
    return output_error(path, "created", errno);
  }
  return file;
}

AtomicFile::AtomicFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      error_(std::move(other.error_)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    descriptor_ = std::exchange(other.descriptor_, -1);
    error_ = std::move(other.error_);
  }
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  descriptor_ = -1;
  temporary_.clear();
}

void AtomicFile::fail(const char* action, int code) {
  if (!error_) error_ = output_error(path_, action, code);
}

void AtomicFile::write(const std::uint8_t* data, std::size_t size) {
  while (size > 0 && !error_) {
    const ssize_t count = ::write(descriptor_, data, std::min(size, kWriteBytes));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      fail("written", count == 0 ? ENOSPC : errno);
      return;
    }
    data += count;
    size -= static_cast<std::size_t>(count);
  }
}

void AtomicFile::write(std::string_view text) {
  write(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::optional<Error> AtomicFile::commit() {
  assert(descriptor_ >= 0);
  // Some file systems report a full disk only when the data is forced out, or at the close.
  if (!temporary_.empty() && !error_ && ::fsync(descriptor_) != 0) fail("stored", errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("stored", errno);
  if (!error_ && !temporary_.empty()) {
    if (std::rename(temporary_.c_str(), target_.c_str()) == 0) {
      temporary_.clear();
    } else {
      fail("renamed", errno);
    }
  }
  discard();
  return error_;
}

std::optional<Error> write_whole_file(const std::string& path, std::string_view text) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  file.value().write(text);
  return file.value().commit();
}

}  // namespace tern
