// SPDX-License-Identifier: Apache-2.0
//
// evaluate: sends one tensor through all engines and compares what they give.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/apps/coding.h"
#include "sim/apps/engines.h"
#include "sim/apps/figures.h"
#include "sim/apps/progress.h"

namespace tern::apps {

/// An engine and its name on the command line.
using NamedEngine = std::pair<std::string, std::unique_ptr<Engine>>;

/// What all tensors of a run have in common.
struct Evaluation {
  huff::Geometry geometry;
  std::uint64_t message_bytes = 0;
  std::vector<NamedEngine> engines;  ///< at least one; the others are compared with the first
};

/// Encodes the values with every engine, compares the messages byte by byte, and decodes those of
/// the first engine with the golden decoder, which must give the values back. Adds what it finds to
/// `figures`. Disagreement is a finding, not an error.
[[nodiscard]] std::optional<Error> evaluate(Evaluation& evaluation,
                                            const std::vector<std::uint8_t>& values,
                                            const Coding& coding, TensorFigures& figures,
                                            Progress& progress);

}  // namespace tern::apps
