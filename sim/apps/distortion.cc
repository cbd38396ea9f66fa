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

std::vector<double> numbers_of(Dtype dtype, const std::vector<std::uint8_t>& bytes) {
  const std::uint32_t width = element_bytes(dtype);
  std::vector<double> numbers(bytes.size() / width);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (dtype == Dtype::kInt8) {
      numbers[i] = static_cast<std::int8_t>(bytes[i]);
      continue;
    }
    const std::uint32_t code = tdr::float32_of(dtype, &bytes[i * width]);
    float value = 0;
    std::memcpy(&value, &code, sizeof value);
    numbers[i] = static_cast<double>(value);
  }
  return numbers;
}

// What is beside the mean: the error of a codec that sends nothing else.
double power_of(const std::vector<double>& numbers) {
  double sum = 0;
  double count = 0;
  for (const double number : numbers) {
    if (!std::isfinite(number)) continue;
    sum += number;
    ++count;
  }
  const double mean = count > 0 ? sum / count : 0;
  double power = 0;
  for (const double number : numbers) {
    if (std::isfinite(number)) power += (number - mean) * (number - mean);
  }
  return power;
}

}  // namespace

Distortion distortion_of(Dtype dtype, const std::vector<std::uint8_t>& before,
                         const std::vector<std::uint8_t>& after) {
  const std::vector<double> was = numbers_of(dtype, before);
  const std::vector<double> is = numbers_of(dtype, after);
  const std::uint32_t width = element_bytes(dtype);
  Distortion result;
  double error = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (std::memcmp(&before[i * width], &after[i * width], width) == 0) continue;
    const bool numbers = std::isfinite(was[i]) && std::isfinite(is[i]);
    const double off = numbers ? std::abs(was[i] - is[i]) : std::numeric_limits<double>::infinity();
    error += off * off;
    result.max_abs_error = std::max(result.max_abs_error, off);
  }
  const double power = power_of(was);
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
