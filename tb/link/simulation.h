// SPDX-License-Identifier: Apache-2.0
//
// simulation: a SystemC simulation of its own for each test.
//
// The kernel elaborates once in a process, so that a second test in the same program could not even
// make its modules.
//
//   Spec  docs/link.md#simulations
//   Test  tb/link/link_test.cc
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace tern::tb {

/// Runs `body` in a child process; its failures are printed there and fail the test here.
template <typename Body>
void in_own_process(Body&& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    body();
    std::fflush(nullptr);
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see above";
}

}  // namespace tern::tb
