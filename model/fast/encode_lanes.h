// SPDX-License-Identifier: Apache-2.0
//
// encode_lanes.h: the steps of an encoder in portable C++.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#pragma once

#include <cassert>
#include <cstdint>

#include "model/fast/lanes.h"
#include "model/huff/params.h"

namespace tern::fast {

/// Lanes of an encoder, and how a token goes into them. `kExtra`: extra bits of the dtype.
template <typename Word, std::uint32_t kExtra>
class LaneEncoder {
 public:
  static constexpr std::uint32_t kBits = 8 * sizeof(Word);
  static constexpr std::uint32_t kValueBytes = (8 + kExtra) / 8;

  explicit LaneEncoder(const Shape& shape) : shape_(shape) {}

  [[nodiscard]] EncodeLanes<Word>& lanes() { return lanes_; }

  /// True if the decoder holds two or three words of every lane.
  [[nodiscard]] bool is_steady() const {
    std::uint32_t least = huff::kPrefetchWords;
    for (std::uint32_t i = 0; i < shape_.lanes; ++i) least = std::min(least, lanes_.waiting[i]);
    return least >= 2;
  }

  /// Steady steps, one lane after the other: see EncodeSteps.
  std::uint64_t steady(EncodeRun& run, std::uint64_t steps) {
    std::uint64_t done = 0;
    for (; done < steps && run.next + run.lanes <= run.room; ++done) {
      for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
        if (lanes_.waiting[lane] < huff::kPrefetchWords) reserve(lane, run);
        put(lane, token_of(run.data, run), run);
        run.data += kValueBytes;
      }
    }
    return done;
  }

  /// Any step, of which the first `active` lanes have a value. `bits`: for each lane 1 if its token
  /// has a choice bit, else 0; bit `lane` of `choice` is that bit. False: no room was left.
  bool step(EncodeRun& run, std::uint64_t step, std::uint32_t active,
            const PerLane<std::uint8_t>& bits, std::uint64_t choice) {
    PerLane<Token> tokens;
    for (std::uint32_t lane = 0; lane < active; ++lane) {
      Token& token = tokens[lane];
      token = token_of(run.data, run);
      run.data += kValueBytes;
      if (bits[lane] == 0) continue;
      token.bits = static_cast<Word>(token.bits << 1 | (choice >> lane & 1));
      ++token.len;
    }
    for (bool taken = true; taken;) {
      taken = false;
      for (std::uint32_t lane = 0; lane < active; ++lane) {
        const std::uint64_t held = std::uint64_t{lanes_.waiting[lane]} * kBits - lanes_.fill[lane];
        const bool certain = held <= (huff::kPrefetchWords - 1) * kBits &&
                             held < shape_.left(lane, step) * shape_.min_token;
        if (!certain && tokens[lane].len <= held) continue;
        if (run.next == run.room) return false;
        reserve(lane, run);
        taken = true;
      }
    }
    for (std::uint32_t lane = 0; lane < active; ++lane) put(lane, tokens[lane], run);
    return true;
  }

  /// Stores the words that the last tokens do not fill.
  void finish(EncodeRun& run) {
    for (std::uint32_t lane = 0; lane < shape_.lanes; ++lane) {
      assert(lanes_.waiting[lane] == (lanes_.fill[lane] > 0 ? 1U : 0U));
      if (lanes_.fill[lane] > 0) complete(lane, lanes_.partial[lane], run);
    }
  }

 private:
  struct Token {
    Word bits;
    std::uint32_t len;
  };

  [[nodiscard]] static Token token_of(const std::uint8_t* data, const EncodeRun& run) {
    std::uint32_t value = 0;
    for (std::uint32_t byte = 0; byte < kValueBytes; ++byte) {
      value |= std::uint32_t{data[byte]} << (8 * byte);
    }
    constexpr std::uint32_t kMantissa = kExtra == 0 ? 0 : kExtra - 1;
    const auto symbol = static_cast<std::uint8_t>((value >> kMantissa) - run.offset);
    const std::uint32_t coded = run.tables->tokens[symbol];
    Token token{static_cast<Word>(static_cast<Word>(coded & kTokenMask) << kExtra),
                (coded >> kTokenBits) + kExtra};
    if constexpr (kExtra != 0) {
      token.bits |= (value & ((1U << kMantissa) - 1)) | value >> (kMantissa + huff::kSymbolBits)
                                                                     << kMantissa;
    }
    return token;
  }

  void reserve(std::uint32_t lane, EncodeRun& run) {
    lanes_.places[lanes_.waiting[lane]++][lane] = static_cast<std::uint32_t>(run.next++);
  }

  void complete(std::uint32_t lane, Word word, EncodeRun& run) {
    store(run.payload + sizeof(Word) * std::size_t{lanes_.places[0][lane]}, word);
    lanes_.places[0][lane] = lanes_.places[1][lane];
    lanes_.places[1][lane] = lanes_.places[2][lane];
    --lanes_.waiting[lane];
  }

  void put(std::uint32_t lane, Token token, EncodeRun& run) {
    const std::uint32_t fill = lanes_.fill[lane];
    const auto low = static_cast<Word>(lanes_.partial[lane] | token.bits << fill);
    lanes_.fill[lane] = fill + token.len;
    lanes_.partial[lane] = low;
    if (fill + token.len < kBits) return;
    complete(lane, low, run);
    lanes_.fill[lane] = fill + token.len - kBits;
    // Two shifts, because one by all bits of a word is not legal.
    lanes_.partial[lane] = static_cast<Word>(token.bits >> 1 >> (kBits - 1 - fill));
  }

  Shape shape_;
  EncodeLanes<Word> lanes_;
};

}  // namespace tern::fast
