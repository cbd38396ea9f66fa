// SPDX-License-Identifier: Apache-2.0
//
// kind_books: books at the borders of what a kind of circuit can hold.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_book_fit.sv
//   Test  tb/huff/kind_books_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/huff/book.h"
#include "model/huff/stream.h"
#include "sim/book_kind.h"
#include "sim/encoder_dut.h"

namespace tern::tb {

/// Lengths of a random complete code, from `shortest` to at most `longest`, that has at most four
/// different ones and an escape.
[[nodiscard]] huff::Lengths quad_lengths(std::uint32_t shortest, std::uint32_t longest, Rng& rng);

/// uniform_book(); for a circuit that does not hold it, equal codewords for as few symbols, from 0
/// on, as it takes, and for the escape.
[[nodiscard]] huff::Book uniform_book(huff::Dtype dtype, const sim::BookKind& kind);

/// staircase_book(); for a circuit that does not hold it, one with fewer steps, or larger ones.
/// Precondition: the circuit holds 2^shortest - 1 symbols.
[[nodiscard]] huff::Book staircase_book(huff::Dtype dtype, std::uint32_t shortest,
                                        std::uint32_t longest, const sim::BookKind& kind);

/// Whether such a circuit holds 2^shortest - 1 symbols.
[[nodiscard]] bool holds_flat(const sim::BookKind& kind, std::uint32_t shortest);

/// Makes a plan of flat books, such as `book`, promise what they hold. Unless all of their
/// codewords have 8 bits no chunk is raw, so that all coded values have equally long tokens.
void even_out(huff::Plan& plan, const huff::Book& book);

/// Values of random symbols that have a codeword, and random extra bits.
[[nodiscard]] std::vector<std::uint8_t> coded_values(const huff::Book& book, std::uint64_t count,
                                                     Rng& rng);

/// Books just at the border of the kind: one symbol and the escape; as many symbols, or lengths, as
/// it holds. Symbols are at random places.
[[nodiscard]] std::vector<huff::Book> border_books(huff::Dtype dtype,
                                                   const sim::EncoderConfig& config, Rng& rng);

/// Legal books just behind it: one symbol more, or one length more. None for kKindFull.
[[nodiscard]] std::vector<huff::Book> unfit_books(huff::Dtype dtype,
                                                  const sim::EncoderConfig& config, Rng& rng);

}  // namespace tern::tb
