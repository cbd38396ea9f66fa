// SPDX-License-Identifier: Apache-2.0
//
// fuzz_decode.cc: the golden decoder against the oracle, on any bytes.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/oracle/fuzz_decode_test.cc
#include "model/oracle/fuzz_decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "model/common/bits.h"
#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/frame.h"
#include "model/huff/stream.h"
#include "model/huff/test_cases.h"
#include "model/oracle/oracle.h"

namespace tern::oracle {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::uint8_t kNewerBooks = 3;  // ids that have a second epoch

// Without this, nearly every random message would end at the first check.
void mend_header(Bytes& message) {
  huff::Header header = huff::unpack_header(huff::load_header(message.data()));
  header.version = huff::kFormatVersion;
  header.dtype = static_cast<std::uint8_t>(header.dtype % huff::kDtypeNames.size());
  header.lanes_log2 %= 7;
  if (header.dtype == static_cast<std::uint8_t>(huff::Dtype::kFp32)) header.word_code = 1;
  if (!huff::Chunks::is_legal(header.chunk_log2)) header.chunk_log2 = huff::kMinChunkLog2;
  header.book_id = header.raw ? std::uint8_t{0} : std::uint8_t(header.book_id % 7);
  header.epoch = header.book_id < kNewerBooks && !header.raw ? std::uint8_t(header.epoch % 2)
                                                             : std::uint8_t{0};
  for (const huff::Book& book : fuzz_books()) {
    const bool named = static_cast<std::uint8_t>(book.dtype) == header.dtype &&
                       book.id == header.book_id && book.epoch == header.epoch;
    if (named && !header.raw) header.min_len = std::min(header.min_len, huff::min_len_of(&book));
  }
  header.count %= 1024;
  header.reserved = 0;
  Bytes mended;
  huff::append_header(mended, header);
  std::copy_n(mended.begin(), kHeaderBytes, message.begin());
}

void mend_check(Bytes& message) {
  const auto geometry = huff::geometry_of(huff::unpack_header(huff::load_header(message.data())));
  if (!geometry) return;
  const std::size_t word_bytes = geometry->word_bits / 8;
  if (message.size() < huff::header_bytes(*geometry) + word_bytes) return;
  message.resize(message.size() - word_bytes);
  huff::append_trailer(message, *geometry);
}

huff::BookSet set_of(const std::vector<huff::Book>& books) {
  huff::BookSet set;
  for (const huff::Book& book : books) {
    const bool refused = set.add(book).has_value();
    assert(!refused);
    static_cast<void>(refused);
  }
  return set;
}

}  // namespace

const std::vector<huff::Book>& fuzz_books() {
  static const std::vector<huff::Book> kBooks = [] {
    Rng rng(1);
    std::vector<huff::Book> books;
    for (const auto& dtype : huff::kDtypeNames) {
      for (std::uint8_t kind = 0; kind < huff::kNumBookKinds; ++kind) {
        books.push_back(huff::make_book(rng, dtype.value, static_cast<huff::BookKind>(kind)));
        books.back().id = kind;
        books.back().epoch = 0;
      }
      for (std::uint8_t id = 0; id < kNewerBooks; ++id) {
        books.push_back(huff::make_book(rng, dtype.value, huff::BookKind::kRandom));
        books.back().id = id;
        books.back().epoch = 1;
      }
    }
    return books;
  }();
  return kBooks;
}

Bytes fuzz_message(const std::uint8_t* data, std::size_t size) {
  Bytes message(data + 1, data + size);
  if ((data[0] & kMendHeader) != 0 && message.size() >= kHeaderBytes) mend_header(message);
  if ((data[0] & kMendCheck) != 0 && message.size() >= kHeaderBytes) mend_check(message);
  return message;
}

std::string fuzz_decode_one(const std::uint8_t* data, std::size_t size) {
  static const huff::BookSet kSet = set_of(fuzz_books());
  if (size == 0) return "";
  const Bytes message = fuzz_message(data, size);

  const huff::Decoded golden = huff::decode(message.data(), message.size(), kSet);
  const Decoded naive = decode(message, fuzz_books());
  if (golden.error != naive.error) {
    return fmt::format("golden model says {}, oracle says {}", huff::error_name(golden.error),
                       huff::error_name(naive.error));
  }
  return golden.values == naive.values ? "" : "golden model and oracle decode different values";
}

}  // namespace tern::oracle
