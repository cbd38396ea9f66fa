// SPDX-License-Identifier: Apache-2.0
//
// avx2.h: 8 lanes in a register.
//
//   Spec  docs/host.md#paths
//   Test  model/fast/fast_test.cc
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>

#include "model/fast/lanes.h"

// Only for files that are compiled for AVX2: a copy of these functions must not be shared with
// others.
namespace tern::fast {
namespace {

using V = __m256i;

constexpr std::uint32_t kWidth = 8;
[[maybe_unused]] constexpr std::uint32_t kMostGroups = huff::kMaxLanes / kWidth;

inline V set(std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); }

template <typename T>
inline V read(const T* from) {
  return _mm256_loadu_si256(reinterpret_cast<const V*>(from));
}

template <typename T>
inline void write(T* to, V value) {
  _mm256_storeu_si256(reinterpret_cast<V*>(to), value);
}

inline V choose(V otherwise, V mask, V chosen) {
  return _mm256_blendv_epi8(otherwise, chosen, mask);
}

inline V is_full(V bits) { return _mm256_cmpgt_epi32(bits, set(31)); }

inline unsigned bits_of(V mask) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(mask)));
}

inline V look_up(const std::uint32_t* table, V index) {
  return _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), index, 4);
}

// For each mask of lanes: how many of the lanes below each lane are in it.
using Ranks = std::array<std::array<std::uint8_t, kWidth>, 1 << kWidth>;

constexpr Ranks make_ranks() {
  Ranks ranks{};
  for (std::uint32_t mask = 0; mask < ranks.size(); ++mask) {
    std::uint8_t below = 0;
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
      ranks[mask][lane] = below;
      below = static_cast<std::uint8_t>(below + (mask >> lane & 1));
    }
  }
  return ranks;
}

constexpr Ranks kRanks = make_ranks();

inline V ranks_of(unsigned mask) {
  return _mm256_cvtepu8_epi32(
      _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kRanks[mask].data())));
}

}  // namespace
}  // namespace tern::fast
