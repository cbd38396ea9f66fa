// SPDX-License-Identifier: Apache-2.0
//
// choice.cc: the bits of a choice, and the books behind it.
//
// Field positions come from the generated parameters, never from here.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/huff/chunk_test.cc
#include "model/huff/choice.h"

#include <cassert>

#include "model/huff/code.h"

namespace tern::huff {
namespace {

std::uint8_t field(std::uint32_t bits, std::uint32_t lsb, std::uint32_t width) {
  return static_cast<std::uint8_t>((bits >> lsb) & ((1U << width) - 1));
}

}  // namespace

Choice choice_of(const Book* book) {
  if (book == nullptr) return {true, 0, 0};
  return {false, book->id, book->epoch};
}

std::uint32_t pack_choice(const Choice& choice) {
  assert(choice.book_id < kNumBooks);
  return (choice.raw ? 1U : 0U) << kChoiceRawLsb |
         std::uint32_t{choice.book_id} << kChoiceBookIdLsb |
         std::uint32_t{choice.epoch} << kChoiceEpochLsb;
}

Choice unpack_choice(std::uint32_t bits) {
  return {field(bits, kChoiceRawLsb, kChoiceRawWidth) != 0,
          field(bits, kChoiceBookIdLsb, kChoiceBookIdWidth),
          field(bits, kChoiceEpochLsb, kChoiceEpochWidth)};
}

bool is_reserved(const Choice& choice) {
  return choice.raw && (choice.book_id != 0 || choice.epoch != 0);
}

Resolved resolve(const Choice& choice, Dtype dtype, std::uint32_t min_len, const BookSet& books) {
  if (choice.raw) return {};
  if (books.find(dtype, choice.book_id) == nullptr) return {StreamError::kUnknownBook, nullptr};
  const Book* const book = books.find(dtype, choice.book_id, choice.epoch);
  if (book == nullptr) return {StreamError::kEpoch, nullptr};
  if (min_len_of(book) < min_len) return {StreamError::kMinLen, nullptr};
  return {StreamError::kNone, book};
}

}  // namespace tern::huff
