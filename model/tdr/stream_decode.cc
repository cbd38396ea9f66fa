// SPDX-License-Identifier: Apache-2.0
//
// stream_decode.cc: streams of every version taken apart and checked.
//
//   Spec  docs/transform.md#11-decoding-errors
//   Test  model/tdr/stream_test.cc
#include <algorithm>
#include <utility>

#include "model/common/bits.h"
#include "model/huff/crc32.h"
#include "model/tdr/block.h"
#include "model/tdr/part.h"
#include "model/tdr/stream.h"

namespace tern::tdr {
namespace {

template <std::size_t N>
std::array<std::uint32_t, N> load_words(const std::uint8_t* stream) {
  std::array<std::uint32_t, N> words{};
  for (std::size_t i = 0; i < N; ++i) {
    words[i] = static_cast<std::uint32_t>(load_word(stream + i * kWordBytes, kWordBits));
  }
  return words;
}

// One part behind its header.
TdrError decode_one(const DecodeBooks& books, Words& words, Decoded& decoded) {
  if (decoded.header.mode == Mode::kRaw) return decode_raw(decoded.header, words, decoded.values);
  return decode_values(decoded.header, books, words, decoded.values);
}

// Blocks behind the header of all.
TdrError decode_blocks(const TensorHeader& tensor, const DecodeBooks& books, Words& words,
                       Decoded& decoded) {
  if (tensor.values() == 0) return TdrError::kNone;
  for (std::uint64_t first = 0; first < tensor.rows; first += tensor.band_rows) {
    BlockInfo info;
    info.header.dtype = tensor.dtype;
    info.header.rows =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(tensor.band_rows, tensor.rows - first));
    info.header.cols = tensor.cols;
    info.header.bounded = tensor.bounded;
    std::vector<std::uint8_t> values;
    const TdrError error = decode_block(books, words, tensor.has_8x8, info, values);
    if (error != TdrError::kNone) return error;
    if (first == 0) {
      decoded.values = std::move(values);
      // Room for all, unless the stream claims what its words cannot hold.
      if (tensor.values() <= std::uint64_t{words.count} * kWordBits * kMaxDigits) {
        decoded.values.reserve(tensor.values() * element_bytes(tensor.dtype));
      }
    } else {
      decoded.values.insert(decoded.values.end(), values.begin(), values.end());
    }
    decoded.blocks.push_back(info);
  }
  return TdrError::kNone;
}

// Gives the values, and in `words` what is behind them.
TdrError decode_version(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
                        const DecodeBooks& books, Decoded& decoded, Words& words) {
  if (size < (kTensorHeaderWords + 1) * kWordBytes) return TdrError::kSize;
  const bool blocks = has_blocks(stream[0] & 15);
  const std::size_t header_words = blocks ? kTensorHeaderWords : kHeaderWords;
  if (size < (header_words + 1) * kWordBytes) return TdrError::kSize;
  TensorHeader tensor;
  const TdrError error = blocks
                             ? unpack_tensor_header(load_words<kTensorHeaderWords>(stream), tensor)
                             : unpack_header(load_words<kHeaderWords>(stream), decoded.header);
  if (error != TdrError::kNone) return error;
  if (blocks) {
    decoded.header.dtype = tensor.dtype;
    decoded.header.rows = tensor.rows;
    decoded.header.cols = tensor.cols;
  }
  if (decoded.header.values() > max_values) return TdrError::kTooLarge;
  // The check is no part of what may be taken.
  words = {stream + header_words * kWordBytes, size / kWordBytes - header_words - 1};
  return blocks ? decode_blocks(tensor, books, words, decoded) : decode_one(books, words, decoded);
}

Decoded decode_whole(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
                     const DecodeBooks& books, bool is_slot) {
  Decoded decoded;
  const auto refuse = [&](TdrError error) {
    decoded.error = error;
    decoded.values.clear();
    decoded.blocks.clear();
    return decoded;
  };
  if (size % kWordBytes != 0 && !is_slot) return refuse(TdrError::kSize);
  Words left;
  const TdrError error = decode_version(stream, size, max_values, books, decoded, left);
  if (error != TdrError::kNone) return refuse(error);
  const std::uint8_t* const check = left.bytes;
  const bool ends = is_slot ? std::all_of(check + kWordBytes, stream + size,
                                          [](std::uint8_t byte) { return byte == 0; })
                            : left.count == 0;
  if (!ends) return refuse(TdrError::kExcess);
  const auto body = static_cast<std::size_t>(check - stream);
  if (huff::crc32(0, stream, body) != load_word(check, kWordBits)) return refuse(TdrError::kCrc);
  return decoded;
}

Decoded decode_with(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
                    const Books& books, bool is_slot) {
  if (&books == &shipped_books()) {
    return decode_whole(stream, size, max_values, shipped_decode_books(), is_slot);
  }
  return decode_whole(stream, size, max_values, DecodeBooks(books), is_slot);
}

}  // namespace

Decoded decode(const std::uint8_t* stream, std::size_t size, std::uint64_t max_values,
               const Books& books) {
  return decode_with(stream, size, max_values, books, false);
}

Decoded decode_slot(const std::uint8_t* slot, std::size_t size, std::uint64_t max_values,
                    const Books& books) {
  return decode_with(slot, size, max_values, books, true);
}

}  // namespace tern::tdr
