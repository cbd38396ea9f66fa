// SPDX-License-Identifier: Apache-2.0
//
// distortion.cc: errors and the power that they are measured by.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py, tb/apps/tdr_test.py
#include "sim/apps/distortion.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "model/tdr/parts.h"

namespace tern::apps {
namespace {

double number_of(Dtype dtype, const std::uint8_t* value) {
  if (dtype == Dtype::kInt8) return static_cast<std::int8_t>(*value);
  const std::uint32_t code = tdr::float32_of(dtype, value);
  float number = 0;
  std::memcpy(&number, &code, sizeof number);
  return static_cast<double>(number);
}

// What is beside the mean: the error of a codec that sends nothing else.
double power_of(Dtype dtype, const std::vector<std::uint8_t>& bytes) {
  const std::uint32_t width = element_bytes(dtype);
  double sum = 0;
  double count = 0;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const double number = number_of(dtype, &bytes[at]);
    if (!std::isfinite(number)) continue;
    sum += number;
    ++count;
  }
  const double mean = count > 0 ? sum / count : 0;
  double power = 0;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const double number = number_of(dtype, &bytes[at]);
    if (std::isfinite(number)) power += (number - mean) * (number - mean);
  }
  return power;
}

}  // namespace

Distortion distortion_of(Dtype dtype, const std::vector<std::uint8_t>& before,
                         const std::vector<std::uint8_t>& after) {
  const std::uint32_t width = element_bytes(dtype);
  Distortion result;
  double error = 0;
  for (std::size_t at = 0; at < before.size(); at += width) {
    if (std::memcmp(&before[at], &after[at], width) == 0) continue;
    const double was = number_of(dtype, &before[at]);
    const double is = number_of(dtype, &after[at]);
    const bool numbers = std::isfinite(was) && std::isfinite(is);
    const double off = numbers ? std::abs(was - is) : std::numeric_limits<double>::infinity();
    error += off * off;
    result.max_abs_error = std::max(result.max_abs_error, off);
  }
  const double power = power_of(dtype, before);
  // A constant tensor has no power to compare with: exact or not is all there is to say. The
  // smallest term keeps the logarithm of an exact result finite.
  const double ratio = power > 0 ? error / power : error > 0 ? 1 : 0;
  result.nmse_db = 10 * std::log10(ratio + 1e-30);
  return result;
}

tdr::Magnitude magnitude_of(double value) {
  constexpr int kBits = 53;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return tdr::magnitude_of(static_cast<std::uint64_t>(std::ldexp(fraction, kBits)),
                           exponent - kBits);
}

}  // namespace tern::apps
