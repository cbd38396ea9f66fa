// SPDX-License-Identifier: Apache-2.0
//
// decode_lanes.h: the payload of one message, decoded by a team in lock step.
//
// In each pass the lanes vote on who takes a word; a lane's word is as far behind the next one as
// there are lanes below it that take one too.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/image.h"
#include "model/cuda/kernel.h"
#include "model/cuda/shape.h"
#include "model/cuda/team.h"

namespace tern::cuda {

/// What is left of payload and room.
struct Payload {
  const std::uint8_t* next;
  std::uint64_t left;  ///< words
  std::uint8_t* out;
};

/// `kExtra`: extra bits of the dtype; negative: those that the header says.
template <typename Team, typename Word, int kExtra>
class PayloadDecoder {
 public:
  TERN_DEVICE PayloadDecoder(Team& team, const Books& books, const NearTable& near,
                             const Head& head, const Payload& payload)
      : team_(team), books_(books), near_(near), head_(head), shape_(head), payload_(payload) {}

  /// Precondition: the choice of the header was looked up, and `slot` found.
  TERN_DEVICE huff::StreamError decode(std::uint32_t slot) {
    team_.use(shape_.lanes);
    use_book(slot);
    choice_ = pack_choice(head_.raw, head_.book_id, head_.epoch);
    const std::uint64_t steady_end = shape_.steady_steps();
    for (std::uint64_t step = 0; step < shape_.steps;) {
      if (step != 0 && shape_.begins(step)) {
        const huff::StreamError error = change_book();
        if (error != huff::StreamError::kNone) return error;
      }
      std::uint64_t end = shape_.run_end(step);
      if (end > steady_end) end = steady_end;
      if (step < end && is_steady()) {
        const std::uint64_t steps = end - step;
        const std::uint32_t done =
            steady(steps < kMostSteps ? static_cast<std::uint32_t>(steps) : kMostSteps);
        step += done;
        if (done > 0) continue;
      }
      if (!one_step(step)) return huff::StreamError::kTruncated;
      ++step;
    }
    return huff::StreamError::kNone;
  }

  /// The choice that came last.
  [[nodiscard]] TERN_DEVICE std::uint32_t choice() const { return choice_; }
  [[nodiscard]] TERN_DEVICE std::uint64_t left() const { return payload_.left; }

 private:
  using Mask = typename Team::Mask;
  static constexpr std::uint32_t kBits = 8 * sizeof(Word);
  static constexpr std::uint32_t kMostSteps = 1U << 20;  // of a run: offsets have 32 bits

  /// `have` words, of which `used` bits of the first are decoded. Words that are not there are 0.
  struct Lane {
    Word first = 0, second = 0, third = 0;
    std::uint32_t used = 0;
    std::uint32_t have = 0;
  };

  [[nodiscard]] TERN_DEVICE std::uint32_t extra() const {
    return kExtra >= 0 ? static_cast<std::uint32_t>(kExtra) : extra_of(head_.dtype);
  }

  TERN_DEVICE void use_book(std::uint32_t slot) {
    const BookEntry& entry = books_.entry(slot);
    mask_ = entry.decode_mask;
    entries_ = slot == near_.slot ? near_.entries : books_.decode(entry);
  }

  /// Takes the choice that the chunk before has brought.
  TERN_DEVICE huff::StreamError change_book() {
    choice_ = next_choice_ & ((1U << huff::kChoiceBits) - 1);
    next_choice_ = 0;
    const Chosen found = resolve(books_, choice_, head_.dtype, head_.min_len);
    if (found.error == huff::StreamError::kNone) use_book(found.slot);
    return found.error;
  }

  [[nodiscard]] TERN_DEVICE bool is_steady() {
    return team_.ballot([&](LaneId id) { return lanes_[id].have < 2; }) == 0;
  }

  [[nodiscard]] TERN_DEVICE static Word window(const Lane& lane) {
    return funnel(lane.first, lane.second, lane.used);
  }

  [[nodiscard]] TERN_DEVICE std::uint32_t entry_of(Word bits) const {
    const std::uint32_t place = static_cast<std::uint32_t>(bits >> extra()) & mask_;
    return load<std::uint16_t>(entries_ + 2 * std::size_t{place});
  }

  [[nodiscard]] TERN_DEVICE Word word_at(std::uint32_t place) const {
    return load<Word>(payload_.next + sizeof(Word) * std::size_t{place});
  }

  TERN_DEVICE static void use_bits(Lane& lane, std::uint32_t bits) {
    lane.used += bits;
    if (lane.used < kBits) return;
    lane.used &= kBits - 1;
    lane.first = lane.second;
    lane.second = lane.third;
    lane.third = 0;
    --lane.have;
  }

