// SPDX-License-Identifier: Apache-2.0
//
// link_engine_test: times of a link without faults are those of the closed formulas.
//
//   Spec  docs/link.md#fast
//   Test  tb/link/link_engine_test.cc
#include "sim/link/link_engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "tb/link/link_support.h"

namespace tern::tb {
namespace {

using link::CodecTiming;
using link::LinkConfig;
using link::Message;
using link::Transfer;

double flight_ns(const LinkConfig& config) {
  return 2 * config.adapter_latency_ns + config.propagation_ns;
}

std::uint64_t flits_of(const LinkConfig& config, std::uint64_t bytes) {
  return (bytes + config.payload_bytes() - 1) / config.payload_bytes();
}

void expect_stages_add_up(const Transfer& t) {
  const Transfer::Stages& s = t.stages;
  EXPECT_EQ(s.queue + s.encode + s.wire + s.retry + s.flight + s.decode,
            t.completion - t.submitted);
  for (const auto stage : {s.queue, s.encode, s.wire, s.retry, s.flight, s.decode}) {
    EXPECT_GE(stage, 0);
  }
}

// Bytes over bandwidth, plus the latency: for every size of a flit, to the picosecond.
TEST(LinkEngine, PlainMessageTakesItsFlitsAndOneFlight) {
  for (const std::uint32_t flit : {64U, 68U, 256U}) {
    for (const std::uint64_t bytes : {1U, 60U, 61U, 4096U, 10000000U}) {
      LinkConfig config;
      config.flit_bytes = flit;
      const Sent sent = send(config, {}, {plain_message(bytes)});
      const double flits = static_cast<double>(flits_of(config, bytes));
      const double ns = flits * config.flit_ns() + flight_ns(config);
      EXPECT_NEAR(static_cast<double>(sent.transfers[0].completion), ns * 1000, 1.01);
      EXPECT_EQ(sent.transfers[0].flits, flits_of(config, bytes));
      EXPECT_EQ(sent.statistics.flits, flits_of(config, bytes));
      EXPECT_EQ(sent.statistics.transmissions, sent.statistics.flits);
      expect_stages_add_up(sent.transfers[0]);
    }
  }
}

// The slower one of wires and codec decides, whatever the other one does.
TEST(LinkEngine, SlowerOfCodecAndWiresDecides) {
  const std::uint64_t raw = 8 << 20;
  for (const double ratio : {1.0, 0.7, 0.25}) {
    for (const std::uint64_t lanes : {4U, 16U, 64U}) {
      const LinkConfig config;
      const auto wire = static_cast<std::uint64_t>(static_cast<double>(raw) * ratio);
      const Sent sent = send(config, codec_of(lanes, 12, 7), {message_of({{raw, wire}})});
      const double wires = static_cast<double>(flits_of(config, wire)) * config.flit_ns();
      const double codec = static_cast<double>(raw) / (2.0 * static_cast<double>(lanes));
      const double ns = std::max(wires, codec) + flight_ns(config) + 19;
      EXPECT_NEAR(static_cast<double>(sent.transfers[0].completion) / 1000 / ns, 1, 0.001);
      expect_stages_add_up(sent.transfers[0]);
    }
  }
}

TEST(LinkEngine, ReplayBufferBelowTheRoundTripLimitsTheRate) {
  for (const std::uint32_t replay : {1U, 3U, 8U, 100U, 512U}) {
    LinkConfig config;
    config.propagation_ns = 500;
    config.replay_flits = replay;
    config.retry_timeout_ns = 3000;
    const std::uint64_t flits = 20000;
    const Sent sent = send(config, {}, {plain_message(flits * config.payload_bytes())});
    // So many flits in each round trip, or one after the other.
    const double each = std::max(config.round_trip_ns() / replay, config.flit_ns());
    EXPECT_NEAR(static_cast<double>(sent.transfers[0].completion) / 1000 / (flits * each), 1, 0.01)
        << replay;
    EXPECT_EQ(sent.statistics.replay_flits,
              std::min<std::uint64_t>(replay, static_cast<std::uint64_t>(std::ceil(
                                                  config.round_trip_ns() / config.flit_ns()))))
        << replay;
    EXPECT_EQ(sent.statistics.retries, 0U);
  }
}

TEST(LinkEngine, CreditsBelowTheRoundTripLimitTheRate) {
  for (const std::uint64_t credits : {2000U, 8000U, 20000U}) {
    LinkConfig config;
    config.propagation_ns = 500;
    config.retry_timeout_ns = 3000;
    config.credit_bytes = credits;
    const double raw = 4 << 20;
    // Without a codec: a window for each round trip.
    const Sent plain = send(config, {}, {plain_message(4 << 20)});
    EXPECT_NEAR(static_cast<double>(plain.transfers[0].completion) / 1000 /
                    (raw / static_cast<double>(credits) * config.round_trip_ns()),
                1, 0.01);
    // With one, the trip is longer, and the decoder holds a part of the window: what has arrived
    // and cannot be decoded before more does, up to a flit.
    const CodecTiming codec = codec_of(16, 12, 7);
    const Sent sent = send(config, codec, {message_of({{4 << 20, 2 << 20}})});
    const double flit = 2.0 * config.payload_bytes();
    const double trip = flit / codec.encode_bytes_per_ns() + 19 + config.round_trip_ns();
    const double moving = static_cast<double>(credits) - 2.0 * double(codec.held_bytes());
    const double ns = static_cast<double>(sent.transfers[0].completion) / 1000;
    EXPECT_GT(ns, raw / moving * trip * 0.99) << credits;
    EXPECT_LT(ns, raw / (moving - flit) * trip * 1.01) << credits;
    EXPECT_LE(sent.statistics.receive_bytes, credits + 500);
  }
}

TEST(LinkEngine, StalledReceiverStopsTheSenderAndLosesNothing) {
  LinkConfig config;
  config.credit_bytes = 10000;
  config.stalls = {{20000, 50000000}, {60000000, 70000000}};
  const Sent free = send(LinkConfig(), codec_of(16, 12, 7), {message_of({{1 << 20, 700000}})});
  const Sent sent = send(config, codec_of(16, 12, 7), {message_of({{1 << 20, 700000}})});
  EXPECT_GT(sent.transfers[0].completion, free.transfers[0].completion + 59000000);
  EXPECT_LT(sent.transfers[0].completion, free.transfers[0].completion + 70000000);
  // Counted flit by flit; one has up to 375 decompressed bytes.
  EXPECT_LE(sent.statistics.receive_bytes, config.credit_bytes + 375);
  EXPECT_GE(sent.statistics.receive_bytes, config.credit_bytes - 375);
  EXPECT_EQ(sent.statistics.retries, 0U);
  EXPECT_TRUE(sent.transfers[0].intact);
  expect_stages_add_up(sent.transfers[0]);
}

// One flit, whose values take from 9 to 259 ns.
TEST(LinkEngine, StallsInsideAFlitDelayItByTheirLength) {
  LinkConfig config;
  config.drain_bytes_per_ns = 1;
  const auto completion = [&](std::vector<link::Stall> stalls) {
    config.stalls = std::move(stalls);
    return send(config, {}, {plain_message(250)}).transfers[0].completion;
  };
  EXPECT_EQ(completion({}), 259000);
  EXPECT_EQ(completion({{1000, 2000}}), 259000);
  EXPECT_EQ(completion({{9000, 10000}}), 260000);
  EXPECT_EQ(completion({{100000, 150000}}), 309000);
  EXPECT_EQ(completion({{100000, 150000}, {150000, 151000}, {309999, 320000}}), 320001);
  EXPECT_EQ(completion({{259000, 300000}}), 259000);
}

TEST(LinkEngine, SlowReceiverDecides) {
  LinkConfig config;
  config.drain_bytes_per_ns = 5;
  const Sent sent = send(config, codec_of(16), {message_of({{1 << 20, 700000}})});
  EXPECT_NEAR(static_cast<double>(sent.transfers[0].completion) / 1000 / ((1 << 20) / 5.0), 1,
              0.01);
}

TEST(LinkEngine, ChunksEndInOrderAndWithTheMessage) {
  LinkConfig config;
  std::vector<link::Chunk> chunks;
  for (std::uint64_t i = 0; i < 50; ++i) chunks.push_back({2048, 40 * i + 1});
  chunks[20].ready = 5000000;
  const Sent sent = send(config, codec_of(16, 12, 7), {message_of(chunks)});
  const Transfer& t = sent.transfers[0];
  ASSERT_EQ(t.chunk_arrival.size(), 50U);
  ASSERT_EQ(t.chunk_completion.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_LT(t.chunk_arrival[i], t.chunk_completion[i]);
    if (i == 0) continue;
    EXPECT_GE(t.chunk_completion[i], t.chunk_completion[i - 1]);
  }
  EXPECT_LT(t.chunk_completion[18], 5000000);
  EXPECT_GT(t.chunk_arrival[20], 5000000);
  EXPECT_EQ(t.chunk_completion.back(), t.completion);
}

TEST(LinkEngine, EmptyMessagesArrive) {
  const Sent sent = send(LinkConfig(), codec_of(16, 12, 7),
                         {message_of({{0, 0}}), message_of({{0, 24}, {0, 0}}), plain_message(0)});
  for (const Transfer& t : sent.transfers) {
    EXPECT_TRUE(t.delivered && t.intact);
    EXPECT_EQ(t.flits, 1U);
  }
}

TEST(LinkEngine, MessagesShareTheWiresInOrder) {
  const LinkConfig config;
  const Sent sent = send(config, {}, {plain_message(250000, 1), plain_message(250000, 2)});
  EXPECT_EQ(sent.transfers[1].id, 2U);
  EXPECT_NEAR(static_cast<double>(sent.transfers[1].completion),
              2000 * config.flit_ns() * 1000 + 5000, 2);
  EXPECT_NEAR(static_cast<double>(sent.transfers[1].stages.queue), 1000 * config.flit_ns() * 1000,
              2);
}

TEST(LinkEngine, SendsTwoHundredMegabytesPerSecond) {
  LinkConfig config;
  config.flit_bytes = 64;
  const std::uint64_t bytes = 50000000;
  const std::clock_t begin = std::clock();
  (void)send(config, codec_of(16, 12, 7), {message_of({{bytes, bytes * 7 / 10}})});
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  RecordProperty("megabytes_per_second",
                 static_cast<int>(static_cast<double>(bytes) / seconds / 1e6));
  EXPECT_GT(static_cast<double>(bytes) / seconds, 200e6);
}

}  // namespace
}  // namespace tern::tb
