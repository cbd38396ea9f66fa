// SPDX-License-Identifier: Apache-2.0
//
// codec_timing: how fast encoder and decoder are, as a run of the circuits measured it.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/codec_timing_test.cc
#pragma once

#include <cstdint>
#include <string>

#include "model/common/result.h"

namespace tern::link {

/// What a link needs to know of the circuits at its ends. Without a codec, of default construction,
/// they are transparent: no latency, no limit on the rate.
struct CodecTiming {
  bool present = false;
  std::uint32_t lanes = 0;
  std::uint32_t word_bits = 0;
  std::uint32_t value_bytes = 0;
  double clock_ghz = 0;

  // Measured: cycles for so many values, and what comes on top.
  std::uint64_t values = 0;
  std::uint64_t encode_cycles = 0;
  std::uint64_t decode_cycles = 0;
  std::uint64_t messages = 0;
  std::uint64_t between_cycles = 0;  ///< of the decoder, between so many messages
  std::uint32_t encode_latency = 0;  ///< cycles from the first value to the first word
  std::uint32_t decode_latency = 0;  ///< cycles from the first word to the first value

  /// Coded bytes that must follow a value before it leaves the decoder: three words of each lane
  /// are asked for ahead, and a beat has one of each.
  [[nodiscard]] std::uint64_t held_bytes() const {
    return present ? std::uint64_t{4} * lanes * word_bits / 8 : 0;
  }

  /// Time that the decoder takes from one message to the next.
  [[nodiscard]] double between_ns() const {
    if (messages == 0) return 0;
    return static_cast<double>(between_cycles) / static_cast<double>(messages) / clock_ghz;
  }

  /// Bytes of values per nanosecond.
  [[nodiscard]] double encode_bytes_per_ns() const;
  [[nodiscard]] double decode_bytes_per_ns() const;
};

/// What a codec file must agree with.
struct CodecExpectation {
  std::uint32_t lanes = 16;
  std::uint32_t word_bits = 32;
  std::string dtype = "bf16";
  double clock_ghz = 1;  ///< of both circuits; what synthesis reached, see docs/synthesis.md
};

/// From a report that `tern eval ... --engines model,rtl --json FILE` wrote, without stalls. Of the
/// tensors with the dtype, all together. Refuses, naming file and key, a report that is of another
/// configuration, has no circuit in it, or whose engines did not agree.
[[nodiscard]] Result<CodecTiming> read_codec_timing(const std::string& file,
                                                    const CodecExpectation& expected);

}  // namespace tern::link
