// SPDX-License-Identifier: Apache-2.0
//
// tensor_file: choice of the format, and loading.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_file_test.cc
#include "model/common/tensor_file.h"

#include <fmt/format.h>

#include <cassert>
#include <filesystem>
#include <string_view>
#include <utility>

#include "model/common/tensor_format.h"
#include "model/common/text.h"
#include "model/common/transpose.h"

namespace tern {
namespace {

// Containers that a user may well pass; coding their bytes as values would help nobody.
bool is_foreign(const std::string& ending) {
  for (const std::string_view foreign :
       {".npz", ".pt", ".pth", ".ckpt", ".pkl", ".gguf", ".onnx", ".h5", ".msgpack"}) {
    if (ending == foreign) return true;
  }
  return false;
}

Result<std::vector<TensorEntry>> entries_of(const InputFile& file, const OpenOptions& options) {
  const std::string kind = format_ending(file.path());
  if (kind == ".safetensors") return safetensors_entries(file);
  if (kind == ".npy" || has_npy_magic(file)) return npy_entries(file);
  if (is_foreign(kind)) {
    return file_error(file.path(), fmt::format("is a {} container, which is not read; store its "
                                               "tensors as .npy or .safetensors",
                                               kind));
  }
  if (!options.raw_dtype) {
    return file_error(file.path(),
                      fmt::format("is neither .npy nor .safetensors; if it holds nothing but the "
                                  "values of one tensor, say which with --dtype: {}",
                                  dtype_choices()),
                      ErrorKind::kUsage);
  }
  return raw_entries(file, *options.raw_dtype);
}

}  // namespace

std::string format_ending(const std::string& path) {
  std::string result = std::filesystem::path(path).extension().string();
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::optional<std::size_t> TensorFile::find(const std::string& name) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].info.name == name) return i;
  }
  return {};
}

Result<Tensor> TensorFile::read(std::size_t index) const {
  assert(index < entries_.size());
  const TensorEntry& entry = entries_[index];
  if (entry.info.type == SourceType::kUnsupported) {
    return file_error(entry.info.file,
                      fmt::format("tensor {} has the type {}, which is not read; convert it to "
                                  "float32, or choose other tensors with --tensor",
                                  in_quotes(entry.info.name), in_quotes(entry.info.stored_type)));
  }
  Result<std::vector<std::uint8_t>> stored = file_.read(entry.offset, entry.info.bytes);
  if (!stored) return stored.error();
  if (!entry.fortran_order) return Tensor{entry.info, std::move(stored.value())};

  Result<std::vector<std::uint8_t>> ordered = allocate(entry.info.file, entry.info.bytes);
  if (!ordered) return ordered.error();
  fortran_to_c(stored.value().data(), ordered.value().data(), entry.info.shape,
               source_type_bytes(entry.info.type));
  return Tensor{entry.info, std::move(ordered.value())};
}

std::string tensor_name_from(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

std::optional<std::uint64_t> checked_product(const std::vector<std::uint64_t>& factors) {
  std::uint64_t product = 1;
  bool zero = false;
  for (const std::uint64_t factor : factors) {
    if (factor == 0) {
      zero = true;
    } else if (product > std::uint64_t{INT64_MAX} / factor) {
      return {};
    } else {
      product *= factor;
    }
  }
  return zero ? 0 : product;
}

Result<std::unique_ptr<TensorFile>> open_tensor_file(const std::string& path,
                                                     const OpenOptions& options) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) return file.error();
  Result<std::vector<TensorEntry>> entries = entries_of(file.value(), options);
  if (!entries) return entries.error();
  return std::make_unique<TensorFile>(std::move(file.value()), std::move(entries.value()));
}

}  // namespace tern
