// SPDX-License-Identifier: Apache-2.0
//
// wave: records a window of cycles into an FST file of bounded size.
//
//   Spec  docs/verification.md
//   Test  tb/common/wave_test.cc
#include "sim/wave.h"

#include <filesystem>
#include <system_error>

namespace tern::sim {

namespace fs = std::filesystem;

Wave::Wave(Model& model, const WaveOptions& options) : options_(options) {
  if (options_.path.empty()) return;
  model.context().traceEverOn(true);
  file_ = std::make_unique<VerilatedFstC>();
  if (!model.attach(*file_)) {
    problem_ = "the model was built without waveforms";
    return;
  }
  std::error_code ignored;
  const fs::path folder = fs::path(options_.path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, ignored);
  enabled_ = true;
}

Wave::~Wave() {
  if (file_ && file_->isOpen()) file_->close();
}

void Wave::dump(std::uint64_t cycle, unsigned half) {
  if (!file_->isOpen()) {
    file_->open(options_.path.c_str());
    if (!file_->isOpen()) {
      problem_ = "cannot write " + options_.path;
      enabled_ = false;
      return;
    }
  }
  const std::uint64_t time = 2 * cycle + half;
  if (dumps_ > 0 && time <= last_time_) return;
  last_time_ = time;
  file_->dump(time);
  limit_size();
}

void Wave::limit_size() {
  // A flush writes a whole block, so it must be rare; wide circuits make up to 100 kB in this time.
  if (++dumps_ % 1024 != 0) return;
  file_->flush();
  std::error_code error;
  const std::uintmax_t size = fs::file_size(options_.path, error);
  if (error || size < options_.max_bytes) return;
  truncated_ = true;
  enabled_ = false;
  file_->close();
}

}  // namespace tern::sim
