// SPDX-License-Identifier: Apache-2.0
//
// test_data: books and values that press on a certain spot of the encoder.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  tb/huff/test_data_test.cc
#include "tb/huff/test_data.h"

#include <algorithm>
#include <cassert>

#include "model/huff/crc32.h"
#include "model/huff/desymbolize.h"
#include "model/huff/symbolize.h"
#include "model/huff/train.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {

using huff::Book;
using huff::Dtype;
using huff::kEscapeIndex;
using huff::kNumSymbols;

std::vector<Dtype> dtypes_of(const sim::EncoderConfig& config) {
  std::vector<Dtype> dtypes;
  for (const auto& name : huff::kDtypeNames) {
    const std::uint32_t bits = 8 * huff::value_bytes(name.value);
    // With a book of 256 symbols the tokens cannot all be longer than the values.
    const bool fits = bits <= config.value_bits && config.min_token_bits <= bits;
    if (fits && huff::fits(name.value, config.geometry())) dtypes.push_back(name.value);
  }
  std::stable_sort(dtypes.begin(), dtypes.end(), [](huff::Dtype a, huff::Dtype b) {
    return huff::extra_bits(a) > std::max(huff::extra_bits(b), huff::kSplitExtraBits);
  });
  return dtypes;
}

std::vector<Dtype> kinds_of(const sim::EncoderConfig& config) {
  std::vector<Dtype> kinds;
  for (const std::uint32_t extra : {huff::kWideExtraBits, huff::kSplitExtraBits, 0U}) {
    const std::vector<Dtype> all = dtypes_of(config);
    const auto is_kind = [&](Dtype dtype) { return huff::extra_bits(dtype) == extra; };
    const auto kind = std::find_if(all.begin(), all.end(), is_kind);
    if (kind != all.end()) kinds.push_back(*kind);
  }
  return kinds;
}

std::uint8_t first_unfit_code(const sim::EncoderConfig& config) {
  return static_cast<std::uint8_t>(Dtype::kFp32) + (config.value_bits == 32 ? 1 : 0);
}

std::vector<Dtype> some_dtypes(const sim::EncoderConfig& config, Rng& rng) {
  std::vector<Dtype> wide;
  std::vector<Dtype> split;
  std::vector<Dtype> bytes;
  for (const Dtype dtype : dtypes_of(config)) {
    const std::uint32_t width = huff::value_bytes(dtype);
    (width == 4 ? wide : width == 2 ? split : bytes).push_back(dtype);
  }
  std::vector<Dtype> some;
  for (std::vector<Dtype>* kind : {&wide, &split, &bytes, &split, &bytes}) {
    if (kind->empty()) continue;
    const auto at = static_cast<std::ptrdiff_t>(rng.below(kind->size()));
    some.push_back((*kind)[static_cast<std::size_t>(at)]);
    kind->erase(kind->begin() + at);
  }
  return some;
}

std::uint32_t shortest_code(Dtype dtype, const sim::EncoderConfig& config) {
  const std::uint32_t extra = huff::extra_bits(dtype);
  return config.min_token_bits <= extra ? 1 : config.min_token_bits - extra;
}

Book random_book(Dtype dtype, const sim::EncoderConfig& config, Rng& rng) {
  const std::uint32_t low = shortest_code(dtype, config);
  huff::TrainOptions options;
  options.max_len =
      huff::kMinMaxCodeLen +
      static_cast<std::uint32_t>(rng.below(config.max_code_len - huff::kMinMaxCodeLen + 1));
  const sim::BookKind kind = config.kind();
  std::uint32_t high = 8;
  while (high > low && !holds_flat(kind, high)) --high;
  options.min_len = low + static_cast<std::uint32_t>(rng.below(high - low + 1));
  const std::uint64_t least = std::uint64_t{1} << options.min_len;
  options.coded = static_cast<std::uint32_t>(least + rng.below(256 - least + 1));
  if (*options.coded == 256) options.coded = 255;
  if (kind.kind == sim::kKindTop) {
    options.coded = static_cast<std::uint32_t>(least - 1 + rng.below(kind.top_symbols - least + 2));
  }
  huff::Weights weights{};
  // Weights that halve every few symbols give all lengths; equal ones give a flat book.
  const std::uint64_t slope = rng.below(4);
  for (std::uint64_t rank = 0; rank < kNumSymbols; ++rank) {
    weights[rank] = std::uint64_t{1} << (40 - std::min<std::uint64_t>(40, rank * slope / 2));
    weights[rank] += rng.below(weights[rank] / 4 + 1);
  }
  for (std::uint64_t i = kNumSymbols - 1; i > 0; --i) {
    std::swap(weights[i], weights[rng.below(i + 1)]);
  }
  const Result<Book> book = huff::train_book(dtype, weights, options);
  assert(book.ok());
  Book result = book.value();
  if (kind.kind == sim::kKindQuad) {
    result.lengths = quad_lengths(options.min_len, options.max_len, rng);
  }
  result.id = static_cast<std::uint8_t>(rng.bits(4));
  result.epoch = static_cast<std::uint8_t>(rng.bits(8));
  return result;
}

