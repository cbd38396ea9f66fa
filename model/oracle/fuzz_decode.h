// SPDX-License-Identifier: Apache-2.0
//
// fuzz_decode.h: one step of a fuzzer for the decoders.
//
// Any fuzzer can drive it; the tests do so with random and with mutated messages.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/oracle/fuzz_decode_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/huff/book.h"
#include "model/oracle/oracle.h"

namespace tern::oracle {

/// Bits of the first byte of a fuzzer's input; the others have no meaning.
inline constexpr std::uint8_t kMendHeader = 1;  ///< make the header one that is accepted
inline constexpr std::uint8_t kMendCheck = 2;   ///< make the trailer fit

/// The message of an input, mended as its options say. Precondition: the input is not empty.
[[nodiscard]] Bytes fuzz_message(const std::uint8_t* data, std::size_t size);

/// Decodes `size` bytes, a byte of options and a message, with the golden model and the oracle.
/// Empty if both agree on the error and on every value; else one line that says where they differ.
[[nodiscard]] std::string fuzz_decode_one(const std::uint8_t* data, std::size_t size);

/// The books that both decoders hold: every kind for every dtype, with epoch 0; the id is the
/// number of the kind. The first three ids have a book with epoch 1 too.
[[nodiscard]] const std::vector<huff::Book>& fuzz_books();

}  // namespace tern::oracle
