// SPDX-License-Identifier: Apache-2.0
//
// link_faults_test: whatever the wires do, every byte arrives once, in order and as it was sent.
//
//   Spec  docs/link.md#faults
//   Test  tb/link/link_faults_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/common/test_seed.h"
#include "sim/link/link_engine.h"
#include "tb/link/link_support.h"

namespace tern::tb {
namespace {

using link::LinkConfig;
using link::LinkStatistics;
using link::Transfer;

void expect_whole(const Sent& sent, const link::Message& message) {
  for (const Transfer& t : sent.transfers) {
    EXPECT_TRUE(t.delivered && t.intact);
    EXPECT_EQ(t.payload, message.payload);
  }
  EXPECT_EQ(sent.statistics.wrong_flits, 0U);
  // Every transmission is lost, refused, a duplicate, behind a gap, or delivered.
  const LinkStatistics& s = sent.statistics;
  EXPECT_GE(s.transmissions, s.flits + s.lost_flits + s.crc_refused + s.duplicates);
}

/// A million flits of random bytes.
void run_million(const char* rate_name, double rate, std::uint32_t flit_bytes) {
  SCOPED_TRACE(fmt::format("{}, flits of {} bytes, {}", rate_name, flit_bytes, seed_note()));
  LinkConfig config;
  config.flit_bytes = flit_bytes;
  config.bit_error_rate = rate;
  config.seed = test_seed();
  const std::uint64_t flits = 1000000;
  const std::uint64_t bytes = flits * config.payload_bytes();
  auto message = message_of({{bytes * 3 / 2, bytes}});
  Rng rng(test_seed());
  fill(*message, rng);
  const Sent sent = send(config, codec_of(64, 12, 7), {message});
  expect_whole(sent, *message);
  EXPECT_EQ(sent.statistics.flits, flits);
  EXPECT_EQ(sent.transfers[0].flits, flits);
  // Each flit that is hit while it is expected is sent again; nothing else causes a retry.
  EXPECT_EQ(sent.statistics.flipped_flits, sent.statistics.crc_refused);
  EXPECT_GT(sent.statistics.retries, 0U);
  const double hit = static_cast<double>(sent.statistics.flipped_flits) /
                     static_cast<double>(sent.statistics.transmissions);
  const double expected = 1 - std::pow(1 - rate, 8.0 * flit_bytes);
  EXPECT_NEAR(hit / expected, 1, 0.1);
}

TEST(LinkFaults, MillionFlitsAtOneErrorInAMillionBits) { run_million("1e-6", 1e-6, 64); }

TEST(LinkFaults, MillionFlitsAtOneErrorInTenThousandBits) { run_million("1e-4", 1e-4, 64); }

TEST(LinkFaults, LostFlitsAndAcknowledgementsAreMadeUpFor) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  auto message = message_of({{3000000, 2000000}});
  fill(*message, rng);
  const Sent clean = send(LinkConfig(), codec_of(16, 12, 7), {message});
  struct Case {
    double flits;
    double acks;
    std::uint32_t burst;
    double errors;
  };
  for (const Case& c : {Case{0.01, 0, 1, 0}, Case{0, 0.2, 1, 0}, Case{0, 0.9, 1, 0},
                        Case{0.02, 0.2, 16, 1e-5}, Case{0, 0, 200, 1e-5}}) {
    LinkConfig config;
    config.lost_flit_rate = c.flits;
    config.lost_ack_rate = c.acks;
    config.burst_bits = c.burst;
    config.bit_error_rate = c.errors;
    config.seed = test_seed();
    const Sent sent = send(config, codec_of(16, 12, 7), {message});
    expect_whole(sent, *message);
    EXPECT_EQ(sent.statistics.flits, clean.statistics.flits);
    EXPECT_GE(sent.transfers[0].completion, clean.transfers[0].completion);
    const Transfer::Stages& s = sent.transfers[0].stages;
    EXPECT_EQ(s.queue + s.encode + s.wire + s.retry + s.flight + s.decode,
              sent.transfers[0].completion);
    EXPECT_GE(s.wire, 0);
    if (c.flits > 0 || c.errors > 0) {
      EXPECT_GT(s.retry, 0);
    }
  }
}

// Numbers of two bits wrap every four flits.
TEST(LinkFaults, NumbersMayWrapWhileFlitsAreSentAgain) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  auto message = plain_message(500000);
  fill(*message, rng);
  for (const std::uint32_t bits : {2U, 3U, 4U}) {
    LinkConfig config;
    config.sequence_bits = bits;
    config.replay_flits = 1U << (bits - 1);
    config.bit_error_rate = 3e-5;
    config.lost_flit_rate = 0.02;
    config.lost_ack_rate = 0.3;
    config.seed = test_seed() + bits;
    const Sent sent = send(config, {}, {message});
    expect_whole(sent, *message);
    EXPECT_EQ(sent.statistics.flits, 2000U);
    EXPECT_LE(sent.statistics.replay_flits, config.replay_flits);
    EXPECT_GT(sent.statistics.duplicates, 0U);
    EXPECT_GT(sent.statistics.timeouts, 0U);
  }
}

