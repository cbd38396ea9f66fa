// SPDX-License-Identifier: Apache-2.0
//
// avx2_encode.cc: steady steps of an encoder, 8 lanes in a register.
//
// The same as avx512_encode.cc, whose comments hold here too, with what AVX2 has.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#include "model/fast/avx2.h"

namespace tern::fast {
namespace {

struct EncodeGroup {
  V partial, fill;
  V places[huff::kPrefetchWords];
  unsigned takes;  // lanes that wait for two words only
};

template <int kExtra>
V tokens_of(const EncodeRun& run, V& length) {
  V field;
  V extra = _mm256_setzero_si256();
  if constexpr (kExtra == 0) {
    field = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(run.data)));
  } else {
    const V value =
        _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(run.data)));
    field = _mm256_srli_epi32(value, 7);
    extra = _mm256_or_si256(_mm256_and_si256(value, set(0x7F)),
                            _mm256_and_si256(_mm256_srli_epi32(value, 8), set(0x80)));
  }
  const V symbol = _mm256_and_si256(_mm256_sub_epi32(field, set(run.offset)), set(255));
  const V token = look_up(run.tables->tokens.data(), symbol);
  length = _mm256_add_epi32(_mm256_srli_epi32(token, kTokenBits), set(kExtra));
  const V bits = _mm256_and_si256(token, set(kTokenMask));
  return _mm256_or_si256(_mm256_slli_epi32(bits, kExtra), extra);
}

template <int kExtra>
void encode_group(EncodeGroup& group, EncodeRun& run) {
  const V reserved =
      _mm256_add_epi32(ranks_of(group.takes), set(static_cast<std::uint32_t>(run.next)));
  run.next += static_cast<unsigned>(__builtin_popcount(group.takes));
  // What was not taken is a place of the lane already: it holds three then.
  const V lane_bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const V took = _mm256_cmpeq_epi32(_mm256_and_si256(set(group.takes), lane_bits), lane_bits);
  group.places[2] = choose(group.places[2], took, reserved);
  V length;
  const V token = tokens_of<kExtra>(run, length);
  run.data += kWidth * (kExtra == 0 ? 1 : 2);
  const V low = _mm256_or_si256(group.partial, _mm256_sllv_epi32(token, group.fill));
  const V high = _mm256_srlv_epi32(token, _mm256_sub_epi32(set(32), group.fill));
  group.fill = _mm256_add_epi32(group.fill, length);
  const V takes = is_full(group.fill);
  group.takes = bits_of(takes);
  // Words that are not complete go to their places too, and are overwritten when they are: cheaper
  // than to ask.
  alignas(32) std::uint32_t words[kWidth];
  alignas(32) std::uint32_t places[kWidth];
  write(words, low);
  write(places, group.places[0]);
  for (std::uint32_t i = 0; i < kWidth; ++i) {
    std::memcpy(run.payload + 4 * std::size_t{places[i]}, &words[i], sizeof words[i]);
  }
  group.partial = choose(low, takes, high);
  group.fill = _mm256_and_si256(group.fill, set(31));
  group.places[0] = choose(group.places[0], takes, group.places[1]);
  group.places[1] = choose(group.places[1], takes, group.places[2]);
}

template <int kExtra>
std::uint64_t encode_lanes(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run, std::uint64_t steps) {
  const std::uint32_t number = run.lanes / kWidth;
  EncodeGroup groups[kMostGroups];
  for (std::uint32_t g = 0; g < number; ++g) {
    const std::uint32_t at = kWidth * g;
    groups[g] = {
        read(&lanes.partial[at]),
        read(&lanes.fill[at]),
        {read(&lanes.places[0][at]), read(&lanes.places[1][at]), read(&lanes.places[2][at])},
        bits_of(_mm256_cmpeq_epi32(read(&lanes.waiting[at]), set(2)))};
  }
  EncodeRun own = run;
  std::uint64_t done = 0;
  for (; done < steps && own.next + own.lanes <= own.room; ++done) {
    expect_write(own.payload + 4 * own.next);
    expect_read(own.data);
    for (std::uint32_t g = 0; g < number; ++g) encode_group<kExtra>(groups[g], own);
  }
  run = own;
  for (std::uint32_t g = 0; g < number; ++g) {
    const EncodeGroup& group = groups[g];
    const std::uint32_t at = kWidth * g;
    write(&lanes.partial[at], group.partial);
    write(&lanes.fill[at], group.fill);
    for (std::uint32_t i = 0; i < 3; ++i) write(&lanes.places[i][at], group.places[i]);
    for (std::uint32_t i = 0; i < kWidth; ++i) {
      lanes.waiting[at + i] = (group.takes >> i & 1) != 0 ? 2 : 3;
    }
  }
  return done;
}

}  // namespace

std::uint64_t encode_avx2(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run, std::uint64_t steps) {
  return run.extra == 0 ? encode_lanes<0>(lanes, run, steps) : encode_lanes<8>(lanes, run, steps);
}

}  // namespace tern::fast
