// SPDX-License-Identifier: Apache-2.0
//
// wave: records a window of cycles into an FST file of bounded size.
//
// Whole runs give files that nobody opens; a window around the failure is what is wanted.
//
//   Spec  docs/verification.md
//   Test  tb/common/wave_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/model.h"

namespace tern::sim {

/// Which cycles to record, and where.
struct WaveOptions {
  std::string path;                        ///< FST file; empty: none
  std::uint64_t from = 0;                  ///< first cycle recorded
  std::uint64_t to = ~std::uint64_t{0};    ///< last cycle recorded
  std::uint64_t max_bytes = 64ULL << 20U;  ///< the file stops growing soon after this size
};

/// A waveform file, opened at the first recorded cycle.
class Wave {
 public:
  /// Connects to `model` if a path is given. Must come before the first evaluation.
  Wave(Model& model, const WaveOptions& options);
  ~Wave();
  Wave(const Wave&) = delete;
  Wave& operator=(const Wave&) = delete;

  /// True if this cycle is to be recorded.
  [[nodiscard]] bool wants(std::uint64_t cycle) const {
    return enabled_ && cycle >= options_.from && cycle <= options_.to;
  }

  /// Records the settled circuit; a cycle has the half cycles 0 (rising edge) and 1 (falling).
  void dump(std::uint64_t cycle, unsigned half);

  /// True if the size limit ended the recording early.
  [[nodiscard]] bool truncated() const { return truncated_; }

  /// Why nothing is recorded although a path was given, or empty.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void limit_size();

  WaveOptions options_;
  std::unique_ptr<VerilatedFstC> file_;
  bool enabled_ = false;
  bool truncated_ = false;
  std::uint64_t dumps_ = 0;
  std::uint64_t last_time_ = 0;
  std::string problem_;
};

}  // namespace tern::sim
