// SPDX-License-Identifier: Apache-2.0
//
// tensor_output: writes decoded tensors as .npy, .safetensors or raw bytes.
//
//   Spec  docs/cli.md#tern-decode
//   Test  tb/apps/decode_test.py
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/common/tensor.h"
#include "sim/apps/output.h"

namespace tern::apps {

/// A tensor to be written: everything but its values.
struct OutputTensor {
  std::string name;
  Dtype dtype = Dtype::kBf16;
  std::vector<std::uint64_t> shape;
};

/// Takes the tensors one after the other.
class TensorOutput {
 public:
  /// The ending of `path` chooses the format. `as_float32`: the values are widened, which changes
  /// none of them. Refuses what the format cannot hold.
  [[nodiscard]] static Result<TensorOutput> create(const std::string& path,
                                                   const std::vector<OutputTensor>& tensors,
                                                   bool as_float32);

  /// Writes the values of the next tensor of the list.
  [[nodiscard]] std::optional<Error> add(std::vector<std::uint8_t> values);

  /// Puts the file under its name.
  [[nodiscard]] std::optional<Error> commit();

 private:
  TensorOutput() = default;

  std::string path_;
  std::vector<OutputTensor> tensors_;
  bool as_float32_ = false;
  std::size_t next_ = 0;
  std::unique_ptr<OutputFile> file_;  // .npy is written by write_npy() in one go
};

}  // namespace tern::apps
