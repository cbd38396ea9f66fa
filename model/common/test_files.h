// SPDX-License-Identifier: Apache-2.0
//
// test_files: tools of the tests that need files: a folder that goes away, files made of parts, and
// the rules that every message keeps.
//
//   Spec  docs/style.md#tests
//   Test  model/common/input_file_test.cc
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "model/common/result.h"

namespace tern {

using Bytes = std::vector<std::uint8_t>;

inline Bytes to_bytes(std::string_view text) { return Bytes(text.begin(), text.end()); }

inline void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// `count` bytes of `value`, lowest first.
inline Bytes little_endian(std::uint64_t value, unsigned count) {
  Bytes bytes;
  for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return bytes;
}

/// A .npy file with this header text.
inline Bytes npy_file(std::string_view header, const Bytes& data, std::uint8_t major = 1) {
  Bytes bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', major, 0};
  append(bytes, little_endian(header.size(), major == 1 ? 2 : 4));
  append(bytes, to_bytes(header));
  append(bytes, data);
  return bytes;
}

/// A .safetensors file with this header text.
inline Bytes safetensors_file(std::string_view header, const Bytes& data) {
  Bytes bytes = little_endian(header.size(), 8);
  append(bytes, to_bytes(header));
  append(bytes, data);
  return bytes;
}

/// A folder that exists as long as the object.
class TempFolder {
 public:
  TempFolder() {
    std::string name = testing::TempDir() + "tern.XXXXXX";
    const char* const made = ::mkdtemp(name.data());
    EXPECT_NE(made, nullptr) << name;
    folder_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  /// Writes a file and returns its path.
  [[nodiscard]] std::string file(const std::string& name, const Bytes& bytes) const {
    std::ofstream out(path(name), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    EXPECT_TRUE(out.flush()) << path(name);
    return path(name);
  }

  /// Number of files in the folder.
  [[nodiscard]] std::ptrdiff_t count() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }

 private:
  std::string folder_;
};

/// The content of a file, read without the code under test.
inline Bytes content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

/// What every message promises: one line, beginning with the file, with cause and cure.
inline void expect_message(const Error& error, const std::string& path,
                           std::initializer_list<std::string_view> parts) {
  EXPECT_EQ(error.message.rfind(path + ": ", 0), 0U) << error.message;
  EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("; ", path.size()), std::string::npos)
      << "no cure: " << error.message;
  for (const std::string_view part : parts) {
    EXPECT_NE(error.message.find(part), std::string::npos)
        << "'" << part << "' is not in: " << error.message;
  }
}

/// Checks that a call failed, with a message that keeps the rules.
template <typename T>
void expect_error(const Result<T>& result, ErrorKind kind, const std::string& path,
                  std::initializer_list<std::string_view> parts) {
  ASSERT_FALSE(result.ok()) << path << " was accepted";
  EXPECT_EQ(result.error().kind, kind) << result.error().message;
  expect_message(result.error(), path, parts);
}

}  // namespace tern
