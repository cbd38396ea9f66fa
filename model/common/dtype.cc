// SPDX-License-Identifier: Apache-2.0
//
// dtype: what the values of a tensor are.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   Test  model/common/dtype_test.cc
#include "model/common/dtype.h"

#include <cassert>
#include <vector>

#include "model/common/text.h"

namespace tern {

std::optional<Dtype> parse_dtype(std::string_view text) {
  for (const auto& entry : huff::kDtypeNames) {
    if (entry.text == text) return entry.value;
  }
  return {};
}

std::string_view dtype_name(Dtype dtype) {
  for (const auto& entry : huff::kDtypeNames) {
    if (entry.value == dtype) return entry.text;
  }
  assert(!"not a dtype");
  return "?";
}

std::uint32_t element_bytes(Dtype dtype) {
  switch (dtype) {
    case Dtype::kBf16:
    case Dtype::kBf16Bytes:
    case Dtype::kFp16:
      return 2;
    case Dtype::kFp32:
      return 4;
    case Dtype::kE4m3:
    case Dtype::kE5m2:
    case Dtype::kInt8:
    case Dtype::kUint8:
    case Dtype::kFp4x2:
    case Dtype::kE8m0:
    case Dtype::kUe4m3:
    case Dtype::kE3m2:
    case Dtype::kE2m3:
      return 1;
  }
  assert(!"not a dtype");
  return 1;
}

std::string dtype_choices() {
  std::vector<std::string> names;
  for (const auto& entry : huff::kDtypeNames) names.emplace_back(entry.text);
  return one_of(names);
}

}  // namespace tern
