// SPDX-License-Identifier: Apache-2.0
//
// decoder_error_test: every bad message ends in time, with the golden decoder's error, and leaves
// nothing behind.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_error_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tb/huff/decoder_variants.h"

namespace tern::tb {
namespace {

using huff::StreamError;
using sim::StallPattern;

class DecoderError : public EveryDecoder {
 protected:
  /// Sends the messages that `build` makes between good ones.
  void expect_golden_errors(
      const std::function<std::vector<Bytes>(const DecoderProgram&, Rng&)>& build) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      const DecoderProgram program(config(), rng);
      sim::DecoderBench bench(variant(), decoder_options(context));
      program.load(bench);
      for (Bytes& bad : build(program, rng)) {
        program.send(bench, std::move(bad));
        program.send(bench, program.random_message(rng.below(3 * config().lanes), rng));
      }
      return finish(bench);
    });
  }
};

std::vector<sim::DecoderVariant> wide_decoders() {
  std::vector<sim::DecoderVariant> wide;
  for (const sim::DecoderVariant& variant : all_decoders()) {
    if (variant.config.word_bits == 64) wide.push_back(variant);
  }
  return wide;
}

/// Cycles that each message took; the bound must hold for all of them.
std::optional<sim::Fault> check_bound(const sim::DecoderBench& bench,
                                      const std::vector<Bytes>& messages) {
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const sim::DecoderOutcome& outcome = bench.outcomes()[i];
    const std::uint64_t before = i == 0 ? 0 : bench.outcomes()[i - 1].done;
    const std::uint64_t took = outcome.done - std::max(outcome.first_in, before);
    const std::uint64_t bound = cycle_bound(bench.config(), messages[i]);
    if (took > bound) {
      return sim::Fault{outcome.done, fmt::format("message {} of {} bytes took {} cycles, not {}",
                                                  i, messages[i].size(), took, bound)};
    }
  }
  return std::nullopt;
}

std::vector<Bytes> good_and_damaged(const DecoderProgram& program, const sim::DecoderConfig& config,
                                    std::size_t count, Rng& rng) {
  std::vector<Bytes> messages;
  for (std::size_t i = 0; i < count; ++i) {
    messages.push_back(program.random_message(program.any_count(rng), rng));
    if (i % 2 == 0 || rng.chance(1, 2)) messages.back() = damaged(messages.back(), config, rng);
  }
  return messages;
}

TEST_P(DecoderError, DamagedMessagesGiveTheGoldenErrorInBoundedTime) {
  // Units of many lanes simulate slowly; the narrow ones have had most kinds of damage by then.
  const std::uint64_t programs = rounds(config().lanes < kManyLanes ? 12 : 4, 24);
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    for (std::uint64_t i = 0; i < programs; ++i) {
      const DecoderProgram program(config(), rng);
      sim::DecoderBench bench(variant(), decoder_options(context));
      program.load(bench);
      const std::vector<Bytes> messages = good_and_damaged(program, config(), 40, rng);
      for (const Bytes& message : messages) program.send(bench, message);
      if (const auto fault = finish(bench)) return fault;
      if (const auto fault = check_bound(bench, messages)) return fault;
    }
    return std::nullopt;
  });
}

TEST_P(DecoderError, DamagedMessagesGiveTheGoldenErrorUnderStalls) {
  for (const StallPattern source : {StallPattern::kRandom, StallPattern::kAdversarial}) {
    for (const StallPattern sink : {StallPattern::kBursty, StallPattern::kAdversarial}) {
      expect_passes([&](const RunContext& context) {
        Rng rng(context.seed);
        const DecoderProgram program(config(), rng);
        sim::DecoderBench bench(variant(), decoder_options(context, source, sink));
        program.load(bench);
        for (Bytes& message : good_and_damaged(program, config(), 80, rng)) {
          program.send(bench, std::move(message));
        }
        return finish(bench);
      });
    }
  }
}

