// SPDX-License-Identifier: Apache-2.0
//
// encode_lanes.h: the payload of one message, encoded by a team in lock step.
//
// A lane reserves the places of its words when the decoder would take them, and stores each word
// when it is full. Whoever runs this loop needs no lengths of tokens beforehand.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/cuda.h"
#include "model/cuda/image.h"
#include "model/cuda/kernel.h"
#include "model/cuda/shape.h"

namespace tern::cuda {

/// `kExtra`: extra bits of the dtype; negative: those that the header says.
template <typename Team, typename Word, int kExtra>
class PayloadEncoder {
 public:
  /// `room`: words that the payload has room for.
  TERN_DEVICE PayloadEncoder(Team& team, const Books& books, const NearTokens& near,
                             const Head& head, const EncodeJob& job, std::uint64_t room)
      : team_(team),
        books_(books),
        near_(near),
        head_(head),
        job_(job),
        shape_(head),
        values_(job.values_dev),
        payload_(job.out_dev + shape_.header_bytes()),
        room_(room) {}

  /// Precondition: as many choices as chunks.
  TERN_DEVICE JobState encode() {
    team_.use(shape_.lanes);
    const std::uint64_t steady_end = shape_.steady_steps();
    for (std::uint64_t step = 0; step < shape_.steps;) {
      if (shape_.begins(step) && !use_book(shape_.chunk_of(step))) return JobState::kIllegal;
      std::uint64_t end = shape_.run_end(step);
      if (end > steady_end) end = steady_end;
      if (step < end && is_steady()) {
        const std::uint64_t steps = end - step;
        const std::uint32_t done =
            steady(steps < kMostSteps ? static_cast<std::uint32_t>(steps) : kMostSteps);
        step += done;
        if (done > 0) continue;
      }
      const JobState state = one_step(step);
      if (state != JobState::kDone) return state;
      ++step;
    }
    team_.each([&](LaneId id) {
      if (lanes_[id].fill > 0) complete(lanes_[id], lanes_[id].partial);
    });
    return JobState::kDone;
  }

  /// Words of the payload.
  [[nodiscard]] TERN_DEVICE std::uint64_t words() const { return next_; }

 private:
  using Mask = typename Team::Mask;
  static constexpr std::uint32_t kBits = 8 * sizeof(Word);
  static constexpr std::uint32_t kMostSteps = 1U << 20;  // of a run: offsets have 32 bits

  /// Bits that do not fill a word yet, and the places of the `waiting` words that the decoder has
  /// taken and that are not complete.
  struct Lane {
    Word partial = 0;
    std::uint32_t fill = 0;
    std::uint32_t first = 0, second = 0, third = 0;
    std::uint32_t waiting = 0;
  };

  struct Token {
    Word bits;
    std::uint32_t len;
  };

  [[nodiscard]] TERN_DEVICE std::uint32_t extra() const {
    return kExtra >= 0 ? static_cast<std::uint32_t>(kExtra) : extra_of(head_.dtype);
  }

  [[nodiscard]] TERN_DEVICE bool is_legal(std::uint32_t slot) const {
    if (slot > books_.raw()) return false;
    const BookEntry& entry = books_.entry(slot);
    return entry.min_len >= head_.min_len && (slot == books_.raw() || entry.dtype == head_.dtype);
  }

  [[nodiscard]] TERN_DEVICE bool use_book(std::uint64_t chunk) {
    const std::uint32_t slot = job_.choices_dev[chunk];
    if (!is_legal(slot)) return false;
    tokens_ = slot == near_.slot ? near_.tokens : books_.tokens(books_.entry(slot));
    return true;
  }

  [[nodiscard]] TERN_DEVICE bool is_steady() {
    return team_.ballot([&](LaneId id) { return lanes_[id].waiting < 2; }) == 0;
  }

  [[nodiscard]] TERN_DEVICE Token token_at(std::uint32_t index) const {
    std::uint32_t value = 0;
    if (extra() == 0) {
      value = values_[index];
    } else if (extra() == huff::kSplitExtraBits) {
      value = load<std::uint16_t>(values_ + 2 * std::size_t{index});
    } else {
      value = load<std::uint32_t>(values_ + 4 * std::size_t{index});
    }
    if (extra() == 0) {
      const std::uint32_t coded = tokens_[(value - head_.offset) & 255];
      return {coded & kTokenMask, coded >> kTokenBits};
    }
    const std::uint32_t mantissa = extra() - 1;
    const std::uint32_t coded = tokens_[((value >> mantissa) - head_.offset) & 255];
    const std::uint32_t own =
        (value & ((1U << mantissa) - 1)) | value >> (mantissa + huff::kSymbolBits) << mantissa;
    return {static_cast<Word>(static_cast<Word>(coded & kTokenMask) << extra() | own),
            extra() + (coded >> kTokenBits)};
  }

  TERN_DEVICE void store_word(std::uint32_t place, Word word) {
    store(payload_ + sizeof(Word) * std::size_t{place}, word);
  }

