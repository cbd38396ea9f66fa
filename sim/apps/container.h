// SPDX-License-Identifier: Apache-2.0
//
// container: what a .tern file says about the messages in it.
//
// Messages carry no names, shapes or sizes; the index at the end of the file does.
//
//   Spec  docs/cli.md#tern-files
//   Test  tb/apps/container_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "model/huff/book.h"

namespace tern::apps {

/// First bytes of the file. The line ends in it show a transfer that took it for text; the last
/// byte is the version.
inline constexpr std::array<std::uint8_t, 8> kContainerMagic = {0x89, 'T',  'E',  'R',
                                                                'N',  '\r', '\n', 0x01};
/// Last bytes of the file, behind length (8 bytes) and CRC-32 (4 bytes) of the index.
inline constexpr std::array<std::uint8_t, 4> kContainerEnd = {'N', 'R', 'E', 'T'};
inline constexpr std::uint64_t kContainerTailBytes = 8 + 4 + kContainerEnd.size();

/// Largest index. What is read from a file is bounded by this, whatever the file claims.
inline constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{32} << 20;

/// One tensor of a container.
struct StoredTensor {
  std::string name;
  Dtype dtype = Dtype::kBf16;
  std::vector<std::uint64_t> shape;
  std::string source;                   ///< type that it was read as, for information
  std::string sha256;                   ///< of its values
  std::uint64_t offset = 0;             ///< of its first message, in the file
  std::vector<std::uint64_t> messages;  ///< their sizes in bytes, in order

  /// Bytes of its values. The parser has checked that the product fits.
  [[nodiscard]] std::uint64_t raw_bytes() const;
  /// Bytes of all its messages.
  [[nodiscard]] std::uint64_t wire_bytes() const;
};

/// Everything but the messages.
struct ContainerIndex {
  std::vector<StoredTensor> tensors;
  std::optional<huff::BookSet> books;  ///< if the file brings its own
};

/// The index as JSON. Names must be UTF-8.
[[nodiscard]] std::string format_index(const ContainerIndex& index);

/// Parses an index that follows `payload_end` bytes of magic and messages. Refuses everything that
/// format_index() would not write for some file of that size: unknown or missing fields, wrong
/// types, names that occur twice, messages that overlap, leave gaps or do not end at
/// `payload_end`, more values than the messages can hold. `path` is used in messages.
[[nodiscard]] Result<ContainerIndex> parse_index(const std::string& text, std::uint64_t payload_end,
                                                 const std::string& path);

}  // namespace tern::apps
