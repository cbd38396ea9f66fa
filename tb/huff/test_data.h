// SPDX-License-Identifier: Apache-2.0
//
// test_data: books and values that press on a certain spot of the encoder.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  tb/huff/test_data_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/huff/book.h"
#include "sim/encoder_dut.h"

namespace tern::tb {

using Bytes = std::vector<std::uint8_t>;

/// All dtypes that a circuit takes, and has books for whose tokens are long enough; the widest
/// values come first.
[[nodiscard]] std::vector<huff::Dtype> dtypes_of(const sim::EncoderConfig& config);

/// One of them for each number of extra bits.
[[nodiscard]] std::vector<huff::Dtype> kinds_of(const sim::EncoderConfig& config);

/// The first dtype code that the circuit takes for no values at all.
[[nodiscard]] std::uint8_t first_unfit_code(const sim::EncoderConfig& config);

/// Up to five of them, at random: with extra bits and without in turn. A load of a book takes
/// thousands of cycles.
[[nodiscard]] std::vector<huff::Dtype> some_dtypes(const sim::EncoderConfig& config, Rng& rng);

/// Shortest codeword that a book for this dtype may have in this circuit.
[[nodiscard]] std::uint32_t shortest_code(huff::Dtype dtype, const sim::EncoderConfig& config);

/// A random complete book that the circuit takes: shortest and longest codeword, number of coded
/// symbols and their places are random.
[[nodiscard]] huff::Book random_book(huff::Dtype dtype, const sim::EncoderConfig& config, Rng& rng);

/// 256 codewords of 8 bits, no escape. Precondition: shortest_code() <= 8.
[[nodiscard]] huff::Book uniform_book(huff::Dtype dtype);

/// Codewords for the symbols 0 to `coded` - 1, of about equal length, and an escape.
/// Preconditions: 2^shortest_code() - 1 <= coded <= 255.
[[nodiscard]] huff::Book book_of_symbols(huff::Dtype dtype, const sim::EncoderConfig& config,
                                         std::uint32_t coded);

/// Codewords from `shortest` bits on, one symbol for each length, up to `longest`, where the escape
/// is. Symbol 0 has the shortest.
[[nodiscard]] huff::Book staircase_book(huff::Dtype dtype, std::uint32_t shortest,
                                        std::uint32_t longest);

/// Values drawn so that the codeword of length l comes with probability 2^-l.
[[nodiscard]] Bytes fitting_values(const huff::Book& book, std::uint64_t count, Rng& rng);

/// Values with random bits.
[[nodiscard]] Bytes random_values(huff::Dtype dtype, std::uint64_t count, Rng& rng);

/// An offset for a message of these values, the `index`-th of a run; often 0. It follows from them,
/// so that a run is repeated by its seed alone.
[[nodiscard]] std::uint8_t any_offset(const Bytes& values, std::size_t index);

/// Values with `offset` added to their fields: with that offset their symbols are those of `values`
/// with none.
[[nodiscard]] Bytes with_offset(Bytes values, huff::Dtype dtype, std::uint8_t offset);

/// A value with this symbol and this sign and mantissa.
void append_value(Bytes& bytes, huff::Dtype dtype, std::uint32_t symbol, std::uint32_t extra);

/// A symbol whose token is among the shortest or the longest of the book.
[[nodiscard]] std::uint32_t shortest_symbol(const huff::Book& book);
[[nodiscard]] std::uint32_t longest_symbol(const huff::Book& book);

}  // namespace tern::tb
