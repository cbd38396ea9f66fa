// SPDX-License-Identifier: Apache-2.0
//
// scoreboard: collects the beats of a stream and compares each with what it must be.
//
//   Spec  docs/verification.md
//   Test  tb/common/stream_test.cc
#include "sim/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace tern::sim {

namespace {

/// Highest byte first, as a waveform viewer shows the port.
std::string hex(const std::uint8_t* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = size; i-- > 0;) text += fmt::format("{:02x}", bytes[i]);
  return text.empty() ? "(no byte)" : text;
}

}  // namespace

Scoreboard::Scoreboard(const StreamPins& pins)
    : pins_(pins),
      beat_bytes_(pins.data.size()),
      full_keep_(pins.keep.bound() ? pins.keep.size() : 0, 0xFF) {
  if (pins.keep.bound() && pins.keep.width() % 8 != 0) {
    full_keep_.back() = static_cast<std::uint8_t>((1U << pins.keep.width() % 8) - 1);
  }
}

bool Scoreboard::edge_next() const {
  if (beat_ == 0 || expected_.empty()) return true;
  const Expected& next = expected_.front();
  return next.compare && current_.size() + beat_bytes_.size() >= next.bytes.size();
}

void Scoreboard::clear() {
  expected_.clear();
  current_.clear();
  beat_ = 0;
}

std::optional<std::size_t> Scoreboard::kept_bytes() const {
  if (!pins_.keep.bound() || pins_.keep.equals(full_keep_.data())) return beat_bytes_.size();
  std::vector<std::uint8_t> keep(full_keep_.size());
  pins_.keep.store(keep.data());
  std::size_t kept = 0;
  while (kept < beat_bytes_.size() && ((keep[kept / 8] >> (kept % 8)) & 1U) != 0) ++kept;
  for (std::size_t i = kept; i < beat_bytes_.size(); ++i) {
    if (((keep[i / 8] >> (i % 8)) & 1U) != 0) return std::nullopt;
  }
  return kept;
}

bool Scoreboard::take() {
  if (mismatch_) return false;
  pins_.data.store(beat_bytes_.data());
  const bool last = pins_.last.get();
  const std::optional<std::size_t> kept = kept_bytes();
  if (expected_.empty()) return refuse(0, "a beat came and no packet is expected");
  if (!kept) return refuse(0, "the keep bits are not the low ones");
  if (!last && *kept != beat_bytes_.size()) return refuse(*kept, "a partial beat is not the last");

  Expected& want = expected_.front();
  const std::size_t start = current_.size();
  if (beat_ == 0) current_.reserve(std::max(want.bytes.size(), want.size_hint));
  current_.insert(current_.end(), beat_bytes_.begin(),
                  beat_bytes_.begin() + static_cast<std::ptrdiff_t>(*kept));
  if (want.compare) {
    const std::size_t end = start + *kept;
    const std::size_t common =
        std::min(end, want.bytes.size()) - std::min(start, want.bytes.size());
    const std::uint8_t* const got = beat_bytes_.data();
    const std::uint8_t* const right = want.bytes.data() + start;
    if (common > 0 && std::memcmp(got, right, common) != 0) {
      const auto first = std::mismatch(got, got + common, right).first;
      return refuse(static_cast<std::size_t>(first - got), "wrong data");
    }
    if (end > want.bytes.size()) return refuse(common, "the packet is too long");
    if (last && end < want.bytes.size()) return refuse(*kept, "the packet is too short");
    if (!last && end == want.bytes.size()) return refuse(*kept, "last is missing");
  }
  ++beat_;
  if (last) {
    received_.push_back(std::move(current_));
    current_ = {};
    expected_.pop_front();
    ++packets_;
    beat_ = 0;
  }
  return true;
}

bool Scoreboard::refuse(std::size_t offset, std::string reason) {
  const std::size_t start = static_cast<std::size_t>(beat_) * beat_bytes_.size();
  Mismatch found;
  found.packet = packets_;
  found.beat = beat_;
  found.offset = start + offset;
  found.reason = std::move(reason);
  const std::size_t kept = kept_bytes().value_or(beat_bytes_.size());
  found.got = hex(beat_bytes_.data(), kept) + (pins_.last.get() ? " last" : "");
  if (!expected_.empty() && expected_.front().compare) {
    const std::vector<std::uint8_t>& bytes = expected_.front().bytes;
    const std::size_t left = bytes.size() - std::min(bytes.size(), start);
    const std::size_t size = std::min(left, beat_bytes_.size());
    found.want = hex(bytes.data() + std::min(bytes.size(), start), size);
    if (left <= beat_bytes_.size()) found.want += " last";
  } else {
    found.want = "(nothing)";
  }
  mismatch_ = std::move(found);
  return false;
}

}  // namespace tern::sim
