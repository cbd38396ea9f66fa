// SPDX-License-Identifier: Apache-2.0
//
// path.h: which instructions the codec uses.
//
// All paths make the same bytes; a machine takes the best that it has, a test takes every one.
//
//   Spec  docs/host.md#paths
//   Test  model/fast/parts_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tern::fast {

enum class Path : std::uint8_t {
  kScalar,  ///< portable C++
  kAvx2,    ///< 8 lanes in a register
  kAvx512,  ///< 16 lanes in a register; needs BW, CD, DQ, VL, VBMI, VBMI2 and GFNI too
};

[[nodiscard]] std::string_view path_name(Path path);

/// The path of that name, or nothing.
[[nodiscard]] std::optional<Path> parse_path(std::string_view name);

/// The paths that this machine has, the slowest first.
[[nodiscard]] std::vector<Path> available_paths();

/// What is wrong with TERN_FAST_PATH in the environment, and what to do; empty: nothing.
[[nodiscard]] std::string path_problem();

/// The path that TERN_FAST_PATH names, or else the fastest. One that is unknown, or that this
/// machine lacks, ends the program with a message: it must not be replaced quietly.
[[nodiscard]] Path default_path();

}  // namespace tern::fast
