// SPDX-License-Identifier: Apache-2.0
//
// apart: what a stream would be like if no two values shared a codeword.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/apart_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/stream.h"

namespace tern::tdr {

/// Bits of these digits with a codeword for each: Huffman codes for what the books say that digits
/// are like, of at least one bit.
[[nodiscard]] std::uint64_t bits_apart(const Books& books, const PerBook<huff::Histogram>& digits);

/// encode(), and zero bytes behind the stream for what it would then be longer: decode_slot() takes
/// it.
[[nodiscard]] Encoded encode_apart(const Source& source, const EncodeOptions& options);

}  // namespace tern::tdr
