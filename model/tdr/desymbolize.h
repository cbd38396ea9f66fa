// SPDX-License-Identifier: Apache-2.0
//
// desymbolize: the bits of one lane back to coefficients.
//
// The state machine that hardware builds for every lane: held digits per book, a trellis state per
// line in hand, nothing else.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/huff/decode.h"
#include "model/tdr/books.h"
#include "model/tdr/symbolize.h"

namespace tern::tdr {

/// Books as decoders look them up.
class DecodeBooks {
 public:
  explicit DecodeBooks(const Books& books);

  [[nodiscard]] const huff::DecodeTable& table(std::uint32_t bin, std::uint32_t quantizer) const {
    return tables_[bin * kQuantizers + quantizer];
  }
  [[nodiscard]] const Centroids& centroids(std::uint32_t bin, std::uint32_t quantizer) const {
    return centroids_[bin][quantizer];
  }

 private:
  std::vector<huff::DecodeTable> tables_;
  PerBook<Centroids> centroids_;
};

class LaneDecoder {
 public:
  /// All of them must outlive the decoder.
  LaneDecoder(const Header& header, const Classes& classes, const DecodeBooks& books,
              std::uint32_t lane);

  [[nodiscard]] std::uint64_t count() const { return walk_.count(); }
  void append(std::uint32_t word) { reader_.append(word); }

  /// Bits of the next value, those that are not there taken as zeros.
  [[nodiscard]] std::uint32_t bits();

  /// Decodes the next value into `coefficients`. Returns the digits that its symbol brought.
  [[nodiscard]] std::uint32_t consume(std::int32_t* coefficients);
  [[nodiscard]] std::uint32_t consume(std::vector<std::int32_t>& coefficients) {
    return consume(coefficients.data());
  }

 private:
  struct Value {
    Bin bin;
    std::uint32_t quantizer = 0;
    std::uint32_t symbol = 0;
    bool fresh = false;  // it brings a symbol
    std::uint32_t magnitude = 0;
    bool negative = false;
    std::uint32_t bits = 0;
  };
  [[nodiscard]] const Value& value();

  struct Held {
    std::uint32_t digits = 0;               // number of them
    std::uint32_t rest = 0;                 // their symbol, without the digits drawn
    std::uint64_t end = ~std::uint64_t{0};  // the value before which they are dropped
  };

  const Header& header_;
  const Classes& classes_;
  const DecodeBooks& books_;
  Trellis trellis_;
  std::int64_t step_;
  LaneWalk walk_;
  LaneWalk::Place place_;
  std::uint64_t index_ = 0;  // of the next value
  BitReader reader_;
  std::array<std::uint32_t, kInterleave> states_{};
  PerBook<Held> held_{};
  Value value_;
  std::uint64_t known_bits_ = ~std::uint64_t{0};  // of the reader, when value_ was found
};

}  // namespace tern::tdr
