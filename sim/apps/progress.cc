// SPDX-License-Identifier: Apache-2.0
//
// progress: one line on the terminal while long work runs.
//
// Redraws at most ten times a second, whatever the size of the steps.
//
//   Spec  docs/cli.md#progress
//   Test  tb/apps/progress_test.py
#include "sim/apps/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "model/common/text.h"

namespace tern::apps {
namespace {

constexpr std::chrono::milliseconds kFirstDraw{1000};
constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::size_t kMaxText = 50;  // a line that wraps could not be removed
constexpr const char* kClearLine = "\r\x1b[2K";

}  // namespace

Progress::Progress(std::uint64_t total) : enabled_(::isatty(STDERR_FILENO) != 0), total_(total) {}

Progress::~Progress() {
  if (visible_) std::fputs(kClearLine, stderr);
}

void Progress::describe(const std::string& what) {
  what_ = printable(what, kMaxText);
  draw();
}

void Progress::advance(std::uint64_t units) {
  done_ += units;
  draw();
}

void Progress::draw() {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < kFirstDraw || now - drawn_ < kRedraw) return;
  drawn_ = now;
  visible_ = true;
  const double part =
      total_ == 0 ? 1.0 : std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string left;
  if (part > 0.01) left = fmt::format(", {:.0f} s left", seconds / part - seconds);
  std::fputs(fmt::format("{}{:3.0f} %{}  {}", kClearLine, 100 * part, left, what_).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace tern::apps
