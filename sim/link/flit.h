// SPDX-License-Identifier: Apache-2.0
//
// flit: a message's bytes as they cross the wires, with number and check.
//
// Blocks of up to 128 bytes end with their check. The first begins with a header of two bytes, most
// significant first: 4 bits of kind, 12 of number. A flit of 64 or 68 bytes is one block, one of
// 256 bytes two.
//
//   Spec  docs/link.md#flits
//   Test  tb/link/flit_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tern::link {

inline constexpr std::uint32_t kMaxSequenceBits = 12;
inline constexpr std::uint32_t kHeaderBytes = 2;
inline constexpr std::uint32_t kCheckBytes = 2;
inline constexpr std::uint32_t kBlockBytes = 128;  ///< check included

/// What a header says beside the number. Not 0: wires that stand still are no flit.
enum class FlitKind : std::uint8_t { kData = 1, kLast = 2 };

/// Bytes of a message in a flit of `flit_bytes`.
[[nodiscard]] constexpr std::uint32_t flit_payload_bytes(std::uint32_t flit_bytes) {
  return flit_bytes - kHeaderBytes - (flit_bytes + kBlockBytes - 1) / kBlockBytes * kCheckBytes;
}

struct FlitHeader {
  FlitKind kind = FlitKind::kData;
  std::uint32_t sequence = 0;
};

/// `size` bytes of a message, at most flit_payload_bytes(), as a flit; what is left over is 0.
[[nodiscard]] std::vector<std::uint8_t> make_flit(std::uint32_t flit_bytes,
                                                  const FlitHeader& header,
                                                  const std::uint8_t* data, std::size_t size);

/// The header, or nothing if a check is wrong or there is no such kind.
[[nodiscard]] std::optional<FlitHeader> check_flit(const std::vector<std::uint8_t>& flit);

/// The first `size` bytes of a message in a flit.
void flit_payload(const std::vector<std::uint8_t>& flit, std::uint8_t* data, std::size_t size);

}  // namespace tern::link
