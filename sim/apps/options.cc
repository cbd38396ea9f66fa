// SPDX-License-Identifier: Apache-2.0
//
// options: groups of options that several subcommands share.
//
// CLI11 reads the numbers; whether they make sense is checked here, with a message of ours.
//
//   Spec  docs/cli.md#common-options
//   Test  tb/apps/usage_test.py
#include "sim/apps/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>

#include "model/common/text.h"
#include "model/huff/book.h"

namespace tern::apps {

CLI::Validator whole_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
        const char* const digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
        const bool whole = !text.empty() &&
                           text.find_first_not_of(digits, hex ? 2 : 0) == std::string::npos &&
                           (hex || text.size() == 1 || text[0] != '0');
        if (!whole) return in_quotes(text) + " is not a whole number";
        errno = 0;
        std::strtoull(text.c_str(), nullptr, hex ? 16 : 10);
        return errno == 0 ? std::string() : in_quotes(text) + " is not below 2^64";
      },
      "");
}

CLI::Validator within(std::uint32_t least, std::uint32_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        std::uint32_t number = 0;
        if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) {
          return std::string();
        }
        return fmt::format("{} is not a number from {} to {}", in_quotes(text), least, most);
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) { return std::string(text.empty() ? "the name is empty" : ""); }, "");
}

void InputOptions::add_to(CLI::App& app, bool required) {
  app.add_option("TENSOR", paths, ".npy, .safetensors, or raw values of one --dtype")
      ->required(required);
  app.add_option("--tensor", tensors, "Only the tensor of this name (may be repeated)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--dtype", dtype,
                 "What the values are: " + dtype_choices() +
                     ". float32 is rounded to all but fp32; needed for float32 and raw files")
      ->type_name("D")
      ->check(not_empty());
}

Result<std::optional<Dtype>> InputOptions::parsed_dtype() const {
  if (dtype.empty()) return std::optional<Dtype>{};
  const std::optional<Dtype> parsed = parse_dtype(dtype);
  if (parsed) return parsed;
  return Error{ErrorKind::kUsage, fmt::format("--dtype: {} is not a dtype; use {}",
                                              in_quotes(dtype), dtype_choices())};
}

void GeometryOptions::add_to(CLI::App& app) {
  app.add_option("--lanes", lanes, "Lanes of the unit: 1, 2, 4, 8, 16, 32 or 64")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--word-bits", word_bits, "Bits of a word: 32 or 64")
      ->type_name("W")
      ->check(whole_number())
      ->default_str("32");
}

Result<huff::Geometry> GeometryOptions::parsed(std::optional<Dtype> dtype) const {
  const bool fits = !dtype || huff::fits(*dtype, {lanes, 32});
  const huff::Geometry geometry{lanes, word_bits.value_or(fits ? 32 : 64)};
  if (geometry.word_bits != 32 && geometry.word_bits != 64) {
    return Error{ErrorKind::kUsage, fmt::format("--word-bits: {} is not a word width; use 32 or 64",
                                                geometry.word_bits)};
  }
  if (huff::is_legal(geometry)) return geometry;
  return Error{ErrorKind::kUsage,
               fmt::format("--lanes: {} is not a lane count; use 1, 2, 4, 8, 16, 32 or 64", lanes)};
}

std::optional<Error> check_words(Dtype dtype, const huff::Geometry& geometry) {
  if (huff::fits(dtype, geometry)) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("--word-bits: {} needs words of 64 bits, not {}; use --word-bits 64",
                           dtype_name(dtype), geometry.word_bits)};
}

void TrainingOptions::add_to(CLI::App& app) {
  app.add_option("--max-len", max_len, "Longest codeword of a trained book, 8 to 15 (default 12)")
      ->type_name("L")
      ->check(whole_number())
      ->check(within(huff::kMinMaxCodeLen, huff::kMaxCodeLen));
  app.add_option("--min-len", min_len,
                 fmt::format("Shortest codeword, 1 to 8 (default 1; {} for dtypes without extra "
                             "bits, as the circuit wants it)",
                             kRtlMinTokenBits))
      ->type_name("L")
      ->check(whole_number())
      ->check(within(1, 8));
  auto* const fixed =
      app.add_option("--coded", coded, "Symbols with a codeword, 1 to 256 (default: the cheapest)")
          ->type_name("M")
          ->check(whole_number())
          ->check(within(1, huff::kNumSymbols));
  app.add_flag("--compact", compact, fmt::format("Same as --coded {}", kCompactCoded))
      ->excludes(fixed);
}

huff::TrainOptions TrainingOptions::for_dtype(Dtype dtype) const {
  huff::TrainOptions options;
  if (max_len) options.max_len = *max_len;
  options.min_len = min_len.value_or(huff::extra_bits(dtype) > 0 ? 1 : kRtlMinTokenBits);
  options.coded = compact ? std::optional<std::uint32_t>(kCompactCoded) : coded;
  return options;
}

void MessageOptions::add_to(CLI::App& app) {
  app.add_option("--message-bytes", message_bytes,
                 "Longest piece of a tensor, in bytes before coding, that one message carries")
      ->type_name("B")
      ->check(whole_number())
      ->capture_default_str();
}

}  // namespace tern::apps
