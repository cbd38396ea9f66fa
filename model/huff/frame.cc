// SPDX-License-Identifier: Apache-2.0
//
// frame.cc: header fields, check and trailer.
//
// Field positions come from the generated parameters, never from here.
//
//   Spec  docs/huffman_format.md#2-a-message
//   Test  model/huff/frame_test.cc
#include "model/huff/frame.h"

#include <array>
#include <cassert>

#include "model/common/bits.h"
#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/crc32.h"

namespace tern::huff {
namespace {

constexpr std::uint32_t kPart = 32;  // bits of an element of PackedHeader; no field crosses it

void put_field(PackedHeader& bits, std::uint32_t value, std::uint32_t lsb, std::uint32_t width) {
  assert((value & ~low_bits(width)) == 0 && lsb % kPart + width <= kPart);
  bits[lsb / kPart] |= value << lsb % kPart;
}

template <typename T>
T get_field(const PackedHeader& bits, std::uint32_t lsb, std::uint32_t width) {
  return static_cast<T>((bits[lsb / kPart] >> lsb % kPart) & low_bits(width));
}

}  // namespace

bool is_legal(const Geometry& geometry) {
  const std::uint32_t lanes = geometry.lanes;
  const bool power_of_two = lanes != 0 && (lanes & (lanes - 1)) == 0;
  return power_of_two && lanes <= kMaxLanes &&
         (geometry.word_bits == 32 || geometry.word_bits == 64);
}

bool fits(Dtype dtype, const Geometry& geometry) {
  return max_token_bits(dtype) <= geometry.word_bits;
}

PackedHeader pack_header(const Header& h) {
  PackedHeader bits{};
  put_field(bits, h.version, kHeaderVersionLsb, kHeaderVersionWidth);
  put_field(bits, h.dtype, kHeaderDtypeLsb, kHeaderDtypeWidth);
  put_field(bits, h.lanes_log2, kHeaderLanesLog2Lsb, kHeaderLanesLog2Width);
  put_field(bits, h.word_code, kHeaderWordCodeLsb, kHeaderWordCodeWidth);
  put_field(bits, h.raw ? 1 : 0, kHeaderRawLsb, kHeaderRawWidth);
  put_field(bits, h.min_len, kHeaderMinLenLsb, kHeaderMinLenWidth);
  put_field(bits, h.book_id, kHeaderBookIdLsb, kHeaderBookIdWidth);
  put_field(bits, h.chunk_log2, kHeaderChunkLog2Lsb, kHeaderChunkLog2Width);
  put_field(bits, h.epoch, kHeaderEpochLsb, kHeaderEpochWidth);
  put_field(bits, h.count, kHeaderCountLsb, kHeaderCountWidth);
  put_field(bits, h.offset, kHeaderOffsetLsb, kHeaderOffsetWidth);
  put_field(bits, h.reserved, kHeaderReservedLsb, kHeaderReservedWidth);
  return bits;
}

Header unpack_header(const PackedHeader& bits) {
  using U8 = std::uint8_t;
  Header h;
  h.version = get_field<U8>(bits, kHeaderVersionLsb, kHeaderVersionWidth);
  h.dtype = get_field<U8>(bits, kHeaderDtypeLsb, kHeaderDtypeWidth);
  h.lanes_log2 = get_field<U8>(bits, kHeaderLanesLog2Lsb, kHeaderLanesLog2Width);
  h.word_code = get_field<U8>(bits, kHeaderWordCodeLsb, kHeaderWordCodeWidth);
  h.raw = get_field<U8>(bits, kHeaderRawLsb, kHeaderRawWidth) != 0;
  h.min_len = get_field<U8>(bits, kHeaderMinLenLsb, kHeaderMinLenWidth);
  h.book_id = get_field<U8>(bits, kHeaderBookIdLsb, kHeaderBookIdWidth);
  h.chunk_log2 = get_field<U8>(bits, kHeaderChunkLog2Lsb, kHeaderChunkLog2Width);
  h.epoch = get_field<U8>(bits, kHeaderEpochLsb, kHeaderEpochWidth);
  h.count = get_field<std::uint32_t>(bits, kHeaderCountLsb, kHeaderCountWidth);
  h.offset = get_field<U8>(bits, kHeaderOffsetLsb, kHeaderOffsetWidth);
  h.reserved = get_field<std::uint32_t>(bits, kHeaderReservedLsb, kHeaderReservedWidth);
  return h;
}

Header make_header(Dtype dtype, const Plan& plan, const Geometry& geometry, std::uint32_t count) {
  assert(is_legal(geometry) && Chunks::is_legal(plan.chunk_log2) && !plan.choices.empty());
  const Choice choice = choice_of(plan.choices.front());
  Header header;
  header.dtype = static_cast<std::uint8_t>(dtype);
  while ((1U << header.lanes_log2) < geometry.lanes) ++header.lanes_log2;
  header.word_code =
      static_cast<std::uint8_t>(geometry.word_bits == 32 ? WordCode::kWord32 : WordCode::kWord64);
  header.raw = choice.raw;
  header.min_len = plan.min_len;
  header.book_id = choice.book_id;
  header.chunk_log2 = static_cast<std::uint8_t>(plan.chunk_log2);
  header.epoch = choice.epoch;
  header.count = count;
  header.offset = plan.offset;
  return header;
}

std::optional<Geometry> geometry_of(const Header& header) {
  Geometry geometry;
  geometry.lanes = 1U << header.lanes_log2;
  geometry.word_bits = static_cast<WordCode>(header.word_code) == WordCode::kWord32 ? 32 : 64;
  return is_legal(geometry) ? std::optional<Geometry>(geometry) : std::nullopt;
}

std::uint32_t message_crc(const std::uint8_t* bytes, std::size_t size, const Geometry& geometry) {
  static constexpr std::array<std::uint8_t, kMaxLanes * 8> kZeros{};
  const std::size_t beat = std::size_t{geometry.lanes} * geometry.word_bits / 8;
  const std::size_t missing = (beat - size % beat) % beat;
  return crc32(crc32(0, bytes, size), kZeros.data(), missing);
}

void append_header(std::vector<std::uint8_t>& message, const Header& header) {
  const std::size_t begin = message.size();
  for (const std::uint32_t part : pack_header(header)) append_word(message, part, kPart);
  const bool wide = static_cast<WordCode>(header.word_code) == WordCode::kWord64;
  message.resize(begin + header_bytes({1, wide ? 64U : 32U}));
}

PackedHeader load_header(const std::uint8_t* message) {
  PackedHeader bits{};
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint32_t>(load_word(message + i * kPart / 8, kPart));
  }
  return bits;
}

void append_trailer(std::vector<std::uint8_t>& message, const Geometry& geometry) {
  append_word(message, message_crc(message.data(), message.size(), geometry), geometry.word_bits);
}

const char* error_name(StreamError error) {
  for (const EnumName<StreamError>& entry : kStreamErrorNames) {
    if (entry.value == error) return entry.text.data();
  }
  return "unknown";
}

}  // namespace tern::huff
