// SPDX-License-Identifier: Apache-2.0
//
// tensor: one tensor in memory.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_test.cc
#include "model/common/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/common/float_format.h"
#include "model/common/input_file.h"
#include "model/common/text.h"

namespace tern {
namespace {

struct TypeRow {
  SourceType type;
  std::string_view name;
  std::uint32_t bytes;
  bool has_own_dtype;  // the first of `dtypes` is taken without being asked for
  std::vector<Dtype> dtypes;
};

const std::vector<TypeRow>& rows() {
  static const std::vector<TypeRow> kRows = {
      {SourceType::kFloat32,
       "float32",
       4,
       false,
       {Dtype::kBf16, Dtype::kBf16Bytes, Dtype::kFp16, Dtype::kE4m3, Dtype::kE5m2, Dtype::kFp32}},
      {SourceType::kFloat16, "float16", 2, true, {Dtype::kFp16}},
      {SourceType::kBfloat16, "bfloat16", 2, true, {Dtype::kBf16, Dtype::kBf16Bytes}},
      {SourceType::kE4m3, "float8_e4m3fn", 1, true, {Dtype::kE4m3}},
      {SourceType::kE5m2, "float8_e5m2", 1, true, {Dtype::kE5m2}},
      {SourceType::kInt8, "int8", 1, true, {Dtype::kInt8}},
      {SourceType::kUint8,
       "uint8",
       1,
       true,
       {Dtype::kUint8, Dtype::kFp4x2, Dtype::kE8m0, Dtype::kUe4m3, Dtype::kE3m2, Dtype::kE2m3}},
      {SourceType::kOpaque1,
       "1-byte elements without a type",
       1,
       false,
       {Dtype::kE4m3, Dtype::kE5m2, Dtype::kInt8, Dtype::kUint8, Dtype::kFp4x2, Dtype::kE8m0,
        Dtype::kUe4m3, Dtype::kE3m2, Dtype::kE2m3}},
      {SourceType::kOpaque2,
       "2-byte elements without a type",
       2,
       false,
       {Dtype::kBf16, Dtype::kBf16Bytes, Dtype::kFp16}},
      {SourceType::kUnsupported, "unsupported", 0, false, {}},
  };
  return kRows;
}

const TypeRow& row(SourceType type) {
  const auto found = std::find_if(rows().begin(), rows().end(),
                                  [type](const TypeRow& entry) { return entry.type == type; });
  assert(found != rows().end());
  return *found;
}

std::string choices(SourceType type) {
  std::vector<std::string> names;
  for (const Dtype dtype : row(type).dtypes) names.emplace_back(dtype_name(dtype));
  return one_of(names);
}

Error tensor_error(const TensorInfo& info, const std::string& cause) {
  return file_error(info.file, fmt::format("tensor {} {}", in_quotes(info.name), cause),
                    ErrorKind::kUsage);
}

std::string describe(const TensorInfo& info) {
  return fmt::format("holds {} ({})", source_type_name(info.type), in_quotes(info.stored_type));
}

// Rounds in place: a result is never longer than its source, so it never overtakes it.
void round_float32(std::vector<std::uint8_t>& bytes, Dtype dtype) {
  const FloatFormat format = *float_format_of(dtype);
  const std::size_t width = element_bytes(dtype);
  std::size_t to = 0;
  for (std::size_t from = 0; from + 4 <= bytes.size(); from += 4) {
    const std::uint32_t bits = std::uint32_t{bytes[from]} | std::uint32_t{bytes[from + 1]} << 8 |
                               std::uint32_t{bytes[from + 2]} << 16 |
                               std::uint32_t{bytes[from + 3]} << 24;
    const std::uint16_t code = from_float32(bits, format);
    bytes[to++] = static_cast<std::uint8_t>(code);
    if (width == 2) bytes[to++] = static_cast<std::uint8_t>(code >> 8);
  }
  bytes.resize(to);
}

}  // namespace

std::string_view source_type_name(SourceType type) { return row(type).name; }

std::uint32_t source_type_bytes(SourceType type) {
  assert(type != SourceType::kUnsupported);
  return row(type).bytes;
}

SourceType source_type_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::kBf16:
    case Dtype::kBf16Bytes:
      return SourceType::kBfloat16;
    case Dtype::kFp16:
      return SourceType::kFloat16;
    case Dtype::kE4m3:
      return SourceType::kE4m3;
    case Dtype::kE5m2:
      return SourceType::kE5m2;
    case Dtype::kInt8:
      return SourceType::kInt8;
    // Types that no file names are bytes there.
    case Dtype::kUint8:
    case Dtype::kFp4x2:
    case Dtype::kE8m0:
    case Dtype::kUe4m3:
    case Dtype::kE3m2:
    case Dtype::kE2m3:
      return SourceType::kUint8;
    case Dtype::kFp32:
      return SourceType::kFloat32;
  }
  assert(!"not a dtype");
  return SourceType::kUnsupported;
}

