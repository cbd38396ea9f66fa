// SPDX-License-Identifier: Apache-2.0
//
// tensor_format: what the readers of the tensor formats have in common, and only they use.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_file_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/result.h"
#include "model/common/tensor_file.h"

namespace tern {

/// True if the file begins as every .npy file does.
[[nodiscard]] bool has_npy_magic(const InputFile& file);

/// The one tensor of a .npy file.
[[nodiscard]] Result<std::vector<TensorEntry>> npy_entries(const InputFile& file);

/// The tensors of a .safetensors file, in the order of their data.
[[nodiscard]] Result<std::vector<TensorEntry>> safetensors_entries(const InputFile& file);

/// A file of nothing but values of `dtype`.
[[nodiscard]] Result<std::vector<TensorEntry>> raw_entries(const InputFile& file, Dtype dtype);

/// The name of a file without folder and ending, which names the one tensor in it.
[[nodiscard]] std::string tensor_name_from(const std::string& path);

/// The product of `factors`, or nothing if it is 2^63 or more, which neither numpy nor a file can
/// have. A zero among them does not excuse the others: their product must fit too.
[[nodiscard]] std::optional<std::uint64_t> checked_product(
    const std::vector<std::uint64_t>& factors);

}  // namespace tern
