// SPDX-License-Identifier: Apache-2.0
//
// rng: seeded random numbers that are the same on every platform.
//
// The standard library's distributions differ between implementations; these few functions do not.
//
//   Spec  xoshiro256** 1.0 and SplitMix64, D. Blackman and S. Vigna, "Scrambled linear pseudorandom
//         number generators", ACM Trans. Math. Softw. 47 (4), 2021
//   Test  model/common/rng_test.cc
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace tern {

/// SplitMix64: spreads one 64-bit seed over as many words as are wanted.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

/// xoshiro256**. Equal seeds give equal sequences everywhere. Not for secrets.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    SplitMix64 source(seed);
    for (std::uint64_t& word : state_) word = source.next();
  }

  /// Starts from a full state, which must not be all zeros.
  explicit Rng(const std::array<std::uint64_t, 4>& state) : state_(state) {
    assert((state[0] | state[1] | state[2] | state[3]) != 0);
  }

  /// The next 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate_left(state_[3], 45);
    return result;
  }

  /// `count` random bits, right-aligned. Precondition: count <= 64.
  std::uint64_t bits(unsigned count) {
    assert(count <= 64);
    // The upper bits of the generator are its better ones; a shift by 64 would be undefined.
    return count == 0 ? 0 : next() >> (64 - count);
  }

  /// Uniform in 0 .. n-1. Precondition: n > 0.
  std::uint64_t below(std::uint64_t n) {
    assert(n > 0);
    unsigned width = 0;
    while (width < 64 && ((n - 1) >> width) != 0) ++width;
    // Rejection keeps every value equally likely; a modulo would favour the small ones.
    std::uint64_t value = bits(width);
    while (value >= n) value = bits(width);
    return value;
  }

  /// True `num` times out of `den`. Precondition: 0 <= num <= den, den > 0.
  bool chance(std::uint64_t num, std::uint64_t den) {
    assert(num <= den);
    return below(den) < num;
  }

 private:
  static std::uint64_t rotate_left(std::uint64_t value, unsigned by) {
    return (value << by) | (value >> (64 - by));
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace tern
