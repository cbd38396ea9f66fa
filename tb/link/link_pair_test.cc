// SPDX-License-Identifier: Apache-2.0
//
// link_pair_test: two circuits that the bench connects are as good as the link that is verilated.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/link_pair_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include "sim/loopback_bench.h"
#include "tb/huff/scenario.h"
#include "tb/huff/test_data.h"
#include "tb/link/loopbacks.h"
#include "tb/support/run_check.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

// So what holds for a pair holds for the link.
TEST(LinkPair, TakesTheCyclesOfTheVerilatedLink) {
  const sim::LoopbackVariant& whole = sim::loopbacks().front();
  const sim::LoopbackVariant pair = link_pair<16>();
  ASSERT_EQ(whole.config.encoder.lanes, 16U);
  ASSERT_EQ(whole.config.encoder.books, 4U);
  ASSERT_EQ(whole.config.window, pair.config.window);
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    std::vector<std::vector<sim::LoopbackTiming>> timing;
    for (const sim::LoopbackVariant* variant : {&whole, &pair}) {
      Rng rng(context.seed);
      const huff::Book book = random_book(huff::Dtype::kBf16, variant->config.encoder, rng);
      std::deque<Bytes> values;
      sim::LoopbackBench bench(
          *variant, bench_options(context, StallPattern::kBursty, StallPattern::kAdversarial));
      bench.load_book(book, 0);
      for (int i = 0; i < 30; ++i) {
        values.push_back(fitting_values(book, rng.below(5000), rng));
        bench.send(make_message(book.dtype, values.back(), &book, 0, variant->config.encoder));
      }
      if (!bench.run()) return bench.fault();
      timing.push_back(bench.timing());
    }
    for (std::size_t i = 0; i < timing[0].size(); ++i) {
      const auto cycles = [&](std::size_t which) {
        const sim::LoopbackTiming& t = timing[which][i];
        return fmt::format("{}..{} to {}..{}", t.first_in, t.last_in, t.first_out, t.last_out);
      };
      if (cycles(0) == cycles(1)) continue;
      return sim::Fault{timing[0][i].first_in,
                        fmt::format("message {}: link {}, pair {}", i, cycles(0), cycles(1))};
    }
    return std::nullopt;
  });
}

}  // namespace
}  // namespace tern::tb
