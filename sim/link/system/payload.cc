// SPDX-License-Identifier: Apache-2.0
//
// payload: tiles, sums and repetition.
//
// See the header for the contract.
//
//   Spec  docs/link.md#payload
//   Test  tb/link/system/payload_test.cc
#include "sim/link/system/payload.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <memory>
#include <string_view>

#include "model/common/float_format.h"

namespace tern::link {
namespace {

constexpr std::uint32_t kQuietNan = 0x7FC00000;

std::uint64_t hash_of(const Bytes& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::hash<std::string_view>{}(text);
}

std::uint32_t add_bits(std::uint32_t left, std::uint32_t right) {
  float a = 0;
  float b = 0;
  std::memcpy(&a, &left, sizeof a);
  std::memcpy(&b, &right, sizeof b);
  const float sum = a + b;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &sum, sizeof bits);
  return (bits & 0x7FFFFFFF) > 0x7F800000 ? kQuietNan : bits;
}

Bytes add_halves(const FloatFormat& format, const Bytes& left, const Bytes& right) {
  Bytes sums(left.size());
  for (std::size_t i = 0; i + 1 < left.size(); i += 2) {
    std::uint16_t a = 0;
    std::uint16_t b = 0;
    std::memcpy(&a, &left[i], sizeof a);
    std::memcpy(&b, &right[i], sizeof b);
    const std::uint16_t sum =
        from_float32(add_bits(to_float32(a, format), to_float32(b, format)), format);
    std::memcpy(&sums[i], &sum, sizeof sum);
  }
  return sums;
}

}  // namespace

std::vector<Chunk> plain_chunks(std::uint64_t bytes, std::uint64_t chunk_bytes) {
  assert(chunk_bytes > 0);
  std::vector<Chunk> chunks;
  for (std::uint64_t at = 0; at < bytes || chunks.empty(); at += chunk_bytes) {
    const std::uint64_t size = std::min(chunk_bytes, bytes - at);
    chunks.push_back({size, size, 0});
  }
  return chunks;
}

bool can_add(Dtype dtype) {
  return dtype == Dtype::kBf16 || dtype == Dtype::kFp16 || dtype == Dtype::kFp32;
}

Bytes add(Dtype dtype, const Bytes& left, const Bytes& right) {
  assert(can_add(dtype) && left.size() == right.size());
  if (dtype == Dtype::kBf16) return add_halves(kBf16Format, left, right);
  if (dtype == Dtype::kFp16) return add_halves(kFp16Format, left, right);
  Bytes sums(left.size());
  for (std::size_t i = 0; i + 3 < left.size(); i += 4) {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::memcpy(&a, &left[i], sizeof a);
    std::memcpy(&b, &right[i], sizeof b);
    const std::uint32_t sum = add_bits(a, b);
    std::memcpy(&sums[i], &sum, sizeof sum);
  }
  return sums;
}

Tiles::Tiles(Dtype dtype, std::uint64_t chunk_bytes, const Coder* coder)
    : dtype_(dtype), chunk_bytes_(chunk_bytes), coder_(coder) {}

TileId Tiles::add_values(Payload values) {
  const std::uint64_t hash = hash_of(*values);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found) {
    if (*tiles_[found->second].values == *values) return found->second;
  }
  const auto tile = static_cast<TileId>(tiles_.size());
  tiles_.push_back({std::move(values), {}, {}, tile});
  by_hash_.emplace(hash, tile);
  return tile;
}

TileId Tiles::sum(TileId left, TileId right) {
  const auto found = sums_.find({left, right});
  if (found != sums_.end()) return found->second;
  const TileId made = add_values(
      std::make_shared<const Bytes>(add(dtype_, *tiles_[left].values, *tiles_[right].values)));
  sums_[{left, right}] = made;
  return made;
}

const Coded& Tiles::plain(TileId tile) {
  Tile& entry = tiles_[tile];
  if (!entry.plain.stream) {
    entry.plain = {plain_chunks(entry.values->size(), chunk_bytes_), entry.values, entry.values};
  }
  return entry.plain;
}

const Coded& Tiles::coded(TileId tile) {
  assert(coder_ != nullptr);
  if (!tiles_[tile].coded.stream) {
    Coded made = coder_->code(tiles_[tile].values);
    const TileId back = add_values(made.values);
    tiles_[tile].coded = std::move(made);
    tiles_[tile].outcome = back;
  }
  return tiles_[tile].coded;
}

TileId Tiles::outcome(TileId tile) {
  static_cast<void>(coded(tile));
  return tiles_[tile].outcome;
}

Source::Source(const Bytes& values, std::uint64_t message_bytes, std::uint64_t most) {
  assert(!values.empty() && message_bytes > 0 && most > 0);
  const std::uint64_t whole = std::clamp<std::uint64_t>(values.size() / message_bytes, 1, most);
  for (std::uint64_t i = 0; i < whole; ++i) {
    Bytes piece(message_bytes);
    for (std::uint64_t at = 0; at < message_bytes;) {
      const std::uint64_t from = (i * message_bytes + at) % values.size();
      const std::uint64_t size = std::min(values.size() - from, message_bytes - at);
      std::memcpy(&piece[at], &values[from], size);
      at += size;
    }
    pieces_.push_back(std::make_shared<const Bytes>(std::move(piece)));
  }
}

Payload Source::values(std::uint32_t die, std::uint64_t position, std::uint64_t bytes) const {
  const Payload& piece = pieces_[(die + position) % pieces_.size()];
  assert(bytes <= piece->size());
  if (bytes == piece->size()) return piece;
  return std::make_shared<const Bytes>(piece->begin(),
                                       piece->begin() + static_cast<std::ptrdiff_t>(bytes));
}

}  // namespace tern::link
