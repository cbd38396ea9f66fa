// SPDX-License-Identifier: Apache-2.0
//
// rtl_jobs: what the Verilated circuits are given for a batch, and what they cannot take.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py, tb/apps/compare_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "sim/apps/batch.h"
#include "sim/apps/coding.h"
#include "sim/encoder_engine.h"

namespace tern::apps {

/// Nothing if a circuit that holds `room` books can use these; else an error with the cure. `file`:
/// theirs, or empty; `others`: the engines that can.
[[nodiscard]] std::optional<Error> check_rtl_books(const Coding& coding, const std::string& file,
                                                   std::uint32_t room, const std::string& others);

/// A job for each piece of the batch.
[[nodiscard]] std::vector<sim::EncodeJob> rtl_jobs(const Batch& batch);

/// The books that the batch uses.
[[nodiscard]] std::vector<const huff::Book*> books_used(const Batch& batch);

}  // namespace tern::apps
