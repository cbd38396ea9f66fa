// SPDX-License-Identifier: Apache-2.0
//
// output: the files a command writes.
//
// AtomicFile leaves nothing behind when writing fails; this adds the signals, and the mistakes that
// are better found before hours of work than after them.
//
//   Spec  docs/cli.md#outputs
//   Test  tb/apps/outputs_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/atomic_file.h"
#include "model/common/result.h"
#include "sim/apps/interrupt.h"

namespace tern::apps {

/// A file that appears whole or not at all. Signals wait while it is open: see check_interrupt().
class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);

  void write(const std::uint8_t* data, std::size_t size) { file_.write(data, size); }
  void write(std::string_view text) { file_.write(text); }

  /// Puts the file under its name. On an error the target is as it was before.
  [[nodiscard]] std::optional<Error> commit();

 private:
  OutputFile(std::unique_ptr<HoldInterrupts> hold, AtomicFile file);

  std::unique_ptr<HoldInterrupts> hold_;  // outlives file_, which removes what is unfinished
  AtomicFile file_;
};

/// Prints to standard output. A failure stays in ferror(stdout), where main() looks for it.
void print_result(std::string_view text);

/// The same for a remark about the output `path`; left out if `path` is the standard output itself.
void print_remark(const std::string& path, std::string_view text);

/// Writes a whole file.
[[nodiscard]] std::optional<Error> write_output(const std::string& path, std::string_view text);

/// Refuses, before any work, outputs that cannot be created, that are also inputs, or that are
/// named twice. Empty names are left out.
[[nodiscard]] std::optional<Error> check_outputs(const std::vector<std::string>& outputs,
                                                 const std::vector<std::string>& inputs);

}  // namespace tern::apps
