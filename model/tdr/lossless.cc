// SPDX-License-Identifier: Apache-2.0
//
// lossless.cc: a message with the shipped book of the dtype, and the offset that suits the block.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/lossless_test.cc
#include "model/tdr/lossless.h"

#include "model/common/bits.h"
#include "model/huff/frame.h"
#include "model/huff/offset.h"
#include "model/huff/select.h"
#include "model/tdr/lossless_books_data.h"

namespace tern::tdr {
namespace {

huff::BookSet unpack() {
  huff::BookSet set;
  for (const LosslessLengths& one : kLosslessLengths) {
    huff::Book book;
    book.dtype = one.dtype;
    book.max_len = kMaxCodeLen;
    for (std::size_t entry = 0; entry < book.lengths.size(); ++entry) {
      const char digit = one.digits[entry];
      book.lengths[entry] =
          static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    static_cast<void>(set.add(book));
  }
  return set;
}

huff::Geometry geometry_for(Dtype dtype, std::uint64_t values) {
  huff::Geometry geometry;
  geometry.lanes = values >= 16384 ? 16 : values >= 2048 ? 4 : 1;
  geometry.word_bits = dtype == Dtype::kFp32 ? 64 : 32;
  return geometry;
}

}  // namespace

const huff::BookSet& lossless_books() {
  static const huff::BookSet books = unpack();
  return books;
}

std::vector<std::uint8_t> encode_message(const Source& source) {
  const huff::Geometry geometry =
      geometry_for(source.dtype, source.size / element_bytes(source.dtype));
  const huff::Book* const book = lossless_books().first(source.dtype);
  const huff::Histogram fields = huff::count_symbols(source.dtype, source.data, source.size);
  const huff::Plan plan = huff::plan_named(source.dtype, source.size, book, {}, geometry,
                                           huff::choose_offset(fields, book));
  return huff::encode(source.dtype, source.data, source.size, plan, geometry);
}

TdrError decode_message(const Header& header, Words& words, std::vector<std::uint8_t>& values) {
  const std::size_t size = words.count * kWordBytes;
  if (size < huff::kHeaderBits / 8) return TdrError::kTruncated;
  const huff::Header inner = huff::unpack_header(huff::load_header(words.bytes));
  if (inner.count != header.values() || inner.dtype != static_cast<std::uint8_t>(header.dtype)) {
    return TdrError::kMessage;
  }
  std::size_t used = 0;
  huff::Decoded decoded = huff::decode_front(words.bytes, size, lossless_books(), used);
  // A size without room for a trailer is a message that is cut as well.
  if (decoded.error == huff::StreamError::kTruncated || decoded.error == huff::StreamError::kSize) {
    return TdrError::kTruncated;
  }
  if (decoded.error != huff::StreamError::kNone) return TdrError::kMessage;
  words.skip(used / kWordBytes);
  values = std::move(decoded.values);
  return TdrError::kNone;
}

}  // namespace tern::tdr