// With so many errors some flits have a right check all the same. That must not stay unseen.
TEST(LinkFaults, FlitThatPassesTheCheckWronglyIsReported) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  auto message = plain_message(60000);
  fill(*message, rng);
  LinkConfig config;
  config.flit_bytes = 64;
  config.bit_error_rate = 0.01;
  config.replay_flits = 4;
  config.seed = test_seed();
  std::uint64_t wrong = 0;
  for (int round = 0; round < 20 && wrong == 0; ++round, ++config.seed) {
    const Sent sent = send(config, {}, {message});
    wrong = sent.statistics.wrong_flits;
    ASSERT_TRUE(sent.transfers[0].delivered);
    EXPECT_EQ(sent.transfers[0].intact, wrong == 0);
    EXPECT_EQ(sent.transfers[0].payload == message->payload, wrong == 0);
    EXPECT_EQ(*sent.transfers[0].payload == *message->payload, wrong == 0);
  }
  EXPECT_GT(wrong, 0U);
}

TEST(LinkFaults, EqualSeedsGiveEqualFaults) {
  LinkConfig config;
  config.bit_error_rate = 1e-5;
  config.lost_ack_rate = 0.1;
  const auto run = [&] { return send(config, {}, {plain_message(3000000)}).statistics; };
  const LinkStatistics first = run();
  EXPECT_EQ(first.transmissions, run().transmissions);
  ++config.seed;
  EXPECT_NE(first.transmissions, run().transmissions);
}

// A message behind one whose acknowledgement was lost.
TEST(LinkFaults, WhatIsSentAgainInVainDelaysTheNextMessageOnly) {
  LinkConfig config;
  config.lost_ack_rate = 0.999;
  link::LinkEngine engine(config, {}, {});
  auto first = std::make_shared<Transfer>();
  auto second = std::make_shared<Transfer>();
  engine.submit(plain_message(1000, 1), first, 0);
  ASSERT_EQ(engine.run().size(), 1U);
  EXPECT_NEAR(static_cast<double>(first->completion), 4 * config.flit_ns() * 1000 + 5000, 1);
  // Just behind the timeout; the four flits are on the wires once more.
  const link::Femto at = link::from_ns(config.retry_timeout_ns + 1);
  engine.submit(plain_message(1000, 2), second, at);
  ASSERT_EQ(engine.run().size(), 1U);
  EXPECT_NEAR(static_cast<double>(second->completion),
              (config.retry_timeout_ns + 8 * config.flit_ns()) * 1000 + 5000, 1);
  EXPECT_EQ(engine.statistics().duplicates, 4U);
  EXPECT_EQ(engine.statistics().flits, 8U);
}

}  // namespace
}  // namespace tern::tb
