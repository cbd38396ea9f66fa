// SPDX-License-Identifier: Apache-2.0
//
// second_simulator_lines: packets as lines of hexadecimal text, one beat each, that Verilog reads.
//
//   Spec  docs/verification.md#a-second-simulator
//   Test  tb/huff/second_simulator.sh
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tb/huff/test_data.h"

namespace tern::tb {

/// A beat of `port` bytes that uses at most `used` of them: last (one digit), keep, data.
inline std::string beat_line(const Bytes& bytes, std::size_t start, std::size_t used,
                             std::size_t port) {
  const std::size_t size = std::min(used, bytes.size() - start);
  std::string data;
  for (std::size_t i = port; i-- > 0;) {
    data += fmt::format("{:02x}", i < size ? bytes[start + i] : 0);
  }
  const std::uint32_t keep = (1U << size) - 1;
  return fmt::format("{:x}{:0{}x}{}", start + used >= bytes.size() ? 1 : 0, keep, port / 4, data);
}

/// All beats of a packet, each behind `prefix`; a packet without bytes has one.
inline void add_beats(std::vector<std::string>& lines, const Bytes& bytes, std::size_t used,
                      std::size_t port, const std::string& prefix = "") {
  std::size_t start = 0;
  do {
    lines.push_back(prefix + beat_line(bytes, start, used, port));
    start += used;
  } while (start < bytes.size());
}

/// False: the file cannot be written.
[[nodiscard]] inline bool write_lines(const std::string& path,
                                      const std::vector<std::string>& lines) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  for (const std::string& line : lines) fmt::print(file, "{}\n", line);
  return std::fclose(file) == 0;
}

}  // namespace tern::tb
