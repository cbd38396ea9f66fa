// SPDX-License-Identifier: Apache-2.0
//
// avx2.cc: steady steps of a decoder, 8 lanes in a register.
//
// The same as avx512.cc, whose comments hold here too, with what AVX2 has.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#include "model/fast/avx2.h"

namespace tern::fast {
namespace {

// 8 lanes of a decoder; `used` may be up to 63, as in avx512.cc.
struct DecodeGroup {
  V words[huff::kPrefetchWords];
  V used;
};

DecodeGroup load_group(const DecodeLanes<std::uint32_t>& lanes, std::uint32_t first) {
  const V two = _mm256_cmpeq_epi32(read(&lanes.have[first]), set(2));
  const V word[] = {read(&lanes.words[0][first]), read(&lanes.words[1][first]),
                    read(&lanes.words[2][first])};
  const V used = read(&lanes.used[first]);
  return {{word[0], choose(word[1], two, word[0]), choose(word[2], two, word[1])},
          _mm256_add_epi32(used, _mm256_and_si256(two, set(32)))};
}

void store_group(const DecodeGroup& group, DecodeLanes<std::uint32_t>& lanes, std::uint32_t first) {
  const V two = is_full(group.used);
  write(&lanes.words[0][first], choose(group.words[0], two, group.words[1]));
  write(&lanes.words[1][first], choose(group.words[1], two, group.words[2]));
  write(&lanes.words[2][first], _mm256_andnot_si256(two, group.words[2]));
  write(&lanes.used[first], _mm256_and_si256(group.used, set(31)));
  write(&lanes.have[first], choose(set(3), two, set(2)));
}

template <int kExtra>
void put(std::uint8_t* out, V field, V window) {
  field = _mm256_and_si256(field, set(255));
  if constexpr (kExtra == 0) {
    const V order = _mm256_setr_epi32(0x0C080400, -1, -1, -1, 0x0C080400, -1, -1, -1);
    const V both = _mm256_shuffle_epi8(field, order);
    const V joined = _mm256_permutevar8x32_epi32(both, _mm256_setr_epi32(0, 4, 1, 1, 1, 1, 1, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(joined));
  } else {
    const V sign = _mm256_slli_epi32(_mm256_and_si256(window, set(0x80)), 8);
    const V value = _mm256_or_si256(_mm256_or_si256(_mm256_slli_epi32(field, 7), sign),
                                    _mm256_and_si256(window, set(0x7F)));
    const V packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(value, value), 0x08);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(packed));
  }
}

template <int kExtra>
void decode_group(DecodeGroup& group, DecodeRun& run) {
  const V takes = is_full(group.used);
  const unsigned mask = bits_of(takes);
  group.words[0] = choose(group.words[0], takes, group.words[1]);
  group.words[1] = choose(group.words[1], takes, group.words[2]);
  group.words[2] =
      choose(group.words[2], takes, _mm256_permutevar8x32_epi32(read(run.next), ranks_of(mask)));
  run.next += 4 * __builtin_popcount(mask);
  group.used = _mm256_and_si256(group.used, set(31));
  const V window =
      _mm256_or_si256(_mm256_srlv_epi32(group.words[0], group.used),
                      _mm256_sllv_epi32(group.words[1], _mm256_sub_epi32(set(32), group.used)));
  const V index = _mm256_and_si256(_mm256_srli_epi32(window, kExtra), set(run.tables->mask));
  const V entry = look_up(run.tables->entries.data(), index);
  const V length = _mm256_and_si256(entry, set(kEntryLenMask));
  group.used = _mm256_add_epi32(group.used, length);
  V symbols = _mm256_srli_epi32(entry, kEntrySymbolShift);
  if (__builtin_expect(bits_of(entry) != 0, 0)) {
    const V raw = _mm256_srlv_epi32(window, _mm256_sub_epi32(length, set(huff::kSymbolBits)));
    symbols = choose(symbols, _mm256_srai_epi32(entry, 31), raw);
  }
  put<kExtra>(run.out, _mm256_add_epi32(symbols, set(run.offset)), window);
  run.out += kWidth * (kExtra == 0 ? 1 : 2);
}

template <int kExtra>
std::uint64_t decode_lanes(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps) {
  const std::uint32_t number = run.lanes / kWidth;
  DecodeGroup groups[kMostGroups];
  for (std::uint32_t g = 0; g < number; ++g) groups[g] = load_group(lanes, kWidth * g);
  const std::uint8_t* const first = run.next;
  const std::uint8_t* const last = first + 4 * run.left;
  std::uint64_t done = 0;
  DecodeRun own = run;  // one that nobody else can see stays in registers
  for (; done < steps && static_cast<std::uint64_t>(last - own.next) >= 4 * own.lanes; ++done) {
    expect_write(own.out);
    expect_read(own.next);
    for (std::uint32_t g = 0; g < number; ++g) decode_group<kExtra>(groups[g], own);
  }
  for (std::uint32_t g = 0; g < number; ++g) store_group(groups[g], lanes, kWidth * g);
  own.left -= static_cast<std::uint64_t>(own.next - first) / 4;
  run = own;
  return done;
}

}  // namespace

std::uint64_t decode_avx2(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps) {
  return run.extra == 0 ? decode_lanes<0>(lanes, run, steps) : decode_lanes<8>(lanes, run, steps);
}

}  // namespace tern::fast
