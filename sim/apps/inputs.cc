// SPDX-License-Identifier: Apache-2.0
//
// inputs: the tensors a command works on, one in memory at a time.
//
// Files are opened again for every load, so that a thousand of them do not stay open.
//
//   Spec  docs/cli.md#tensor-files
//   Test  tb/apps/inputs_test.py
#include "sim/apps/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/tensor_file.h"
#include "model/common/text.h"

namespace tern::apps {
namespace {

bool wanted(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

Result<Input> make_input(const TensorInfo& info, std::size_t index,
                         const std::optional<Dtype>& asked,
                         const std::optional<Dtype>& float32_as) {
  const std::optional<Dtype> dtype =
      !asked && info.type == SourceType::kFloat32 ? float32_as : asked;
  if (dtype) {
    if (std::optional<Error> error = check_dtype(info, *dtype)) return *error;
    return Input{info, index, *dtype};
  }
  const Result<Dtype> own = natural_dtype(info);
  if (!own) return own.error();
  return Input{info, index, own.value()};
}

}  // namespace

Result<std::vector<Input>> find_inputs(const InputOptions& options) {
  const Result<std::optional<Dtype>> dtype = options.parsed_dtype();
  if (!dtype) return dtype.error();
  std::vector<Input> inputs;
  for (const std::string& path : options.paths) {
    const auto file = open_tensor_file(path, OpenOptions{dtype.value()});
    if (!file) return file.error();
    for (std::size_t i = 0; i < file.value()->size(); ++i) {
      const TensorInfo& info = file.value()->info(i);
      if (!wanted(options.tensors, info.name)) continue;
      Result<Input> input = make_input(info, i, dtype.value(), options.float32_as);
      if (!input) return input.error();
      inputs.push_back(std::move(input.value()));
    }
  }
  for (const std::string& name : options.tensors) {
    const bool found = std::any_of(inputs.begin(), inputs.end(),
                                   [&name](const Input& input) { return input.info.name == name; });
    if (found) continue;
    const std::string cause = options.paths.size() == 1 ? "holds no tensor named {}"
                                                        : "neither this nor the other files hold "
                                                          "a tensor named {}";
    return file_error(
        options.paths.front(),
        fmt::format(fmt::runtime(cause + "; 'tern stats --list' shows the names"), in_quotes(name)),
        ErrorKind::kUsage);
  }
  if (inputs.empty()) {
    return file_error(options.paths.front(), "holds no tensors; name a file that does",
                      ErrorKind::kUsage);
  }
  return inputs;
}

std::optional<Error> check_one_dtype(const std::vector<Input>& inputs, const std::string& why) {
  for (const Input& input : inputs) {
    if (input.dtype == inputs.front().dtype) continue;
    return file_error(
        input.info.file,
        fmt::format("tensor {} is {} and tensor {} is {}; {}, so choose with --dtype "
                    "or --tensor",
                    in_quotes(inputs.front().info.name), dtype_name(inputs.front().dtype),
                    in_quotes(input.info.name), dtype_name(input.dtype), why),
        ErrorKind::kUsage);
  }
  return {};
}

Result<std::vector<std::uint8_t>> load(const Input& input) {
  const auto file = open_tensor_file(input.info.file, OpenOptions{input.dtype});
  if (!file) return file.error();
  const bool same = input.index < file.value()->size() &&
                    file.value()->info(input.index).name == input.info.name &&
                    file.value()->info(input.index).type == input.info.type &&
                    file.value()->info(input.index).shape == input.info.shape;
  if (!same) {
    return file_error(input.info.file,
                      "changed while it was in use; wait until its writer is done");
  }
  Result<Tensor> tensor = file.value()->read(input.index);
  if (!tensor) return tensor.error();
  return to_dtype(std::move(tensor.value()), input.dtype);
}

std::uint64_t total_bytes(const std::vector<Input>& inputs) {
  std::uint64_t total = 0;
  for (const Input& input : inputs) total += input.raw_bytes();
  return total;
}

}  // namespace tern::apps
