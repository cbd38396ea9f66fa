// SPDX-License-Identifier: Apache-2.0
//
// options: groups of options that several subcommands share.
//
// A concept has the same name, default and check everywhere.
//
//   Spec  docs/cli.md#common-options
//   Test  tb/apps/usage_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "model/huff/select.h"
#include "model/huff/stream.h"
#include "model/huff/train.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace tern::apps {

/// For options with numbers: digits, or 0x and hexadecimal digits. The library alone would take -1
/// for 2^64 - 1, and 010 for 8.
[[nodiscard]] CLI::Validator whole_number();

/// A whole number from `least` to `most`.
[[nodiscard]] CLI::Validator within(std::uint32_t least, std::uint32_t most);

/// For options with names: an empty one is a variable that a script forgot to set.
[[nodiscard]] CLI::Validator not_empty();

/// Which tensors to read, and as what.
struct InputOptions {
  std::vector<std::string> paths;
  std::vector<std::string> tensors;  ///< names; empty: all
  std::string dtype;                 ///< empty: that of each tensor
  /// What float32, which has no dtype of its own, is taken as if none is asked for.
  std::optional<Dtype> float32_as;

  /// `required`: at least one path must be given.
  void add_to(CLI::App& app, bool required = true);
  /// The dtype asked for, if one was.
  [[nodiscard]] Result<std::optional<Dtype>> parsed_dtype() const;
};

/// The unit that a message is made for.
struct GeometryOptions {
  std::uint32_t lanes = 16;
  std::optional<std::uint32_t> word_bits;

  void add_to(CLI::App& app);
  /// Words have 32 bits unless told otherwise, or if `dtype` fits no such words, 64.
  [[nodiscard]] Result<huff::Geometry> parsed(std::optional<Dtype> dtype = {}) const;
};

/// Nothing if words of this geometry can hold values of `dtype`.
[[nodiscard]] std::optional<Error> check_words(Dtype dtype, const huff::Geometry& geometry);

/// How books are trained.
struct TrainingOptions {
  std::optional<std::uint32_t> max_len;
  std::optional<std::uint32_t> min_len;
  std::optional<std::uint32_t> coded;
  bool compact = false;

  void add_to(CLI::App& app);
  /// True if any of them was given.
  [[nodiscard]] bool given() const { return max_len || min_len || coded || compact; }
  /// The options for books of this dtype.
  [[nodiscard]] huff::TrainOptions for_dtype(Dtype dtype) const;
};

/// How tensors are cut into messages.
struct MessageOptions {
  /// Small enough to bound memory and to show progress; the header and trailer of 16 MiB are
  /// nothing.
  std::uint64_t message_bytes = std::uint64_t{16} << 20;

  void add_to(CLI::App& app);
};

/// Symbols that a compact book codes besides the escape.
inline constexpr std::uint32_t kCompactCoded = 15;

/// The trainer's default for byte dtypes keeps to it.
inline constexpr std::uint32_t kRtlMinTokenBits = huff::kCircuitMinTokenBits;

}  // namespace tern::apps
