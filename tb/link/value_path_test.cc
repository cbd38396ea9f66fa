// SPDX-License-Identifier: Apache-2.0
//
// value_path_test: the parts that times and places of values are made of.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/value_path_test.cc
#include "sim/link/value_path.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "tb/link/link_support.h"

namespace tern::link {
namespace {

TEST(Femto, RatesAreExactOverManyBytes) {
  EXPECT_EQ(ByteRate(32).time(32), 1000000);
  EXPECT_EQ(ByteRate(0).time(1000), 0);
  // Three bytes each nanosecond: no multiple of a femtosecond.
  EXPECT_NEAR(static_cast<double>(ByteRate(3).time(3000000000)), 1e15, 1e5);
}

TEST(Femto, TimesAreRoundedUp) {
  EXPECT_EQ(to_ps(1000), 1);
  EXPECT_EQ(to_ps(1001), 2);
  EXPECT_EQ(to_ps(from_ps(77)), 77);
  EXPECT_EQ(scaled(std::int64_t{1} << 40, std::int64_t{1} << 40, std::int64_t{1} << 41),
            std::int64_t{1} << 39);
}

// In whatever order the two sides are told, as long as each is in order.
TEST(LevelMeter, FindsThePeakWhateverIsToldFirst) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<Femto, std::uint64_t>> fills;
    std::vector<std::pair<Femto, std::uint64_t>> drains;
    Femto time = 0;
    for (int i = 0; i < 50; ++i) {
      time += static_cast<Femto>(rng.below(10));
      const std::uint64_t amount = 1 + rng.below(9);
      fills.emplace_back(time, amount);
      const Femto earliest = drains.empty() ? time : std::max(time, drains.back().first);
      drains.emplace_back(earliest + 1 + static_cast<Femto>(rng.below(30)), amount);
    }
    std::uint64_t peak = 0;
    for (const auto& moment : fills) {
      std::int64_t level = 0;
      for (const auto& [at, amount] : fills) level += at <= moment.first ? int(amount) : 0;
      for (const auto& [at, amount] : drains) level -= at <= moment.first ? int(amount) : 0;
      peak = std::max(peak, static_cast<std::uint64_t>(level));
    }
    LevelMeter meter;
    for (std::size_t f = 0, d = 0; f < 50 || d < 50;) {
      const bool fill = d == 50 || (f < 50 && (d >= f || rng.chance(1, 2)));
      if (fill) {
        meter.fill(fills[f].first, fills[f].second);
        ++f;
      } else {
        meter.drain(drains[d].first, drains[d].second);
        ++d;
      }
    }
    EXPECT_EQ(meter.peak(), peak);
  }
}

TEST(ChunkCursor, FindsTheValuesOfEveryPlace) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int round = 0; round < 300; ++round) {
    Message message;
    for (std::uint64_t i = 0; i <= rng.below(6); ++i) {
      const std::uint64_t raw = rng.chance(1, 4) ? 0 : rng.below(300);
      const std::uint64_t wire = raw == 0 ? rng.below(2) * rng.below(50) : 1 + rng.below(200);
      message.chunks.push_back({raw, wire, static_cast<Picoseconds>(rng.below(100))});
    }
    ChunkCursor cursor(message);
    for (std::uint64_t place = 0; place <= message.wire_bytes(); ++place) {
      if (place != message.wire_bytes() && (place == 0 || rng.chance(1, 3))) continue;
      // All whole chunks before the place, and their share of the one that it is in.
      std::uint64_t before = 0;
      std::uint64_t values = 0;
      Picoseconds ready = 0;
      for (const Chunk& chunk : message.chunks) {
        if (before < place || chunk.wire_bytes == 0) ready = std::max(ready, chunk.ready);
        const std::uint64_t inside = std::min(chunk.wire_bytes, place - before);
        if (inside == chunk.wire_bytes) {
          values += chunk.raw_bytes;
        } else {
          values += chunk.raw_bytes * inside / chunk.wire_bytes;
          break;
        }
        before += chunk.wire_bytes;
        if (before == place && place != message.wire_bytes()) {
          // Chunks without coded bytes go with the one before.
          for (std::size_t k = static_cast<std::size_t>(&chunk - message.chunks.data()) + 1;
               k < message.chunks.size() && message.chunks[k].wire_bytes == 0; ++k) {
            ready = std::max(ready, message.chunks[k].ready);
          }
          break;
        }
      }
      ASSERT_EQ(cursor.advance(place), values);
      ASSERT_EQ(cursor.ready(), ready);
    }
    EXPECT_EQ(cursor.chunks_done(), message.chunks.size());
  }
}

TEST(ValuePath, PatternDependsOnMessageAndPlace) {
  Message message;
  message.id = 5;
  message.chunks = {{100, 100}};
  Bytes whole(100);
  message.read(0, 100, whole.data());
  Bytes part(10);
  message.read(50, 10, part.data());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 50));
  message.id = 6;
  message.read(50, 10, part.data());
  EXPECT_FALSE(std::equal(part.begin(), part.end(), whole.begin() + 50));
}

}  // namespace
}  // namespace tern::link
