// SPDX-License-Identifier: Apache-2.0
//
// transpose: Fortran order to C order.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/transpose_test.cc
#include "model/common/transpose.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>

namespace tern {
namespace {

// Edge of the square tiles. 32 rows of 32 elements of 4 bytes on each side stay in a 32 KiB cache.
constexpr std::uint64_t kTile = 32;

// Transposes one plane: the index that is fastest in `from` (fast) against the one that is fastest
// in `to` (slow in `from`). Strides are in bytes.
struct Plane {
  std::uint64_t fast_size;
  std::uint64_t slow_size;
  std::uint64_t from_slow_stride;
  std::uint64_t to_fast_stride;
};

template <std::size_t kWidth>
void transpose(const std::uint8_t* from, std::uint8_t* to, const Plane& plane) {
  for (std::uint64_t i0 = 0; i0 < plane.fast_size; i0 += kTile) {
    const std::uint64_t i1 = std::min(i0 + kTile, plane.fast_size);
    for (std::uint64_t j0 = 0; j0 < plane.slow_size; j0 += kTile) {
      const std::uint64_t j1 = std::min(j0 + kTile, plane.slow_size);
      for (std::uint64_t i = i0; i < i1; ++i) {
        for (std::uint64_t j = j0; j < j1; ++j) {
          std::memcpy(to + i * plane.to_fast_stride + j * kWidth,
                      from + i * kWidth + j * plane.from_slow_stride, kWidth);
        }
      }
    }
  }
}

void transpose(const std::uint8_t* from, std::uint8_t* to, const Plane& plane,
               std::uint32_t width) {
  switch (width) {
    case 1:
      return transpose<1>(from, to, plane);
    case 2:
      return transpose<2>(from, to, plane);
    default:
      assert(width == 4);
      return transpose<4>(from, to, plane);
  }
}

}  // namespace

void fortran_to_c(const std::uint8_t* from, std::uint8_t* to,
                  const std::vector<std::uint64_t>& shape, std::uint32_t width) {
  // Dimensions of size 1 move nothing.
  std::vector<std::uint64_t> sizes;
  std::uint64_t total = width;
  for (const std::uint64_t size : shape) {
    if (size != 1) sizes.push_back(size);
    total *= size;
  }
  if (total == 0) return;
  if (sizes.size() < 2) {
    std::memcpy(to, from, total);
    return;
  }

  const std::size_t last = sizes.size() - 1;
  std::vector<std::uint64_t> from_stride(sizes.size(), width);
  std::vector<std::uint64_t> to_stride(sizes.size(), width);
  for (std::size_t i = 1; i <= last; ++i) {
    from_stride[i] = from_stride[i - 1] * sizes[i - 1];
    to_stride[last - i] = to_stride[last - i + 1] * sizes[last - i + 1];
  }

  // The middle dimensions are counted through; each count is one plane of first against last.
  const Plane plane{sizes[0], sizes[last], from_stride[last], to_stride[0]};
  std::vector<std::uint64_t> index(sizes.size(), 0);
  for (;;) {
    std::uint64_t from_offset = 0;
    std::uint64_t to_offset = 0;
    for (std::size_t i = 1; i < last; ++i) {
      from_offset += index[i] * from_stride[i];
      to_offset += index[i] * to_stride[i];
    }
    transpose(from + from_offset, to + to_offset, plane, width);
    std::size_t i = 1;
    while (i < last && ++index[i] == sizes[i]) index[i++] = 0;
    if (i >= last) return;
  }
}

}  // namespace tern
