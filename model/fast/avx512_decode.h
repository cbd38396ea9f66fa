// SPDX-License-Identifier: Apache-2.0
//
// avx512_decode.h: 16 lanes of a decoder in registers.
//
//   Spec  docs/host.md#how-it-is-fast
//   Test  model/fast/fast_test.cc
#pragma once

#include "model/fast/avx512.h"

namespace tern::fast {
namespace {

// All 32 bits of each lane inverted and in reverse order. It is its own inverse.
inline V turned(V words) {
  constexpr long long kReverse = static_cast<long long>(0x8040201008040201U);
  const V order = _mm512_set4_epi32(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203);
  return _mm512_shuffle_epi8(
      _mm512_gf2p8affine_epi64_epi8(words, _mm512_set1_epi64(kReverse), 0xFF), order);
}

// 16 lanes of a decoder. `words` are turned; `used` may be up to 63: a first word that is used up
// is still there, and the lane holds three. Bits of `used` above the lowest 6 have no meaning.
struct DecodeGroup {
  V words[huff::kPrefetchWords];
  V used;

  void load(const DecodeLanes<std::uint32_t>& lanes, std::uint32_t first) {
    const __mmask16 two = _mm512_cmpeq_epi32_mask(read(&lanes.have[first]), set(2));
    V word[huff::kPrefetchWords];
    for (int i = 0; i < 3; ++i) word[i] = turned(read(&lanes.words[i][first]));
    words[0] = word[0];
    words[1] = _mm512_mask_mov_epi32(word[1], two, word[0]);
    words[2] = _mm512_mask_mov_epi32(word[2], two, word[1]);
    used = read(&lanes.used[first]);
    used = _mm512_mask_add_epi32(used, two, used, set(32));
  }

  void store(DecodeLanes<std::uint32_t>& lanes, std::uint32_t first) const {
    const __mmask16 two = _mm512_test_epi32_mask(used, set(32));
    const V word[] = {_mm512_mask_mov_epi32(words[0], two, words[1]),
                      _mm512_mask_mov_epi32(words[1], two, words[2])};
    for (int i = 0; i < 2; ++i) write(&lanes.words[i][first], turned(word[i]));
    const V none = _mm512_setzero_si512();
    write(&lanes.words[2][first], _mm512_mask_mov_epi32(turned(words[2]), two, none));
    write(&lanes.used[first], _mm512_and_si512(used, set(31)));
    write(&lanes.have[first], _mm512_mask_mov_epi32(set(3), two, set(2)));
  }

  // The pass of a step; returns the next 32 bits of each lane, the first one highest.
  V take(const std::uint8_t*& next) {
    const __mmask16 takes = _mm512_test_epi32_mask(used, set(32));
    words[0] = _mm512_mask_mov_epi32(words[0], takes, words[1]);
    words[1] = _mm512_mask_mov_epi32(words[1], takes, words[2]);
    words[2] = _mm512_mask_expand_epi32(words[2], takes, turned(read(next)));
    next += 4 * __builtin_popcount(takes);
    const V window = _mm512_shldv_epi32(words[0], words[1], used);
    used = _mm512_and_si512(used, set(31));
    return window;
  }

  // Behind the codeword of an escaped symbol: takes the symbol too.
  V take_escaped(__mmask16 lanes, V coded, V codeword) {
    used = _mm512_mask_add_epi32(used, lanes, used, set(huff::kSymbolBits));
    return _mm512_and_si512(turned(_mm512_sllv_epi32(coded, codeword)), set(255));
  }
};

// Ranks of codewords, of a code with that number of limits.
template <int kExtra, int kLimits>
class Ranker {
 public:
  explicit Ranker(const RankTables& ranks) : bases_(read(ranks.bases.data())) {
    for (int i = 0; i < kLimits; ++i) limits_[i] = read(ranks.limits[i].data());
  }

