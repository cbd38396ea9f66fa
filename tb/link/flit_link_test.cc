// SPDX-License-Identifier: Apache-2.0
//
// flit_link_test: a message as one event takes exactly the times of its flits as events.
//
//   Spec  docs/link.md#flit-by-flit
//   Test  tb/link/flit_link_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include "model/common/test_seed.h"
#include "sim/link/link.h"
#include "tb/link/link_support.h"
#include "tb/link/simulation.h"

namespace tern::tb {
namespace {

using link::LinkConfig;
using link::LinkStatistics;
using link::Picoseconds;
using link::Transfer;

/// Any link: flits, buffers, faults and stalls.
LinkConfig random_link(Rng& rng) {
  LinkConfig config;
  const std::uint32_t flits[] = {64, 68, 256};
  config.flit_bytes = flits[rng.below(3)];
  config.lanes = static_cast<std::uint32_t>(1 + rng.below(32));
  config.gtps = 4.0 * static_cast<double>(1 + rng.below(8));
  config.propagation_ns = 0.3 * static_cast<double>(1 + rng.below(50));
  config.adapter_latency_ns = 0.7 * static_cast<double>(rng.below(5));
  config.sequence_bits = static_cast<std::uint32_t>(2 + rng.below(9));
  config.replay_flits = static_cast<std::uint32_t>(1 + rng.below(1U << (config.sequence_bits - 1)));
  config.retry_timeout_ns = config.round_trip_ns() * 1.5 + 0.1234;
  config.credit_bytes = 2000 + rng.below(20000);
  config.drain_bytes_per_ns = rng.chance(1, 2) ? 0 : 10.0 + static_cast<double>(rng.below(50));
  if (rng.chance(1, 2)) config.stalls = {{500000, 600000}, {600000, 700000}, {1000000, 1500000}};
  if (rng.chance(2, 3)) config.bit_error_rate = rng.chance(1, 2) ? 1e-5 : 1e-4;
  config.burst_bits = static_cast<std::uint32_t>(1 + rng.below(20));
  if (rng.chance(1, 3)) config.lost_flit_rate = 0.02;
  if (rng.chance(1, 3)) config.lost_ack_rate = 0.2;
  config.seed = rng.next();
  return config;
}

std::shared_ptr<link::Message> random_message(std::uint64_t id, Rng& rng) {
  std::vector<link::Chunk> chunks(1 + rng.below(5));
  for (link::Chunk& chunk : chunks) {
    chunk.raw_bytes = rng.chance(1, 8) ? 0 : 2 * rng.below(5000);
    chunk.wire_bytes = chunk.raw_bytes * (40 + rng.below(61)) / 100 + 1;
    if (rng.chance(1, 6)) chunk.ready = static_cast<Picoseconds>(rng.below(2000000));
  }
  auto message = message_of(std::move(chunks), id);
  message->encode = rng.chance(3, 4);
  message->decode = rng.chance(3, 4);
  if (rng.chance(1, 2)) fill(*message, rng);
  return message;
}

std::string text_of(const Transfer& t) {
  std::string text = fmt::format(
      "id {} delivered {} intact {} submitted {} encode {}..{} flits {}..{} arrival {} completion "
      "{} "
      "count {} retried {} queue {} encode {} wire {} retry {} flight {} decode {} chunks",
      t.id, t.delivered, t.intact, t.submitted, t.encode_begin, t.encode_end, t.first_flit,
      t.last_flit, t.arrival, t.completion, t.flits, t.retried, t.stages.queue, t.stages.encode,
      t.stages.wire, t.stages.retry, t.stages.flight, t.stages.decode);
  for (std::size_t i = 0; i < t.chunk_arrival.size(); ++i) {
    text += fmt::format(" {}/{}", t.chunk_arrival[i], t.chunk_completion[i]);
  }
  return text;
}

std::string text_of(const LinkStatistics& s) {
  return fmt::format(
      "messages {} raw {} wire {} flits {} transmissions {} retries {} timeouts {} flipped {} lost "
      "{} "
      "acks {} refused {} duplicates {} wrong {} busy {} {} {} peaks {} {} {}",
      s.messages, s.raw_bytes, s.wire_bytes, s.flits, s.transmissions, s.retries, s.timeouts,
      s.flipped_flits, s.lost_flits, s.lost_acks, s.crc_refused, s.duplicates, s.wrong_flits,
      s.wire_busy, s.encoder_busy, s.decoder_busy, s.transmit_flits, s.replay_flits,
      s.receive_bytes);
}

// The two share the times of codec and receiver, and the decisions of the retry; events, order and
// bytes are each their own.
TEST(FlitLink, TakesExactlyTheTimesOfTheQuickLink) {
  in_own_process([] {
    SCOPED_TRACE(seed_note());
    Rng rng(test_seed());
    struct Pair {
      std::unique_ptr<link::Link> flits;
      std::vector<std::shared_ptr<link::Message>> messages;
      std::vector<std::shared_ptr<link::Pending>> pending;
      LinkConfig config;
      link::CodecTiming codec;
    };
    std::deque<Pair> pairs;
    for (int i = 0; i < 60; ++i) {
      pairs.emplace_back();
      Pair& pair = pairs.back();
      pair.config = random_link(rng);
      if (rng.chance(3, 4)) {
        pair.codec =
            codec_of(std::uint64_t{1} << rng.below(7), static_cast<std::uint32_t>(rng.below(40)),
                     static_cast<std::uint32_t>(rng.below(40)));
      }
      const std::uint64_t count = 1 + rng.below(5);
      for (std::uint64_t id = 0; id < count; ++id) {
        pair.messages.push_back(random_message(id, rng));
        if (pair.messages.back()->check(pair.config, pair.codec)) pair.messages.pop_back();
      }
      LinkConfig detailed = pair.config;
      detailed.flit_by_flit = true;
      pair.flits = std::make_unique<link::Link>(fmt::format("link{}", i).c_str(), detailed,
                                                pair.codec, pair.codec);
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (Pair& pair : pairs) {
      for (const auto& message : pair.messages) pair.pending.push_back(pair.flits->submit(message));
    }
    sc_core::sc_start();
    std::uint64_t retries = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      Pair& pair = pairs[i];
      const Sent quick = send(pair.config, pair.codec, pair.messages);
      for (std::size_t k = 0; k < pair.messages.size(); ++k) {
        const Transfer& t = pair.pending[k]->transfer;
        ASSERT_EQ(text_of(t), text_of(quick.transfers[k])) << "link " << i << " message " << k;
        EXPECT_TRUE(t.delivered && t.intact);
        EXPECT_EQ(t.payload, pair.messages[k]->payload);
      }
      EXPECT_EQ(text_of(pair.flits->statistics()), text_of(quick.statistics)) << "link " << i;
      retries += quick.statistics.retries;
    }
    EXPECT_GT(retries, 100U) << "the faults were too few to show anything";
  });
}

}  // namespace
}  // namespace tern::tb
