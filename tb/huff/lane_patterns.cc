// SPDX-License-Identifier: Apache-2.0
//
// lane_patterns: values that make some lanes much longer than others.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/encoder_skew_test.cc
#include "tb/huff/lane_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "tb/huff/kind_books.h"

namespace tern::tb {

Bytes LanePattern::values(const huff::Book& book, std::uint32_t lanes, std::uint64_t steps,
                          Rng& rng) const {
  const IsLong is_long = make(lanes, rng);
  const std::uint32_t brief = shortest_symbol(book);
  const std::uint32_t lengthy = longest_symbol(book);
  Bytes bytes;
  for (std::uint64_t step = 0; step < steps; ++step) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      append_value(bytes, book.dtype, is_long(lane, step) ? lengthy : brief,
                   static_cast<std::uint32_t>(rng.bits(huff::extra_bits(book.dtype))));
    }
  }
  return bytes;
}

const std::vector<LanePattern>& lane_patterns() {
  static const std::vector<LanePattern> patterns = {
      {"all shortest",
       [](std::uint32_t, Rng&) -> IsLong {
         return [](std::uint32_t, std::uint64_t) { return false; };
       }},
      {"all longest",
       [](std::uint32_t, Rng&) -> IsLong {
         return [](std::uint32_t, std::uint64_t) { return true; };
       }},
      {"one lane short",
       [](std::uint32_t lanes, Rng& rng) -> IsLong {
         const auto slow = static_cast<std::uint32_t>(rng.below(lanes));
         return [slow](std::uint32_t lane, std::uint64_t) { return lane != slow; };
       }},
      // Those that are long are not so from the start: their words do not complete together.
      {"one lane short, others out of step",
       [](std::uint32_t lanes, Rng& rng) -> IsLong {
         const auto slow = static_cast<std::uint32_t>(rng.below(lanes));
         std::vector<std::uint64_t> from(lanes);
         for (std::uint64_t& step : from) step = rng.below(9);
         return [slow, from](std::uint32_t lane, std::uint64_t step) {
           return lane != slow && step >= from[lane];
         };
       }},
      {"one lane long",
       [](std::uint32_t lanes, Rng& rng) -> IsLong {
         const auto fast = static_cast<std::uint32_t>(rng.below(lanes));
         return [fast](std::uint32_t lane, std::uint64_t) { return lane == fast; };
       }},
      {"slow lane moves",
       [](std::uint32_t lanes, Rng&) -> IsLong {
         return
             [lanes](std::uint32_t lane, std::uint64_t step) { return lane != step / 16 % lanes; };
       }},
      {"lanes alternate",
       [](std::uint32_t, Rng&) -> IsLong {
         return [](std::uint32_t lane, std::uint64_t step) { return (lane + step) % 2 != 0; };
       }},
      {"halves alternate",
       [](std::uint32_t lanes, Rng&) -> IsLong {
         return [lanes](std::uint32_t lane, std::uint64_t step) {
           return (lane < lanes / 2) == (step / 40 % 2 == 0);
         };
       }},
      {"long runs at random",
       [](std::uint32_t lanes, Rng& rng) -> IsLong {
         std::vector<std::uint64_t> period(lanes);
         for (std::uint64_t& steps : period) steps = 1 + rng.below(50);
         return [period](std::uint32_t lane, std::uint64_t step) {
           return step / period[lane] % 2 != 0;
         };
       }},
  };
  return patterns;
}

huff::Book extreme_book(huff::Dtype dtype, const sim::EncoderConfig& config) {
  const std::uint32_t shortest = shortest_code(dtype, config);
  // From 8 bits on the shortest codewords alone would fill the alphabet.
  if (shortest >= 8) return uniform_book(dtype);
  return staircase_book(dtype, shortest, config.max_code_len, config.kind());
}

std::optional<sim::Fault> play_patterns(const sim::EncoderVariant& variant,
                                        const sim::BenchOptions& options,
                                        const std::vector<huff::Dtype>& dtypes,
                                        std::uint32_t chunk_log2, const PatternSteps& steps,
                                        const PatternCheck& check) {
  Rng rng(options.seed);
  std::deque<Scenario> scenarios;
  sim::EncoderBench bench(variant, options);
  for (const huff::Dtype dtype : dtypes) {
    Scenario& scenario = scenarios.emplace_back(variant.config);
    const huff::Book& book = scenario.book(extreme_book(dtype, variant.config));
    scenario.fill(bench);
    for (const LanePattern& pattern : lane_patterns()) {
      if (!bench.run()) return bench.fault();
      for (const std::uint64_t count : steps(rng)) {
        bench.send(scenario.send(
            &book, dtype, pattern.values(book, variant.config.lanes, count, rng), chunk_log2));
      }
      if (!bench.run()) return bench.fault();
      if (!check) continue;
      if (const auto fault = check(pattern, bench)) return fault;
    }
  }
  return unexpected_error(bench);
}

std::optional<sim::Fault> full_rate_of_patterns(const sim::EncoderVariant& variant,
                                                const RunContext& context, huff::Dtype dtype,
                                                std::uint64_t steps, std::uint32_t chunk_log2) {
  sim::BenchOptions options = bench_options(context);
  options.early_data = false;
  const PatternCheck check = [steps](const LanePattern& pattern,
                                     sim::EncoderBench& bench) -> std::optional<sim::Fault> {
    const sim::MessageTiming& timing = bench.timing().back();
    const std::uint64_t took = timing.last_in - timing.first_in + 1;
    if (took == steps) return std::nullopt;
    return sim::Fault{timing.first_in,
                      fmt::format("{}: {} steps took {} cycles", pattern.name, steps, took)};
  };
  const PatternSteps one = [steps](Rng&) { return std::vector<std::uint64_t>{steps}; };
  return play_patterns(variant, options, {dtype}, chunk_log2, one, check);
}

}  // namespace tern::tb
