// SPDX-License-Identifier: Apache-2.0
//
// interrupt: an ended program leaves no half-written file behind.
//
// Blocking is simpler than a handler: nothing runs at a moment that is not foreseen.
//
//   Spec  docs/cli.md#outputs
//   Test  tb/apps/outputs_test.py
#include "sim/apps/interrupt.h"

#include <csignal>

namespace tern::apps {
namespace {

int holders = 0;

sigset_t ending_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

HoldInterrupts::HoldInterrupts() {
  const sigset_t set = ending_signals();
  if (holders++ == 0) ::sigprocmask(SIG_BLOCK, &set, nullptr);
}

HoldInterrupts::~HoldInterrupts() {
  const sigset_t set = ending_signals();
  if (--holders == 0) ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

std::optional<Error> check_interrupt() {
  sigset_t waiting;
  ::sigpending(&waiting);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (::sigismember(&waiting, signal) == 1) return Error{ErrorKind::kOutput, "interrupted"};
  }
  return {};
}

}  // namespace tern::apps
