// SPDX-License-Identifier: Apache-2.0
//
// block_decode.cc: one block, whatever its mode.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/blocks_test.cc
#include "model/tdr/block.h"
#include "model/tdr/layer.h"
#include "model/tdr/lossless.h"

namespace tern::tdr {
namespace {

constexpr std::uint32_t kInfinity = 0x7F800000;

TdrError read_block_header(Words& words, bool has_8x8, Header& header) {
  if (words.count < kBlockHeaderWords) return TdrError::kTruncated;
  PackedBlockHeader packed{};
  for (std::uint32_t& word : packed) {
    word = words.front();
    words.skip(1);
  }
  return unpack_block_header(packed, header, has_8x8);
}

TdrError read_bound(Words& words, std::uint32_t& bound) {
  if (words.count == 0) return TdrError::kTruncated;
  bound = words.front();
  words.skip(1);
  return bound < kInfinity ? TdrError::kNone : TdrError::kReserved;
}

TdrError read_layer_header(Words& words, Layer& layer) {
  if (words.count < kLayerWords) return TdrError::kTruncated;
  layer.top = words.front();
  words.skip(1);
  layer.bits = words.front();
  words.skip(1);
  return layer.bits <= kMaxLayerBits ? TdrError::kNone : TdrError::kReserved;
}

}  // namespace

TdrError decode_block(const DecodeBooks& books, Words& words, bool has_8x8, BlockInfo& info,
                      std::vector<std::uint8_t>& values) {
  Header& header = info.header;
  TdrError error = read_block_header(words, has_8x8, header);
  if (error != TdrError::kNone) return error;
  if (header.mode == Mode::kRaw) return decode_raw(header, words, values);
  if (header.mode == Mode::kLossless) return decode_message(header, words, values);
  Layer layer;
  if (header.mode == Mode::kNear) error = read_bound(words, info.bound);
  if (header.mode == Mode::kLayered) error = read_layer_header(words, layer);
  if (error != TdrError::kNone) return error;
  error = decode_values(header, books, words, values);
  if (error != TdrError::kNone) return error;
  return header.mode == Mode::kLayered ? decode_layer(header.dtype, layer, words, values) : error;
}

}  // namespace tern::tdr
