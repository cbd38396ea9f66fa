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
#include <limits>
#include <utility>

#include "model/common/text.h"
#include "model/tdr/bound.h"
#include "model/tdr/rate.h"
#include "sim/apps/digest.h"
#include "sim/apps/distortion.h"

namespace tern::apps {
namespace {

Error refuse(const Input& input, const std::string& cause) {
  return {ErrorKind::kUsage,
          fmt::format("{}: tensor {} {}", input.info.file, in_quotes(input.info.name), cause)};
}

tdr::Encoded encode_for(const tdr::Source& source, const RdRequest& request, double wanted) {
  tdr::EncodeOptions options;
  options.effort = request.effort;
  options.window = request.window;
  options.bounded = request.bounded;
  options.states_log2 = request.states_log2;
  options.without = request.without;
  options.tools = tdr::plain_tools(source);
  const bool choose = !request.plain;
  switch (request.aim) {
    case RdAim::kRate:
      return tdr::encode_at_rate(source, static_cast<std::uint32_t>(wanted * 1024), choose,
                                 options);
    case RdAim::kError:
      return tdr::encode_within(source, magnitude_of(wanted), choose, options);
    case RdAim::kSlot:
      return tdr::encode_in_slot(source, static_cast<std::uint64_t>(wanted), choose, options);
    case RdAim::kQp:
      break;
  }
  options.qp = static_cast<std::uint32_t>(std::lround(wanted * 32));
  if (choose) options = tdr::with_tools(options, tdr::choose_tools(source, options));
  return tdr::encode(source, options);
}

std::string name_of(RdAim aim, double wanted) {
  return aim == RdAim::kSlot ? fmt::format("{:.0f}", wanted) : rate_name(wanted);
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
  std::vector<RdPoint> points;
  for (const double wanted : request.wanted) {
    std::vector<std::uint8_t> stream;
    std::string certified;  // a digest, since values are as many bytes as the tensor
    {
      tdr::Encoded encoded = encode_for(source, request, wanted);
      stream = std::move(encoded.stream);
      certified = sha256_hex(encoded.values.data(), encoded.values.size());
    }
    if (request.aim == RdAim::kSlot) {
      const auto slot = static_cast<std::size_t>(wanted);
      if (stream.size() > slot) {
        return refuse(input, fmt::format("does not fit a slot of {} bytes; its shortest stream "
                                         "takes --slot-bytes {}",
                                         slot, stream.size()));
      }
      // More zeros than raw could need prove nothing.
      stream.resize(std::min(slot, bytes.value().size() + 64));
    }
    // What a codeword for each value would cost follows the stream as zeros.
    const tdr::Decoded decoded =
        request.aim == RdAim::kSlot || request.without.joint
            ? tdr::decode_slot(stream.data(), stream.size(), input.info.values)
            : tdr::decode(stream.data(), stream.size(), input.info.values);
    RdPoint point;
    if (decoded.error == tdr::TdrError::kNone) {
      const Distortion found = distortion_of(input.dtype, bytes.value(), decoded.values);
      point.nmse_db = found.nmse_db;
      point.max_abs_error = found.max_abs_error;
    }
    const bool is_off = request.aim == RdAim::kError && point.max_abs_error > wanted;
    if (decoded.error != tdr::TdrError::kNone ||
        sha256_hex(decoded.values.data(), decoded.values.size()) != certified || is_off) {
      return Error{
          ErrorKind::kMismatch,
          fmt::format("{}: tensor {} decodes to other values than the encoder certified "
                      "({}); report this",
                      input.info.file, in_quotes(input.info.name), tdr::error_name(decoded.error))};
    }
    point.wanted = name_of(request.aim, wanted);
    point.target = wanted;
    const double size = request.aim == RdAim::kSlot ? wanted : static_cast<double>(stream.size());
    point.bits = size * 8 / static_cast<double>(input.info.values);
    point.header = decoded.header;
    points.push_back(point);
  }
  return points;
}

}  // namespace tern::apps
