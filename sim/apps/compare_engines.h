// SPDX-License-Identifier: Apache-2.0
//
// compare_engines: the implementations of the stream that `tern compare` knows.
//
// One more is a function that makes it, and a row in the table of compare_engines.cc.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "sim/apps/coding.h"
#include "sim/apps/compare.h"

namespace tern::apps {

/// What engines are made for.
struct EngineRequest {
  huff::Geometry geometry;
  huff::BookSet books;
  ChunkOptions chunks;
  std::uint32_t threads = 1;  ///< of those that have threads
};

using MakeEngine = Result<std::unique_ptr<CompareEngine>> (*)(const EngineRequest& request);

/// A row of the table.
struct EngineKind {
  const char* name;
  MakeEngine make;   ///< nullptr: this program was built without it
  const char* lack;  ///< why
};

[[nodiscard]] const std::vector<EngineKind>& engine_kinds();

/// Names of those that this program has.
[[nodiscard]] std::vector<std::string> built_engines();

/// Nothing if each is there and none is named twice; else an error with the cure.
[[nodiscard]] std::optional<Error> check_compared(const std::vector<std::string>& names);

/// The engines of these names. Precondition: check_compared() found nothing.
[[nodiscard]] Result<std::vector<ComparedEngine>> make_engines(
    const std::vector<std::string>& names, const EngineRequest& request);

/// Seconds that `work` takes: once, or if that is short, the median of five more times.
[[nodiscard]] double seconds_of(const std::function<void()>& work);

/// The CUDA kernels, on a device if one answers. Only in programs that have them.
[[nodiscard]] Result<std::unique_ptr<CompareEngine>> make_compared_cuda(
    const EngineRequest& request);

/// The Verilated circuits.
[[nodiscard]] Result<std::unique_ptr<CompareEngine>> make_compared_rtl(
    const EngineRequest& request);

}  // namespace tern::apps
