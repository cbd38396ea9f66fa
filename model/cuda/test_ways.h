// SPDX-License-Identifier: Apache-2.0
//
// test_ways.h: the ways to run the kernels that a test compares with the golden model.
//
// On the host they work on the memory of the test itself, so that a sanitizer sees any byte that is
// touched outside; on a device on copies.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/test_seed.h"
#include "model/cuda/codec.h"
#include "model/cuda/cuda.h"
#include "model/cuda/image.h"

namespace tern::cuda {

enum class Way : std::uint8_t { kHost, kShuffled, kDevice };

inline std::string name_of(Way way) {
  if (way == Way::kDevice) return "device";
  return way == Way::kHost ? "host" : "shuffled";
}

/// The ways of this machine: a device only if one answers. CudaDevice says so if none does.
inline std::vector<Way> available_ways() {
  std::vector<Way> ways{Way::kHost, Way::kShuffled};
  if (device_problem().empty()) ways.push_back(Way::kDevice);
  return ways;
}

/// Runs every test on each way.
class EveryWay : public testing::TestWithParam<Way> {};

using Bytes = std::vector<std::uint8_t>;

/// Room behind which every byte is watched.
class Room {
 public:
  explicit Room(std::size_t size) : size_(size), bytes_(size + kGuards, kGuard) {}
  [[nodiscard]] std::uint8_t* data() { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Bytes front(std::size_t size) const {
    return {bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size)};
  }
  [[nodiscard]] bool is_kept() const {
    return Bytes(bytes_.end() - kGuards, bytes_.end()) == Bytes(kGuards, kGuard);
  }
  [[nodiscard]] bool is_untouched() const { return front(size_) == Bytes(size_, kGuard); }

 private:
  static constexpr std::uint8_t kGuard = 0xA5;
  static constexpr std::size_t kGuards = 128;
  std::size_t size_;
  Bytes bytes_;
};

/// The kernels with one set of books.
class Kernels {
 public:
  Kernels(Way way, const huff::BookSet& books) : way_(way), image_(books) {
    if (way == Way::kDevice) codec_ = std::make_unique<Codec>(books, Where::kDevice);
  }

  [[nodiscard]] const BookImage& image() const { return image_; }

  [[nodiscard]] std::vector<fast::Decoded> decode(
      const std::vector<fast::Message>& messages,
      const std::optional<huff::Geometry>& geometry = std::nullopt) const {
    if (codec_) return codec_->decode_all(messages, geometry).value();
    std::vector<DecodeJob> jobs;
    for (const fast::Message& one : messages) {
      jobs.push_back({one.bytes, one.size, one.out, one.room});
    }
    const auto number = static_cast<std::uint32_t>(jobs.size());
    std::vector<DecodeResult> results(number);
    std::vector<std::uint64_t> workspace((decode_workspace(number) + 7) / 8);
    const DecodeBatch batch{image_.words().data(),
                            jobs.data(),
                            results.data(),
                            number,
                            static_cast<std::uint8_t>(geometry ? geometry->lanes : 0),
                            static_cast<std::uint8_t>(geometry ? geometry->word_bits : 0),
                            workspace.data(),
                            decode_workspace(number)};
    EXPECT_EQ(decode_on_host(batch, order()), Status::kOk);
    std::vector<fast::Decoded> decoded;
    for (const DecodeResult& one : results) {
      EXPECT_NE(one.state, JobState::kIllegal);
      decoded.push_back({one.error, one.state == JobState::kDone, one.size, one.dtype, one.offset,
                         huff::unpack_choice(one.choice)});
    }
    return decoded;
  }

  [[nodiscard]] std::vector<fast::Encoded> encode(const std::vector<Values>& values,
                                                  const huff::Geometry& geometry) const {
    if (codec_) return codec_->encode_all(values, geometry).value();
    std::vector<EncodeJob> jobs;
    std::vector<std::vector<std::uint16_t>> slots;
    for (const Values& one : values) {
      slots.emplace_back();
      for (const huff::Book* const book : one.plan->choices) {
        slots.back().push_back(image_.slot(book));
      }
      jobs.push_back({one.bytes, one.size, one.out, one.room, slots.back().data(),
                      static_cast<std::uint32_t>(slots.back().size()), one.dtype,
                      static_cast<std::uint8_t>(one.plan->chunk_log2), one.plan->min_len,
                      one.plan->offset});
    }
    std::vector<fast::Encoded> encoded;
    for (const EncodeResult& one : encode_jobs(jobs, geometry)) {
      EXPECT_NE(one.state, JobState::kIllegal);
      encoded.push_back({one.state == JobState::kDone, one.size});
    }
    return encoded;
  }

  /// On the host only.
  [[nodiscard]] std::vector<EncodeResult> encode_jobs(const std::vector<EncodeJob>& jobs,
                                                      const huff::Geometry& geometry) const {
    std::vector<EncodeResult> results(jobs.size());
    const EncodeBatch batch{image_.words().data(),
                            jobs.data(),
                            results.data(),
                            static_cast<std::uint32_t>(jobs.size()),
                            static_cast<std::uint8_t>(geometry.lanes),
                            static_cast<std::uint8_t>(geometry.word_bits)};
    EXPECT_EQ(encode_on_host(batch, order()), Status::kOk);
    return results;
  }

 private:
  // In order with large blocks, shuffled with those that so few messages get.
  [[nodiscard]] HostOrder order() const {
    if (way_ == Way::kShuffled) return {true, test_seed(), 0};
    return {false, 0, kBlockThreads};
  }

  Way way_;
  BookImage image_;
  std::unique_ptr<Codec> codec_;
};

}  // namespace tern::cuda
