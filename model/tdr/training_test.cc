// SPDX-License-Identifier: Apache-2.0
//
// training_test.cc: the shipped books are those of their definition.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/training_test.cc
#include "model/tdr/training.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace tern::tdr {
namespace {

TEST(TdrTraining, ShippedBooksAreUpToDate) {
#ifdef __SANITIZE_ADDRESS__
  // It is the encoder over and over, which other tests run instrumented.
  GTEST_SKIP() << "the plain build compares the books; instrumented it takes minutes";
#endif
  std::ifstream file("model/tdr/books_data.h");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(format_books_data(train_shipped_books()), text)
      << "run scripts/tdr_books.py with the program tdr_books";
}

}  // namespace
}  // namespace tern::tdr
