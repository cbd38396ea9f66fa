// SPDX-License-Identifier: Apache-2.0
//
// wave_file: the waveforms of `tern eval`, recorded under another name until it is whole.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#waveforms
//   Test  tb/apps/wave_test.py
#include "sim/apps/wave_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "model/common/atomic_file.h"
#include "model/common/input_file.h"
#include "sim/apps/options.h"

namespace tern::apps {
namespace {

// A whole run would give a file that no viewer opens; messages begin when the books are loaded, of
// which the circuits hold four at 4119 cycles each.
constexpr std::uint64_t kDefaultCycles = 20000;

std::optional<Error> check_file(const std::string& path) {
  // The recorder replaces what is under the name; a device or a pipe must not vanish.
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
      std::filesystem::is_directory(status)) {
    return {};
  }
  return file_error(path, "is no regular file, and a waveform needs one; choose another name",
                    ErrorKind::kUsage);
}

}  // namespace

void WaveOptions::add_to(CLI::App& app) {
  app.add_option("--wave", path, "Record the encoder's first run as an FST waveform")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--wave-decoder", decoder, "Record the decoder's first run likewise")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--wave-from", from, "First cycle recorded")
      ->type_name("C")
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--wave-to", to,
                 fmt::format("Last cycle recorded (default: {} cycles in all)", kDefaultCycles))
      ->type_name("C")
      ->check(whole_number());
}

std::uint64_t WaveOptions::last() const {
  if (to) return *to;
  return from > UINT64_MAX - kDefaultCycles ? UINT64_MAX : from + kDefaultCycles - 1;
}

std::optional<Error> check_wave(const WaveOptions& options, bool uses_rtl) {
  const bool records = !options.path.empty() || !options.decoder.empty();
  if (!records && (options.from > 0 || options.to)) {
    return Error{ErrorKind::kUsage,
                 "--wave-from, --wave-to: there is no file to record into; name it with --wave or "
                 "--wave-decoder"};
  }
  if (records && !uses_rtl) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--wave{}: only the circuit has a waveform; add rtl to --engines",
                             options.path.empty() ? "-decoder" : "")};
  }
  for (const std::string& path : {options.path, options.decoder}) {
    if (std::optional<Error> error = check_file(path)) return error;
  }
  if (options.last() < options.from) {
    return Error{
        ErrorKind::kUsage,
        fmt::format(
            "--wave-to: {} comes before --wave-from {}; name the last cycle behind the first",
            options.last(), options.from)};
  }
  return {};
}

WaveFile::WaveFile(std::string path, std::uint64_t from) : path_(std::move(path)), from_(from) {
  if (path_.empty()) return;
  target_ = follow_links(path_);
  hold_ = std::make_unique<HoldInterrupts>();
  // The recorder opens it by name; if it cannot be created, the recorder finds that out as well.
  const int descriptor = create_beside(target_, temporary_);
  if (descriptor >= 0) ::close(descriptor);
}

WaveFile::~WaveFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::optional<Error> WaveFile::keep() {
  if (temporary_.empty()) return {};
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(temporary_, ignored);
  const bool recorded = !ignored && size > 0;
  const bool kept = recorded && std::rename(temporary_.c_str(), target_.c_str()) == 0;
  const int code = errno;
  if (!kept) ::unlink(temporary_.c_str());
  temporary_.clear();
  hold_.reset();
  if (kept) return {};
  if (!recorded) {
    return file_error(path_,
                      fmt::format("nothing was recorded: the first run ended before cycle {}; "
                                  "choose a smaller --wave-from",
                                  from_),
                      ErrorKind::kUsage);
  }
  return file_error(
      path_, fmt::format("cannot be renamed ({}); choose another place", std::strerror(code)),
      ErrorKind::kOutput);
}

}  // namespace tern::apps
