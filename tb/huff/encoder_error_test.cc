// SPDX-License-Identifier: Apache-2.0
//
// encoder_error_test: wrong packets, books and commands are reported, and do no harm.
//
// Whatever goes in, what comes out is a whole message that a receiver either decodes or refuses.
//
//   Spec  docs/streams.md#errors
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_error_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/huff/error_bench.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

class EncoderError : public EveryEncoder {
 protected:
  void expect_poisoned(std::uint64_t sent, std::uint64_t count, bool raw) {
    SCOPED_TRACE(fmt::format("{} values sent, {} promised, raw {}", sent, count, raw));
    expect_passes([&](const RunContext& context) {
      ErrorBench bench(variant(), context);
      bench.send_miscounted(sent, count, raw);
      return bench.finish({false, true}, huff::StreamError::kCrc);
    });
  }
};

/// Faults that not every circuit can have.
class EncoderErrorInStep : public EncoderError {};
class EncoderErrorByToken : public EncoderError {};
class EncoderErrorOnBytes : public EncoderError {};

TEST_P(EncoderError, ShortPacketIsFilledWithZerosAndPoisoned) {
  const std::uint64_t lanes = config().lanes;
  for (const bool raw : {false, true}) {
    expect_poisoned(lanes + 1, 2 * lanes + 2, raw);
    expect_poisoned(10 * lanes, 10 * lanes + 1, raw);
    expect_poisoned(3 * lanes, 40 * lanes + 5, raw);
    expect_poisoned(0, 1, raw);
    expect_poisoned(0, 5 * lanes, raw);
  }
}

TEST_P(EncoderError, LongPacketIsCutAndPoisoned) {
  const std::uint64_t lanes = config().lanes;
  for (const bool raw : {false, true}) {
    expect_poisoned(2 * lanes + 2, lanes + 1, raw);
    expect_poisoned(10 * lanes + 1, 10 * lanes, raw);
    expect_poisoned(40 * lanes + 5, 3 * lanes, raw);
    expect_poisoned(1, 0, raw);
    expect_poisoned(5 * lanes, 0, raw);
  }
}

TEST_P(EncoderErrorInStep, WrongCountInTheLastStepIsFound) {
  const std::uint64_t lanes = config().lanes;
  expect_poisoned(3 * lanes + 1, 3 * lanes + 2, false);
  expect_poisoned(3 * lanes + 2, 3 * lanes + 1, false);
  expect_poisoned(1, 2, false);
  expect_poisoned(2, 1, false);
}

TEST_P(EncoderError, WrongKeepIsFoundAndPoisoned) {
  for (unsigned kind = 0; kind < 4; ++kind) {
    SCOPED_TRACE(kind);
    expect_passes([&](const RunContext& context) {
      ErrorBench bench(variant(), context);
      bench.send_wrong_keep(kind);
      return bench.finish({false, true}, huff::StreamError::kCrc);
    });
  }
}

TEST_P(EncoderError, ErrorShowsAlthoughTheClearIsHeld) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    // Its last beat is the wrong one, when everything in front of it is full.
    const std::uint64_t count = std::uint64_t{100} * config().lanes;
    bench.send_miscounted(count - 1, count, true);
    bench.send_dropped(15);
    EXPECT_TRUE(bench.send_with_damaged_load(ErrorBench::Damage::kCommitAlone));
    bench.send_after_replacement();
    return bench.finish_while_clearing({true, true, true, true});
  });
}

TEST_P(EncoderError, WithoutABookTheMessageGoesRaw) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_without_book();
    return bench.finish({true}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderError, BookWithAnotherIdIsNotUsed) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_with_foreign_id();
    return bench.finish({true}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderError, BookThatWasReplacedIsGone) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_after_replacement();
    return bench.finish({true}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderError, UnfinishedLoadIsForgotten) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_with_unfinished_load();
    return bench.finish({}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderError, DamagedLoadIsRefusedAndTheBookBeforeStays) {
  for (int damage = 0; damage <= static_cast<int>(ErrorBench::kLastDamage); ++damage) {
    SCOPED_TRACE(damage);
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      ErrorBench bench(variant(), context);
      if (!bench.send_with_damaged_load(static_cast<ErrorBench::Damage>(damage))) return {};
      return bench.finish({false, false, false, true}, huff::StreamError::kNone);
    });
  }
}

TEST_P(EncoderError, BookForAnotherDtypeIsNotUsed) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_with_foreign_dtype();
    return bench.finish({true}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderErrorByToken, BookWithTooShortTokensIsNotUsed) {
  expect_passes([&](const RunContext& context) {
    ErrorBench bench(variant(), context);
    bench.send_with_short_tokens();
    return bench.finish({true}, huff::StreamError::kNone);
  });
}

TEST_P(EncoderError, ReservedDtypeIsDroppedInSilence) {
  for (std::uint8_t code = first_unfit_code(config()); code < 16; ++code) {
    SCOPED_TRACE(unsigned{code});
    expect_passes([&](const RunContext& context) {
      ErrorBench bench(variant(), context);
      bench.send_dropped(code);
      return bench.finish({false, false, true}, huff::StreamError::kNone);
    });
  }
}

TEST_P(EncoderError, ReservedChunkSizeIsDroppedInSilence) {
  for (std::uint8_t log2 = 1; log2 < huff::kMinChunkLog2; ++log2) {
    SCOPED_TRACE(unsigned{log2});
    expect_passes([&](const RunContext& context) {
      ErrorBench bench(variant(), context);
      bench.send_dropped(static_cast<std::uint8_t>(dtypes_of(config()).front()), log2);
      return bench.finish({false, false, true}, huff::StreamError::kNone);
    });
  }
}

TEST_P(EncoderErrorOnBytes, WideDtypeOnAByteUnitIsDroppedInSilence) {
  for (const huff::Dtype dtype : {huff::Dtype::kBf16, huff::Dtype::kFp16}) {
    expect_passes([&](const RunContext& context) {
      ErrorBench bench(variant(), context);
      bench.send_dropped(static_cast<std::uint8_t>(dtype));
      return bench.finish({false, false, true}, huff::StreamError::kNone);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, EncoderError, testing::ValuesIn(all_encoders()), EncoderError::name);

INSTANTIATE_TEST_SUITE_P(Some, EncoderErrorInStep,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.lanes >= 4;
                         })),
                         EncoderError::name);

INSTANTIATE_TEST_SUITE_P(Some, EncoderErrorByToken,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           // Some dtype could have shorter tokens than the circuit takes.
                           const auto dtypes = dtypes_of(config);
                           return std::any_of(dtypes.begin(), dtypes.end(), [&](huff::Dtype dtype) {
                             return config.min_token_bits > huff::extra_bits(dtype) + 1;
                           });
                         })),
                         EncoderError::name);

INSTANTIATE_TEST_SUITE_P(Some, EncoderErrorOnBytes,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.value_bits == 8;
                         })),
                         EncoderError::name);

}  // namespace
}  // namespace tern::tb
