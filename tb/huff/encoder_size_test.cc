// SPDX-License-Identifier: Apache-2.0
//
// encoder_size_test: messages of every length, alone, in crowds, and longer than every buffer.
//
//   Spec  docs/huffman_format.md#2-a-message
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_size_test.cc
#include <gtest/gtest.h>

#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderSize : public EveryEncoder {
 protected:
  /// Plays what `build` builds for each dtype: without stalls, and with adversarial ones.
  void expect_golden(const std::function<void(Scenario&, const huff::Book&, Rng&)>& build) {
    for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
      expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
        Rng rng(context.seed);
        Scenario scenario(config());
        for (const huff::Dtype dtype : some_dtypes(config(), rng)) {
          build(scenario, scenario.book(random_book(dtype, config(), rng)), rng);
        }
        return scenario.play(variant(), bench_options(context, stall, stall));
      });
    }
  }
};

TEST_P(EncoderSize, EveryCountUpToFourStepsIsGolden) {
  expect_golden([](Scenario& scenario, const huff::Book& book, Rng& rng) {
    for (std::uint64_t count = 1; count <= 4 * scenario.config().lanes + 1; ++count) {
      scenario.message(book.dtype, fitting_values(book, count, rng));
    }
  });
}

TEST_P(EncoderSize, HundredMessagesOfOneValueBackToBack) {
  expect_golden([](Scenario& scenario, const huff::Book& book, Rng& rng) {
    for (int i = 0; i < 100; ++i) {
      scenario.message(book.dtype, random_values(book.dtype, 1, rng), rng.chance(1, 4));
    }
  });
}

TEST_P(EncoderSize, EmptyMessagesBetweenOthersAndInCrowds) {
  expect_golden([](Scenario& scenario, const huff::Book& book, Rng& rng) {
    for (int i = 0; i < 20; ++i) {
      for (std::uint64_t n = rng.below(8); n > 0; --n) {
        scenario.message(book.dtype, {}, rng.chance(1, 2));
      }
      const std::uint64_t count = rng.below(3 * scenario.config().lanes);
      scenario.message(book.dtype, fitting_values(book, count, rng));
    }
  });
}

TEST_P(EncoderSize, MessageLongerThanEveryBuffer) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
    scenario.message(dtype, fitting_values(book, 5000 * config().lanes + rng.below(64), rng));
    scenario.message(dtype, fitting_values(book, 3, rng));
    return scenario.play(variant(), bench_options(context));
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderSize, testing::ValuesIn(all_encoders()), EncoderSize::name);

}  // namespace
}  // namespace tern::tb
