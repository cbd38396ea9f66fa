// SPDX-License-Identifier: Apache-2.0
//
// kernel.h: what every kernel body uses, on a device and on the host.
//
// A body is compiled twice: by nvcc for devices, and by the C++ compiler for the executor of
// team.h, which runs every thread of every block on the CPU.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/parts_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define TERN_DEVICE __device__ __forceinline__
#define TERN_UNROLL _Pragma("unroll")
#else
#define TERN_DEVICE inline
#define TERN_UNROLL
#endif

namespace tern::cuda {

/// The most threads of a block, and those of one if there are few messages, so that more
/// multiprocessors have work.
inline constexpr std::uint32_t kBlockThreads = 256;
inline constexpr std::uint32_t kSmallBlockThreads = 64;
/// The most threads of a team.
inline constexpr std::uint32_t kWarpThreads = 32;

/// Precondition: `at` is aligned for T.
template <typename T>
[[nodiscard]] TERN_DEVICE T load(const std::uint8_t* at) {
#ifdef __CUDA_ARCH__
  return *reinterpret_cast<const T*>(at);
#else
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
#endif
}

/// Precondition: `at` is aligned for T.
template <typename T>
TERN_DEVICE void store(std::uint8_t* at, T value) {
#ifdef __CUDA_ARCH__
  *reinterpret_cast<T*>(at) = value;
#else
  std::memcpy(at, &value, sizeof value);
#endif
}

[[nodiscard]] TERN_DEVICE bool is_aligned(const void* at, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(at) % bytes == 0;
}

[[nodiscard]] TERN_DEVICE std::uint32_t count_ones(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(bits));
#else
  return static_cast<std::uint32_t>(__builtin_popcount(bits));
#endif
}

[[nodiscard]] TERN_DEVICE std::uint32_t count_ones(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popcll(bits));
#else
  return static_cast<std::uint32_t>(__builtin_popcountll(bits));
#endif
}

/// How many lanes of the mask are below this one: its place among those that take a word.
template <typename Mask>
[[nodiscard]] TERN_DEVICE std::uint32_t rank_of(Mask mask, std::uint32_t lane) {
  return count_ones(static_cast<Mask>(mask & ((Mask{1} << lane) - 1)));
}

/// Bits `by` and up of the two words, as one word. Precondition: `by` is below the bits of a word.
[[nodiscard]] TERN_DEVICE std::uint32_t funnel(std::uint32_t low, std::uint32_t high,
                                               std::uint32_t by) {
#ifdef __CUDA_ARCH__
  return __funnelshift_r(low, high, by);
#else
  return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> by);
#endif
}

[[nodiscard]] TERN_DEVICE std::uint64_t funnel(std::uint64_t low, std::uint64_t high,
                                               std::uint32_t by) {
  // Two shifts, because one by all bits of a word is not legal.
  return low >> by | high << 1 << (63 - by);
}

/// What does not fit into a word when these bits are moved up by `by`, which is below its bits.
[[nodiscard]] TERN_DEVICE std::uint32_t overflow(std::uint32_t bits, std::uint32_t by) {
#ifdef __CUDA_ARCH__
  return __funnelshift_l(bits, 0, by);
#else
  return static_cast<std::uint32_t>(std::uint64_t{bits} << by >> 32);
#endif
}

[[nodiscard]] TERN_DEVICE std::uint64_t overflow(std::uint64_t bits, std::uint32_t by) {
  return bits >> 1 >> (63 - by);
}

}  // namespace tern::cuda
