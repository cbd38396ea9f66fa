// SPDX-License-Identifier: Apache-2.0
//
// tensor: one tensor in memory, and its way from the type of the file to the dtype that is coded.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/tensor_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/float_format.h"
#include "model/common/result.h"

namespace tern {

/// What the elements of a stored tensor are.
enum class SourceType : std::uint8_t {
  kFloat32,
  kFloat16,
  kBfloat16,
  kE4m3,
  kE5m2,
  kInt8,
  kUint8,
  kOpaque1,      ///< one byte whose meaning the file does not say
  kOpaque2,      ///< two bytes whose meaning the file does not say
  kUnsupported,  ///< known to the file format, but nothing that Tern codes
};

/// Dimensions of a tensor at most, as in numpy 1.x.
inline constexpr std::size_t kMaxRank = 32;

/// Everything about a stored tensor except its data.
struct TensorInfo {
  std::string file;  ///< the path as the user gave it
  std::string name;  ///< in the file; of a file with one tensor, the file's name without its ending
  SourceType type = SourceType::kUnsupported;
  std::string stored_type;  ///< the type as the file spells it
  std::vector<std::uint64_t> shape;
  std::uint64_t values = 0;  ///< product of the shape
  std::uint64_t bytes = 0;   ///< of the data
};

/// A tensor: little-endian elements in C order (last index fastest).
struct Tensor {
  TensorInfo info;
  std::vector<std::uint8_t> bytes;
};

/// numpy's name of a type: "float32", "bfloat16", ...
[[nodiscard]] std::string_view source_type_name(SourceType type);

/// Bytes of an element. Precondition: not kUnsupported.
[[nodiscard]] std::uint32_t source_type_bytes(SourceType type);

/// The source type that holds values of `dtype` unchanged.
[[nodiscard]] SourceType source_type_of(Dtype dtype);

/// What float32 is rounded to for `dtype`; nothing for integers.
[[nodiscard]] std::optional<FloatFormat> float_format_of(Dtype dtype);

/// Dtypes that to_dtype() makes of `type`, the one that needs no --dtype first.
[[nodiscard]] std::vector<Dtype> dtypes_from(SourceType type);

/// The dtype of a tensor for which none was asked: its own. A type that has none, as float32, which
/// most users want rounded to something, is an error that names --dtype.
[[nodiscard]] Result<Dtype> natural_dtype(const TensorInfo& info);

/// Nothing if to_dtype() can make `dtype` of such a tensor; else the error it would return.
[[nodiscard]] std::optional<Error> check_dtype(const TensorInfo& info, Dtype dtype);

/// The elements as `dtype`, little-endian. Elements that have this type already are handed over
/// byte for byte; float32 is rounded (float_format.h) to any dtype but fp32. Nothing else is
/// converted.
[[nodiscard]] Result<std::vector<std::uint8_t>> to_dtype(Tensor tensor, Dtype dtype);

}  // namespace tern
