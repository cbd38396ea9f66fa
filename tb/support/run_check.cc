// SPDX-License-Identifier: Apache-2.0
//
// run_check: runs a simulation under several seeds, and replays the one that fails.
//
//   Spec  docs/verification.md
//   Test  tb/common/harness_test.cc
#include "tb/support/run_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "model/common/test_seed.h"

namespace tern::tb {

namespace {

constexpr std::uint64_t kCyclesBefore = 300;
constexpr std::uint64_t kCyclesAfter = 20;

std::string test_name() {
  const testing::TestInfo* const info = testing::UnitTest::GetInstance()->current_test_info();
  return info == nullptr ? "none" : fmt::format("{}.{}", info->test_suite_name(), info->name());
}

std::string program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "the test program" : std::filesystem::proximate(path, error).string();
}

std::string wave_path(std::uint64_t seed) {
  const char* const folder = std::getenv("TERN_WAVE_DIR");
  std::string name = fmt::format("{}-{}.fst", test_name(), seed);
  std::replace(name.begin(), name.end(), '/', '_');
  return fmt::format("{}/{}", folder == nullptr ? "out/waves" : folder, name);
}

}  // namespace

bool long_run() { return test_number("TERN_LONG", 0) != 0; }

std::uint64_t seed_count(std::uint64_t usual) {
  const char* const text = std::getenv("TERN_SEEDS");
  if (text == nullptr) return usual;
  const std::optional<std::uint64_t> count = parse_seed(text);
  if (!count || *count == 0) {
    ADD_FAILURE() << "TERN_SEEDS is '" << text << "': give a number from 1 on";
    return 0;
  }
  return *count;
}

Seeds few_seeds(bool second, std::uint64_t usual) {
  if (long_run() || std::getenv("TERN_SEEDS") != nullptr) return {0, seed_count(usual)};
  return {second ? std::uint64_t{1} : std::uint64_t{0}, 1};
}

std::string report_fault(const Simulation& run, std::uint64_t seed, const sim::Fault& fault) {
  RunContext context;
  context.seed = seed;
  context.wave.path = wave_path(seed);
  context.wave.from = fault.cycle - std::min(fault.cycle, kCyclesBefore);
  context.wave.to = fault.cycle + kCyclesAfter;
  const std::optional<sim::Fault> again = run(context);
  std::string text = fmt::format("seed {}, cycle {}: {}\n", seed, fault.cycle, fault.text);
  if (!again || again->cycle != fault.cycle || again->text != fault.text) {
    text +=
        fmt::format("the replay went another way: {}\n",
                    again ? fmt::format("cycle {}: {}", again->cycle, again->text) : "no fault");
  }
  if (std::filesystem::exists(context.wave.path)) {
    text += fmt::format("wave: {}, cycles {} to {} (time = 2 * cycle)\n", context.wave.path,
                        context.wave.from, context.wave.to);
  }
  return text + fmt::format("repro: TERN_SEED={} TERN_SEEDS=1 {}{} --gtest_filter={}", seed,
                            long_run() ? "TERN_LONG=1 " : "", program(), test_name());
}

void expect_passes(const Simulation& run, std::uint64_t usual_seeds) {
  expect_passes(run, Seeds{0, seed_count(usual_seeds)});
}

void expect_passes(const Simulation& run, const Seeds& seeds) {
  for (std::uint64_t i = 0; i < seeds.count; ++i) {
    RunContext context;
    context.seed = test_seed() + seeds.skip + i;
    const std::optional<sim::Fault> fault = run(context);
    if (!fault) continue;
    ADD_FAILURE() << report_fault(run, context.seed, *fault);
    return;
  }
}

}  // namespace tern::tb
