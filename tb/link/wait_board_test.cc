// SPDX-License-Identifier: Apache-2.0
//
// wait_board_test: a standstill is reported with who waits for whom.
//
//   Spec  docs/link.md#deadlocks
//   Test  tb/link/wait_board_test.cc
#include "sim/link/wait_board.h"

#include <gtest/gtest.h>

namespace tern::link {
namespace {

TEST(WaitBoard, NobodyWaitsNothingIsReported) {
  WaitBoard board;
  EXPECT_FALSE(board.report());
  const auto ticket = board.wait("die 0", "die 1", "credits");
  EXPECT_TRUE(board.report());
  board.done(ticket);
  EXPECT_FALSE(board.report());
}

TEST(WaitBoard, CircleIsNamedBeforeThoseWhoHangOnIt) {
  WaitBoard board;
  (void)board.wait("die 3", "die 0", "message 9");
  (void)board.wait("die 0", "die 1", "credits");
  (void)board.wait("die 1", "die 2", "credits");
  (void)board.wait("die 2", "die 0", "message 4");
  EXPECT_EQ(board.report().value_or(""),
            "deadlock: die 0 waits for die 1 (credits), die 1 waits for die 2 (credits), die 2 "
            "waits for die 0 (message 4), die 3 waits for die 0 (message 9)");
}

TEST(WaitBoard, WithoutACircleItIsAStandstill) {
  WaitBoard board;
  (void)board.wait("die 0", "die 1", "message 1");
  EXPECT_EQ(board.report().value_or(""), "standstill: die 0 waits for die 1 (message 1)");
}

}  // namespace
}  // namespace tern::link
