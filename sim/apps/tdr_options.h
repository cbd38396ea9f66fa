// SPDX-License-Identifier: Apache-2.0
//
// tdr_options: how the tensor residual/DCT block is to code, from the command line.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/tdr/blocks.h"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace tern::apps {

struct TdrOptions {
  std::string codec = "huffman";
  std::string mode = "lossy";
  std::string effort = "best";
  std::optional<double> rate;
  std::optional<double> qp;
  std::optional<double> max_error;
  std::optional<std::uint64_t> slot_bytes;
  std::uint32_t states = 0;  ///< 0: those of the effort
  std::string digits;        ///< empty: those of the effort
  std::uint32_t block_rows = 0;
  std::vector<std::string> without;

  /// Of all commands: which codec.
  void add_codec(CLI::App& app);
  /// Of those that encode: the others as well.
  void add_to(CLI::App& app);
  [[nodiscard]] bool chosen() const { return codec == "tdr"; }
  /// Nothing if the options make sense together.
  [[nodiscard]] std::optional<Error> check() const;
  /// Without a step. Precondition: check() found nothing.
  [[nodiscard]] tdr::BlockOptions block_options() const;
};

/// Names of tools that an encoder can go without; the last one only where rates are measured.
inline constexpr const char* kTools[] = {"means",  "delta",   "transform", "axis",
                                         "dct8x8", "classes", "joint"};

/// Precondition: each is one of kTools.
[[nodiscard]] tdr::Without without_of(const std::vector<std::string>& names);

/// Nothing if the effort can go without these.
[[nodiscard]] std::optional<Error> check_without(const std::vector<std::string>& names,
                                                 const std::string& effort);

/// --digits, which commands share: "free", "bounded", or empty for those of the effort.
CLI::Option& add_digits(CLI::App& app, std::string& digits);
[[nodiscard]] bool bounded_of(const std::string& digits, const std::string& effort);

/// Largest slot that an option takes, in bytes.
inline constexpr double kMaxSlot = 1ULL << 40;

/// Accepts a number of one range; NaN passes CLI::Range.
[[nodiscard]] CLI::Validator number_in(double least, double most);

}  // namespace tern::apps