  TERN_DEVICE void complete(Lane& lane, Word word) {
    store_word(lane.first, word);
    lane.first = lane.second;
    lane.second = lane.third;
    --lane.waiting;
  }

  TERN_DEVICE void put(Lane& lane, Token token) {
    const std::uint32_t fill = lane.fill;
    const auto low = static_cast<Word>(lane.partial | token.bits << fill);
    lane.fill = fill + token.len;
    lane.partial = low;
    if (lane.fill < kBits) return;
    complete(lane, low);
    lane.fill &= kBits - 1;
    lane.partial = overflow(token.bits, fill);
  }

  TERN_DEVICE void skip_values(std::uint32_t values) {
    values_ += std::size_t{values} * ((extra() + huff::kSymbolBits) / 8);
  }

  /// Up to `steps` steady steps, and no more than there is room for, whatever they need. Two or
  /// three words of a lane wait then, and three behind the vote.
  TERN_DEVICE std::uint32_t steady(std::uint32_t steps) {
    const std::uint64_t most = (room_ - next_) >> shape_.lanes_log2;
    if (most < steps) steps = static_cast<std::uint32_t>(most);
    auto next = static_cast<std::uint32_t>(next_);
    std::uint32_t values = 0;
    for (std::uint32_t step = 0; step < steps; ++step) {
      const Mask takers =
          team_.ballot([&](LaneId id) { return lanes_[id].waiting < huff::kPrefetchWords; });
      team_.each([&](LaneId id) {
        Lane& lane = lanes_[id];
        if (lane.waiting < huff::kPrefetchWords) lane.third = next + rank_of(takers, id.lane);
        const Token token = token_at(values + id.lane);
        const auto low = static_cast<Word>(lane.partial | token.bits << lane.fill);
        const std::uint32_t fill = lane.fill + token.len;
        const bool done = fill >= kBits;
        if (done) store_word(lane.first, low);
        lane.first = done ? lane.second : lane.first;
        lane.second = done ? lane.third : lane.second;
        lane.partial = done ? overflow(token.bits, lane.fill) : low;
        lane.fill = fill & (kBits - 1);
        lane.waiting = done ? huff::kPrefetchWords - 1 : huff::kPrefetchWords;
      });
      next += count_ones(takers);
      values += shape_.lanes;
    }
    next_ += next - static_cast<std::uint32_t>(next_);
    skip_values(values);
    return steps;
  }

  /// Any step.
  [[nodiscard]] TERN_DEVICE JobState one_step(std::uint64_t step) {
    const std::uint32_t active = shape_.active(step);
    const std::uint32_t bit = shape_.choice_bit(step);
    std::uint32_t choice = 0;
    if (bit < huff::kChoiceBits) {
      const std::uint32_t slot = job_.choices_dev[shape_.chunk_of(step) + 1];
      if (!is_legal(slot)) return JobState::kIllegal;
      choice = choice_of(books_, slot) >> bit;
    }
    team_.each([&](LaneId id) {
      if (id.lane >= active) return;
      Token token = token_at(id.lane);
      if (bit + id.lane < huff::kChoiceBits) {
        token.bits = static_cast<Word>(token.bits << 1 | (choice >> id.lane & 1));
        ++token.len;
      }
      tokens_of_step_[id] = token;
    });
    for (;;) {
      const Mask takers = team_.ballot([&](LaneId id) {
        if (id.lane >= active) return false;
        const std::uint32_t held = lanes_[id].waiting * kBits - lanes_[id].fill;
        const bool certain = held <= (huff::kPrefetchWords - 1) * kBits &&
                             held < shape_.left(id.lane, step) * shape_.min_token;
        return certain || tokens_of_step_[id].len > held;
      });
      if (takers == 0) break;
      if (next_ + count_ones(takers) > room_) return JobState::kNoRoom;
      team_.each([&](LaneId id) {
        if ((takers >> id.lane & 1) == 0) return;
        Lane& lane = lanes_[id];
        const std::uint32_t place = static_cast<std::uint32_t>(next_) + rank_of(takers, id.lane);
        (lane.waiting == 0 ? lane.first : lane.waiting == 1 ? lane.second : lane.third) = place;
        ++lane.waiting;
      });
      next_ += count_ones(takers);
    }
    team_.each([&](LaneId id) {
      if (id.lane < active) put(lanes_[id], tokens_of_step_[id]);
    });
    skip_values(active);
    return JobState::kDone;
  }

  Team& team_;
  const Books& books_;
  const NearTokens& near_;
  const Head& head_;
  const EncodeJob& job_;
  Shape shape_;
  const std::uint8_t* values_;
  std::uint8_t* payload_;
  std::uint64_t room_;
  std::uint64_t next_ = 0;  // place of the next word
  typename Team::template PerLane<Lane> lanes_;
  typename Team::template PerLane<Token> tokens_of_step_;
  const std::uint32_t* tokens_ = nullptr;
};

}  // namespace tern::cuda
