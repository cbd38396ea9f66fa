// SPDX-License-Identifier: Apache-2.0
//
// wave_file: the waveforms of `tern eval`, recorded under another name until it is whole.
//
//   Spec  docs/cli.md#waveforms
//   Test  tb/apps/wave_test.py
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "model/common/result.h"
#include "sim/apps/interrupt.h"

namespace CLI {
class App;
}

namespace tern::apps {

/// What to record.
struct WaveOptions {
  std::string path;     ///< of the encoder; empty: nothing
  std::string decoder;  ///< of the decoder; empty: nothing
  std::uint64_t from = 0;
  std::optional<std::uint64_t> to;

  void add_to(CLI::App& app);
  /// Last cycle to record: `to`, or enough cycles to see the first messages.
  [[nodiscard]] std::uint64_t last() const;
};

/// Nothing if the options make sense together.
[[nodiscard]] std::optional<Error> check_wave(const WaveOptions& options, bool uses_rtl);

/// Signals wait until keep(), or the end of this object, which removes what was not kept.
class WaveFile {
 public:
  /// `path` as in the options, one of the two; `from` as well.
  WaveFile(std::string path, std::uint64_t from);
  ~WaveFile();
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Where to record; empty if nothing is wanted.
  [[nodiscard]] const std::string& temporary() const { return temporary_; }

  /// Gives the recording its name. Later calls do nothing.
  [[nodiscard]] std::optional<Error> keep();

 private:
  std::string path_;
  std::uint64_t from_;
  std::string target_;  // what the path names, links followed
  std::string temporary_;
  std::unique_ptr<HoldInterrupts> hold_;
};

}  // namespace tern::apps
