// SPDX-License-Identifier: Apache-2.0
//
// tdr_pieces.cc: headers and side information in front, the words of lanes behind.
//
//   Spec  docs/transform.md#15-blocks
//   Test  tb/apps/tdr_rtl_test.py
#include "sim/apps/tdr_pieces.h"

#include <cassert>
#include <utility>

#include "model/common/dtype.h"

namespace tern::apps {
namespace {

using tdr::Mode;
using tdr::Words;

const tdr::DecodeBooks& decode_books() {
  static const tdr::DecodeBooks books(tdr::shipped_books());
  return books;
}

// Side information, words and values of the part that `words` begin with.
void read_part(const std::uint8_t* stream, Words& words, TdrPiece& piece) {
  sim::TdrJob& job = piece.job;
  std::size_t used = 0;
  Words rest = words;
  const tdr::TdrError side = tdr::read_side(job.header, words.bytes, words.count, job.side, used);
  std::vector<std::int32_t> integers;
  const tdr::TdrError part = tdr::decode_part(job.header, decode_books(), rest, integers);
  assert(side == tdr::TdrError::kNone && part == tdr::TdrError::kNone);
  static_cast<void>(side);
  static_cast<void>(part);
  job.values = tdr::values_of(job.header, integers);
  words.skip(used);
  piece.words_at = static_cast<std::size_t>(words.bytes - stream);
  for (; words.count > rest.count; words.skip(1)) job.words.push_back(words.front());
}

void read_block(const std::uint8_t* stream, Words words, TdrPiece& piece) {
  words.skip(tdr::kBlockHeaderWords);
  const Mode mode = piece.job.header.mode;
  if (mode == Mode::kRaw || mode == Mode::kLossless) {
    piece.lacks = tdr::mode_name(mode);
    return;
  }
  if (mode == Mode::kNear) words.skip(1);
  if (mode == Mode::kLayered) {
    piece.layer.emplace();
    piece.layer->top = words.front();
    words.skip(1);
    piece.layer->bits = words.front();
    words.skip(1);
  }
  read_part(stream, words, piece);
  piece.layer_words = words;
}

}  // namespace

std::vector<TdrPiece> tdr_pieces(const tdr::Source& source, const tdr::Encoded& encoded) {
  std::vector<TdrPiece> pieces;
  const std::uint8_t* const stream = encoded.stream.data();
  std::size_t at = tdr::kTensorHeaderWords * tdr::kWordBytes;
  std::size_t values_at = 0;
  for (const tdr::BlockReport& block : encoded.blocks) {
    TdrPiece piece;
    piece.job.header = block.header;
    piece.job.lambda = block.lambda;
    piece.job.source = source.data + values_at;
    piece.values_at = values_at;
    read_block(stream, {stream + at, block.bytes / tdr::kWordBytes}, piece);
    at += block.bytes;
    values_at += block.header.values() * element_bytes(block.header.dtype);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace tern::apps
