// SPDX-License-Identifier: Apache-2.0
//
// kind_options: for which kind of circuit a book is trained.
//
//   Spec  docs/cli.md#tern-train
//   Test  tb/apps/kind_test.py
#pragma once

#include <optional>
#include <string>

#include "model/common/result.h"
#include "model/huff/train.h"
#include "sim/apps/options.h"
#include "sim/book_kind.h"

namespace CLI {
class App;
}

namespace tern::apps {

/// Which books the circuit can hold.
struct KindOptions {
  std::string kind;  ///< empty: full
  std::optional<std::uint32_t> top_symbols;

  void add_to(CLI::App& app);
  /// The circuit; refuses options that contradict each other.
  [[nodiscard]] Result<sim::BookKind> parsed(const TrainingOptions& training) const;
};

/// `training` for books that such a circuit holds.
[[nodiscard]] huff::TrainOptions for_kind(huff::TrainOptions training, const sim::BookKind& kind);

}  // namespace tern::apps
