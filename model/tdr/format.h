// SPDX-License-Identifier: Apache-2.0
//
// format: constants, header and errors of the tensor residual/DCT stream.
//
// Encoder, decoder and tests agree on every number through this file.
//
//   Spec  docs/transform.md
//   Test  model/tdr/stream_test.cc
#pragma once

#include <array>
#include <cstdint>

#include "model/common/dtype.h"

namespace tern::tdr {

/// One part, or the raw values.
inline constexpr std::uint32_t kFormatVersion = 1;
/// Blocks of rows, each with a mode of its own.
inline constexpr std::uint32_t kBlocksVersion = 2;
/// The same two, and Transform::kDct8x8 is known.
inline constexpr std::uint32_t kFormatVersion8x8 = 3;
inline constexpr std::uint32_t kBlocksVersion8x8 = 4;
/// The same two again, and digits do not wait for long.
inline constexpr std::uint32_t kFormatVersionBounded = 5;
inline constexpr std::uint32_t kBlocksVersionBounded = 6;
inline constexpr std::uint32_t kWordBits = 32;
inline constexpr std::uint32_t kHeaderWords = 5;
inline constexpr std::uint32_t kTensorHeaderWords = 4;
inline constexpr std::uint32_t kBlockHeaderWords = 3;
inline constexpr std::uint32_t kPrefetchWords = 3;
/// Lines that a lane decodes in turn, so that a state is not needed in the very next cycle.
inline constexpr std::uint32_t kInterleave = 4;
/// Of bounded parts: digits are dropped at the second multiple of so many values of their lane.
inline constexpr std::uint32_t kDigitValues = 512;
inline constexpr std::uint32_t kMaxLanesLog2 = 6;
inline constexpr std::uint32_t kMaxStatesLog2 = 5;

/// Aligned integers have this many bits besides the sign.
inline constexpr std::uint32_t kAlignBits = 20;
/// Reconstructed values are clipped to this magnitude.
inline constexpr std::int32_t kMaxValue = (1 << 22) - 1;
/// Reconstructed coefficients are clipped to this magnitude.
inline constexpr std::int32_t kMaxCoefficient = (1 << 24) - 1;
/// Magnitudes of levels saturate here.
inline constexpr std::uint32_t kMaxLevel = (1 << 22) - 1;

inline constexpr std::uint32_t kQpFractionBits = 5;
inline constexpr std::uint32_t kMaxQp = 132 * 32 - 1;
/// The step of the scalar quantiser is 1: it leaves integers as they are.
inline constexpr std::uint32_t kLosslessQp = 4U << kQpFractionBits;

inline constexpr std::uint32_t kBins = 8;
inline constexpr std::uint32_t kQuantizers = 2;
inline constexpr std::uint32_t kMaxCodeLen = 12;
inline constexpr std::uint32_t kMaxTailBits = 15;
inline constexpr std::uint32_t kMaxLowBits = 10;
/// Centroid shifts are in units of step / 32, the step being that of one quantiser.
inline constexpr std::uint32_t kCentroids = 4;

/// Classes of a line: 0 to 14, in half octaves; 15: dead, all of its levels are zero.
inline constexpr std::uint32_t kClassSymbols = 16;
inline constexpr std::uint32_t kDeadClass = 15;

enum class Mode : std::uint8_t {
  kRaw,       ///< the values as they are
  kLossy,     ///< a part
  kLossless,  ///< a Huffman message of the values: any bits at all
  kInteger,   ///< a part that leaves integers as they are
  kNear,      ///< a part with a bound on its errors
  kLayered,   ///< a part and what is missing from it to the very bits
};
inline constexpr std::uint32_t kModes = 6;
enum class Predict : std::uint8_t { kNone, kRowMean, kColumnMean, kDelta };
enum class Transform : std::uint8_t {
  kBypass,
  kDct8,
  kDct16,
  kDct8x8,  ///< kDct8 down columns, then along rows; from version 3 on
};

/// Why a stream was refused.
enum class TdrError : std::uint8_t {
  kNone,
  kSize,       ///< too short for header and trailer, or no whole number of words
  kVersion,    ///< another version
  kReserved,   ///< a reserved field or code is used
  kTooLarge,   ///< more values than the caller has room for
  kClassCode,  ///< the code of the classes is not complete
  kTruncated,  ///< a word was asked for and none was left
  kExcess,     ///< words are left behind the last value
  kCrc,        ///< the check does not match
  kMessage,    ///< the message of a lossless block is not whole, or not that of the block
};

[[nodiscard]] const char* error_name(TdrError error);
[[nodiscard]] const char* mode_name(Mode mode);

/// Everything the header says.
struct Header {
  Mode mode = Mode::kLossy;
  Dtype dtype = Dtype::kFp32;
  std::uint8_t lanes_log2 = 4;
  bool lines_are_rows = false;   ///< a line is a row; else a column
  std::uint8_t states_log2 = 3;  ///< 0: scalar quantiser; 2 to 5: dependent
  Predict predict = Predict::kNone;
  Transform transform = Transform::kBypass;
  bool along_rows = false;  ///< the transform runs along a row; else down a column
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::int16_t exponent = 0;   ///< of the unit of the aligned integers
  std::uint16_t qp = 0;        ///< 32 * QP + fraction
  std::int8_t bias = 0;        ///< added to row class + column class
  std::uint8_t mean_bits = 0;  ///< low bits of a mean that are sent raw
  bool bounded = false;        ///< digits do not wait for long: versions 5 and 6

