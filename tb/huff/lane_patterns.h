// SPDX-License-Identifier: Apache-2.0
//
// lane_patterns: values that make some lanes much longer than others.
//
// The order stage waits for the slowest lane of a step while the others run ahead: these patterns
// push that distance to its bound.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/encoder_skew_test.cc
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/huff/scenario.h"
#include "tb/huff/test_data.h"

namespace tern::tb {

/// Decides whether the value of (lane, step) is one of the longest tokens, else one of the
/// shortest.
using IsLong = std::function<bool(std::uint32_t lane, std::uint64_t step)>;

/// A way to mix shortest and longest tokens.
struct LanePattern {
  std::string name;
  std::function<IsLong(std::uint32_t lanes, Rng& rng)> make;

  /// `steps` whole steps for `lanes` lanes.
  [[nodiscard]] Bytes values(const huff::Book& book, std::uint32_t lanes, std::uint64_t steps,
                             Rng& rng) const;
};

[[nodiscard]] const std::vector<LanePattern>& lane_patterns();

/// The book with the widest spread of tokens that the circuit takes: shortest possible token,
/// longest possible codeword for the escape.
[[nodiscard]] huff::Book extreme_book(huff::Dtype dtype, const sim::EncoderConfig& config);

/// Steps of the messages of a pattern.
using PatternSteps = std::function<std::vector<std::uint64_t>(Rng&)>;
/// Looks at the bench when the messages of a pattern have left.
using PatternCheck =
    std::function<std::optional<sim::Fault>(const LanePattern& pattern, sim::EncoderBench& bench)>;

/// Loads the extreme book of every dtype and sends messages of every pattern with it. A pattern
/// comes when the one before has left, so that it finds an idle circuit, and one load of a book,
/// which takes longer than they do, is enough for all.
[[nodiscard]] std::optional<sim::Fault> play_patterns(const sim::EncoderVariant& variant,
                                                      const sim::BenchOptions& options,
                                                      const std::vector<huff::Dtype>& dtypes,
                                                      std::uint32_t chunk_log2,
                                                      const PatternSteps& steps,
                                                      const PatternCheck& check = {});

/// The same with one message of `steps` steps. A fault if it is not taken in as many cycles.
[[nodiscard]] std::optional<sim::Fault> full_rate_of_patterns(const sim::EncoderVariant& variant,
                                                              const RunContext& context,
                                                              huff::Dtype dtype,
                                                              std::uint64_t steps,
                                                              std::uint32_t chunk_log2);

}  // namespace tern::tb
