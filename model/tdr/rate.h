// SPDX-License-Identifier: Apache-2.0
//
// rate: the step that meets a rate or fills a slot.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/rate_test.cc, model/tdr/slot_test.cc
#pragma once

#include <cstdint>
#include <functional>

#include "model/tdr/stream.h"
#include "model/tdr/tools.h"

namespace tern::tdr {

/// The step with which a quantiser of the tensor's overall deviation takes about `rate` bits, a
/// first guess. `rate`: in 1/1024 bit per value.
[[nodiscard]] std::uint32_t guess_qp(const Source& source, std::uint32_t rate);

/// What a stream may be: whole bytes decide, 1/1024 bit per value lead there.
struct Budget {
  std::uint64_t bytes = 0;
  std::uint32_t rate = 0;
};

[[nodiscard]] Budget budget_of_rate(const Source& source, std::uint32_t rate);
[[nodiscard]] Budget budget_of_slot(const Source& source, std::uint64_t bytes);

/// Makes a stream with given options.
using Encoder = std::function<Encoded(const EncodeOptions&)>;

/// The longest stream of `encoder` within the budget; the shortest there is if none is. Starts with
/// options.qp, a guess.
[[nodiscard]] Encoded encode_at_most(const Source& source, const Encoder& encoder,
                                     const Budget& budget, EncodeOptions options);

/// The longest stream of at most `rate` / 1024 bits per value, header and all; the shortest there
/// is if none is short enough. Tools are chosen if `choose`. Sets options.qp.
[[nodiscard]] Encoded encode_at_rate(const Source& source, std::uint32_t rate, bool choose,
                                     EncodeOptions options);

/// The longest stream of at most `bytes`, which with zero bytes behind it fills a slot of that size
/// (decode_slot); raw if that fits. The shortest there is if none is short enough: its size is the
/// least slot.
[[nodiscard]] Encoded encode_in_slot(const Source& source, std::uint64_t bytes, bool choose,
                                     EncodeOptions options);

}  // namespace tern::tdr