  // `coded`: bits of the lanes behind the extra bits. Adds to `used` the bits of the token, without
  // those of an escaped symbol; `codeword`: those of the codeword.
  V find(V coded, V& used, V& codeword) const {
    const V number = _mm512_or_si512(coded, set(0x1FFFF));
    const V zeros = _mm512_lzcnt_epi32(number);
    const V first = _mm512_permutexvar_epi32(zeros, limits_[0]);
    const __mmask16 below = _mm512_cmplt_epu32_mask(number, first);
    V length = _mm512_mask_srli_epi32(first, below, first, 8);
#pragma GCC unroll 4
    for (int i = 1; i < kLimits; ++i) {
      const V next = _mm512_permutexvar_epi32(zeros, limits_[i]);
      length = _mm512_mask_mov_epi32(length, _mm512_cmplt_epu32_mask(number, next), next);
    }
    used = _mm512_add_epi32(used, length);
    length = _mm512_and_si512(length, set(31));
    codeword = kExtra == 0 ? length : _mm512_sub_epi32(length, set(kExtra));
    const V inverted = _mm512_srlv_epi32(number, _mm512_sub_epi32(set(32), codeword));
    return _mm512_sub_epi32(_mm512_permutexvar_epi32(length, bases_), inverted);
  }

 private:
  V limits_[kLimits];
  V bases_;
};

constexpr int kUnits = 4;  // groups of 16 bytes that are stored together

// Symbols by rank. Escapes are found by their rank.
class SymbolBytes {
 public:
  SymbolBytes(const RankTables& ranks, std::uint8_t offset) {
    const V add = _mm512_set1_epi8(static_cast<char>(offset));
    for (int i = 0; i < 4; ++i) {
      symbols_[i] = _mm512_add_epi8(read(&ranks.bytes[static_cast<std::size_t>(64 * i)]), add);
    }
  }

  // 64 fields, of ranks in four registers.
  [[nodiscard]] V find(const V (&ranks)[kUnits]) const {
    const V low = _mm512_packus_epi32(ranks[0], ranks[1]);
    const V high = _mm512_packus_epi32(ranks[2], ranks[3]);
    const V order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const V rank = _mm512_permutexvar_epi32(order, _mm512_packus_epi16(low, high));
    const __mmask64 odd = _mm512_test_epi8_mask(rank, _mm512_set1_epi8(0x40));
    V below = _mm512_permutexvar_epi8(rank, symbols_[0]);
    below = _mm512_mask_permutexvar_epi8(below, odd, rank, symbols_[1]);
    V above = _mm512_permutexvar_epi8(rank, symbols_[2]);
    above = _mm512_mask_permutexvar_epi8(above, odd, rank, symbols_[3]);
    return _mm512_mask_mov_epi8(below, _mm512_movepi8_mask(rank), above);
  }

 private:
  V symbols_[4];
};

// Values of kUnits groups of lanes, each decoded in turn. Inlined, so that all stays in registers.
template <int kLimits>
class ByteUnits {
 public:
  ByteUnits(const RankTables& ranks, std::uint8_t offset)
      : ranker_(ranks), symbols_(ranks, offset), escape_(set(ranks.escape)), offset_(set(offset)) {}

  // One step of a group becomes unit `unit`.
  [[gnu::always_inline]] void decode(int unit, DecodeGroup& group, const std::uint8_t*& next) {
    const V coded = group.take(next);
    V codeword;
    ranks_[unit] = ranker_.find(coded, group.used, codeword);
    const __mmask16 escapes = _mm512_cmpeq_epi32_mask(ranks_[unit], escape_);
    if (__builtin_expect(escapes != 0, 0)) {
      const V symbol = group.take_escaped(escapes, coded, codeword);
      _mm_store_si128(reinterpret_cast<__m128i*>(raw_ + 16 * unit),
                      _mm512_cvtepi32_epi8(_mm512_add_epi32(symbol, offset_)));
      escaped_ |= static_cast<__mmask64>(escapes) << (16 * unit);
    }
  }

  // The fields of all units, the first one lowest; the next ones may be decoded.
  [[gnu::always_inline]] V fields() {
    V fields = symbols_.find(ranks_);
    if (__builtin_expect(escaped_ != 0, 0)) {
      fields = _mm512_mask_loadu_epi8(fields, escaped_, raw_);
    }
    escaped_ = 0;
    return fields;
  }

 private:
  Ranker<0, kLimits> ranker_;
  SymbolBytes symbols_;
  V escape_;
  V offset_;
  V ranks_[kUnits];
  __mmask64 escaped_ = 0;
  alignas(16) std::uint8_t raw_[16 * kUnits];
};

}  // namespace
}  // namespace tern::fast
