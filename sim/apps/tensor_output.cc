// SPDX-License-Identifier: Apache-2.0
//
// tensor_output: writes decoded tensors as .npy, .safetensors or raw bytes.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-decode
//   Test  tb/apps/decode_test.py
#include "sim/apps/tensor_output.h"

#include <fmt/format.h>

#include <cassert>
#include <string_view>
#include <utility>

#include "model/common/float_format.h"
#include "model/common/input_file.h"
#include "model/common/tensor_file.h"
#include "model/common/text.h"
#include "sim/apps/interrupt.h"
#include "sim/apps/json_text.h"

namespace tern::apps {
namespace {

bool widens(Dtype dtype) { return dtype == Dtype::kFp32 || float_format_of(dtype).has_value(); }

Result<std::vector<std::uint8_t>> widen(const std::string& path,
                                        const std::vector<std::uint8_t>& values, Dtype dtype) {
  const FloatFormat format = *float_format_of(dtype);
  const std::size_t width = element_bytes(dtype);
  Result<std::vector<std::uint8_t>> wide = allocate(path, values.size() / width * 4);
  if (!wide) return wide;
  std::uint8_t* to = wide.value().data();
  for (std::size_t from = 0; from < values.size(); from += width) {
    std::uint16_t code = values[from];
    if (width == 2) code = static_cast<std::uint16_t>(code | values[from + 1] << 8);
    const std::uint32_t bits = to_float32(code, format);
    for (unsigned shift = 0; shift < 32; shift += 8)
      *to++ = static_cast<std::uint8_t>(bits >> shift);
  }
  return wide;
}

std::string_view safetensors_dtype(Dtype dtype, bool as_float32) {
  if (as_float32) return "F32";
  switch (dtype) {
    case Dtype::kBf16:
    case Dtype::kBf16Bytes:
      return "BF16";
    case Dtype::kFp16:
      return "F16";
    case Dtype::kE4m3:
      return "F8_E4M3";
    case Dtype::kE5m2:
      return "F8_E5M2";
    case Dtype::kInt8:
      return "I8";
    // The bytes of types that other readers of these files may not know.
    case Dtype::kUint8:
    case Dtype::kFp4x2:
    case Dtype::kE8m0:
    case Dtype::kUe4m3:
    case Dtype::kE3m2:
    case Dtype::kE2m3:
      return "U8";
    case Dtype::kFp32:
      return "F32";
  }
  assert(!"not a dtype");
  return "U8";
}

// Length and text of the header; the text is padded so that the data is aligned.
std::string safetensors_header(const std::vector<OutputTensor>& tensors, bool as_float32) {
  // An ordered object of all tensors would look through all names for every new one.
  std::string text = "{";
  std::uint64_t at = 0;
  for (const OutputTensor& tensor : tensors) {
    std::uint64_t end = at + (as_float32 ? 4 : element_bytes(tensor.dtype));
    std::uint64_t values = 1;
    for (const std::uint64_t size : tensor.shape) values *= size;
    end = at + (end - at) * values;
    const OrderedJson item = {{"dtype", safetensors_dtype(tensor.dtype, as_float32)},
                              {"shape", tensor.shape},
                              {"data_offsets", {at, end}}};
    text += (text.size() > 1 ? "," : "") + OrderedJson(tensor.name).dump() + ":" + item.dump();
    at = end;
  }
  text += '}';
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string length;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    length += static_cast<char>(static_cast<std::uint8_t>(std::uint64_t{text.size()} >> shift));
  }
  return length + text;
}

Error refuse(const std::string& path, const std::string& cause) {
  return file_error(path, cause, ErrorKind::kUsage);
}

}  // namespace

Result<TensorOutput> TensorOutput::create(const std::string& path,
                                          const std::vector<OutputTensor>& tensors,
                                          bool as_float32) {
  const std::string ending = format_ending(path);
  if (ending != ".safetensors" && tensors.size() != 1) {
    return refuse(path, fmt::format("holds one tensor, and there are {}; choose one with --tensor, "
                                    "or write a .safetensors file",
                                    tensors.size()));
  }
  for (const OutputTensor& tensor : tensors) {
    if (as_float32 && !widens(tensor.dtype)) {
      return refuse(path,
                    fmt::format("tensor {} holds {}, which --as float32 does not widen; leave "
                                "it out",
                                in_quotes(tensor.name), dtype_name(tensor.dtype)));
    }
    if (ending == ".safetensors" && tensor.name == "__metadata__") {
      return refuse(path, "a .safetensors file has no tensor named '__metadata__'; write .npy");
    }
  }
  TensorOutput output;
  output.path_ = path;
  output.tensors_ = tensors;
  output.as_float32_ = as_float32;
  if (ending == ".npy") return output;
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  output.file_ = std::make_unique<OutputFile>(std::move(file.value()));
  if (ending == ".safetensors") output.file_->write(safetensors_header(tensors, as_float32));
  return output;
}

std::optional<Error> TensorOutput::add(std::vector<std::uint8_t> values) {
  const OutputTensor& tensor = tensors_[next_++];
  if (as_float32_ && tensor.dtype != Dtype::kFp32) {
    Result<std::vector<std::uint8_t>> wide = widen(path_, values, tensor.dtype);
    if (!wide) return wide.error();
    values = std::move(wide.value());
  }
  if (file_ != nullptr) {
    file_->write(values.data(), values.size());
    return {};
  }
  TensorInfo info;
  info.shape = tensor.shape;
  info.type = as_float32_ ? SourceType::kFloat32 : source_type_of(tensor.dtype);
  const HoldInterrupts hold;
  return write_npy(path_, info, values);
}

std::optional<Error> TensorOutput::commit() {
  assert(next_ == tensors_.size());
  return file_ != nullptr ? file_->commit() : std::nullopt;
}

}  // namespace tern::apps
