// SPDX-License-Identifier: Apache-2.0
//
// safetensors_header: the header of a .safetensors file: JSON of one fixed form.
//
//   Spec  safetensors format: {"NAME": {"dtype", "shape", "data_offsets"}, "__metadata__": {...}}
//   Test  model/common/safetensors_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/result.h"
#include "model/common/tensor.h"

namespace tern {

/// One tensor as the header describes it, not yet checked against anything.
struct SafetensorsItem {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Parses the header text of the file at `path`.
///
/// Stricter than the reference implementation in what it has no use for: a name twice, a field
/// twice, unknown fields, a header that does not begin with '{'.
[[nodiscard]] Result<std::vector<SafetensorsItem>> parse_safetensors_header(
    std::string_view text, const std::string& path);

/// A dtype of the format: its size, and the type that Tern reads it as.
struct SafetensorsType {
  std::string_view name;
  std::uint32_t bits;
  SourceType type;
};

/// The dtype of that name; nothing if the format has none.
[[nodiscard]] std::optional<SafetensorsType> find_safetensors_type(std::string_view name);

}  // namespace tern
