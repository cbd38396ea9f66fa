// SPDX-License-Identifier: Apache-2.0
//
// dtype: what the values of a tensor are, by the names that options, books and reports use.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   Test  model/common/dtype_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/huff/params.h"

namespace tern {

using Dtype = huff::Dtype;

/// The dtype of that name, exactly as written in model/params.json.
[[nodiscard]] std::optional<Dtype> parse_dtype(std::string_view text);

/// The name of `dtype`.
[[nodiscard]] std::string_view dtype_name(Dtype dtype);

/// Bytes of one tensor element: 2 for bf16, bf16-bytes and fp16, 4 for fp32, else 1.
[[nodiscard]] std::uint32_t element_bytes(Dtype dtype);

/// All names, for messages: "bf16, bf16-bytes, ... or fp32".
[[nodiscard]] std::string dtype_choices();

}  // namespace tern
