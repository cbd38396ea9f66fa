// SPDX-License-Identifier: Apache-2.0
//
// rate.cc: the step that meets a rate, by trying.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/rate_test.cc
#include "model/tdr/rate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/tdr/align.h"
#include "model/tdr/apart.h"
#include "model/tdr/books.h"
#include "model/tdr/params.h"

namespace tern::tdr {
namespace {

constexpr int kMaxTries = 14;
constexpr std::uint32_t kMaxLambda = (1U << shared::kLambdaBits) - 1;
// A stream this near below its rate is not improved any further: 1/512 of it.
constexpr unsigned kNear = 9;

std::uint64_t values_of(const Source& source) {
  return std::max<std::uint64_t>(std::uint64_t{source.rows} * source.cols, 1);
}

std::uint64_t bits_1024(const Encoded& encoded, const Source& source) {
  const std::uint64_t values = values_of(source);
  return (encoded.stream.size() * 8 * 1024 + values - 1) / values;
}

// Of streams that are kept while others are made, all but the values.
Encoded without_values(Encoded encoded) {
  encoded.values = std::vector<std::uint8_t>();
  return encoded;
}

// The encoder's values are a decoder's.
Encoded with_values(Encoded encoded, const Source& source) {
  encoded.values =
      decode_slot(encoded.stream.data(), encoded.stream.size(), values_of(source)).values;
  return encoded;
}

// The finest step above `exceeds` that is within the budget; if none is, the shortest stream there
// is. Gives the step in options.qp.
Encoded shorten(const Source& source, const Encoder& encoder, const Budget& budget,
                std::int64_t exceeds, EncodeOptions& options) {
  options.qp = kMaxQp;
  Encoded best = without_values(encoder(options));
  if (best.stream.size() > budget.bytes) {
    options.tools = plain_tools(source);
    options.blank = true;
    return without_values(encoder(options));
  }
  for (std::int64_t fits = kMaxQp; fits - exceeds > 1;) {
    EncodeOptions middle = options;
    middle.qp = static_cast<std::uint32_t>((fits + exceeds) / 2);
    Encoded encoded = encoder(middle);
    if (encoded.stream.size() > budget.bytes) {
      exceeds = middle.qp;
      continue;
    }
    fits = options.qp = middle.qp;
    best = without_values(std::move(encoded));
  }
  return best;
}

}  // namespace

std::uint32_t guess_qp(const Source& source, std::uint32_t rate) {
  const std::optional<std::int16_t> unit = align_exponent(source.dtype, source.data, source.size);
  if (!unit) return 0;
  std::uint64_t sum = 0;
  const std::uint32_t bytes = element_bytes(source.dtype);
  for (std::size_t at = 0; at < source.size; at += bytes) {
    const std::int32_t value = aligned_value(source.dtype, source.data + at, *unit);
    sum += static_cast<std::uint64_t>(value < 0 ? -value : value);
  }
  if (sum == 0) return kMaxQp;
  // The deviation is about 5/4 of the mean magnitude; a step of it costs about 2 bits.
  const std::int64_t log2 = static_cast<std::int64_t>(log2_256(sum * 5 / 4 + 1)) -
                            static_cast<std::int64_t>(log2_256(source.size / bytes)) + 512 -
                            static_cast<std::int64_t>(rate / 4);
  // QP 4 is a step of 1; 192 steps of qp are an octave.
  const std::int64_t qp = (4 << kQpFractionBits) + log2 * 192 / 256;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(qp, 0, kMaxQp));
}

