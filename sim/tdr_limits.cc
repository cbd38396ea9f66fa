// SPDX-License-Identifier: Apache-2.0
//
// tdr_limits.cc: which blocks the circuits take.
//
//   Spec  docs/tdr_architecture.md#inverse-unit
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/apps/tdr_rtl_test.py
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "model/tdr/symbolize.h"
#include "sim/tdr_beats.h"
#include "sim/tdr_engine.h"

namespace tern::sim {
namespace {

using tdr::Transform;

constexpr std::size_t kLines = std::size_t{kTdrLanes} * tdr::kInterleave;

// DCT-8 across a group of 9 to 15 lines at the end.
bool has_odd_end(const tdr::Header& header) {
  return header.transform == Transform::kDct8 && !tdr_along(header) &&
         header.lines() % kTdrLanes > 8;
}

std::size_t most_in_a_lane(const tdr::Header& header, const tdr::Classes& classes) {
  std::size_t most = 0;
  for (std::uint32_t lane = 0; lane < kTdrLanes; ++lane) {
    most = std::max<std::size_t>(most, tdr::LaneWalk(header, classes, lane).count());
  }
  return most;
}

// The most by which a lane's values are ahead of another's when a beat has gone in. A lane whose
// values have come to an end waits for that of the block.
std::size_t most_ahead(const tdr::Header& header, const tdr::Classes& classes) {
  const std::vector<std::uint8_t>& lines = classes.lines(header);
  const std::vector<std::uint8_t>& positions = classes.positions(header);
  const auto lives = static_cast<std::size_t>(std::count_if(
      positions.begin(), positions.end(), [](std::uint8_t one) { return one != tdr::kDeadClass; }));
  std::array<std::size_t, kTdrLanes> counts{};
  std::size_t most = 0;
  for (std::size_t group = 0; group < lines.size(); group += kLines) {
    // Position by position, the lines of the group in turn: lanes part at an even rate.
    const std::size_t end = std::min<std::size_t>(lines.size(), group + kLines);
    for (std::size_t line = group; line < end; ++line) {
      if (lines[line] != tdr::kDeadClass) counts[line % kTdrLanes] += lives;
    }
    const auto [least, largest] = std::minmax_element(counts.begin(), counts.end());
    most = std::max(most, *largest - *least);
  }
  return most;
}

std::string both_lack(const TdrJob& job) {
  const tdr::Header& header = job.header;
  if (header.lanes_log2 != 4) return "fewer or more than 16 lanes";
  if (most_in_a_lane(header, job.side.classes) > kTdrDepth - 8) return "too many values in a lane";
  return {};
}

}  // namespace

std::string tdr_enc_lacks(const TdrJob& job) {
  const tdr::Header& header = job.header;
  if (header.mode == tdr::Mode::kInteger) return "integers: no stream effort";
  if (std::string text = both_lack(job); !text.empty()) return text;
  if (!header.bounded) return "free digits";
  // Values for whose symbols a lane waits, and a few on their way.
  if (most_ahead(header, job.side.classes) + 2 * tdr::shared::kDigitValues + 24 > kTdrHold) {
    return "lanes too far apart";
  }
  if (header.states_log2 != 0 && header.states_log2 != 2) return "more than 4 states";
  if (header.predict == tdr::Predict::kDelta) return "differences";
  if (header.transform == Transform::kDct8x8) return "transform both ways";
  if (has_odd_end(header)) return "DCT-8 with 9 to 15 lines at the end";
  for (const std::uint8_t one : job.side.classes.positions(header)) {
    if (one != tdr::kDeadClass) return {};
  }
  return "nothing to send";
}

std::string tdr_dec_lacks(const TdrJob& job) {
  const tdr::Header& header = job.header;
  if (std::string text = both_lack(job); !text.empty()) return text;
  if (header.line_length() > kTdrPositions) return "too many positions";
  if (header.lines() > kTdrRows * kTdrLanes) return "too many lines";
  if (header.predict == tdr::Predict::kDelta && has_odd_end(header)) {
    return "differences and DCT-8 with 9 to 15 lines at the end";
  }
  return {};
}

}  // namespace tern::sim