Book uniform_book(Dtype dtype) {
  Book book;
  book.dtype = dtype;
  book.id = 5;
  book.epoch = 1;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) book.lengths[symbol] = 8;
  return book;
}

Book book_of_symbols(Dtype dtype, const sim::EncoderConfig& config, std::uint32_t coded) {
  huff::Weights weights{};
  for (std::uint32_t symbol = 0; symbol < coded; ++symbol) weights[symbol] = 1000 - symbol;
  huff::TrainOptions options;
  options.max_len = config.max_code_len;
  options.min_len = shortest_code(dtype, config);
  options.coded = coded;
  const Result<Book> book = huff::train_book(dtype, weights, options);
  assert(book.ok());
  return book.value();
}

Book staircase_book(Dtype dtype, std::uint32_t shortest, std::uint32_t longest) {
  Book book;
  book.dtype = dtype;
  book.id = 9;
  book.epoch = 200;
  // 2^shortest - 1 codewords of the shortest length leave one branch, which then halves.
  std::uint32_t symbol = 0;
  for (; symbol + 1 < 1U << shortest; ++symbol) {
    book.lengths[symbol] = static_cast<std::uint8_t>(shortest);
  }
  for (std::uint32_t length = shortest + 1; length <= longest; ++length) {
    book.lengths[symbol++] = static_cast<std::uint8_t>(length);
  }
  book.lengths[kEscapeIndex] = static_cast<std::uint8_t>(longest);
  return book;
}

void append_value(Bytes& bytes, Dtype dtype, std::uint32_t symbol, std::uint32_t extra) {
  const std::uint32_t width = huff::value_bytes(dtype);
  std::uint32_t value = symbol;
  if (width > 1) {
    const std::uint32_t mantissa = huff::extra_bits(dtype) - 1;
    value = (extra >> mantissa << (mantissa + 8U)) | (symbol << mantissa) |
            (extra & ((1U << mantissa) - 1U));
  }
  for (std::uint32_t i = 0; i < width; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(value >> (8U * i)));
  }
}

Bytes fitting_values(const Book& book, std::uint64_t count, Rng& rng) {
  constexpr std::uint32_t kSlots = 1U << huff::kMaxCodeLen;
  std::vector<std::uint16_t> entry_of;
  entry_of.reserve(kSlots);
  std::vector<std::uint8_t> escaped;
  for (std::uint32_t entry = 0; entry < huff::kNumEntries; ++entry) {
    const std::uint32_t length = book.lengths[entry];
    if (length != 0) {
      entry_of.insert(entry_of.end(), kSlots >> length, static_cast<std::uint16_t>(entry));
    } else if (entry < kNumSymbols) {
      escaped.push_back(static_cast<std::uint8_t>(entry));
    }
  }
  assert(entry_of.size() == kSlots);
  Bytes bytes;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint32_t symbol = entry_of[rng.bits(huff::kMaxCodeLen)];
    if (symbol == kEscapeIndex) {
      // A book may have an escape that nothing needs.
      symbol = escaped.empty() ? 0 : escaped[static_cast<std::size_t>(rng.below(escaped.size()))];
    }
    append_value(
        bytes, book.dtype, symbol,
        static_cast<std::uint32_t>(rng.bits(24)) & ((1U << huff::extra_bits(book.dtype)) - 1U));
  }
  return bytes;
}

Bytes random_values(Dtype dtype, std::uint64_t count, Rng& rng) {
  Bytes bytes(static_cast<std::size_t>(count) * huff::value_bytes(dtype));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
  return bytes;
}

std::uint8_t any_offset(const Bytes& values, std::size_t index) {
  Rng rng(huff::crc32(static_cast<std::uint32_t>(index), values.data(), values.size()));
  return static_cast<std::uint8_t>(rng.chance(1, 4) ? 0 : rng.bits(8));
}

Bytes with_offset(Bytes values, Dtype dtype, std::uint8_t offset) {
  const std::uint32_t width = huff::value_bytes(dtype);
  for (std::size_t i = 0; i < values.size() / width; ++i) {
    const huff::Symbolized parts =
        huff::symbolize(dtype, huff::load_value(dtype, values.data(), i));
    const std::uint32_t value = huff::desymbolize(dtype, parts, offset);
    for (std::uint32_t k = 0; k < width; ++k) {
      values[i * width + k] = static_cast<std::uint8_t>(value >> (8U * k));
    }
  }
  return values;
}

namespace {

std::uint32_t token_length(const Book& book, std::uint32_t symbol) {
  const std::uint32_t length = book.lengths[symbol];
  return length != 0 ? length : book.lengths[kEscapeIndex] + huff::kSymbolBits;
}

}  // namespace

std::uint32_t shortest_symbol(const Book& book) {
  std::uint32_t best = 0;
  for (std::uint32_t symbol = 1; symbol < kNumSymbols; ++symbol) {
    if (token_length(book, symbol) < token_length(book, best)) best = symbol;
  }
  return best;
}

std::uint32_t longest_symbol(const Book& book) {
  std::uint32_t best = 0;
  for (std::uint32_t symbol = 1; symbol < kNumSymbols; ++symbol) {
    if (token_length(book, symbol) > token_length(book, best)) best = symbol;
  }
  return best;
}

}  // namespace tern::tb
