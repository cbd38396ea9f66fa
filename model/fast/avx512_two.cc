// SPDX-License-Identifier: Apache-2.0
//
// avx512_two.cc: steady steps of two messages, 16 lanes in a register each.
//
// A step of one message waits for its own tokens most of the time; the other message fills the
// gaps.
//
//   Spec  docs/host.md#how-it-is-fast
//   Test  model/fast/fast_test.cc
#include "model/fast/avx512_decode.h"

namespace tern::fast {
namespace {

template <int kLimits>
std::uint64_t decode_two(DecodeLanes<std::uint32_t>& lanes_a, DecodeRun& a,
                         DecodeLanes<std::uint32_t>& lanes_b, DecodeRun& b, std::uint64_t steps) {
  constexpr std::uint64_t kSteps = 2;
  ByteUnits<kLimits> units(a.tables->ranks, a.offset);
  DecodeGroup group_a, group_b;
  group_a.load(lanes_a, 0);
  group_b.load(lanes_b, 0);
  const std::uint8_t* next_a = a.next;
  const std::uint8_t* next_b = b.next;
  const std::uint8_t* const last_a = next_a + 4 * a.left;
  const std::uint8_t* const last_b = next_b + 4 * b.left;
  std::uint64_t done = 0;
  while (done + kSteps <= steps && last_a - next_a >= 64 * static_cast<int>(kSteps) &&
         last_b - next_b >= 64 * static_cast<int>(kSteps)) {
    expect_write(a.out);
    expect_write(b.out);
    expect_read(next_a);
    expect_read(next_b);
    // Steps in turn; the first half of the units is that of `a`.
#pragma GCC unroll 4
    for (int i = 0; i < kUnits; ++i) {
      const int unit = i % 2 * 2 + i / 2;
      units.decode(unit, i % 2 == 0 ? group_a : group_b, i % 2 == 0 ? next_a : next_b);
    }
    const V fields = units.fields();
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(a.out), _mm512_castsi512_si256(fields));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(b.out), _mm512_extracti64x4_epi64(fields, 1));
    a.out += 16 * kSteps;
    b.out += 16 * kSteps;
    done += kSteps;
  }
  group_a.store(lanes_a, 0);
  group_b.store(lanes_b, 0);
  a.left -= static_cast<std::uint64_t>(next_a - a.next) / 4;
  b.left -= static_cast<std::uint64_t>(next_b - b.next) / 4;
  a.next = next_a;
  b.next = next_b;
  return done;
}

}  // namespace

std::uint64_t decode_two_avx512(DecodeLanes<std::uint32_t>& lanes_a, DecodeRun& a,
                                DecodeLanes<std::uint32_t>& lanes_b, DecodeRun& b,
                                std::uint64_t steps) {
  switch (a.tables->ranks.number) {
    case 1:
      return decode_two<1>(lanes_a, a, lanes_b, b, steps);
    case 2:
      return decode_two<2>(lanes_a, a, lanes_b, b, steps);
    case 3:
      return decode_two<3>(lanes_a, a, lanes_b, b, steps);
    default:
      return decode_two<4>(lanes_a, a, lanes_b, b, steps);
  }
}

}  // namespace tern::fast
