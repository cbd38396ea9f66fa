// SPDX-License-Identifier: Apache-2.0
//
// books_main: prints model/tdr/books_data.h.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/training_test.cc
#include <fmt/format.h>

#include "model/tdr/training.h"

int main() { fmt::print("{}", tern::tdr::format_books_data(tern::tdr::train_shipped_books())); }
