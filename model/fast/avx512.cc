// SPDX-License-Identifier: Apache-2.0
//
// avx512.cc: steady steps of a decoder, 16 lanes in a register.
//
// A lane's token says how far it moves, and only then its next token is known: between them lies no
// look-up in memory, unless the book has an unusual mixture of lengths.
//
//   Spec  docs/host.md#how-it-is-fast
//   Test  model/fast/fast_test.cc
#include "model/fast/avx512_decode.h"

namespace tern::fast {
namespace {

// Bytes: 64 at a time.
template <int kLimits, int kGroups>
std::uint64_t decode_bytes(DecodeGroup (&groups)[kGroups], DecodeRun& run, std::uint64_t steps) {
  static_assert(kUnits % kGroups == 0);
  constexpr std::uint64_t kSteps = kUnits / kGroups;
  ByteUnits<kLimits> units(run.tables->ranks, run.offset);
  const std::uint8_t* next = run.next;
  const std::uint8_t* const last = next + 4 * run.left;
  std::uint64_t done = 0;
  while (done + kSteps <= steps && last - next >= 4 * 16 * kUnits) {
    expect_write(run.out);
    expect_read(next);
#pragma GCC unroll 4
    for (int unit = 0; unit < kUnits; ++unit) units.decode(unit, groups[unit % kGroups], next);
    write(run.out, units.fields());
    run.out += 16 * kUnits;
    done += kSteps;
  }
  run.left -= static_cast<std::uint64_t>(next - run.next) / 4;
  run.next = next;
  return done;
}

// Symbols of 16 lanes, by a look-up in memory.
template <int kExtra, int kLimits>
V find_symbols(DecodeGroup& group, V coded, const Tables& tables) {
  V symbols, codeword;
  __mmask16 escapes;
  if constexpr (kLimits == 0) {
    const V index = _mm512_and_si512(turned(coded), set(tables.mask));
    const V entry = _mm512_i32gather_epi32(index, tables.entries.data(), 4);
    escapes = _mm512_movepi32_mask(entry);
    V length = _mm512_and_si512(entry, set(kEntryLenMask));
    length = _mm512_mask_sub_epi32(length, escapes, length, set(huff::kSymbolBits));
    group.used = _mm512_add_epi32(group.used, length);
    codeword = _mm512_sub_epi32(length, set(kExtra));
    symbols = _mm512_srli_epi32(entry, kEntrySymbolShift);
  } else {
    const Ranker<kExtra, kLimits> ranker(tables.ranks);
    const V rank = ranker.find(coded, group.used, codeword);
    symbols = _mm512_i32gather_epi32(rank, tables.ranks.symbols.data(), 4);
    escapes = _mm512_movepi32_mask(symbols);
  }
  if (__builtin_expect(escapes != 0, 0)) {
    const V raw = group.take_escaped(escapes, coded, codeword);
    symbols = _mm512_mask_mov_epi32(symbols, escapes, raw);
  }
  return symbols;
}

template <int kExtra>
void put(std::uint8_t* out, V field, V window) {
  if constexpr (kExtra == 0) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm512_cvtepi32_epi8(field));
  } else {
    const V bits = turned(window);
    const V mantissa = _mm512_and_si512(bits, set(0x7F));
    const V sign = _mm512_and_si512(_mm512_slli_epi32(bits, 8), set(0x8000));
    const V exponent = _mm512_and_si512(_mm512_slli_epi32(field, 7), set(0x7F80));
    const V value = _mm512_ternarylogic_epi32(mantissa, sign, exponent, 0xFE);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi32_epi16(value));
  }
}

template <int kExtra, int kLimits, int kGroups>
std::uint64_t decode_groups(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run,
                            std::uint64_t steps) {
  constexpr std::uint64_t kLanes = 16 * kGroups;
  DecodeGroup groups[kGroups];
  for (int g = 0; g < kGroups; ++g) groups[g].load(lanes, 16 * g);
  std::uint64_t done = 0;
  if constexpr (kExtra == 0 && kLimits != 0) {
    done = decode_bytes<kLimits, kGroups>(groups, run, steps);
  }
  const Tables& tables = *run.tables;
  const V offset = set(run.offset);
  const std::uint8_t* next = run.next;
  const std::uint8_t* const last = next + 4 * run.left;
  std::uint8_t* out = run.out;
  for (; done < steps && static_cast<std::uint64_t>(last - next) >= 4 * kLanes; ++done) {
    expect_write(out);
    expect_read(next);
#pragma GCC unroll 4
    for (int g = 0; g < kGroups; ++g) {
      DecodeGroup& group = groups[g];
      const V window = group.take(next);
      const V coded = kExtra == 0 ? window : _mm512_slli_epi32(window, kExtra);
      const V symbols = find_symbols<kExtra, kLimits>(group, coded, tables);
      put<kExtra>(out, _mm512_add_epi32(symbols, offset), window);
      out += 16 * (kExtra == 0 ? 1 : 2);
    }
  }
  for (int g = 0; g < kGroups; ++g) groups[g].store(lanes, 16 * g);
  run.left -= static_cast<std::uint64_t>(next - run.next) / 4;
  run.next = next;
  run.out = out;
  return done;
}

template <int kExtra, int kLimits>
std::uint64_t decode_lanes(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps) {
  if (run.lanes == 16) return decode_groups<kExtra, kLimits, 1>(lanes, run, steps);
  if (run.lanes == 32) return decode_groups<kExtra, kLimits, 2>(lanes, run, steps);
  return decode_groups<kExtra, kLimits, 4>(lanes, run, steps);
}

template <int kExtra>
std::uint64_t decode_book(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps) {
  switch (run.tables->ranks.number) {
    case 1:
      return decode_lanes<kExtra, 1>(lanes, run, steps);
    case 2:
      return decode_lanes<kExtra, 2>(lanes, run, steps);
    case 3:
      return decode_lanes<kExtra, 3>(lanes, run, steps);
    case 4:
      return decode_lanes<kExtra, 4>(lanes, run, steps);
    default:
      return decode_lanes<kExtra, 0>(lanes, run, steps);
  }
}

}  // namespace

std::uint64_t decode_avx512(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run,
                            std::uint64_t steps) {
  return run.extra == 0 ? decode_book<0>(lanes, run, steps) : decode_book<8>(lanes, run, steps);
}

}  // namespace tern::fast
