// SPDX-License-Identifier: Apache-2.0
//
// avx512.h: 16 lanes in a register.
//
//   Spec  docs/host.md#paths
//   Test  model/fast/fast_test.cc
#pragma once

#include <immintrin.h>

#include "model/fast/lanes.h"

// Only for files that are compiled for AVX-512: a copy of these functions must not be shared with
// others.
namespace tern::fast {
namespace {

using V = __m512i;

inline V set(std::uint32_t value) { return _mm512_set1_epi32(static_cast<int>(value)); }

template <typename T>
inline V read(const T* from) {
  return _mm512_loadu_si512(from);
}

template <typename T>
inline void write(T* to, V value) {
  _mm512_storeu_si512(to, value);
}

}  // namespace
}  // namespace tern::fast
