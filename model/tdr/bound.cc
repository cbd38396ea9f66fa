// SPDX-License-Identifier: Apache-2.0
//
// bound.cc: what a bound asks for is not what a least squared error does.
//
// A trellis that saves bits gives single values a large error, and so does a transform. So encoders
// that look at nothing but the distance compete.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/bound_test.cc
#include "model/tdr/bound.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/tdr/align.h"
#include "model/tdr/rate.h"

namespace tern::tdr {
namespace {

// In steps of qp, of which an octave has 192.
constexpr std::int64_t kProbe = 16;
constexpr std::int64_t kProbes = 6;

// The step for which the scalar quantiser is off by the bound, a guess for the choice of tools.
std::uint32_t guess_bound_qp(const Magnitude& bound, std::int32_t unit) {
  if (bound.significand == 0) return 0;
  // The top bit of the significand is worth 2^63; half a step of 1 is QP 4.
  const std::int64_t octaves = std::int64_t{bound.exponent} + 63 - unit + 1;
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>((4 << kQpFractionBits) + octaves * 192, 0, kMaxQp));
}

// The coarsest step within the bound: the next one is not. Errors do not strictly rise with steps,
// since classes jump, so a few steps beyond the first that was found have a chance as well.
std::optional<Encoded> coarsest(const Source& source, const Magnitude& bound,
                                EncodeOptions options) {
  std::optional<Encoded> best;
  std::int64_t within = -1;
  const auto meets = [&](std::int64_t qp) {
    options.qp = static_cast<std::uint32_t>(qp);
    Encoded encoded = encode(source, options);
    if (bound < encoded.certificate.largest) return false;
    within = qp;
    best = std::move(encoded);
    return true;
  };
  const auto bisect = [&](std::int64_t beyond) {
    while (beyond - within > 1) {
      const std::int64_t middle = (within + beyond) / 2;
      if (!meets(middle)) beyond = middle;
    }
  };
  bisect(std::int64_t{kMaxQp} + 1);
  for (std::int64_t probe = within + kProbe;
       probe <= std::min(within + kProbes * kProbe, std::int64_t{kMaxQp}); probe += kProbe) {
    if (meets(probe)) bisect(std::min(probe + kProbe, std::int64_t{kMaxQp} + 1));
  }
  return best;
}

// A twenty-fourth of an octave, as often as one has.
constexpr std::uint32_t kFiner = 8;
constexpr int kFinerTries = 24;

}  // namespace

std::optional<Encoded> encode_within_quickly(const Source& source, const Magnitude& bound,
                                             EncodeOptions options) {
  const std::optional<std::int16_t> unit = align_exponent(source.dtype, source.data, source.size);
  if (!unit) return std::nullopt;
  options.states_log2 = 0;
  options.lambda = 0;
  options.tools = plain_tools(source);
  options.qp = guess_bound_qp(bound, *unit);
  for (int tries = 0; tries <= kFinerTries; ++tries) {
    Encoded encoded = encode(source, options);
    if (!(bound < encoded.certificate.largest)) return encoded;
    if (options.qp < kFiner) break;
    options.qp -= kFiner;
  }
  return std::nullopt;
}

Encoded encode_within(const Source& source, const Magnitude& bound, bool choose,
                      EncodeOptions options) {
  std::optional<Encoded> best;
  const std::optional<std::int16_t> unit = align_exponent(source.dtype, source.data, source.size);
  if (!unit) return encode_raw(source);
  const auto compete = [&](const EncodeOptions& with) {
    std::optional<Encoded> encoded = coarsest(source, bound, with);
    const std::size_t least = best ? best->stream.size() : raw_stream_bytes(source);
    if (encoded && encoded->stream.size() < least) best = std::move(encoded);
  };
  if (choose) {
    options.qp = guess_bound_qp(bound, *unit);
    options.tools = choose_tools(source, options);
  }
  compete(options);
  EncodeOptions nearest = options;
  nearest.lambda = 0;
  EncodeOptions scalar = nearest;
  scalar.states_log2 = 0;
  for (const EncodeOptions& with : {nearest, scalar}) {
    compete(with);
    const Tools& tools = with.tools;
    if (tools.transform == Transform::kBypass && tools.predict == Predict::kNone) continue;
    EncodeOptions plain = with;
    plain.tools = plain_tools(source);
    compete(plain);
  }
  return best ? std::move(*best) : encode_raw(source);
}

}  // namespace tern::tdr
