// SPDX-License-Identifier: Apache-2.0
//
// classes.cc: side information to bits and back.
//
//   Spec  docs/transform.md#8-side-information
//   Test  model/tdr/classes_test.cc
#include "model/tdr/classes.h"

#include <array>

#include "model/huff/train.h"
#include "model/tdr/tail.h"
#include "model/tdr/word_reader.h"

namespace tern::tdr {
namespace {

constexpr unsigned kLengthBits = 4;
constexpr std::uint32_t kMaxClassLen = 15;

using ClassLengths = std::array<std::uint8_t, kClassSymbols>;

struct ClassCode {
  std::array<std::uint32_t, kClassSymbols> bits{};  // first bit of the stream lowest
  ClassLengths lengths{};
};

// Canonical, as docs/huffman_format.md section 4. False if the code is not complete.
bool assign(const ClassLengths& lengths, ClassCode& code) {
  code.lengths = lengths;
  std::uint32_t next = 0;
  std::uint32_t used = 0;  // in 2^-15
  for (std::uint32_t length = 1; length <= kMaxClassLen; ++length) {
    next <<= 1;
    for (std::uint32_t symbol = 0; symbol < kClassSymbols; ++symbol) {
      if (lengths[symbol] != length) continue;
      code.bits[symbol] = static_cast<std::uint32_t>(reverse_bits(next, length));
      ++next;
      used += 1U << (kMaxClassLen - length);
      if (used > 1U << kMaxClassLen) return false;
    }
  }
  return used == 1U << kMaxClassLen;
}

ClassLengths best_lengths(const std::vector<std::uint8_t>& classes) {
  std::array<std::uint64_t, kClassSymbols> counts{};
  for (const std::uint8_t one : classes) ++counts[one];
  std::vector<std::uint64_t> weights;
  std::vector<std::uint32_t> symbols;
  for (std::uint32_t symbol = 0; symbol < kClassSymbols; ++symbol) {
    // A code has at least two entries; 0 and 1 stand in where the data has fewer.
    if (counts[symbol] == 0 && symbol >= 2) continue;
    weights.push_back(counts[symbol] + (counts[symbol] == 0 ? 1 : 0));
    symbols.push_back(symbol);
  }
  // An unused stand-in is dropped again if there are two others.
  for (std::uint32_t symbol = 2; symbol-- > 0;) {
    if (counts[symbol] == 0 && symbols.size() > 2) {
      weights.erase(weights.begin() + symbol);
      symbols.erase(symbols.begin() + symbol);
    }
  }
  const std::vector<std::uint8_t> found = huff::limited_lengths(weights, 1, kMaxClassLen);
  ClassLengths lengths{};
  for (std::size_t i = 0; i < symbols.size(); ++i) lengths[symbols[i]] = found[i];
  return lengths;
}

void write_classes(const std::vector<std::uint8_t>& classes, BitWriter& writer) {
  ClassCode code;
  static_cast<void>(assign(best_lengths(classes), code));
  for (const std::uint8_t length : code.lengths) writer.put(length, kLengthBits);
  for (const std::uint8_t one : classes) writer.put(code.bits[one], code.lengths[one]);
}

TdrError read_classes(std::uint32_t count, WordReader& reader, std::vector<std::uint8_t>& classes) {
  ClassLengths lengths{};
  for (std::uint8_t& length : lengths) {
    length = static_cast<std::uint8_t>(reader.window() & low_bits(kLengthBits));
    if (!reader.skip(kLengthBits)) return TdrError::kTruncated;
  }
  ClassCode code;
  if (!assign(lengths, code)) return TdrError::kClassCode;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t window = reader.window();
    std::uint8_t symbol = 0;
    while (code.lengths[symbol] == 0 ||
           (window & low_bits(code.lengths[symbol])) != code.bits[symbol]) {
      ++symbol;  // a complete code has a match
    }
    if (!reader.skip(code.lengths[symbol])) return TdrError::kTruncated;
    classes.push_back(symbol);
  }
  return TdrError::kNone;
}

}  // namespace

std::uint32_t mean_count(const Header& header) {
  if (header.predict == Predict::kRowMean) return header.rows;
  return header.predict == Predict::kColumnMean ? header.cols : 0;
}

void write_side(const Header& header, const SideInfo& side, BitWriter& writer) {
  for (const std::int32_t mean : side.means) {
    const std::uint32_t folded = fold_sign(mean);
    put_tail(folded >> header.mean_bits, writer);
    writer.put(folded & low_bits(header.mean_bits), header.mean_bits);
  }
  write_classes(side.classes.rows, writer);
  write_classes(side.classes.cols, writer);
}

TdrError read_side(const Header& header, const std::uint8_t* words, std::size_t count,
                   SideInfo& side, std::size_t& used) {
  WordReader reader(words, count);
  for (std::uint32_t i = 0; i < mean_count(header); ++i) {
    const std::uint64_t window = reader.window();
    const Tail tail = parse_tail(window);
    const auto low = static_cast<std::uint32_t>(window >> tail.bits & low_bits(header.mean_bits));
    if (!reader.skip(tail.bits + header.mean_bits)) return TdrError::kTruncated;
    side.means.push_back(unfold_sign(tail.value << header.mean_bits | low));
  }
  TdrError error = read_classes(header.rows, reader, side.classes.rows);
  if (error == TdrError::kNone) error = read_classes(header.cols, reader, side.classes.cols);
  used = reader.words();
  return error;
}

}  // namespace tern::tdr
