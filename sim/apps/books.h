// SPDX-License-Identifier: Apache-2.0
//
// books: where the codebooks of a command come from.
//
// Either a file, trained earlier on other tensors as the single-stage scheme wants it, or, for want
// of one, the very tensors that are to be coded.
//
//   Spec  docs/cli.md#books
//   Test  tb/apps/books_test.py
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/histogram.h"
#include "sim/apps/inputs.h"
#include "sim/apps/options.h"

namespace CLI {
class App;
}

namespace tern::apps {

/// Which book to use.
struct BookOptions {
  std::string file;                      ///< empty: train on the tensors themselves
  std::optional<std::uint32_t> book_id;  ///< empty: the first book of the dtype
  bool raw = false;                      ///< send the values uncoded

  void add_to(CLI::App& app);
};

/// Reads and checks a book file.
[[nodiscard]] Result<huff::BookSet> load_books(const std::string& path);

/// Symbols of each input, by dtype in the order of the inputs. A dtype without a single value is
/// left out, and so is an input without values.
[[nodiscard]] Result<std::map<Dtype, std::vector<huff::Histogram>>> count_inputs(
    const std::vector<Input>& inputs);

/// One book for each dtype among the inputs, from the average distribution of its tensors. A dtype
/// without a single value gets none.
[[nodiscard]] Result<huff::BookSet> train_on(const std::vector<Input>& inputs,
                                             const TrainingOptions& training);

/// The books of the options: the file's, or trained ones. With `raw`: none.
[[nodiscard]] Result<huff::BookSet> books_for(const std::vector<Input>& inputs,
                                              const BookOptions& books,
                                              const TrainingOptions& training);

/// The book for a tensor; nullptr: raw, because that was asked for, or because there are no values
/// to have a book for. Fails if the file lacks the book.
[[nodiscard]] Result<const huff::Book*> choose_book(const huff::BookSet& set,
                                                    const BookOptions& options, const Input& input);

}  // namespace tern::apps
