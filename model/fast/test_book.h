// SPDX-License-Identifier: Apache-2.0
//
// test_book.h: a book that the look-up by rank finds hard.
//
//   Spec  docs/host.md#how-it-is-fast
//   Test  model/fast/parts_test.cc
#pragma once

#include "model/huff/book.h"

namespace tern::fast {

// Its lengths 2, 3, 4, 5 and 8 are those of codewords without leading zeros: four limits.
inline huff::Book crowded_book(huff::Dtype dtype) {
  huff::Book book;
  book.dtype = dtype;
  for (std::uint8_t i = 0; i < 139; ++i) book.lengths[i] = i < 4 ? i + 2 : 8;
  book.lengths[huff::kEscapeIndex] = 8;
  return book;
}

}  // namespace tern::fast
