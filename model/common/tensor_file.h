// SPDX-License-Identifier: Apache-2.0
//
// tensor_file: .npy, .safetensors and raw bytes, read one tensor at a time.
//
// A file is data from somewhere else. Its header is checked in full before anything else is done;
// what numpy or the safetensors library would refuse, this refuses too.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_file_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/result.h"
#include "model/common/tensor.h"

namespace tern {

/// A tensor and where the file has it.
struct TensorEntry {
  TensorInfo info;
  std::uint64_t offset = 0;    ///< of the data, in the file
  bool fortran_order = false;  ///< the data has the first index fastest
};

/// An open file of tensors.
class TensorFile {
 public:
  /// Precondition: every entry lies inside the file.
  TensorFile(InputFile file, std::vector<TensorEntry> entries)
      : file_(std::move(file)), entries_(std::move(entries)) {}

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const TensorInfo& info(std::size_t index) const { return entries_[index].info; }

  /// The index of the tensor of that name.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;

  /// Loads one tensor, in C order. Takes the memory of this tensor, twice that if the file has it
  /// in Fortran order. Precondition: index < size().
  [[nodiscard]] Result<Tensor> read(std::size_t index) const;

 private:
  InputFile file_;
  std::vector<TensorEntry> entries_;
};

/// The ending of a file's name, which says what its format is: ".npy" or the like, in lower case.
[[nodiscard]] std::string format_ending(const std::string& path);

/// How to open a file.
struct OpenOptions {
  /// What a file of raw bytes holds.
  std::optional<Dtype> raw_dtype;
};

/// Opens a file and checks its header. `.npy` (or any file that begins like one) and
/// `.safetensors` say what they hold; every other file is taken as the bytes of one tensor.
[[nodiscard]] Result<std::unique_ptr<TensorFile>> open_tensor_file(const std::string& path,
                                                                   const OpenOptions& options);

/// Writes one tensor as .npy, version 1.0, in C order. numpy has no bfloat16 or 8-bit floats of its
/// own; they become void elements of the same size (view() of ml_dtypes makes them numbers again).
/// Precondition: bytes.size() is that of the shape; the type is not kUnsupported.
[[nodiscard]] std::optional<Error> write_npy(const std::string& path, const TensorInfo& info,
                                             const std::vector<std::uint8_t>& bytes);

}  // namespace tern
