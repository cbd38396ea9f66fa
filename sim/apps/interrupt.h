// SPDX-License-Identifier: Apache-2.0
//
// interrupt: an ended program leaves no half-written file behind.
//
// Destructors, which remove such files, do not run when a signal ends the program. So signals wait
// while a file is open, and long work asks now and then whether one is waiting.
//
//   Spec  docs/cli.md#outputs
//   Test  tb/apps/outputs_test.py
#pragma once

#include <optional>

#include "model/common/result.h"

namespace tern::apps {

/// Keeps SIGINT, SIGTERM and SIGHUP waiting as long as any such object lives. They act, and end the
/// program, when the last one is gone. Not for use by several threads.
class HoldInterrupts {
 public:
  HoldInterrupts();
  ~HoldInterrupts();
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;
};

/// An error if one of these signals is waiting: the caller gives up what it does. Nobody gets to
/// read the error, because the signal acts on the way back to main().
[[nodiscard]] std::optional<Error> check_interrupt();

}  // namespace tern::apps
