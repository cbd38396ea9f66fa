// SPDX-License-Identifier: Apache-2.0
//
// wait_board: who waits for whom, so that a simulation that stands still can say why.
//
//   Spec  docs/link.md#deadlocks
//   Test  tb/link/wait_board_test.cc
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace tern::link {

/// Everyone who waits writes it here, and wipes it out afterwards.
class WaitBoard {
 public:
  using Ticket = std::uint64_t;

  /// `who` cannot go on before `whom` does something; `what` it is, for the report.
  Ticket wait(const std::string& who, const std::string& whom, const std::string& what);
  void done(Ticket ticket);

  [[nodiscard]] bool empty() const { return waits_.empty(); }

  /// For use once nothing happens any more: nothing if nobody waits. Else a line for each wait,
  /// those first that form a circle: "deadlock: A waits for B (what), B waits for A (what)".
  [[nodiscard]] std::optional<std::string> report() const;

 private:
  struct Wait {
    std::string who;
    std::string whom;
    std::string what;
  };
  std::map<Ticket, Wait> waits_;
  Ticket next_ = 0;
};

}  // namespace tern::link
