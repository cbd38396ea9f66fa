// SPDX-License-Identifier: Apache-2.0
//
// random_damage: how messages are damaged.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/python/tern_cross_test.py
#include <iterator>
#include <utility>

#include "model/huff/frame.h"
#include "tb/python/random_cases.h"

namespace tern::huff {
namespace {

void store_header(Bytes* message, const Header& header) {
  const PackedHeader bits = pack_header(header);
  for (std::size_t i = 0; i < kHeaderBits / 8; ++i) {
    (*message)[i] = static_cast<std::uint8_t>(bits[i / 4] >> (8 * (i % 4)));
  }
}

/// Replaces the trailer by the one that belongs to the rest.
void seal(Bytes* message, const Geometry& geometry) {
  const std::size_t trailer = geometry.word_bits / 8;
  message->resize(message->size() - trailer);
  const std::uint64_t crc = message_crc(message->data(), message->size(), geometry);
  for (std::size_t i = 0; i < trailer; ++i) {
    message->push_back(static_cast<std::uint8_t>(crc >> (8 * i)));
  }
}

std::uint8_t random_byte(Rng& rng) { return static_cast<std::uint8_t>(rng.bits(8)); }

void flip(Rng& rng, Bytes* message, std::size_t first, std::size_t last) {
  if (first >= last) return;
  const std::size_t at = first + rng.below(last - first);
  (*message)[at] = static_cast<std::uint8_t>((*message)[at] ^ (1U << rng.below(8)));
}

/// The header with one field changed, at random.
Header change_field(Rng& rng, const Header& header) {
  struct Field {
    std::uint32_t lsb;
    std::uint32_t width;
  };
  // Dtype several times, for only three of its codes are refused as such.
  static constexpr Field kFields[] = {{kHeaderVersionLsb, kHeaderVersionWidth},
                                      {kHeaderDtypeLsb, kHeaderDtypeWidth},
                                      {kHeaderDtypeLsb, kHeaderDtypeWidth},
                                      {kHeaderDtypeLsb, kHeaderDtypeWidth},
                                      {kHeaderLanesLog2Lsb, kHeaderLanesLog2Width},
                                      {kHeaderWordCodeLsb, kHeaderWordCodeWidth},
                                      {kHeaderRawLsb, kHeaderRawWidth},
                                      {kHeaderMinLenLsb, kHeaderMinLenWidth},
                                      {kHeaderBookIdLsb, kHeaderBookIdWidth},
                                      {kHeaderChunkLog2Lsb, kHeaderChunkLog2Width},
                                      {kHeaderEpochLsb, kHeaderEpochWidth},
                                      {kHeaderOffsetLsb, kHeaderOffsetWidth},
                                      {kHeaderReservedLsb, kHeaderReservedWidth}};
  const Field field = kFields[rng.below(std::size(kFields))];
  const std::uint64_t difference = 1 + rng.below((std::uint64_t{1} << field.width) - 1);
  PackedHeader bits = pack_header(header);
  bits.at(field.lsb / 32) ^= static_cast<std::uint32_t>(difference << field.lsb % 32);
  return unpack_header(bits);
}

}  // namespace

Bytes damage(Rng& rng, std::uint32_t kind, Bytes message, const Geometry& geometry) {
  const std::size_t word = geometry.word_bits / 8;
  const std::size_t size = message.size();
  const std::size_t front = header_bytes(geometry);
  Header header = unpack_header(load_header(message.data()));
  switch (kind) {
    case 0:
      flip(rng, &message, 0, size);
      return message;
    case 1:
      flip(rng, &message, size - word, size);
      return message;
    case 2:
      message.resize(rng.below(size));
      return message;
    case 3:
      message.resize(front + word * rng.below((size - front) / word + 1));
      return message;
    case 4:
      for (std::uint64_t i = 1 + rng.below(17); i > 0; --i) message.push_back(random_byte(rng));
      return message;
    case 5:
      message.resize(size + word * (1 + rng.below(3)));
      break;
    case 6:
      if (size >= front + 2 * word) message.resize(size - word);
      break;
    case 7:
      for (std::uint64_t i = 1 + rng.below(3); i > 0; --i) flip(rng, &message, front, size - word);
      break;
    case 8:
      // One value more or fewer, or any number.
      header.count = rng.chance(1, 4)   ? static_cast<std::uint32_t>(rng.bits(32))
                     : rng.chance(1, 2) ? header.count + 1
                                        : header.count - 1;
      store_header(&message, header);
      break;
    default:
      store_header(&message, change_field(rng, header));
      break;
  }
  seal(&message, geometry);
  return message;
}

}  // namespace tern::huff
