// SPDX-License-Identifier: Apache-2.0
//
// rd_run.cc: encode, decode, compare.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#include "sim/apps/rd_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "model/common/tensor.h"
#include "model/common/text.h"
#include "model/tdr/rate.h"

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
    std::uint32_t code = 0;
    for (std::uint32_t j = 0; j < width; ++j) {
      code |= std::uint32_t{bytes[i * width + j]} << (8 * j);
    }
    if (dtype != Dtype::kFp32) {
      code = to_float32(static_cast<std::uint16_t>(code), *float_format_of(dtype));
    }
    float value = 0;
    std::memcpy(&value, &code, sizeof value);
    numbers[i] = static_cast<double>(value);
  }
  return numbers;
}

// What is beside the mean: the error of a codec that sends nothing else.
double power_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  const double mean = sum / static_cast<double>(numbers.size());
  double power = 0;
  for (const double number : numbers) power += (number - mean) * (number - mean);
  return power;
}

void compare(const std::vector<double>& before, const std::vector<double>& after, RdPoint& point) {
  double error = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double difference = before[i] - after[i];
    error += difference * difference;
    point.max_abs_error = std::max(point.max_abs_error, std::abs(difference));
  }
  const double power = power_of(before);
  // A constant tensor has no power to compare with: exact or not is all there is to say. The
  // smallest term keeps the logarithm of an exact result finite.
  const double ratio = power > 0 ? error / power : error > 0 ? 1 : 0;
  point.nmse_db = 10 * std::log10(ratio + 1e-30);
}

Error refuse(const Input& input, const std::string& cause) {
  return {ErrorKind::kUsage,
          fmt::format("{}: tensor {} {}", input.info.file, in_quotes(input.info.name), cause)};
}

}  // namespace

std::string rate_name(double rate) { return fmt::format("{:g}", rate); }

Result<std::vector<RdPoint>> measure_rd(const Input& input, const RdRequest& request) {
  if (!tdr::is_supported(input.dtype)) {
    return refuse(input, fmt::format("is {}, which is not transformed; use fp32, bf16, fp16, e4m3, "
                                     "e5m2 or int8",
                                     dtype_name(input.dtype)));
  }
  const std::uint64_t cols = input.info.shape.empty() ? 1 : input.info.shape.back();
  const std::uint64_t rows = cols == 0 ? 0 : input.info.values / cols;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (input.info.values == 0) return refuse(input, "has no values; leave it out");
  if (rows > kMost || cols > kMost) return refuse(input, "is too large; split it");

  const Result<std::vector<std::uint8_t>> bytes = load(input);
  if (!bytes) return bytes.error();
  const tdr::Source source{input.dtype, static_cast<std::uint32_t>(rows),
                           static_cast<std::uint32_t>(cols), bytes.value().data(),
                           bytes.value().size()};
  const std::vector<double> before = numbers_of(input.dtype, bytes.value());
  std::vector<RdPoint> points;
  for (const double wanted : request.qps.empty() ? request.rates : request.qps) {
    tdr::EncodeOptions options;
    options.states_log2 = request.states_log2;
    options.tools = tdr::plain_tools(source);
    tdr::Encoded encoded;
    if (request.qps.empty()) {
      encoded = tdr::encode_at_rate(source, static_cast<std::uint32_t>(wanted * 1024),
                                    !request.plain, options);
    } else {
      options.qp = static_cast<std::uint32_t>(std::lround(wanted * 32));
      if (!request.plain) options.tools = tdr::choose_tools(source, options);
      encoded = tdr::encode(source, options);
    }
    const tdr::Decoded decoded =
        tdr::decode(encoded.stream.data(), encoded.stream.size(), input.info.values);
    if (decoded.error != tdr::TdrError::kNone || decoded.values != encoded.values) {
      return Error{
          ErrorKind::kMismatch,
          fmt::format("{}: tensor {} decodes to other values than the encoder certified "
                      "({}); report this",
                      input.info.file, in_quotes(input.info.name), tdr::error_name(decoded.error))};
    }
    RdPoint point;
    point.wanted = rate_name(wanted);
    point.bits =
        static_cast<double>(encoded.stream.size()) * 8 / static_cast<double>(input.info.values);
    point.header = decoded.header;
    compare(before, numbers_of(input.dtype, decoded.values), point);
    points.push_back(point);
  }
  return points;
}

}  // namespace tern::apps
