// SPDX-License-Identifier: Apache-2.0
//
// progress: one line on the terminal while long work runs.
//
// Silent in scripts, and for work that is done within a second.
//
//   Spec  docs/cli.md#progress
//   Test  tb/apps/progress_test.py
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tern::apps {

/// Shows how much of `total` units is done, on stderr, if that is a terminal.
class Progress {
 public:
  explicit Progress(std::uint64_t total);

  /// Removes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What is being done now.
  void describe(const std::string& what);

  /// `units` more are done.
  void advance(std::uint64_t units);

 private:
  using Clock = std::chrono::steady_clock;
  void draw();

  bool enabled_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::string what_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_ = start_;
  bool visible_ = false;
};

}  // namespace tern::apps
