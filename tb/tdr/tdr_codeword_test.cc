// SPDX-License-Identifier: Apache-2.0
//
// tdr_codeword_test: every window of bits in every shipped book.
//
//   Spec  docs/transform.md#7-symbolise
//   RTL   rtl/tdr/tdr_codeword.sv rtl/tdr/tdr_book_limits.sv rtl/tdr/tdr_rank_digits.sv
//   Test  tb/tdr/tdr_codeword_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "Vcodeword_alone.h"
#include "model/common/test_seed.h"
#include "model/tdr/desymbolize.h"
#include "model/tdr/params.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

constexpr unsigned kMaxLen = tdr::shared::kBookCodeLen;
constexpr unsigned kIn = kMaxLen + 11;
constexpr unsigned kBook = kMaxLen + 11;

// Digits by division, as many bits each as the base needs, the first one in bit 9 and below.
std::uint32_t digits_of(std::uint32_t symbol, const tdr::Grouping& grouping) {
  unsigned width = 1;
  while (1U << width < grouping.base) ++width;
  std::uint32_t weight = tdr::symbols_of(grouping);
  std::uint32_t digits = 0;
  for (std::uint32_t i = 0; i < grouping.digits; ++i) {
    weight /= grouping.base;
    digits |= std::min(symbol / weight, grouping.base - 1) << (10 - width * (i + 1));
    symbol %= weight;
  }
  return digits;
}

StageResult run(const std::vector<StageBeat>& beats, const RunContext& context) {
  sim::VerilatedCircuit<Vcodeword_alone> circuit(context.seed);
  Vcodeword_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kIn);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, 2 * kBook);
  return run_stage(circuit, pins, beats, {}, {}, context);
}

TEST(TdrCodeword, EveryWindowInEveryBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const tdr::DecodeBooks books(tdr::shipped_books());
  std::vector<StageBeat> beats;
  for (std::uint32_t bin = 0; bin < tdr::kBins; ++bin) {
    for (std::uint32_t code = 0; code < 1U << kMaxLen; ++code) {
      const auto window = static_cast<std::uint32_t>(rng.bits(8)) << kMaxLen | code;
      Beat in(kIn);
      Beat out(2 * kBook);
      in.put(0, kMaxLen + 8, window);
      in.put(kMaxLen + 8, 3, bin);
      for (std::uint32_t q = 0; q < tdr::kQuantizers; ++q) {
        const huff::DecodedToken token = huff::decode_token(books.table(bin, q), window);
        const bool escape = books.table(bin, q).find(window).index ==
                            static_cast<std::uint16_t>(huff::kEscapeIndex);
        const std::uint32_t len = token.len - (escape ? huff::kSymbolBits : 0U);
        out.put(q * kBook, 10, digits_of(token.value.symbol, tdr::kGroupings[bin]));
        out.put(q * kBook + 10, kMaxLen, 1U << (len - 1));
        out.put(q * kBook + 10 + kMaxLen, 1, escape ? 1 : 0);
      }
      beats.emplace_back(in, out);
    }
  }
  expect_passes([&](const RunContext& context) { return run(beats, context).fault; }, 1);
}

}  // namespace
}  // namespace tern::tb
