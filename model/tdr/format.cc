// SPDX-License-Identifier: Apache-2.0
//
// format.cc: the header as words, and the names of errors.
//
//   Spec  docs/transform.md#2-a-stream
//   Test  model/tdr/stream_test.cc
#include "model/tdr/format.h"

namespace tern::tdr {

const char* error_name(TdrError error) {
  switch (error) {
    case TdrError::kNone:
      return "none";
    case TdrError::kSize:
      return "size";
    case TdrError::kVersion:
      return "version";
    case TdrError::kReserved:
      return "reserved";
    case TdrError::kTooLarge:
      return "too_large";
    case TdrError::kClassCode:
      return "class_code";
    case TdrError::kTruncated:
      return "truncated";
    case TdrError::kExcess:
      return "excess";
    case TdrError::kCrc:
      return "crc";
  }
  return "unknown";
}

bool is_supported(Dtype dtype) {
  switch (dtype) {
    case Dtype::kFp32:
    case Dtype::kBf16:
    case Dtype::kFp16:
    case Dtype::kE4m3:
    case Dtype::kE5m2:
    case Dtype::kInt8:
      return true;
    default:
      return false;
  }
}

PackedHeader pack_header(const Header& header) {
  const auto field = [](auto value, unsigned at) {
    return static_cast<std::uint32_t>(value) << at;
  };
  return {kFormatVersion | field(header.mode, 4) | field(header.dtype, 8) |
              field(header.lanes_log2, 12) | field(header.lines_are_rows, 15) |
              field(header.states_log2, 16) | field(header.predict, 19) |
              field(header.transform, 22) | field(header.along_rows, 24),
          header.rows, header.cols,
          field(static_cast<std::uint16_t>(header.exponent), 0) | field(header.qp, 16),
          field(static_cast<std::uint8_t>(header.bias), 0) | field(header.mean_bits, 8)};
}

TdrError unpack_header(const PackedHeader& words, Header& header) {
  const auto field = [&](std::size_t word, unsigned at, unsigned bits) {
    return words[word] >> at & ((1U << bits) - 1);
  };
  if (field(0, 0, 4) != kFormatVersion) return TdrError::kVersion;
  header.mode = static_cast<Mode>(field(0, 4, 4));
  header.dtype = static_cast<Dtype>(field(0, 8, 4));
  header.lanes_log2 = static_cast<std::uint8_t>(field(0, 12, 3));
  header.lines_are_rows = field(0, 15, 1) != 0;
  header.states_log2 = static_cast<std::uint8_t>(field(0, 16, 3));
  header.predict = static_cast<Predict>(field(0, 19, 3));
  header.transform = static_cast<Transform>(field(0, 22, 2));
  header.along_rows = field(0, 24, 1) != 0;
  header.rows = words[1];
  header.cols = words[2];
  header.exponent = static_cast<std::int16_t>(field(3, 0, 16));
  header.qp = static_cast<std::uint16_t>(field(3, 16, 16));
  header.bias = static_cast<std::int8_t>(field(4, 0, 8));
  header.mean_bits = static_cast<std::uint8_t>(field(4, 8, 4));

  const bool known = header.mode <= Mode::kLossy && is_supported(header.dtype) &&
                     header.lanes_log2 <= kMaxLanesLog2 && header.states_log2 <= kMaxStatesLog2 &&
                     header.states_log2 != 1 && header.predict <= Predict::kDelta &&
                     header.transform <= Transform::kDct16 && header.qp <= kMaxQp &&
                     header.exponent >= -149 && header.exponent <= 127 &&
                     (header.dtype != Dtype::kInt8 || header.exponent == 0);
  const bool unused = field(0, 25, 7) == 0 && words[4] >> 12 == 0;
  return known && unused ? TdrError::kNone : TdrError::kReserved;
}

}  // namespace tern::tdr
