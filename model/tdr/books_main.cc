// SPDX-License-Identifier: Apache-2.0
//
// books_main: prints model/tdr/books_data.h, or with the argument `lossless`
// model/tdr/lossless_books_data.h.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/training_test.cc, model/tdr/lossless_test.cc
#include <fmt/format.h>

#include <string>

#include "model/tdr/lossless_training.h"
#include "model/tdr/training.h"

int main(int count, char** arguments) {
  const bool lossless = count == 2 && std::string(arguments[1]) == "lossless";
  fmt::print("{}", lossless ? tern::tdr::format_lossless_books_data()
                            : tern::tdr::format_books_data(tern::tdr::train_shipped_books()));
}
