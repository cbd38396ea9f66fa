// SPDX-License-Identifier: Apache-2.0
//
// output: the files a command writes.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#outputs
//   Test  tb/apps/outputs_test.py
#include "sim/apps/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "model/common/input_file.h"

namespace tern::apps {
namespace {

// True if both names lead to the same file. Files that do not exist yet are compared by name.
bool same_file(const std::string& a, const std::string& b) {
  std::error_code code;
  if (std::filesystem::equivalent(a, b, code)) {
    return std::filesystem::is_regular_file(a, code);
  }
  const std::string full_a = follow_links(a);
  return full_a == follow_links(b) && !std::filesystem::exists(full_a, code);
}

}  // namespace

OutputFile::OutputFile(std::unique_ptr<HoldInterrupts> hold, AtomicFile file)
    : hold_(std::move(hold)), file_(std::move(file)) {}

Result<OutputFile> OutputFile::create(const std::string& path) {
  auto hold = std::make_unique<HoldInterrupts>();
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  return OutputFile(std::move(hold), std::move(file.value()));
}

std::optional<Error> OutputFile::commit() {
  std::optional<Error> error = file_.commit();
  hold_.reset();
  return error;
}

void print_result(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_remark(const std::string& path, std::string_view text) {
  struct stat file {};
  struct stat out {};
  const bool same = ::stat(path.c_str(), &file) == 0 && ::fstat(STDOUT_FILENO, &out) == 0 &&
                    file.st_dev == out.st_dev && file.st_ino == out.st_ino;
  if (!same) print_result(text);
}

std::optional<Error> write_output(const std::string& path, std::string_view text) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  file.value().write(text);
  return file.value().commit();
}

std::optional<Error> check_outputs(const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty()) continue;
    for (const std::string& input : inputs) {
      if (same_file(outputs[i], input)) {
        return file_error(outputs[i], "is also an input; choose another name for the output",
                          ErrorKind::kUsage);
      }
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (!outputs[k].empty() && same_file(outputs[i], outputs[k])) {
        return file_error(outputs[i], "is named for two outputs; give each its own file",
                          ErrorKind::kUsage);
      }
    }
    const HoldInterrupts hold;
    if (std::optional<Error> error = AtomicFile::check(outputs[i])) return error;
  }
  return {};
}

}  // namespace tern::apps
