// SPDX-License-Identifier: Apache-2.0
//
// flit: layout of flits.
//
//   Spec  docs/link.md#flits
//   Test  tb/link/flit_test.cc
#include "sim/link/flit.h"

#include <algorithm>
#include <cassert>

#include "sim/link/crc16.h"

namespace tern::link {
namespace {

/// Calls `part(offset in the flit, offset in the message, bytes)` for what each block carries.
template <typename Part>
void for_each_part(std::size_t flit_bytes, std::size_t size, Part&& part) {
  std::size_t taken = 0;
  std::size_t begin = kHeaderBytes;
  for (std::size_t block = 0; block < flit_bytes && taken < size; block += kBlockBytes) {
    const std::size_t end = std::min<std::size_t>(block + kBlockBytes, flit_bytes) - kCheckBytes;
    const std::size_t bytes = std::min(end - begin, size - taken);
    part(begin, taken, bytes);
    taken += bytes;
    begin = block + kBlockBytes;
  }
}

template <typename Block>
void for_each_block(std::size_t flit_bytes, Block&& block) {
  for (std::size_t begin = 0; begin < flit_bytes; begin += kBlockBytes) {
    block(begin, std::min<std::size_t>(begin + kBlockBytes, flit_bytes) - kCheckBytes);
  }
}

}  // namespace

std::vector<std::uint8_t> make_flit(std::uint32_t flit_bytes, const FlitHeader& header,
                                    const std::uint8_t* data, std::size_t size) {
  assert(size <= flit_payload_bytes(flit_bytes) && header.sequence >> kMaxSequenceBits == 0);
  std::vector<std::uint8_t> flit(flit_bytes);
  flit[0] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(header.kind) << 4 |
                                      header.sequence >> 8);
  flit[1] = static_cast<std::uint8_t>(header.sequence & 0xFFU);
  for_each_part(flit_bytes, size, [&](std::size_t at, std::size_t from, std::size_t bytes) {
    std::copy_n(data + from, bytes, flit.data() + at);
  });
  for_each_block(flit_bytes, [&](std::size_t begin, std::size_t check) {
    const std::uint16_t crc = crc16(flit.data() + begin, check - begin);
    flit[check] = static_cast<std::uint8_t>(crc >> 8);
    flit[check + 1] = static_cast<std::uint8_t>(crc & 0xFFU);
  });
  return flit;
}

std::optional<FlitHeader> check_flit(const std::vector<std::uint8_t>& flit) {
  bool good = true;
  for_each_block(flit.size(), [&](std::size_t begin, std::size_t check) {
    good = good && crc16(flit.data() + begin, check + kCheckBytes - begin) == 0;
  });
  const auto kind = static_cast<FlitKind>(flit[0] >> 4);
  if (!good || (kind != FlitKind::kData && kind != FlitKind::kLast)) return std::nullopt;
  return FlitHeader{kind, (flit[0] & 0xFU) << 8 | flit[1]};
}

void flit_payload(const std::vector<std::uint8_t>& flit, std::uint8_t* data, std::size_t size) {
  for_each_part(flit.size(), size, [&](std::size_t at, std::size_t from, std::size_t bytes) {
    std::copy_n(flit.data() + at, bytes, data + from);
  });
}

}  // namespace tern::link
