// SPDX-License-Identifier: Apache-2.0
//
// encoder_throughput_bench: how many bytes of tensor the simulated encoder takes per second.
//
//   Spec  docs/verification.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc
#include <fmt/format.h>

#include <chrono>

#include "sim/encoder_engine.h"
#include "tb/huff/test_data.h"

namespace {

/// One run over `megabytes` MB of bf16 values that fit their book.
int measure(std::uint32_t lanes, std::uint64_t megabytes) {
  using Clock = std::chrono::steady_clock;
  tern::Rng rng(1);
  tern::sim::EncoderConfig config;
  const tern::huff::Book book = tern::tb::book_of_symbols(tern::huff::Dtype::kBf16, config, 30);
  const tern::tb::Bytes values = tern::tb::fitting_values(book, megabytes * 500000, rng);
  auto engine = tern::sim::make_encoder({lanes, 32});
  if (!engine.ok()) {
    fmt::print(stderr, "{}\n", engine.error().message);
    return 1;
  }
  const auto start = Clock::now();
  const auto run = engine.value()->run({{book.dtype, values.data(), values.size(), &book}}, {});
  const std::chrono::duration<double> time = Clock::now() - start;
  if (!run.ok()) {
    fmt::print(stderr, "{}\n", run.error().message);
    return 1;
  }
  const auto cycles = static_cast<double>(run.value().cycles);
  fmt::print("{:2} lanes: {:6.2f} MB/s, {:4.0f} kcycles/s, {:.3f} values/cycle\n", lanes,
             static_cast<double>(values.size()) / 1e6 / time.count(), cycles / 1e3 / time.count(),
             static_cast<double>(values.size()) / 2 / cycles);
  return 0;
}

}  // namespace

int main() {
  int failed = 0;
  for (std::uint32_t lanes = 1; lanes <= 64; lanes *= 2)
    failed |= measure(lanes, lanes < 16 ? 2 : 8);
  return failed;
}