  /// Stores value `index` of the token at the front of a lane; returns the token's bits.
  TERN_DEVICE std::uint32_t put_value(const Lane& lane, std::uint32_t index) {
    const Word bits = window(lane);
    const std::uint32_t entry = entry_of(bits);
    const std::uint32_t len = extra() + (entry & kEntryLenMask);
    const auto symbol =
        static_cast<std::uint32_t>((entry & kEntryEscape) != 0 ? bits >> (len - huff::kSymbolBits)
                                                               : Word{entry >> kEntrySymbolShift});
    const std::uint32_t field = (symbol + head_.offset) & 255;
    if (extra() == 0) {
      payload_.out[index] = static_cast<std::uint8_t>(field);
      return len;
    }
    const std::uint32_t mantissa = extra() - 1;
    const std::uint32_t value =
        (static_cast<std::uint32_t>(bits) & ((1U << mantissa) - 1)) | field << mantissa |
        (static_cast<std::uint32_t>(bits >> mantissa) & 1) << (mantissa + huff::kSymbolBits);
    if (extra() == huff::kSplitExtraBits) {
      store(payload_.out + 2 * std::size_t{index}, static_cast<std::uint16_t>(value));
    } else {
      store(payload_.out + 4 * std::size_t{index}, value);
    }
    return len;
  }

  TERN_DEVICE void take(std::uint32_t words, std::uint32_t values) {
    payload_.next += sizeof(Word) * std::size_t{words};
    payload_.left -= words;
    payload_.out += std::size_t{values} * ((extra() + huff::kSymbolBits) / 8);
  }

  /// Up to `steps` steady steps, and no more than there are words for, whatever they need. A lane
  /// has two or three words then, and three behind the vote.
  TERN_DEVICE std::uint32_t steady(std::uint32_t steps) {
    const std::uint64_t most = payload_.left >> shape_.lanes_log2;
    if (most < steps) steps = static_cast<std::uint32_t>(most);
    std::uint32_t words = 0;
    std::uint32_t values = 0;
    for (std::uint32_t step = 0; step < steps; ++step) {
      const Mask takers =
          team_.ballot([&](LaneId id) { return lanes_[id].have < huff::kPrefetchWords; });
      team_.each([&](LaneId id) {
        Lane& lane = lanes_[id];
        if (lane.have < huff::kPrefetchWords) {
          lane.third = word_at(words + rank_of(takers, id.lane));
        }
        const std::uint32_t used = lane.used + put_value(lane, values + id.lane);
        const bool done = used >= kBits;
        lane.used = used & (kBits - 1);
        lane.first = done ? lane.second : lane.first;
        lane.second = done ? lane.third : lane.second;
        lane.have = done ? huff::kPrefetchWords - 1 : huff::kPrefetchWords;
      });
      words += count_ones(takers);
      values += shape_.lanes;
    }
    team_.each([&](LaneId id) {
      if (lanes_[id].have < huff::kPrefetchWords) lanes_[id].third = 0;
    });
    take(words, values);
    return steps;
  }

  [[nodiscard]] TERN_DEVICE bool wants(const Lane& lane, std::uint32_t index, std::uint64_t step,
                                       std::uint32_t choice_bits) const {
    const std::uint32_t held = lane.have * kBits - lane.used;
    if (held <= (huff::kPrefetchWords - 1) * kBits &&
        held < shape_.left(index, step) * shape_.min_token) {
      return true;
    }
    if (held >= kBits) return false;
    const std::uint32_t entry = entry_of(window(lane) >> choice_bits);
    return choice_bits + extra() + (entry & kEntryLenMask) > held;
  }

  /// Any step. False: no word was left.
  [[nodiscard]] TERN_DEVICE bool one_step(std::uint64_t step) {
    const std::uint32_t active = shape_.active(step);
    const std::uint32_t bit = shape_.choice_bit(step);
    for (;;) {
      const Mask takers = team_.ballot([&](LaneId id) {
        return id.lane < active &&
               wants(lanes_[id], id.lane, step, bit + id.lane < huff::kChoiceBits ? 1 : 0);
      });
      if (takers == 0) break;
      if (count_ones(takers) > payload_.left) return false;
      team_.each([&](LaneId id) {
        if ((takers >> id.lane & 1) == 0) return;
        Lane& lane = lanes_[id];
        const Word word = word_at(rank_of(takers, id.lane));
        (lane.have == 0 ? lane.first : lane.have == 1 ? lane.second : lane.third) = word;
        ++lane.have;
      });
      take(count_ones(takers), 0);
    }
    if (bit < huff::kChoiceBits) {
      const Mask bits = team_.ballot([&](LaneId id) {
        if (id.lane >= active || bit + id.lane >= huff::kChoiceBits) return false;
        const bool set = (window(lanes_[id]) & 1) != 0;
        use_bits(lanes_[id], 1);
        return set;
      });
      next_choice_ |= static_cast<std::uint32_t>(bits) << bit;
    }
    team_.each([&](LaneId id) {
      if (id.lane < active) use_bits(lanes_[id], put_value(lanes_[id], id.lane));
    });
    take(0, active);
    return true;
  }

  Team& team_;
  const Books& books_;
  const NearTable& near_;
  const Head& head_;
  Shape shape_;
  Payload payload_;
  typename Team::template PerLane<Lane> lanes_;
  const std::uint8_t* entries_ = nullptr;
  std::uint32_t mask_ = 0;
  std::uint32_t choice_ = 0;
  std::uint32_t next_choice_ = 0;  // bits of the next one that have come
};

}  // namespace tern::cuda
