// SPDX-License-Identifier: Apache-2.0
//
// lost_cycles: cycles that a decoder loses because a lane waits for a word.
//
// A token that needs a word which is still on its way holds up all lanes. How often that is follows
// from the lengths of the tokens, the order of the words and the cycles from a token to the word
// that it asks for; nothing else of the circuit counts.
//
//   Spec  docs/architecture.md#from-a-token-to-the-word-that-it-asks-for
//   Test  tb/huff/decoder_rate_test.cc
#pragma once

#include <cstdint>

#include "model/huff/book.h"
#include "sim/decoder_dut.h"
#include "tb/huff/test_data.h"

namespace tern::tb {

/// What the decoding of a message loses.
struct LostCycles {
  std::uint64_t inside = 0;  ///< while some lane is sure to need more than two words
  std::uint64_t at_end = 0;  ///< behind that, where lanes look at a token before they ask
};

/// Cycles between the first and the last step beyond one per step, if nothing outside stalls and
/// beats come as fast as they are taken. The message has one chunk, coded with `book`, which must
/// be able to code `values`.
[[nodiscard]] LostCycles lost_cycles(const Bytes& values, const huff::Book& book,
                                     const sim::DecoderConfig& config);

}  // namespace tern::tb
