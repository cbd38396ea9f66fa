// SPDX-License-Identifier: Apache-2.0
//
// decode_lanes.h: the steps of a decoder in portable C++.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#pragma once

#include <cstdint>

#include "model/fast/lanes.h"
#include "model/huff/params.h"

namespace tern::fast {

/// Lanes of a decoder, and how a token comes out of them. `kExtra`: extra bits of the dtype.
template <typename Word, std::uint32_t kExtra>
class LaneDecoder {
 public:
  static constexpr std::uint32_t kBits = 8 * sizeof(Word);
  static constexpr std::uint32_t kValueBytes = (8 + kExtra) / 8;

  explicit LaneDecoder(const Shape& shape) : shape_(shape) {}

  [[nodiscard]] DecodeLanes<Word>& lanes() { return lanes_; }

  /// True if all lanes hold two or three words: a run of steady steps may begin.
  [[nodiscard]] bool is_steady() const {
    std::uint32_t least = huff::kPrefetchWords;
    for (std::uint32_t i = 0; i < shape_.lanes; ++i) least = std::min(least, lanes_.have[i]);
    return least >= 2;
  }

  /// Steady steps, one lane after the other: see DecodeSteps.
  std::uint64_t steady(DecodeRun& run, std::uint64_t steps) {
    std::uint64_t done = 0;
    for (; done < steps && run.left >= run.lanes; ++done) {
      const std::uint8_t* const before = run.next;
      for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
        if (lanes_.have[lane] < huff::kPrefetchWords) give(lane, run.next);
        consume(lane, decode(lane, run), run);
      }
      run.left -= static_cast<std::uint64_t>(run.next - before) / sizeof(Word);
    }
    return done;
  }

  /// Any step, of which the first `active` lanes have a value. `bits`: for each lane 1 if its token
  /// has a choice bit, else 0; the bits themselves are set in `choice`. False: no word was left.
  bool step(DecodeRun& run, std::uint64_t step, std::uint32_t active,
            const PerLane<std::uint8_t>& bits, std::uint64_t& choice) {
    for (bool taken = true; taken;) {
      taken = false;
      for (std::uint32_t lane = 0; lane < active; ++lane) {
        const std::uint64_t held = std::uint64_t{lanes_.have[lane]} * kBits - lanes_.used[lane];
        const bool certain = held <= (huff::kPrefetchWords - 1) * kBits &&
                             held < shape_.left(lane, step) * shape_.min_token;
        if (!certain && (held >= kBits || length_of(lane, run, bits[lane]) <= held)) continue;
        if (run.left == 0) return false;
        give(lane, run.next);
        --run.left;
        taken = true;
      }
    }
    for (std::uint32_t lane = 0; lane < active; ++lane) {
      if (bits[lane] != 0) {
        choice |= static_cast<std::uint64_t>(window(lane) & 1) << lane;
        use(lane, 1);
      }
      consume(lane, decode(lane, run), run);
    }
    return true;
  }

 private:
  struct Token {
    std::uint32_t len;
    std::uint32_t value;
  };

  [[nodiscard]] Word window(std::uint32_t lane) const {
    const std::uint32_t used = lanes_.used[lane];
    // Two shifts, because one by all bits of a word is not legal.
    return static_cast<Word>(lanes_.words[0][lane] >> used | lanes_.words[1][lane]
                                                                 << 1 << (kBits - 1 - used));
  }

  void give(std::uint32_t lane, const std::uint8_t*& next) {
    lanes_.words[lanes_.have[lane]++][lane] = load<Word>(next);
    next += sizeof(Word);
  }

  // With words that are not there as zeros: right if it is at most what the lane holds.
  [[nodiscard]] std::uint32_t length_of(std::uint32_t lane, const DecodeRun& run,
                                        std::uint32_t bits) const {
    const auto coded = static_cast<std::uint32_t>(window(lane) >> bits >> kExtra);
    return bits + (run.tables->entries[coded & run.tables->mask] & kEntryLenMask);
  }

  [[nodiscard]] Token decode(std::uint32_t lane, const DecodeRun& run) const {
    const Word bits = window(lane);
    const auto coded = static_cast<std::uint32_t>(bits >> kExtra);
    const std::uint32_t entry = run.tables->entries[coded & run.tables->mask];
    const std::uint32_t len = entry & kEntryLenMask;
    std::uint32_t field = entry >> kEntrySymbolShift;
    if ((entry & kEntryEscape) != 0) {
      field = static_cast<std::uint32_t>(bits >> (len - huff::kSymbolBits));
    }
    field = static_cast<std::uint8_t>(field + run.offset);
    if constexpr (kExtra == 0) return {len, field};
    constexpr std::uint32_t kMantissa = kExtra == 0 ? 0 : kExtra - 1;
    const auto extra = static_cast<std::uint32_t>(bits & ((Word{1} << kExtra) - 1));
    return {len, (extra & ((1U << kMantissa) - 1)) | field << kMantissa |
                     extra >> kMantissa << (kMantissa + huff::kSymbolBits)};
  }

  void use(std::uint32_t lane, std::uint32_t bits) {
    std::uint32_t used = lanes_.used[lane] + bits;
    if (used >= kBits) {
      used -= kBits;
      lanes_.words[0][lane] = lanes_.words[1][lane];
      lanes_.words[1][lane] = lanes_.words[2][lane];
      lanes_.words[2][lane] = 0;
      --lanes_.have[lane];
    }
    lanes_.used[lane] = used;
  }

  void consume(std::uint32_t lane, Token token, DecodeRun& run) {
    use(lane, token.len);
    for (std::uint32_t byte = 0; byte < kValueBytes; ++byte) {
      run.out[byte] = static_cast<std::uint8_t>(token.value >> (8 * byte));
    }
    run.out += kValueBytes;
  }

  Shape shape_;
  DecodeLanes<Word> lanes_;
};

}  // namespace tern::fast
