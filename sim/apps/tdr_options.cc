// SPDX-License-Identifier: Apache-2.0
//
// tdr_options.cc: names of modes and efforts, and what goes together.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#include "sim/apps/tdr_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <limits>

#include "sim/apps/distortion.h"

namespace tern::apps {
namespace {

constexpr const char* kGroup = "With --codec tdr";

tdr::Mode mode_of(const std::string& name) {
  for (std::uint32_t i = 0; i < tdr::kModes; ++i) {
    if (name == tdr::mode_name(static_cast<tdr::Mode>(i))) return static_cast<tdr::Mode>(i);
  }
  return tdr::Mode::kLossy;
}

Error usage(const std::string& text) { return {ErrorKind::kUsage, text}; }

}  // namespace

CLI::Validator number_in(double least, double most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        double value = 0;
        const bool is_number = CLI::detail::lexical_cast(text, value);
        if (is_number && value >= least && value <= most) return std::string();
        return fmt::format("{} is no number from {} to {}", text, least, most);
      },
      "");
}

void TdrOptions::add_codec(CLI::App& app) {
  app.add_option("--codec", codec, "huffman: lossless; tdr: the tensor residual/DCT block")
      ->check(CLI::IsMember({"huffman", "tdr"}))
      ->capture_default_str();
}

void TdrOptions::add_to(CLI::App& app) {
  add_codec(app);
  app.add_option("--mode", mode, "Mode of the blocks; one that cannot have it takes a safer one")
      ->check(CLI::IsMember({"raw", "lossy", "lossless", "integer", "near", "layered"}))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--rate", rate, "Bits per value, everything counted")
      ->type_name("B")
      ->check(number_in(0, 64))
      ->group(kGroup);
  app.add_option("--qp", qp, "Quantiser step in place of a rate: 6 to an octave")
      ->type_name("QP")
      ->check(number_in(0, tdr::kMaxQp / 32.0))
      ->group(kGroup);
  app.add_option("--max-error", max_error, "No value is off by more, in any block")
      ->type_name("E")
      ->check(number_in(0, std::numeric_limits<double>::max()))
      ->group(kGroup);
  app.add_option("--slot-bytes", slot_bytes, "Bytes of a slot of fixed size, in place of a rate")
      ->type_name("S")
      ->check(number_in(0, kMaxSlot))
      ->group(kGroup);
  app.add_option("--effort", effort,
                 "best: whole lines, for what is compressed once; stream: as a circuit, on the fly")
      ->check(CLI::IsMember({"best", "stream"}))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--states", states, "States of the quantiser; 1: scalar")
      ->check(CLI::IsMember({1, 4, 8, 16, 32}))
      ->default_str("32, stream: 4")
      ->group(kGroup);
  add_digits(app, digits).group(kGroup);
  app.add_option("--without", without,
                 "Tools that the encoder goes without: means, delta, transform, axis, dct8x8, "
                 "classes")
      ->type_name("TOOL")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kTools), std::end(kTools) - 1)))
      ->group(kGroup);
  app.add_option("--block-rows", block_rows, "Rows of a block (default: all, or fewer if needed)")
      ->type_name("N")
      ->check(number_in(1, std::numeric_limits<std::uint32_t>::max()))
      ->group(kGroup);
}

CLI::Option& add_digits(CLI::App& app, std::string& digits) {
  return *app.add_option("--digits", digits,
                         "How far ahead values may be that share a codeword: free; bounded, for "
                         "circuits with small memories")
              ->check(CLI::IsMember({"free", "bounded"}))
              ->default_str("free, stream: bounded");
}

bool bounded_of(const std::string& digits, const std::string& effort) {
  return digits.empty() ? effort == "stream" : digits == "bounded";
}

tdr::Without without_of(const std::vector<std::string>& names) {
  tdr::Without without;
  bool* const switches[] = {&without.means,  &without.delta,   &without.transform, &without.axis,
                            &without.dct8x8, &without.classes, &without.joint};
  for (std::size_t i = 0; i < std::size(kTools); ++i) {
    *switches[i] = std::find(names.begin(), names.end(), kTools[i]) != names.end();
  }
  return without;
}

std::optional<Error> check_without(const std::vector<std::string>& names,
                                   const std::string& effort) {
  if (!without_of(names).classes || effort == "best") return {};
  return usage("--without classes: a circuit always has them; use --effort best");
}

std::optional<Error> TdrOptions::check() const {
  const int aims = (rate ? 1 : 0) + (qp ? 1 : 0) + (slot_bytes ? 1 : 0);
  if (!chosen()) {
    if (aims == 0 && !max_error && without.empty()) return {};
    return usage(
        "--rate, --qp, --max-error, --slot-bytes, --without: are about lossy coding; add --codec "
        "tdr");
  }
  if (std::optional<Error> error = check_without(without, effort)) return error;
  const tdr::Mode wanted = mode_of(mode);
  if (wanted == tdr::Mode::kNear && !max_error) {
    return usage("--mode near: keeps a bound; name it with --max-error");
  }
  if (aims > 1) return usage("--rate, --qp, --slot-bytes: are one aim in three ways; name one");
  if (wanted == tdr::Mode::kLossy && aims == 0) {
    return usage(max_error ? "--max-error: with --mode lossy guards a step or a rate; add --qp or "
                             "--rate, or use --mode near"
                           : "--codec tdr: needs an aim; add --rate, --qp or --slot-bytes");
  }
  if (wanted == tdr::Mode::kLayered && !qp) {
    return usage("--mode layered: needs the step of its base; add --qp");
  }
  const bool stepless = wanted != tdr::Mode::kLossy && wanted != tdr::Mode::kLayered;
  if (aims > 0 && (stepless || (wanted == tdr::Mode::kLayered && !qp))) {
    return usage(
        fmt::format("--mode {}: has the length that it needs; leave --rate, --qp and "
                    "--slot-bytes out",
                    mode));
  }
  if (max_error && wanted != tdr::Mode::kNear && wanted != tdr::Mode::kLossy) {
    return usage(fmt::format("--mode {}: is exact; leave --max-error out", mode));
  }
  return {};
}

tdr::BlockOptions TdrOptions::block_options() const {
  tdr::BlockOptions options;
  options.wanted = mode_of(mode);
  options.band_rows = block_rows;
  if (max_error) options.bound = magnitude_of(*max_error);
  const bool stream = effort == "stream";
  if (stream) options.lossy.effort = tdr::Effort::kStream;
  options.lossy.without = without_of(without);
  options.lossy.bounded = bounded_of(digits, effort);
  const std::uint32_t wanted_states = states != 0 ? states : stream ? 4 : 32;
  options.lossy.states_log2 = 0;
  while (1U << options.lossy.states_log2 < wanted_states) ++options.lossy.states_log2;
  return options;
}

}  // namespace tern::apps