Encoded encode_at_most(const Source& source, const Encoder& encoder, const Budget& budget,
                       EncodeOptions options) {
  const std::int64_t rate = budget.rate;
  options.qp = std::min(options.qp + scale_qp(options.tools.transform), kMaxQp);
  // Steps tried: the finest that was short enough, the coarsest that was not.
  std::int64_t fits = std::int64_t{kMaxQp} + 1;
  std::int64_t exceeds = -1;
  std::int64_t fits_bits = 0;
  std::int64_t exceeds_bits = 0;
  std::optional<Encoded> best;
  for (int tries = 0; tries < kMaxTries && fits - exceeds > 1; ++tries) {
    Encoded encoded = encoder(options);
    const auto bits = static_cast<std::int64_t>(bits_1024(encoded, source));
    const bool is_short = encoded.stream.size() <= budget.bytes;
    (is_short ? fits : exceeds) = options.qp;
    (is_short ? fits_bits : exceeds_bits) = bits;
    const bool better = !best || (is_short && fits_bits == bits);
    if (better) best = without_values(std::move(encoded));
    if (is_short && rate - bits <= rate >> kNear) break;
    std::int64_t next = options.qp + (bits - rate) * 192 / 1024 + (is_short ? -1 : 1);
    if (exceeds >= 0 && fits <= kMaxQp && exceeds_bits > fits_bits) {
      next = fits - (rate - fits_bits) * (fits - exceeds) / (exceeds_bits - fits_bits);
    }
    options.qp = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(next, exceeds + 1, std::min<std::int64_t>(fits - 1, kMaxQp)));
  }
  if (fits > kMaxQp) {
    best = shorten(source, encoder, budget, exceeds, options);
    if (options.blank) return with_values(std::move(*best), source);
    fits = options.qp;
  }
  // Where classes jump the steps are too coarse; a smaller price of bits fills what is left, or a
  // larger one shortens what is too long.
  const auto is_near = [&] {
    return rate - static_cast<std::int64_t>(bits_1024(*best, source)) <= rate >> kNear;
  };
  const auto improve = [&](Encoded encoded) {
    if (bits_1024(encoded, source) > bits_1024(*best, source)) {
      best = without_values(std::move(encoded));
    }
    return is_near();
  };
  bool near = is_near();
  const std::uint32_t price = options.lambda;
  options.qp = static_cast<std::uint32_t>(fits);
  for (std::uint32_t part = price / 4, cut = 0; part > 0 && !near; part /= 2) {
    options.lambda = price - cut - part;
    Encoded encoded = encoder(options);
    if (encoded.stream.size() > budget.bytes) continue;
    cut += part;
    near = improve(std::move(encoded));
  }
  options.qp = static_cast<std::uint32_t>(std::max<std::int64_t>(exceeds, 0));
  for (std::uint32_t part = price / 2, add = 0; part > 0 && !near && exceeds >= 0; part /= 2) {
    options.lambda = std::min(price + add + part, kMaxLambda);
    Encoded encoded = encoder(options);
    if (encoded.stream.size() > budget.bytes) {
      add += part;
    } else {
      near = improve(std::move(encoded));
    }
  }
  return with_values(std::move(*best), source);
}

Budget budget_of_rate(const Source& source, std::uint32_t rate) {
  return {rate * values_of(source) / (8 * 1024), rate};
}

Budget budget_of_slot(const Source& source, std::uint64_t bytes) {
  // What is shorter than raw has less than 32 bits per value, and header and check.
  return {bytes, static_cast<std::uint32_t>(bytes * 8 * 1024 / values_of(source))};
}

namespace {

Encoded encode_one(const Source& source, const Budget& budget, bool choose, EncodeOptions options) {
  options.qp = guess_qp(source, budget.rate);
  if (choose) options.tools = choose_tools(source, options);
  const auto encoder = [&](const EncodeOptions& with) {
    return with.without.joint ? encode_apart(source, with) : encode(source, with);
  };
  return encode_at_most(source, encoder, budget, options);
}

}  // namespace

Encoded encode_at_rate(const Source& source, std::uint32_t rate, bool choose,
                       EncodeOptions options) {
  return encode_one(source, budget_of_rate(source, rate), choose, options);
}

Encoded encode_in_slot(const Source& source, std::uint64_t bytes, bool choose,
                       EncodeOptions options) {
  if (raw_stream_bytes(source) <= bytes) return encode_raw(source);
  return encode_one(source, budget_of_slot(source, bytes), choose, options);
}

}  // namespace tern::tdr
