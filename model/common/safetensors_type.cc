// SPDX-License-Identifier: Apache-2.0
//
// safetensors_type: the dtypes, by the names of the reference implementation 0.8.0.
//
// A name that is not in the list spoils the file, as it does there. A dtype that is in the list but
// that Tern does not code only makes its own tensors unreadable.
//
//   Spec  safetensors format
//   Test  model/common/safetensors_test.cc
#include "model/common/safetensors_header.h"

namespace tern {
namespace {

constexpr SafetensorsType kTypes[] = {
    {"BOOL", 8, SourceType::kUnsupported},
    {"U8", 8, SourceType::kUint8},
    {"I8", 8, SourceType::kInt8},
    {"F8_E5M2", 8, SourceType::kE5m2},
    {"F8_E4M3", 8, SourceType::kE4m3},
    {"F16", 16, SourceType::kFloat16},
    {"BF16", 16, SourceType::kBfloat16},
    {"F32", 32, SourceType::kFloat32},
    {"F4", 4, SourceType::kUnsupported},
    {"F6_E2M3", 6, SourceType::kUnsupported},
    {"F6_E3M2", 6, SourceType::kUnsupported},
    {"F8_E8M0", 8, SourceType::kUnsupported},
    {"F8_E4M3FNUZ", 8, SourceType::kUnsupported},
    {"F8_E5M2FNUZ", 8, SourceType::kUnsupported},
    {"I16", 16, SourceType::kUnsupported},
    {"U16", 16, SourceType::kUnsupported},
    {"I32", 32, SourceType::kUnsupported},
    {"U32", 32, SourceType::kUnsupported},
    {"C64", 64, SourceType::kUnsupported},
    {"F64", 64, SourceType::kUnsupported},
    {"I64", 64, SourceType::kUnsupported},
    {"U64", 64, SourceType::kUnsupported},
};

}  // namespace

std::optional<SafetensorsType> find_safetensors_type(std::string_view name) {
  for (const SafetensorsType& entry : kTypes) {
    if (entry.name == name) return entry;
  }
  return {};
}

}  // namespace tern
