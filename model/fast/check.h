// SPDX-License-Identifier: Apache-2.0
//
// check.h: the check of a message, fast.
//
//   Spec  docs/huffman_format.md#8-check
//   Test  model/fast/fast_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/huff/stream.h"

namespace tern::fast {

/// The same as huff::message_crc().
[[nodiscard]] std::uint32_t message_check(const std::uint8_t* bytes, std::size_t size,
                                          const huff::Geometry& geometry);

}  // namespace tern::fast
