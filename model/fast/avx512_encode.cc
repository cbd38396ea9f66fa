// SPDX-License-Identifier: Apache-2.0
//
// avx512_encode.cc: steady steps of an encoder, 16 lanes in a register.
//
// A decoder that holds three words of a lane takes another when it has used one up, which is when
// the encoder completes that word. So each word that is completed reserves the place of the third
// one behind it, and goes to a place that was reserved long ago: one pass over the values.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#include "model/fast/avx512.h"

namespace tern::fast {
namespace {

struct EncodeGroup {
  V partial, fill;
  V places[huff::kPrefetchWords];
  __mmask16 takes;  // lanes that wait for two words only

  void load(const EncodeLanes<std::uint32_t>& lanes, std::uint32_t first) {
    partial = read(&lanes.partial[first]);
    fill = read(&lanes.fill[first]);
    for (int i = 0; i < 3; ++i) places[i] = read(&lanes.places[i][first]);
    takes = _mm512_cmpeq_epi32_mask(read(&lanes.waiting[first]), set(2));
  }

  void store(EncodeLanes<std::uint32_t>& lanes, std::uint32_t first) const {
    write(&lanes.partial[first], partial);
    write(&lanes.fill[first], fill);
    for (int i = 0; i < 3; ++i) write(&lanes.places[i][first], places[i]);
    write(&lanes.waiting[first], _mm512_mask_mov_epi32(set(3), takes, set(2)));
  }
};

// Tokens of 16 values, and their lengths.
template <int kExtra>
V tokens_of(const std::uint8_t* data, const Tables& tables, V offset, V& length) {
  V field, extra;
  if constexpr (kExtra == 0) {
    field = _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data)));
  } else {
    const V value =
        _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(data)));
    field = _mm512_srli_epi32(value, 7);
    extra = _mm512_or_si512(_mm512_and_si512(value, set(0x7F)),
                            _mm512_and_si512(_mm512_srli_epi32(value, 8), set(0x80)));
  }
  const V symbol = _mm512_and_si512(_mm512_sub_epi32(field, offset), set(255));
  const V token = _mm512_i32gather_epi32(symbol, tables.tokens.data(), 4);
  length = _mm512_srli_epi32(token, kTokenBits);
  V bits = _mm512_and_si512(token, set(kTokenMask));
  if constexpr (kExtra != 0) {
    length = _mm512_add_epi32(length, set(kExtra));
    bits = _mm512_or_si512(_mm512_slli_epi32(bits, kExtra), extra);
  }
  return bits;
}

template <int kExtra, int kGroups>
std::uint64_t encode_groups(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run,
                            std::uint64_t steps) {
  constexpr std::uint64_t kLanes = 16 * kGroups;
  const V iota = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const V offset = set(run.offset);
  EncodeGroup groups[kGroups];
  for (int g = 0; g < kGroups; ++g) groups[g].load(lanes, 16 * g);
  const std::uint8_t* data = run.data;
  std::uint64_t next = run.next;
  std::uint64_t done = 0;
  for (; done < steps && next + kLanes <= run.room; ++done) {
    expect_write(run.payload + 4 * next);
    expect_read(data);
#pragma GCC unroll 4
    for (int g = 0; g < kGroups; ++g) {
      EncodeGroup& group = groups[g];
      const V reserved = _mm512_add_epi32(iota, set(static_cast<std::uint32_t>(next)));
      group.places[2] = _mm512_mask_expand_epi32(group.places[2], group.takes, reserved);
      next += static_cast<unsigned>(__builtin_popcount(group.takes));
      V length;
      const V token = tokens_of<kExtra>(data, *run.tables, offset, length);
      data += 16 * (kExtra == 0 ? 1 : 2);
      const V low = _mm512_or_si512(group.partial, _mm512_sllv_epi32(token, group.fill));
      const V high = _mm512_srlv_epi32(token, _mm512_sub_epi32(set(32), group.fill));
      group.fill = _mm512_add_epi32(group.fill, length);
      group.takes = _mm512_test_epi32_mask(group.fill, set(32));
      _mm512_mask_i32scatter_epi32(run.payload, group.takes, group.places[0], low, 4);
      group.partial = _mm512_mask_mov_epi32(low, group.takes, high);
      group.fill = _mm512_and_si512(group.fill, set(31));
      group.places[0] = _mm512_mask_mov_epi32(group.places[0], group.takes, group.places[1]);
      group.places[1] = _mm512_mask_mov_epi32(group.places[1], group.takes, group.places[2]);
    }
  }
  for (int g = 0; g < kGroups; ++g) groups[g].store(lanes, 16 * g);
  run.data = data;
  run.next = next;
  return done;
}

template <int kExtra>
std::uint64_t encode_lanes(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run, std::uint64_t steps) {
  if (run.lanes == 16) return encode_groups<kExtra, 1>(lanes, run, steps);
  if (run.lanes == 32) return encode_groups<kExtra, 2>(lanes, run, steps);
  return encode_groups<kExtra, 4>(lanes, run, steps);
}

}  // namespace

std::uint64_t encode_avx512(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run,
                            std::uint64_t steps) {
  return run.extra == 0 ? encode_lanes<0>(lanes, run, steps) : encode_lanes<8>(lanes, run, steps);
}

}  // namespace tern::fast
