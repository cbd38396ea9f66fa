// SPDX-License-Identifier: Apache-2.0
//
// container_file: writes and reads .tern files, message by message.
//
//   Spec  docs/cli.md#tern-files
//   Test  tb/apps/container_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/result.h"
#include "sim/apps/container.h"
#include "sim/apps/output.h"

namespace tern::apps {

/// Writes a container from front to back; the messages need not be in memory together.
class ContainerWriter {
 public:
  [[nodiscard]] static Result<ContainerWriter> create(const std::string& path);

  /// Starts a tensor. Its offset, messages and digest are filled in by what follows.
  void start(StoredTensor tensor);
  void add_message(const std::vector<std::uint8_t>& message);
  void finish(const std::string& sha256) { index_.tensors.back().sha256 = sha256; }

  /// Writes the index and puts the file under its name.
  [[nodiscard]] std::optional<Error> commit(const std::optional<huff::BookSet>& books);

  [[nodiscard]] const ContainerIndex& index() const { return index_; }

 private:
  ContainerWriter(std::string path, OutputFile file);

  std::string path_;
  OutputFile file_;
  ContainerIndex index_;
  std::uint64_t at_ = 0;
};

/// A container whose index was read and checked.
class ContainerReader {
 public:
  [[nodiscard]] static Result<ContainerReader> open(const std::string& path);

  [[nodiscard]] const ContainerIndex& index() const { return index_; }

  /// The `size` bytes at `offset`, those of a message as the index has it.
  [[nodiscard]] Result<std::vector<std::uint8_t>> message(std::uint64_t offset,
                                                          std::uint64_t size) const {
    return file_.read(offset, size);
  }

 private:
  ContainerReader(InputFile file, ContainerIndex index)
      : file_(std::move(file)), index_(std::move(index)) {}

  InputFile file_;
  ContainerIndex index_;
};

}  // namespace tern::apps
