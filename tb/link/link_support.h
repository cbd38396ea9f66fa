// SPDX-License-Identifier: Apache-2.0
//
// link_support: messages, codecs and links for the tests of the link.
//
//   Spec  docs/link.md
//   Test  tb/link/link_engine_test.cc
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "model/common/rng.h"
#include "sim/link/link_engine.h"

namespace tern::tb {

/// One that takes `values` of two bytes in each cycle of a nanosecond.
inline link::CodecTiming codec_of(std::uint64_t values, std::uint32_t encode_latency = 0,
                                  std::uint32_t decode_latency = 0) {
  link::CodecTiming codec;
  codec.present = true;
  codec.lanes = static_cast<std::uint32_t>(values);
  codec.word_bits = 32;
  codec.value_bytes = 2;
  codec.clock_ghz = 1;
  codec.values = values * 1000;
  codec.encode_cycles = codec.decode_cycles = 1000;
  codec.encode_latency = encode_latency;
  codec.decode_latency = decode_latency;
  codec.messages = 2;
  codec.between_cycles = 7;
  return codec;
}

inline std::shared_ptr<link::Message> message_of(std::vector<link::Chunk> chunks,
                                                 std::uint64_t id = 1) {
  auto message = std::make_shared<link::Message>();
  message->id = id;
  message->chunks = std::move(chunks);
  return message;
}

/// As it is, without a codec.
inline std::shared_ptr<link::Message> plain_message(std::uint64_t bytes, std::uint64_t id = 1) {
  auto message = message_of({{bytes, bytes}}, id);
  message->encode = false;
  message->decode = false;
  return message;
}

/// Random bytes for a message.
inline void fill(link::Message& message, Rng& rng) {
  auto bytes = std::make_shared<link::Bytes>(message.wire_bytes());
  for (std::size_t i = 0; i < bytes->size(); i += 8) {
    std::uint64_t word = rng.next();
    for (std::size_t k = i; k < i + 8 && k < bytes->size(); ++k, word >>= 8) {
      (*bytes)[k] = static_cast<std::uint8_t>(word);
    }
  }
  message.payload = std::move(bytes);
}

/// Sends messages over a link of their own, all at time 0.
struct Sent {
  std::vector<link::Transfer> transfers;
  link::LinkStatistics statistics;
};
inline Sent send(const link::LinkConfig& config, const link::CodecTiming& codec,
                 const std::vector<std::shared_ptr<link::Message>>& messages) {
  link::LinkEngine engine(config, codec, codec);
  std::vector<std::shared_ptr<link::Transfer>> transfers;
  for (const auto& message : messages) {
    EXPECT_FALSE(message->check(config, codec)) << message->check(config, codec).value_or("");
    transfers.push_back(std::make_shared<link::Transfer>());
    engine.submit(message, transfers.back(), 0);
  }
  EXPECT_EQ(engine.run().size(), messages.size());
  EXPECT_FALSE(engine.blocked());
  engine.settle();
  Sent sent;
  for (const auto& transfer : transfers) sent.transfers.push_back(*transfer);
  sent.statistics = engine.statistics();
  return sent;
}

}  // namespace tern::tb
