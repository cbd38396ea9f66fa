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

#include "model/common/rng.h"
#include "model/common/test_seed.h"
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

/// Lines of hexadecimal numbers, and the name of their file and of the argument that counts them.
struct NamedLines {
  const char* name;
  std::vector<std::string> lines;
};

/// False: the file cannot be written.
[[nodiscard]] inline bool write_lines(const std::string& path,
                                      const std::vector<std::string>& lines) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  for (const std::string& line : lines) fmt::print(file, "{}\n", line);
  return std::fclose(file) == 0;
}

/// The whole of a program that writes such files: `make` gives them, from a generator.
template <typename Make>
int write_vectors(int argc, char** argv, const char* program, Make&& make) {
  if (argc != 2) {
    fmt::print(stderr, "usage: {} FOLDER\n", program);
    return 2;
  }
  Rng rng(test_seed());
  std::string counts;
  for (const NamedLines& file : make(rng)) {
    if (!write_lines(fmt::format("{}/{}.hex", argv[1], file.name), file.lines)) {
      fmt::print(stderr, "{}: cannot write into {}\n", program, argv[1]);
      return 1;
    }
    counts += fmt::format("{}+{}={}", counts.empty() ? "" : " ", file.name, file.lines.size());
  }
  fmt::print("{}\n", counts);
  return 0;
}

}  // namespace tern::tb
