// SPDX-License-Identifier: Apache-2.0
//
// tdr_limits.cc: which blocks the circuits take.
//
//   Spec  docs/tdr_architecture.md#inverse-unit
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/apps/tdr_rtl_test.py
#include <algorithm>
#include <cstddef>
#include <string>

#include "model/tdr/symbolize.h"
#include "sim/tdr_beats.h"
#include "sim/tdr_engine.h"

namespace tern::sim {
namespace {

using tdr::Transform;

// A group of 9 to 15 lines at the end.
bool has_odd_end(const tdr::Header& header) { return header.lines() % kTdrLanes > 8; }

std::size_t most_in_a_lane(const tdr::Header& header, const tdr::Classes& classes) {
  std::size_t most = 0;
  for (std::uint32_t lane = 0; lane < kTdrLanes; ++lane) {
    most = std::max<std::size_t>(most, tdr::LaneWalk(header, classes, lane).count());
  }
  return most;
}

std::string both_lack(const TdrJob& job) {
  const tdr::Header& header = job.header;
  if (header.lanes_log2 != 4) return "fewer or more than 16 lanes";
  if (header.transform == Transform::kDct8x8) return "transform both ways";
  if (header.bounded) return "bounded digits";
  // The beats would need to be turned, 16 by 16.
  if (header.transform != Transform::kBypass && header.along_rows == header.lines_are_rows) {
    return "transform along lines";
  }
  if (most_in_a_lane(header, job.side.classes) > kTdrDepth - 8) return "too many values in a lane";
  return {};
}

}  // namespace

std::string tdr_enc_lacks(const TdrJob& job) {
  const tdr::Header& header = job.header;
  if (header.mode == tdr::Mode::kInteger) return "integers: no stream effort";
  if (std::string text = both_lack(job); !text.empty()) return text;
  if (header.states_log2 != 0 && header.states_log2 != 2) return "more than 4 states";
  if (header.predict == tdr::Predict::kDelta) return "differences";
  if (header.transform == Transform::kDct8 && has_odd_end(header)) {
    return "DCT-8 with 9 to 15 lines at the end";
  }
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
  if (header.predict == tdr::Predict::kDelta && header.transform == Transform::kDct8 &&
      has_odd_end(header)) {
    return "differences and DCT-8 with 9 to 15 lines at the end";
  }
  return {};
}

}  // namespace tern::sim