  [[nodiscard]] std::uint64_t values() const { return std::uint64_t{rows} * cols; }
  [[nodiscard]] std::uint32_t lines() const { return lines_are_rows ? rows : cols; }
  [[nodiscard]] std::uint32_t line_length() const { return lines_are_rows ? cols : rows; }
  [[nodiscard]] std::size_t index(std::uint32_t line, std::uint32_t at) const {
    return lines_are_rows ? std::size_t{line} * cols + at : std::size_t{at} * cols + line;
  }
};

using PackedHeader = std::array<std::uint32_t, kHeaderWords>;

/// Of version 1, or 3 if the transform wants it.
[[nodiscard]] PackedHeader pack_header(const Header& header);

/// Precondition of the result's meaning: the return value is kNone.
[[nodiscard]] TdrError unpack_header(const PackedHeader& words, Header& header);

/// What a stream of blocks says about all of them.
struct TensorHeader {
  Dtype dtype = Dtype::kFp32;
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::uint32_t band_rows = 1;  ///< rows of each block but the last
  bool has_8x8 = false;         ///< blocks may have Transform::kDct8x8: from version 4 on
  bool bounded = false;         ///< Header::bounded of all blocks: version 6, with any transform

  [[nodiscard]] std::uint64_t values() const { return std::uint64_t{rows} * cols; }
};

using PackedTensorHeader = std::array<std::uint32_t, kTensorHeaderWords>;

/// Whether streams of this version consist of blocks.
[[nodiscard]] bool has_blocks(std::uint32_t version);

[[nodiscard]] PackedTensorHeader pack_tensor_header(const TensorHeader& header);
[[nodiscard]] TdrError unpack_tensor_header(const PackedTensorHeader& words, TensorHeader& header);

using PackedBlockHeader = std::array<std::uint32_t, kBlockHeaderWords>;

/// Fields that the mode does not use are 0.
[[nodiscard]] PackedBlockHeader pack_block_header(const Header& header);

/// Leaves dtype, shape and `bounded` of `header` as they are. `has_8x8`: as the tensor's header
/// says.
[[nodiscard]] TdrError unpack_block_header(const PackedBlockHeader& words, Header& header,
                                           bool has_8x8 = false);

/// Dtypes that TDR takes.
[[nodiscard]] bool is_supported(Dtype dtype);

}  // namespace tern::tdr
