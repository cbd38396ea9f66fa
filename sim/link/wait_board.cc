// SPDX-License-Identifier: Apache-2.0
//
// wait_board: finds who waits for himself in the end.
//
//   Spec  docs/link.md#deadlocks
//   Test  tb/link/wait_board_test.cc
#include "sim/link/wait_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace tern::link {

WaitBoard::Ticket WaitBoard::wait(const std::string& who, const std::string& whom,
                                  const std::string& what) {
  waits_[next_] = {who, whom, what};
  return next_++;
}

void WaitBoard::done(Ticket ticket) { waits_.erase(ticket); }

std::optional<std::string> WaitBoard::report() const {
  if (waits_.empty()) return std::nullopt;

  // Waits from which no one comes back to their beginning are taken away until none is left.
  std::vector<const Wait*> circle;
  for (const auto& [ticket, wait] : waits_) circle.push_back(&wait);
  for (std::size_t before = 0; before != circle.size();) {
    before = circle.size();
    std::set<std::string> waiting;
    std::set<std::string> awaited;
    for (const Wait* wait : circle) {
      waiting.insert(wait->who);
      awaited.insert(wait->whom);
    }
    const auto leads_out = [&](const Wait* wait) {
      return waiting.count(wait->whom) == 0 || awaited.count(wait->who) == 0;
    };
    circle.erase(std::remove_if(circle.begin(), circle.end(), leads_out), circle.end());
  }

  std::string text = circle.empty() ? "standstill:" : "deadlock:";
  std::vector<const Wait*> order = circle;
  for (const auto& [ticket, wait] : waits_) {
    if (std::find(circle.begin(), circle.end(), &wait) == circle.end()) order.push_back(&wait);
  }
  const char* separator = " ";
  for (const Wait* wait : order) {
    text += fmt::format("{}{} waits for {} ({})", separator, wait->who, wait->whom, wait->what);
    separator = ", ";
  }
  return text;
}

}  // namespace tern::link
