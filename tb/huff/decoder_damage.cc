// SPDX-License-Identifier: Apache-2.0
//
// decoder_damage: ways to damage a message.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/huff/decoder_error_test.cc
#include <algorithm>
#include <cstring>

#include "tb/huff/decoder_program.h"

namespace tern::tb {
namespace {

void flip_bit(Bytes& message, std::size_t below, Rng& rng) {
  const std::size_t range = std::min(below, message.size());
  if (range == 0) return;
  std::uint8_t& byte = message[static_cast<std::size_t>(rng.below(range))];
  byte = static_cast<std::uint8_t>(byte ^ (1U << rng.below(8)));
}

void append_noise(Bytes& message, std::uint64_t bytes, Rng& rng) {
  for (; bytes > 0; --bytes) message.push_back(static_cast<std::uint8_t>(rng.bits(8)));
}

void change_count(Bytes& message, std::uint32_t lanes, Rng& rng) {
  if (message.size() < 8) return;
  std::uint32_t count = 0;
  std::memcpy(&count, message.data() + 4, 4);
  switch (rng.below(5)) {
    case 0:
      count += 1 + static_cast<std::uint32_t>(rng.below(3 * lanes));
      break;
    case 1:
      count -= std::min(count, 1 + static_cast<std::uint32_t>(rng.below(3 * lanes)));
      break;
    case 2:
      count = static_cast<std::uint32_t>(rng.next());
      break;
    case 3:
      count = 0;
      break;
    default:
      count = 0xFFFFFFFFU;
  }
  std::memcpy(message.data() + 4, &count, 4);
}

}  // namespace

void set_field(Bytes& message, unsigned lsb, unsigned width, std::uint64_t value) {
  if (message.size() < huff::kHeaderBits / 8) return;
  for (unsigned bit = lsb; bit < lsb + width; ++bit, value >>= 1U) {
    std::uint8_t& byte = message[bit / 8];
    byte = static_cast<std::uint8_t>((byte & ~(1U << bit % 8)) | (value & 1U) << bit % 8);
  }
}

void repair_check(Bytes& message, const huff::Geometry& geometry) {
  const std::size_t word = geometry.word_bits / 8;
  if (message.size() % word != 0 || message.size() < huff::kHeaderBits / 8 + word) return;
  const std::size_t checked = message.size() - word;
  const std::uint32_t crc = huff::message_crc(message.data(), checked, geometry);
  std::fill(message.begin() + static_cast<std::ptrdiff_t>(checked), message.end(), std::uint8_t{0});
  std::memcpy(message.data() + checked, &crc, sizeof crc);
}

Bytes damaged(Bytes message, const sim::DecoderConfig& config, Rng& rng) {
  const std::size_t word = config.word_bits / 8;
  switch (rng.below(19)) {
    case 0:
      flip_bit(message, message.size(), rng);
      break;
    case 1:
      for (std::uint64_t n = 1 + rng.below(8); n > 0; --n) flip_bit(message, message.size(), rng);
      break;
    case 2:
      flip_bit(message, huff::kHeaderBits / 8, rng);
      break;
    case 3:  // cut between two words
      message.resize(static_cast<std::size_t>(rng.below(message.size() / word + 1)) * word);
      break;
    case 4:  // cut anywhere
      message.resize(static_cast<std::size_t>(rng.below(message.size() + 1)));
      break;
    case 5:
      append_noise(message, (1 + rng.below(2 * config.lanes + 2)) * word, rng);
      break;
    case 6:
      append_noise(message, 1 + rng.below(config.lanes * word), rng);
      break;
    case 7:
      set_field(message, huff::kHeaderEpochLsb, huff::kHeaderEpochWidth, rng.bits(8));
      break;
    case 8:
      set_field(message, huff::kHeaderBookIdLsb, huff::kHeaderBookIdWidth, rng.bits(4));
      break;
    case 9:
      set_field(message, huff::kHeaderLanesLog2Lsb, 4, rng.bits(4));  // and WordCode
      break;
    case 10:
      set_field(message, huff::kHeaderDtypeLsb, huff::kHeaderDtypeWidth, rng.bits(4));
      break;
    case 11:
      set_field(message, huff::kHeaderRawLsb, 4, rng.bits(4));  // and MinLen
      break;
    case 12:
      set_field(message, huff::kHeaderVersionLsb, huff::kHeaderVersionWidth, rng.bits(4));
      break;
    case 16:
      set_field(message, huff::kHeaderChunkLog2Lsb, huff::kHeaderChunkLog2Width, rng.bits(4));
      break;
    case 17:
      set_field(message, huff::kHeaderOffsetLsb, huff::kHeaderOffsetWidth, rng.bits(8));
      break;
    case 18:
      set_field(message, huff::kHeaderReservedLsb, huff::kHeaderReservedWidth,
                rng.chance(1, 2) ? std::uint64_t{1} << rng.below(24) : rng.bits(24));
      break;
    case 13:
      for (std::uint8_t& byte : message) byte = static_cast<std::uint8_t>(rng.bits(8));
      break;
    case 14:
      change_count(message, config.lanes, rng);
      break;
    default:  // noise behind a good header
      for (std::size_t i = huff::kHeaderBits / 8; i < message.size(); ++i) {
        message[i] = static_cast<std::uint8_t>(rng.bits(8));
      }
  }
  // Else the check alone would refuse most of them.
  if (rng.chance(2, 3)) repair_check(message, config.geometry());
  return message;
}

}  // namespace tern::tb
