// SPDX-License-Identifier: Apache-2.0
//
// golden.h: messages of released format versions, kept as text.
//
// A message that was once sent must decode for ever.
//
//   Spec  docs/huffman_format.md#13-versions
//   Test  model/huff/golden_test.cc
#pragma once

#include <string>
#include <vector>

#include "model/huff/test_chunks.h"

namespace tern::huff {

/// One message with what is inside.
struct Golden {
  std::string name;  ///< what it shows, and the name of its file
  ChunkedCase input;
  std::vector<std::uint8_t> message;
};

/// The folder they live in, relative to the repository.
inline constexpr const char* kGoldenFolder = "model/huff/testdata";

/// Reads all files of the folder, sorted by name. A file that cannot be read or understood ends the
/// program with a message: a golden message must not get lost quietly.
[[nodiscard]] std::vector<Golden> read_goldens(const std::string& folder);

/// Text of one file.
[[nodiscard]] std::string format_golden(const Golden& golden);

}  // namespace tern::huff
