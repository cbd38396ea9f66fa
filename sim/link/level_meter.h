// SPDX-License-Identifier: Apache-2.0
//
// level_meter: the high-water mark of something that is filled and emptied.
//
// Both sides come in order of time, each for itself; they may be told in any order between them.
//
//   Spec  docs/link.md#statistics
//   Test  tb/link/value_path_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

#include "sim/link/femto.h"

namespace tern::link {

class LevelMeter {
 public:
  void fill(Femto time, std::uint64_t amount) {
    fills_.emplace_back(time, amount);
    settle();
  }
  void drain(Femto time, std::uint64_t amount) {
    drains_.emplace_back(time, amount);
    settle();
  }

  [[nodiscard]] std::uint64_t peak() const {
    // What is still to be drained, or was filled last, in a copy.
    LevelMeter rest = *this;
    rest.drain(kNever, 0);
    return rest.peak_;
  }

 private:
  void settle() {
    while (!fills_.empty() && !drains_.empty()) {
      // What is taken makes room for what comes in the same moment.
      if (drains_.front().first <= fills_.front().first) {
        level_ -= drains_.front().second;
        drains_.pop_front();
      } else {
        level_ += fills_.front().second;
        peak_ = std::max(peak_, level_);
        fills_.pop_front();
      }
    }
  }

  std::deque<std::pair<Femto, std::uint64_t>> fills_;
  std::deque<std::pair<Femto, std::uint64_t>> drains_;
  std::uint64_t level_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace tern::link
