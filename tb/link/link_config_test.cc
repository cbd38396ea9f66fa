// SPDX-License-Identifier: Apache-2.0
//
// link_config_test: links and messages that cannot work are refused with the key's name.
//
//   Spec  docs/link.md#parameters
//   Test  tb/link/link_config_test.cc
#include "sim/link/link_config.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "sim/link/message.h"

namespace tern::link {
namespace {

TEST(LinkConfig, DefaultsWork) { EXPECT_FALSE(LinkConfig().check()); }

TEST(LinkConfig, EveryImpossibleParameterIsNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<const char*, std::function<void(LinkConfig&)>>> cases = {
      {"lanes", [](LinkConfig& c) { c.lanes = 0; }},
      {"gtps", [](LinkConfig& c) { c.gtps = 0; }},
      {"gtps", [&](LinkConfig& c) { c.gtps = nan; }},
      {"flit_bytes", [](LinkConfig& c) { c.flit_bytes = 128; }},
      {"propagation_ns", [](LinkConfig& c) { c.propagation_ns = -1; }},
      {"adapter_latency_ns", [&](LinkConfig& c) { c.adapter_latency_ns = nan; }},
      {"flit_by_flit",
       [](LinkConfig& c) {
         c.flit_by_flit = true;
         c.adapter_latency_ns = c.propagation_ns = 0;
       }},
      {"sequence_bits", [](LinkConfig& c) { c.sequence_bits = 13; }},
      {"replay_flits", [](LinkConfig& c) { c.replay_flits = 0; }},
      {"replay_flits", [](LinkConfig& c) { c.replay_flits = 513; }},
      {"retry_timeout_ns", [](LinkConfig& c) { c.retry_timeout_ns = c.round_trip_ns(); }},
      {"credit_bytes", [](LinkConfig& c) { c.credit_bytes = 249; }},
      {"drain_bytes_per_ns", [](LinkConfig& c) { c.drain_bytes_per_ns = -1; }},
      {"bit_error_rate", [](LinkConfig& c) { c.bit_error_rate = 1; }},
      {"bit_error_rate", [](LinkConfig& c) { c.bit_error_rate = 0.003; }},  // of 256 bytes
      {"lost_flit_rate", [](LinkConfig& c) { c.lost_flit_rate = 0.997; }},
      {"burst_bits", [](LinkConfig& c) { c.burst_bits = 0; }},
      {"lost_flit_rate", [&](LinkConfig& c) { c.lost_flit_rate = nan; }},
      {"lost_ack_rate", [](LinkConfig& c) { c.lost_ack_rate = -0.1; }},
      {"stalls",
       [](LinkConfig& c) {
         c.stalls = {{5, 5}};
       }},
      {"stalls",
       [](LinkConfig& c) {
         c.stalls = {{5, 9}, {8, 12}};
       }},
  };
  for (const auto& [key, change] : cases) {
    LinkConfig config;
    change(config);
    EXPECT_EQ(config.check().value_or("").rfind(std::string(key) + ": ", 0), 0U)
        << key << " gave: " << config.check().value_or("nothing");
  }
}

TEST(MessageCheck, CreditsTooSmallForOneFlitAreRefused) {
  LinkConfig config;
  config.credit_bytes = 250;
  EXPECT_FALSE(config.check());
  Message message;
  message.chunks = {{1000, 1000}};
  EXPECT_FALSE(message.check(config));
  // A flit then has twice as many decompressed bytes.
  message.chunks = {{2000, 1000}};
  EXPECT_EQ(message.check(config).value_or("").rfind("credit_bytes: ", 0), 0U);
  // A decoder holds some more, until others follow.
  config.credit_bytes = 1000;
  EXPECT_FALSE(message.check(config));
  CodecTiming codec;
  codec.present = true;
  codec.lanes = 16;
  codec.word_bits = 32;
  EXPECT_EQ(message.check(config, codec).value_or("").rfind("credit_bytes: ", 0), 0U);
  config.credit_bytes = 500 + 2 * codec.held_bytes();
  EXPECT_FALSE(message.check(config, codec));
  config.credit_bytes = 250;
  message.decode = false;
  EXPECT_FALSE(message.check(config, codec));
}

TEST(MessageCheck, SizesMustAgree) {
  Message message;
  EXPECT_EQ(message.check({}).value_or("").rfind("chunks: ", 0), 0U);
  message.chunks = {{10, 5}, {10, 6}};
  message.payload = std::make_shared<Bytes>(11);
  EXPECT_FALSE(message.check({}));
  message.payload = std::make_shared<Bytes>(12);
  EXPECT_EQ(message.check({}).value_or("").rfind("payload: ", 0), 0U);
  message.chunks = {{10, 0}};
  EXPECT_EQ(message.check({}).value_or("").rfind("chunks: ", 0), 0U);
}

}  // namespace
}  // namespace tern::link
