// SPDX-License-Identifier: Apache-2.0
//
// test_seed: the one seed of a test run.
//
// Every random test starts from it, so that one environment variable replays a failure.
//
//   Spec  docs/style.md#tests
//   Test  model/common/rng_test.cc
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace tern {

/// Seed of a run that does not set TERN_SEED.
inline constexpr std::uint64_t kDefaultTestSeed = 20260101;

/// Reads a seed: decimal, or hexadecimal behind 0x. Nothing else.
inline std::optional<std::uint64_t> parse_seed(const std::string& text) {
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const std::string digits = hex ? text.substr(2) : text;
  const char* const allowed = hex ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.find_first_not_of(allowed) != std::string::npos) return {};
  errno = 0;
  const unsigned long long value = std::strtoull(digits.c_str(), nullptr, hex ? 16 : 10);
  if (errno != 0) return {};
  return static_cast<std::uint64_t>(value);
}

/// The number in an environment variable, or the default. One that cannot be read ends the program:
/// a test that silently ran with another number would not show what it was asked to.
inline std::uint64_t test_number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  const std::optional<std::uint64_t> number = parse_seed(text);
  if (!number) {
    std::fprintf(stderr, "%s is '%s': give a number below 2^64, decimal or 0x...\n", variable,
                 text);
    std::exit(2);
  }
  return *number;
}

/// The value of TERN_SEED, or the default.
inline std::uint64_t test_seed() { return test_number("TERN_SEED", kDefaultTestSeed); }

/// For SCOPED_TRACE: how to run this test again with the same random numbers.
inline std::string seed_note() { return "repro: TERN_SEED=" + std::to_string(test_seed()); }

}  // namespace tern
