// SPDX-License-Identifier: Apache-2.0
//
// replay_test: over wires that lose anything, every flit is delivered once and in order.
//
//   Spec  docs/link.md#retry
//   Test  tb/link/replay_test.cc
#include "sim/link/replay.h"

#include <gtest/gtest.h>

#include <deque>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::link {
namespace {

/// Sends `flits` over a channel that keeps order and loses a third of everything, both ways.
void run_channel(std::uint32_t window, std::uint32_t bits, std::uint64_t flits, Rng& rng) {
  ReplaySender sender(window, bits);
  ReplayReceiver receiver(window, bits);
  struct Flying {
    std::uint64_t flit;
    std::uint32_t sequence;
  };
  std::deque<Flying> forth;
  std::deque<Acknowledgement> back;
  std::uint64_t delivered = 0;
  for (std::uint64_t round = 0; delivered < flits; ++round) {
    ASSERT_LT(round, 1000 * flits) << "no progress at " << delivered;
    ASSERT_LE(sender.sent() - sender.base(), window);
    const std::uint64_t action = rng.below(8);
    if (action < 3 && sender.room() && sender.next() < flits) {
      forth.push_back({sender.next(), sender.sequence()});
      sender.send();
    } else if (action < 6 && !forth.empty()) {
      const Flying flit = forth.front();
      forth.pop_front();
      if (rng.chance(1, 6)) continue;
      const auto verdict = rng.chance(1, 6) ? receiver.refuse() : receiver.arrive(flit.sequence);
      if (verdict.deliver) {
        ASSERT_EQ(flit.flit, delivered);
        ++delivered;
      }
      if (verdict.answer && !rng.chance(1, 3)) back.push_back(verdict.acknowledgement);
    } else if (action == 6 && !back.empty()) {
      (void)sender.receive(back.front());
      back.pop_front();
      ASSERT_LE(sender.base(), delivered) << "freed before it was delivered";
    } else if (action == 7 && rng.chance(1, 10)) {
      sender.go_back();
    }
  }
}

TEST(Replay, DeliversEveryFlitOnceWhateverIsLost) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::uint32_t bits : {2U, 3U, 5U, 10U}) {
    for (const std::uint32_t window : {1U, (1U << (bits - 1)) - 1, 1U << (bits - 1)}) {
      if (window > 0) run_channel(window, bits, 2000, rng);
    }
  }
}

TEST(Replay, NumbersWrap) {
  ReplaySender sender(2, 2);
  ReplayReceiver receiver(2, 2);
  for (std::uint32_t i = 0; i < 20; ++i) {
    EXPECT_EQ(sender.sequence(), i % 4);
    const auto verdict = receiver.arrive(sender.sequence());
    sender.send();
    ASSERT_TRUE(verdict.deliver);
    ASSERT_TRUE(sender.receive(verdict.acknowledgement));
    EXPECT_EQ(sender.base(), i + 1);
  }
}

TEST(Replay, OldAcknowledgementDoesNothing) {
  ReplaySender sender(4, 3);
  for (int i = 0; i < 4; ++i) sender.send();
  EXPECT_FALSE(sender.room());
  EXPECT_TRUE(sender.receive({false, 3}));
  EXPECT_FALSE(sender.receive({false, 1}));
  EXPECT_FALSE(sender.receive({true, 2}));
  EXPECT_EQ(sender.base(), 3U);
  EXPECT_EQ(sender.next(), 4U);
}

// A duplicate that is not acknowledged again leaves a sender behind that repeats it for ever.
TEST(Replay, DuplicateIsDroppedAndAcknowledgedAgain) {
  ReplayReceiver receiver(4, 3);
  for (std::uint32_t i = 0; i < 6; ++i) ASSERT_TRUE(receiver.arrive(i % 8).deliver);
  for (const std::uint32_t old : {2U, 3U, 4U, 5U}) {
    const auto verdict = receiver.arrive(old);
    EXPECT_FALSE(verdict.deliver);
    EXPECT_TRUE(verdict.duplicate);
    ASSERT_TRUE(verdict.answer);
    EXPECT_FALSE(verdict.acknowledgement.again);
    EXPECT_EQ(verdict.acknowledgement.sequence, 6U);
  }
}

TEST(Replay, GapIsAskedForOnce) {
  ReplayReceiver receiver(4, 3);
  ASSERT_TRUE(receiver.arrive(0).deliver);
  const auto gap = receiver.arrive(2);
  EXPECT_FALSE(gap.deliver);
  ASSERT_TRUE(gap.answer && gap.acknowledgement.again);
  EXPECT_EQ(gap.acknowledgement.sequence, 1U);
  EXPECT_FALSE(receiver.arrive(3).answer);
  EXPECT_TRUE(receiver.arrive(1).deliver);
  EXPECT_TRUE(receiver.arrive(3).acknowledgement.again) << "the next gap is asked for again";
}

// Else only a timeout would help when a flit is hit twice.
TEST(Replay, FlitSentAgainInVainIsAskedForAgain) {
  ReplayReceiver receiver(8, 4);
  EXPECT_TRUE(receiver.refuse().acknowledgement.again);
  for (const std::uint32_t behind : {1U, 2U, 3U}) EXPECT_FALSE(receiver.arrive(behind).answer);
  EXPECT_FALSE(receiver.refuse().answer) << "nobody knows which one it was";
  const auto again = receiver.arrive(1);
  ASSERT_TRUE(again.answer && again.acknowledgement.again);
  EXPECT_EQ(again.acknowledgement.sequence, 0U);
  EXPECT_FALSE(receiver.arrive(2).answer);
}

TEST(Replay, GoesBackToTheFlitThatIsAskedFor) {
  ReplaySender sender(8, 4);
  for (int i = 0; i < 6; ++i) sender.send();
  EXPECT_TRUE(sender.receive({true, 2}));
  EXPECT_EQ(sender.base(), 2U);
  EXPECT_EQ(sender.next(), 2U);
  EXPECT_EQ(sender.sent(), 6U);
}

}  // namespace
}  // namespace tern::link
