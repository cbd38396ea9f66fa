// SPDX-License-Identifier: Apache-2.0
//
// stream_bench.cc: speed of the golden encoder and decoder.
//
// The model need not be fast, but a tensor of a gigabyte must not take a night.
//
//   Spec  docs/huffman_format.md
#include <benchmark/benchmark.h>

#include "model/huff/test_cases.h"
#include "model/huff/train.h"

namespace tern::huff {
namespace {

constexpr std::uint64_t kValues = 1 << 20;

// Values with a two-sided exponential skew around one symbol, as exponents of weights have, and the
// compact or full book that fits them.
Case make_job(Dtype dtype, std::uint32_t lanes) {
  Rng rng(1);
  Case c;
  c.dtype = dtype;
  c.geometry = {lanes, 32};
  c.data.resize(kValues * value_bytes(dtype));
  for (std::uint64_t i = 0; i < kValues; ++i) {
    std::uint32_t exponent = 120;
    while (exponent > 90 && rng.chance(2, 5)) --exponent;
    const auto extra = static_cast<std::uint32_t>(rng.bits(8));
    const std::uint32_t value = (exponent << 7) | (extra & 127) | (extra >> 7 << 15);
    for (std::uint32_t byte = 0; byte < value_bytes(dtype); ++byte) {
      const std::uint32_t bits = value_bytes(dtype) == 1 ? exponent : value >> (8 * byte);
      c.data[i * value_bytes(dtype) + byte] = static_cast<std::uint8_t>(bits);
    }
  }
  const Histogram histogram = count_symbols(dtype, c.data.data(), c.data.size());
  c.book = train_book(dtype, average({histogram}), {}).value();
  return c;
}

void encode_speed(benchmark::State& state) {
  const Case c =
      make_job(static_cast<Dtype>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(encode(c));
  state.SetBytesProcessed(static_cast<std::int64_t>(c.data.size()) * state.iterations());
}

void decode_speed(benchmark::State& state) {
  const Case c =
      make_job(static_cast<Dtype>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  const std::vector<std::uint8_t> message = encode(c);
  const BookSet books = books_of(c);
  for (auto _ : state) {
    benchmark::DoNotOptimize(decode(message.data(), message.size(), books));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(c.data.size()) * state.iterations());
}

void shapes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"dtype", "lanes"});
  for (const Dtype dtype : {Dtype::kBf16, Dtype::kE4m3}) {
    for (const int lanes : {1, 16, 64}) bench->Args({static_cast<int>(dtype), lanes});
  }
}

BENCHMARK(encode_speed)->Apply(shapes)->Unit(benchmark::kMillisecond);
BENCHMARK(decode_speed)->Apply(shapes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tern::huff

BENCHMARK_MAIN();
