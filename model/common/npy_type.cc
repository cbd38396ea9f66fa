// SPDX-License-Identifier: Apache-2.0
//
// npy_type: the element types of .npy files, by numpy's short names.
//
//   Spec  numpy.dtype.str
//   Test  model/common/npy_header_test.cc
#include <fmt/format.h>

#include <cassert>
#include <string>
#include <string_view>

#include "model/common/input_file.h"
#include "model/common/npy_header.h"
#include "model/common/text.h"

namespace tern {
namespace {

struct TypeName {
  std::string_view code;  // without byte order
  SourceType type;
  std::string_view name;
};

// ml_dtypes has types that numpy does not know: it writes bfloat16 as V2, float8_e4m3fn as V1 and
// float8_e5m2 as f1. What they mean must then be said by the user.
constexpr TypeName kTypes[] = {
    {"f4", SourceType::kFloat32, "float32"},
    {"f2", SourceType::kFloat16, "float16"},
    {"i1", SourceType::kInt8, "int8"},
    {"u1", SourceType::kUint8, "uint8"},
    {"V2", SourceType::kOpaque2, "2-byte elements"},
    {"V1", SourceType::kOpaque1, "1-byte elements"},
    {"f1", SourceType::kOpaque1, "8-bit floats"},
    {"f8", SourceType::kUnsupported, "float64"},
    {"f16", SourceType::kUnsupported, "float128"},
    {"i2", SourceType::kUnsupported, "int16"},
    {"i4", SourceType::kUnsupported, "int32"},
    {"i8", SourceType::kUnsupported, "int64"},
    {"u2", SourceType::kUnsupported, "uint16"},
    {"u4", SourceType::kUnsupported, "uint32"},
    {"u8", SourceType::kUnsupported, "uint64"},
    {"b1", SourceType::kUnsupported, "bool"},
    {"c8", SourceType::kUnsupported, "complex64"},
    {"c16", SourceType::kUnsupported, "complex128"},
    {"O", SourceType::kUnsupported, "Python objects"},
};

constexpr std::string_view kWanted = "float32, float16, int8, uint8, or V1 and V2 with --dtype";

}  // namespace

Result<SourceType> npy_source_type(const std::string& descr, const std::string& path) {
  const bool has_order =
      !descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos;
  const char order = has_order ? descr[0] : '=';
  const std::string code = descr.substr(has_order ? 1 : 0);
  for (const TypeName& entry : kTypes) {
    if (entry.code != code) continue;
    const std::string found = fmt::format("holds {} ({})", entry.name, in_quotes(descr));
    if (code == "O") {
      return file_error(path, fmt::format("{}, which are stored as program code and never loaded; "
                                          "save an array of numbers: {}",
                                          found, kWanted));
    }
    if (entry.type == SourceType::kUnsupported) {
      return file_error(path, fmt::format("{}, wanted is {}; convert it, for example with "
                                          "numpy.save(file, array.astype('float32'))",
                                          found, kWanted));
    }
    if (order == '>' && source_type_bytes(entry.type) > 1) {
      return file_error(path, fmt::format("{} in big-endian order, wanted is '<{}'; convert it "
                                          "with numpy.save(file, array.astype('<{}'))",
                                          found, code, code));
    }
    return entry.type;
  }
  return file_error(path, fmt::format("holds elements of type {}, wanted is {}; convert it, for "
                                      "example with numpy.save(file, array.astype('float32'))",
                                      in_quotes(descr), kWanted));
}

std::string npy_descr(SourceType type) {
  switch (type) {
    case SourceType::kFloat32:
      return "<f4";
    case SourceType::kFloat16:
      return "<f2";
    case SourceType::kInt8:
      return "|i1";
    case SourceType::kUint8:
      return "|u1";
    case SourceType::kBfloat16:
    case SourceType::kOpaque2:
      return "|V2";
    case SourceType::kE4m3:
    case SourceType::kE5m2:
    case SourceType::kOpaque1:
      return "|V1";
    case SourceType::kUnsupported:
      break;
  }
  assert(!"no type to write");
  return "|V1";
}

}  // namespace tern
