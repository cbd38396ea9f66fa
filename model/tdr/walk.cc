// SPDX-License-Identifier: Apache-2.0
//
// walk.cc: the order in which a lane visits its values.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#include "model/tdr/symbolize.h"

namespace tern::tdr {

LaneWalk::LaneWalk(const Header& header, const Classes& classes, std::uint32_t lane)
    : lanes_(1U << header.lanes_log2),
      lane_(lane),
      lines_(header.lines()),
      line_classes_(classes.lines(header)) {
  const std::vector<std::uint8_t>& positions = classes.positions(header);
  for (std::uint32_t at = 0; at < positions.size(); ++at) {
    if (positions[at] != kDeadClass) live_.push_back(at);
  }
  if (live_.empty()) first_ = lines_;
  for (std::uint64_t line = lane; line < lines_; line += lanes_) {
    if (line_classes_[line] != kDeadClass) count_ += live_.size();
  }
  enter_group();
}

// Goes to the next group that has a live line, the one at first_ included.
void LaneWalk::enter_group() {
  group_.clear();
  at_ = 0;
  in_group_ = 0;
  while (group_.empty() && first_ < lines_) {
    for (std::uint32_t slot = 0; slot < kInterleave; ++slot) {
      const std::uint64_t line = first_ + std::uint64_t{slot} * lanes_ + lane_;
      if (line >= lines_ || line_classes_[line] == kDeadClass) continue;
      group_.push_back({static_cast<std::uint32_t>(line), 0, slot, false, true});
    }
    first_ += std::uint64_t{kInterleave} * lanes_;
  }
}

LaneWalk::Place LaneWalk::next() {
  if (group_.empty()) return {};
  Place place = group_[in_group_];
  place.at = live_[at_];
  place.starts_line = at_ == 0;
  if (++in_group_ == group_.size()) {
    in_group_ = 0;
    if (++at_ == live_.size()) enter_group();
  }
  return place;
}

}  // namespace tern::tdr
