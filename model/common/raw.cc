// SPDX-License-Identifier: Apache-2.0
//
// raw: files with the values of one tensor and nothing else.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_file_test.cc
#include <fmt/format.h>

#include "model/common/tensor_format.h"

namespace tern {

Result<std::vector<TensorEntry>> raw_entries(const InputFile& file, Dtype dtype) {
  const std::uint32_t width = element_bytes(dtype);
  if (file.size() % width != 0) {
    return file_error(file.path(), fmt::format("has {} bytes, which is no whole number of {}-byte "
                                               "{} values; choose another --dtype, or fetch the "
                                               "file again",
                                               file.size(), width, dtype_name(dtype)));
  }
  TensorEntry entry;
  entry.info.file = file.path();
  entry.info.name = tensor_name_from(file.path());
  entry.info.type = source_type_of(dtype);
  entry.info.stored_type = "raw";
  entry.info.values = file.size() / width;
  entry.info.bytes = file.size();
  entry.info.shape = {entry.info.values};
  return std::vector<TensorEntry>{entry};
}

}  // namespace tern
