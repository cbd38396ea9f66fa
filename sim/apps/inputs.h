// SPDX-License-Identifier: Apache-2.0
//
// inputs: the tensors a command works on, one in memory at a time.
//
//   Spec  docs/cli.md#tensor-files
//   Test  tb/apps/inputs_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "model/common/tensor.h"
#include "sim/apps/options.h"

namespace tern::apps {

/// A tensor that is known, but not loaded.
struct Input {
  TensorInfo info;
  std::size_t index = 0;  ///< in its file
  Dtype dtype = Dtype::kBf16;

  /// Bytes of its values as `dtype`.
  [[nodiscard]] std::uint64_t raw_bytes() const { return info.values * element_bytes(dtype); }
};

/// All tensors that the options name, in the order of the command line and of their files. Every
/// file is opened and checked, and every dtype; nothing is loaded.
[[nodiscard]] Result<std::vector<Input>> find_inputs(const InputOptions& options);

/// Nothing if all have the same dtype; else an error that says why they must.
[[nodiscard]] std::optional<Error> check_one_dtype(const std::vector<Input>& inputs,
                                                   const std::string& why);

/// The values of one tensor as its dtype, little-endian, in C order.
[[nodiscard]] Result<std::vector<std::uint8_t>> load(const Input& input);

/// Sum of raw_bytes().
[[nodiscard]] std::uint64_t total_bytes(const std::vector<Input>& inputs);

}  // namespace tern::apps
