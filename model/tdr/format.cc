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
    case TdrError::kMessage:
      return "message";
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

const char* mode_name(Mode mode) {
  constexpr std::array<const char*, kModes> kNames = {"raw",     "lossy", "lossless",
                                                      "integer", "near",  "layered"};
  return kNames[static_cast<std::size_t>(mode)];
}

namespace {

std::uint32_t field(std::uint32_t value, unsigned at) { return value << at; }

std::uint32_t field_of(std::uint32_t word, unsigned at, unsigned bits) {
  return word >> at & ((1U << bits) - 1);
}

// The tools of a part, in the places that they have in all versions.
std::uint32_t pack_tools(const Header& header) {
  return field(header.lanes_log2, 12) | field(header.lines_are_rows ? 1 : 0, 15) |
         field(header.states_log2, 16) | field(static_cast<std::uint32_t>(header.predict), 19) |
         field(static_cast<std::uint32_t>(header.transform), 22) |
         field(header.along_rows ? 1 : 0, 24);
}

void unpack_tools(std::uint32_t word, Header& header) {
  header.lanes_log2 = static_cast<std::uint8_t>(field_of(word, 12, 3));
  header.lines_are_rows = field_of(word, 15, 1) != 0;
  header.states_log2 = static_cast<std::uint8_t>(field_of(word, 16, 3));
  header.predict = static_cast<Predict>(field_of(word, 19, 3));
  header.transform = static_cast<Transform>(field_of(word, 22, 2));
  header.along_rows = field_of(word, 24, 1) != 0;
}

std::uint32_t pack_scale(const Header& header) {
  return field(static_cast<std::uint16_t>(header.exponent), 0) | field(header.qp, 16);
}

std::uint32_t pack_bias(const Header& header) {
  return field(static_cast<std::uint8_t>(header.bias), 0) | field(header.mean_bits, 8);
}

void unpack_numbers(std::uint32_t scale, std::uint32_t bias, Header& header) {
  header.exponent = static_cast<std::int16_t>(field_of(scale, 0, 16));
  header.qp = static_cast<std::uint16_t>(field_of(scale, 16, 16));
  header.bias = static_cast<std::int8_t>(field_of(bias, 0, 8));
  header.mean_bits = static_cast<std::uint8_t>(field_of(bias, 8, 4));
}

// Transform::kDct8x8 has no axis.
bool is_known_transform(const Header& header, bool has_8x8) {
  return header.transform <= Transform::kDct16 || (has_8x8 && !header.along_rows);
}

bool is_known(const Header& header, bool has_8x8) {
  return is_supported(header.dtype) && header.lanes_log2 <= kMaxLanesLog2 &&
         header.states_log2 <= kMaxStatesLog2 && header.states_log2 != 1 &&
         header.predict <= Predict::kDelta && is_known_transform(header, has_8x8) &&
         header.qp <= kMaxQp && header.exponent >= -149 && header.exponent <= 127 &&
         (header.dtype != Dtype::kInt8 || header.exponent == 0);
}

bool has_part(Mode mode) { return mode != Mode::kRaw && mode != Mode::kLossless; }

}  // namespace

PackedHeader pack_header(const Header& header) {
  const bool has_8x8 = header.transform == Transform::kDct8x8;
  return {(header.bounded ? kFormatVersionBounded
           : has_8x8      ? kFormatVersion8x8
                          : kFormatVersion) |
              field(static_cast<std::uint32_t>(header.mode), 4) |
              field(static_cast<std::uint32_t>(header.dtype), 8) | pack_tools(header),
          header.rows, header.cols, pack_scale(header), pack_bias(header)};
}

TdrError unpack_header(const PackedHeader& words, Header& header) {
  const std::uint32_t version = field_of(words[0], 0, 4);
  if (version > kBlocksVersionBounded || version % 2 == 0) return TdrError::kVersion;
  header.bounded = version == kFormatVersionBounded;
  header.mode = static_cast<Mode>(field_of(words[0], 4, 4));
  header.dtype = static_cast<Dtype>(field_of(words[0], 8, 4));
  header.rows = words[1];
  header.cols = words[2];
  unpack_tools(words[0], header);
  unpack_numbers(words[3], words[4], header);
  const bool unused = words[0] >> 25 == 0 && words[4] >> 12 == 0;
  const bool known = header.mode <= Mode::kLossy && is_known(header, version != kFormatVersion);
  return known && unused ? TdrError::kNone : TdrError::kReserved;
}

PackedTensorHeader pack_tensor_header(const TensorHeader& header) {
  return {(header.bounded   ? kBlocksVersionBounded
           : header.has_8x8 ? kBlocksVersion8x8
                            : kBlocksVersion) |
              field(static_cast<std::uint32_t>(header.dtype), 8),
          header.rows, header.cols, header.band_rows};
}

bool has_blocks(std::uint32_t version) {
  return version == kBlocksVersion || version == kBlocksVersion8x8 ||
         version == kBlocksVersionBounded;
}

TdrError unpack_tensor_header(const PackedTensorHeader& words, TensorHeader& header) {
  const std::uint32_t version = field_of(words[0], 0, 4);
  if (!has_blocks(version)) return TdrError::kVersion;
  header.bounded = version == kBlocksVersionBounded;
  header.has_8x8 = version != kBlocksVersion;
  header.dtype = static_cast<Dtype>(field_of(words[0], 8, 4));
  header.rows = words[1];
  header.cols = words[2];
  header.band_rows = words[3];
  const bool unused = field_of(words[0], 4, 4) == 0 && words[0] >> 12 == 0;
  return is_supported(header.dtype) && header.band_rows > 0 && unused ? TdrError::kNone
                                                                      : TdrError::kReserved;
}

PackedBlockHeader pack_block_header(const Header& header) {
  const std::uint32_t mode = field(static_cast<std::uint32_t>(header.mode), 4);
  if (!has_part(header.mode)) return {mode, 0, 0};
  return {mode | pack_tools(header), pack_scale(header), pack_bias(header)};
}

TdrError unpack_block_header(const PackedBlockHeader& words, Header& header, bool has_8x8) {
  const std::uint32_t mode = field_of(words[0], 4, 4);
  if (mode >= kModes) return TdrError::kReserved;
  header.mode = static_cast<Mode>(mode);
  unpack_tools(words[0], header);
  unpack_numbers(words[1], words[2], header);
  // What is written again the same has nothing in unused places.
  if (pack_block_header(header) != words || !is_known(header, has_8x8)) return TdrError::kReserved;
  const bool exact = header.states_log2 == 0 && header.qp == kLosslessQp &&
                     header.transform == Transform::kBypass && !header.along_rows;
  return header.mode != Mode::kInteger || exact ? TdrError::kNone : TdrError::kReserved;
}

}  // namespace tern::tdr
