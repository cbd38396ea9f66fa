// SPDX-License-Identifier: Apache-2.0
//
// peers.h: coders of bytes that the fast codec is measured beside.
//
//   Spec  docs/host.md#speed
//   Test  scripts/tests/bench_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::fast {

/// Packs or unpacks `size` bytes into the room; returns the size of what was written, or of an
/// error, which is larger than any room.
using Peer = std::size_t (*)(const std::uint8_t* data, std::size_t size,
                             std::vector<std::uint8_t>& room);

/// zstd at level 1.
std::size_t zstd_pack(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& room);
std::size_t zstd_unpack(const std::uint8_t* data, std::size_t size,
                        std::vector<std::uint8_t>& room);

/// zlib with Huffman codes only.
std::size_t zlib_pack(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& room);
std::size_t zlib_unpack(const std::uint8_t* data, std::size_t size,
                        std::vector<std::uint8_t>& room);

}  // namespace tern::fast