TEST_P(DecoderError, EveryCutOfAMessage) {
  expect_golden_errors([](const DecoderProgram& program, Rng& rng) {
    const Bytes whole = program.random_message(2 + rng.below(8), rng);
    std::vector<Bytes> messages;
    for (std::size_t size = 0; size < std::min<std::size_t>(whole.size(), 300); ++size) {
      messages.emplace_back(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    }
    return messages;
  });
}

TEST_P(DecoderError, EveryBitOfTheHeader) {
  expect_golden_errors([](const DecoderProgram& program, Rng& rng) {
    std::vector<Bytes> messages;
    for (unsigned bit = 0; bit < huff::kHeaderBits; ++bit) {
      messages.push_back(program.random_message(program.any_count(rng), rng));
      std::uint8_t& byte = messages.back()[bit / 8];
      byte = static_cast<std::uint8_t>(byte ^ (1U << (bit % 8)));
    }
    return messages;
  });
}

TEST_P(DecoderError, AppendedWordsAreExcess) {
  const huff::Geometry geometry = config().geometry();
  expect_golden_errors([&](const DecoderProgram& program, Rng& rng) {
    std::vector<Bytes> messages;
    for (std::uint32_t words = 1; words <= 2 * config().lanes + 1; ++words) {
      Bytes message = program.random_message(rng.below(40), rng);
      message.resize(message.size() + std::size_t{words} * geometry.word_bits / 8);
      repair_check(message, geometry);
      messages.push_back(std::move(message));
    }
    return messages;
  });
}

/// Decoders of words of which a header does not fill the last one.
class WideDecoderError : public DecoderError {};

TEST_P(WideDecoderError, WhatFillsTheHeaderIsIgnored) {
  expect_golden_errors([&](const DecoderProgram& program, Rng& rng) {
    std::vector<Bytes> messages;
    for (unsigned bit = huff::kHeaderBits; bit < 128; ++bit) {
      messages.push_back(program.random_message(program.any_count(rng), rng));
      std::uint8_t& byte = messages.back()[bit / 8];
      byte = static_cast<std::uint8_t>(byte ^ (1U << (bit % 8)));
      repair_check(messages.back(), config().geometry());
      EXPECT_EQ(program.expected(messages.back()).error, StreamError::kNone);
    }
    return messages;
  });
}

// Of a message that is too short the header counts if it is there, whole words or not.
TEST_P(DecoderError, SizesAroundTheHeaderBesideEveryError) {
  std::set<StreamError> seen;
  expect_golden_errors([&](const DecoderProgram& program, Rng& rng) {
    std::vector<Bytes> messages;
    for (std::size_t size = 7; size <= 24; ++size) {
      for (const unsigned bit : {0U, 95U, 20U, 7U, 10U, 16U, 24U}) {
        messages.push_back(program.encode(random_values(program.dtype(), 20, rng)));
        Bytes& message = messages.back();
        message[bit / 8] = static_cast<std::uint8_t>(message[bit / 8] ^ (1U << (bit % 8)));
        message.resize(size);
        repair_check(message, config().geometry());
        seen.insert(program.expected(message).error);
      }
    }
    return messages;
  });
  for (const StreamError error : {StreamError::kSize, StreamError::kVersion, StreamError::kReserved,
                                  StreamError::kGeometry, StreamError::kEpoch}) {
    EXPECT_EQ(seen.count(error), 1U) << huff::error_name(error);
  }
}

// Header fields are right and the payload is noise: whatever it means, it ends.
TEST_P(DecoderError, LargestCountEndsWithTheMessage) {
  expect_golden_errors([&](const DecoderProgram& program, Rng& rng) {
    std::vector<Bytes> messages;
    for (int i = 0; i < 10; ++i) {
      Bytes message = program.random_message(30 * config().lanes, rng);
      std::fill(message.begin() + 4, message.begin() + 8, std::uint8_t{0xFF});
      repair_check(message, config().geometry());
      messages.push_back(std::move(message));
    }
    return messages;
  });
}

// No keep bits but the low ones, and all of them before the last beat, make a message.
TEST_P(DecoderError, BeatsWithHolesAreASizeError) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context));
    program.load(bench);
    huff::Decoded refused;
    refused.error = StreamError::kSize;
    for (int i = 0; i < 40; ++i) {
      // Raw, so that the number of beats is known, and no choice is refused first.
      const Bytes message = program.raw_message(40 * config().lanes, rng);
      const std::uint64_t beats =
          (message.size() + config().beat_bytes() - 1) / config().beat_bytes();
      sim::KeepFault fault;
      fault.beat = rng.below(beats - 1);
      fault.keep.assign((config().beat_bytes() + 7) / 8, 0xFF);
      const std::uint64_t hole = rng.below(config().beat_bytes());
      std::uint8_t& byte = fault.keep[static_cast<std::size_t>(hole / 8)];
      byte = static_cast<std::uint8_t>(byte & ~(1U << (hole % 8)));
      bench.send(message, refused, fault);
      program.send(bench, program.random_message(rng.below(3 * config().lanes), rng));
    }
    return finish(bench);
  });
}

// Nothing is resident: coded messages are refused, raw ones are not.
TEST_P(DecoderError, WithoutABookOnlyRawMessagesDecode) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context));
    huff::Decoded refused;
    refused.error = StreamError::kUnknownBook;
    for (int i = 0; i < 10; ++i) {
      bench.send(program.encode(random_values(program.dtype(), 20, rng)), refused);
      program.send(bench, program.raw_message(20, rng));
    }
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, WideDecoderError, testing::ValuesIn(wide_decoders()),
                         DecoderError::name);
INSTANTIATE_TEST_SUITE_P(All, DecoderError, testing::ValuesIn(all_decoders()), DecoderError::name);

}  // namespace
}  // namespace tern::tb
