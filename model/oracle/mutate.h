// SPDX-License-Identifier: Apache-2.0
//
// mutate.h: messages for the fuzzer of the decoders, whole ones and damaged ones.
//
// Random bytes hardly ever get behind the header; a valid message with a scratch does.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/oracle/fuzz_decode_test.cc
#pragma once

#include <cstdint>

#include "model/common/rng.h"
#include "model/oracle/oracle.h"

namespace tern::oracle {

/// A message behind a byte of options, as fuzz_decode_one() takes it. Most use books that the
/// fuzzer's decoders hold; in some a chunk names one that they lack, or hold with other lengths.
[[nodiscard]] Bytes valid_input(Rng& rng, std::uint8_t options);

/// Damages an input of at least two bytes; the byte of options stays.
void mutate(Rng& rng, Bytes& input);

/// A valid input with random options after up to three mutations.
[[nodiscard]] Bytes mutated_input(Rng& rng);

}  // namespace tern::oracle
