// SPDX-License-Identifier: Apache-2.0
//
// kind_options: for which kind of circuit a book is trained.
//
// The circuits refuse books that they cannot hold, so a book had better be made for one.
//
//   Spec  docs/cli.md#tern-train
//   Test  tb/apps/kind_test.py
#include "sim/apps/kind_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "model/common/text.h"

namespace tern::apps {
namespace {

struct Name {
  const char* text;
  std::uint32_t kind;
};

constexpr std::array<Name, 3> kNames = {
    {{"full", sim::kKindFull}, {"top", sim::kKindTop}, {"quad", sim::kKindQuad}}};

}  // namespace

void KindOptions::add_to(CLI::App& app) {
  app.add_option("--kind", kind,
                 fmt::format("Make a book that this kind of circuit can hold: full, any book (the "
                             "default); top, few symbols with a codeword; quad, at most {} lengths "
                             "of codewords",
                             huff::kQuadLengths))
      ->type_name("KIND")
      ->check(not_empty());
  app.add_option("--top-symbols", top_symbols,
                 fmt::format("With --kind top: most symbols with a codeword, 1 to {} (default {})",
                             sim::kMaxTopSymbols, sim::BookKind{}.top_symbols))
      ->type_name("M")
      ->check(whole_number())
      ->check(within(1, sim::kMaxTopSymbols));
}

Result<sim::BookKind> KindOptions::parsed(const TrainingOptions& training) const {
  sim::BookKind result;
  const auto* const name = std::find_if(kNames.begin(), kNames.end(),
                                        [this](const Name& known) { return kind == known.text; });
  if (name == kNames.end() && !kind.empty()) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--kind: {} is not a kind of circuit; use full, top or quad", in_quotes(kind))};
  }
  if (name != kNames.end()) result.kind = name->kind;
  if (top_symbols && result.kind != sim::kKindTop) {
    return Error{ErrorKind::kUsage, "--top-symbols: is for one kind of circuit; add --kind top"};
  }
  result.top_symbols = top_symbols.value_or(result.top_symbols);
  if (result.kind == sim::kKindTop && (training.coded || training.compact)) {
    return Error{ErrorKind::kUsage,
                 "--kind: top finds the cheapest number of codewords up to --top-symbols; leave "
                 "--coded and --compact out"};
  }
  return result;
}

huff::TrainOptions for_kind(huff::TrainOptions training, const sim::BookKind& kind) {
  training.quad = kind.kind == sim::kKindQuad;
  if (kind.kind == sim::kKindTop) training.most_coded = kind.top_symbols;
  return training;
}

}  // namespace tern::apps