std::optional<FloatFormat> float_format_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::kBf16:
    case Dtype::kBf16Bytes:
      return kBf16Format;
    case Dtype::kFp16:
      return kFp16Format;
    case Dtype::kE4m3:
      return kE4m3Format;
    case Dtype::kE5m2:
      return kE5m2Format;
    case Dtype::kInt8:
    case Dtype::kUint8:
    case Dtype::kFp4x2:
    case Dtype::kE8m0:
    case Dtype::kUe4m3:
    case Dtype::kE3m2:
    case Dtype::kE2m3:
    case Dtype::kFp32:
      return {};
  }
  assert(!"not a dtype");
  return {};
}

std::vector<Dtype> dtypes_from(SourceType type) { return row(type).dtypes; }

Result<Dtype> natural_dtype(const TensorInfo& info) {
  const TypeRow& entry = row(info.type);
  if (entry.has_own_dtype) return entry.dtypes.front();
  if (entry.dtypes.empty()) return *check_dtype(info, Dtype::kBf16);
  return tensor_error(info, fmt::format("{}, which has no dtype of its own; say with --dtype what "
                                        "to make of it: {}",
                                        describe(info), choices(info.type)));
}

std::optional<Error> check_dtype(const TensorInfo& info, Dtype dtype) {
  const std::vector<Dtype>& possible = row(info.type).dtypes;
  if (std::find(possible.begin(), possible.end(), dtype) != possible.end()) return {};
  if (possible.empty()) {
    // Of block formats the bytes are what is coded, and float32 would be four times as large.
    const bool scales = info.stored_type == "F8_E8M0";
    if (scales || info.stored_type == "F4") {
      return tensor_error(info, fmt::format("holds {}, which is not read as such; store its bytes "
                                            "as U8 and use --dtype {}, or leave this tensor out",
                                            in_quotes(info.stored_type),
                                            dtype_name(scales ? Dtype::kE8m0 : Dtype::kFp4x2)));
    }
    return tensor_error(info, fmt::format("holds {}, which no dtype codes; convert it to float32, "
                                          "or leave this tensor out",
                                          in_quotes(info.stored_type)));
  }
  const std::vector<Dtype>& rounded = row(SourceType::kFloat32).dtypes;
  const bool by_rounding = info.type != SourceType::kFloat32 && dtype != Dtype::kFp32 &&
                           std::find(rounded.begin(), rounded.end(), dtype) != rounded.end();
  return tensor_error(
      info, fmt::format("{}, which is not converted to {}; use --dtype {}, or "
                        "store the tensor as {}{}",
                        describe(info), dtype_name(dtype), choices(info.type),
                        source_type_name(source_type_of(dtype)), by_rounding ? " or float32" : ""));
}

Result<std::vector<std::uint8_t>> to_dtype(Tensor tensor, Dtype dtype) {
  if (std::optional<Error> error = check_dtype(tensor.info, dtype)) return *error;
  const bool rounds = tensor.info.type == SourceType::kFloat32 && dtype != Dtype::kFp32;
  if (rounds) round_float32(tensor.bytes, dtype);
  return std::move(tensor.bytes);
}

}  // namespace tern
