// SPDX-License-Identifier: Apache-2.0
//
// compare_find: the first place where messages, or values, are not what they should be.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/huff/stream.h"
#include "sim/apps/batch.h"
#include "sim/apps/compare.h"

namespace tern::apps {

/// Where the messages of a batch begin.
struct StreamPlace {
  std::uint64_t message = 0;
  std::uint64_t byte = 0;
};

/// The first byte at which `other` is not `right`; nothing if there is none. `start`: the place of
/// the first message.
[[nodiscard]] std::optional<Difference> find_in_stream(const std::vector<Message>& right,
                                                       const std::vector<Message>& other,
                                                       const StreamPlace& start,
                                                       const huff::Geometry& geometry);

/// The first value that did not come back; nothing if all did. `message`: the number of the first.
[[nodiscard]] std::optional<Difference> find_in_values(const Batch& batch,
                                                       const std::vector<Returned>& back,
                                                       std::uint64_t message);

}  // namespace tern::apps
