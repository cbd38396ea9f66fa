// SPDX-License-Identifier: Apache-2.0
//
// path.cc: what the processor can do.
//
//   Spec  docs/host.md#paths
//   Test  model/fast/parts_test.cc
#include "model/fast/path.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace tern::fast {
namespace {

bool has(Path path) {
#ifdef TERN_FAST_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("popcnt") == 0) return path == Path::kScalar;
  if (path == Path::kAvx2) return __builtin_cpu_supports("avx2") != 0;
  if (path == Path::kAvx512) {
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vbmi") != 0 &&
           __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("gfni") != 0;
  }
#endif
  return path == Path::kScalar;
}

constexpr Path kPaths[] = {Path::kScalar, Path::kAvx2, Path::kAvx512};

}  // namespace

std::string_view path_name(Path path) {
  if (path == Path::kAvx2) return "avx2";
  return path == Path::kAvx512 ? "avx512" : "scalar";
}

std::optional<Path> parse_path(std::string_view name) {
  for (const Path path : kPaths) {
    if (path_name(path) == name) return path;
  }
  return {};
}

std::vector<Path> available_paths() {
  std::vector<Path> paths;
  std::copy_if(std::begin(kPaths), std::end(kPaths), std::back_inserter(paths), has);
  return paths;
}

std::string path_problem() {
  const char* const named = std::getenv("TERN_FAST_PATH");
  if (named == nullptr) return "";
  const std::optional<Path> path = parse_path(named);
  if (path && has(*path)) return "";
  std::string text = "TERN_FAST_PATH: '" + std::string(named) +
                     "' is no path that this machine has; leave it out, or use one of:";
  for (const Path one : available_paths()) text.append(" ").append(path_name(one));
  return text;
}

Path default_path() {
  const std::string problem = path_problem();
  if (!problem.empty()) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::exit(2);
  }
  const char* const named = std::getenv("TERN_FAST_PATH");
  return named == nullptr ? available_paths().back() : *parse_path(named);
}

}  // namespace tern::fast
