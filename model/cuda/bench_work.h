// SPDX-License-Identifier: Apache-2.0
//
// bench_work.h: values on a device, cut into messages, to be encoded and decoded again and again.
//
// Where the values are few, there are several sets of them, used in turn: together they are larger
// than any cache, so that each comes from memory.
//
//   Spec  docs/host.md#measuring
//   Test  scripts/tests/bench_gpu_test.py
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/cuda/codec.h"
#include "model/cuda/cuda.h"
#include "model/cuda/device.h"
#include "model/cuda/image.h"
#include "model/fast/fast.h"

namespace tern::cuda {

inline constexpr huff::Geometry kBenchGeometry{16, 32};

/// Everything of one dtype, total size and size of a message. Returns what went wrong, if anything;
/// then nothing can be measured.
class Work {
 public:
  using Problem = std::optional<std::string>;
  using Bytes = std::vector<std::uint8_t>;

  /// `tile`: values that are repeated; `total` is a multiple of `message`, and that of a value.
  Work(Where where, huff::Dtype dtype, const Bytes& tile, const huff::BookSet& books,
       const huff::Plan& plan, std::size_t total, std::size_t message, std::size_t rotation)
      : where_(where),
        dtype_(dtype),
        tile_(tile),
        books_(books),
        plan_(plan),
        message_(message),
        sets_((rotation + total - 1) / total),
        each_(static_cast<std::uint32_t>(total / message)),
        room_((fast::max_message_bytes(dtype, message / huff::value_bytes(dtype), kBenchGeometry) +
               7) /
              8 * 8),
        image_words_(books),
        image_(where, image_words_.bytes()),
        slot_(where, sizeof(std::uint16_t)),
        values_(where, number() * message),
        wire_(where, number() * room_),
        back_(where, number() * message),
        encode_jobs_(where, number() * sizeof(EncodeJob)),
        encode_results_(where, number() * sizeof(EncodeResult)),
        decode_jobs_(where, number() * sizeof(DecodeJob)),
        decode_results_(where, number() * sizeof(DecodeResult)),
        workspace_(where, decode_workspace(each_)) {}

  [[nodiscard]] std::size_t sets() const { return sets_; }
  [[nodiscard]] std::size_t set_bytes() const { return std::size_t{each_} * message_; }
  [[nodiscard]] std::uint64_t wire_bytes() const { return wire_bytes_ / sets_; }
  [[nodiscard]] std::uint32_t messages() const { return each_; }

  /// Brings the values to the device, encodes and decodes all sets, and compares: every value with
  /// what it was, one message of each set with that of the fast codec.
  [[nodiscard]] Problem prepare() {
    for (const Buffer* const buffer :
         {&image_, &slot_, &values_, &wire_, &back_, &encode_jobs_, &encode_results_, &decode_jobs_,
          &decode_results_, &workspace_}) {
      if (buffer->at() == nullptr) return "the device has too little memory";
    }
    Bytes all(number() * message_);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = tile_[i % tile_.size()];
    const std::uint16_t slot = image_words_.slot(plan_.choices.front());
    std::vector<EncodeJob> jobs(number());
    for (std::size_t i = 0; i < number(); ++i) {
      jobs[i] = {values_.at() + i * message_,
                 message_,
                 wire_.at() + i * room_,
                 room_,
                 slot_.as<const std::uint16_t>(),
                 1,
                 dtype_,
                 0,
                 plan_.min_len,
                 0};
    }
    const bool copied = image_.upload(image_words_.words().data(), image_words_.bytes()) &&
                        slot_.upload(&slot, sizeof slot) &&
                        values_.upload(all.data(), all.size()) &&
                        encode_jobs_.upload(jobs.data(), jobs.size() * sizeof jobs[0]);
    if (!copied) return "copying to the device failed";
    for (std::size_t set = 0; set < sets_; ++set) {
      if (encode(set) != Status::kOk) return "encoding failed";
    }
    if (const Problem problem = check_messages(all)) return problem;
    for (std::size_t set = 0; set < sets_; ++set) {
      if (decode(set) != Status::kOk) return "decoding failed";
    }
    return check_values(all);
  }

  [[nodiscard]] Status encode(std::size_t set) const {
    const EncodeBatch batch{image(),
                            encode_jobs_.as<const EncodeJob>() + set * each_,
                            encode_results_.as<EncodeResult>() + set * each_,
                            each_,
                            kBenchGeometry.lanes,
                            kBenchGeometry.word_bits};
    return where_ == Where::kHost ? encode_on_host(batch) : cuda::encode(batch, nullptr);
  }

  [[nodiscard]] Status decode(std::size_t set) const {
    const DecodeBatch batch{image(),
                            decode_jobs_.as<const DecodeJob>() + set * each_,
                            decode_results_.as<DecodeResult>() + set * each_,
                            each_,
                            kBenchGeometry.lanes,
                            kBenchGeometry.word_bits,
                            workspace_.at(),
                            workspace_.bytes()};
    return where_ == Where::kHost ? decode_on_host(batch) : cuda::decode(batch, nullptr);
  }

  /// The counts of a set are added to memory that takes part in nothing else.
  [[nodiscard]] Status count(std::size_t set) const {
    const HistogramBatch batch{values_.at() + set * set_bytes(), set_bytes(),
                               back_.as<std::uint64_t>(), dtype_, 0};
    return where_ == Where::kHost ? histogram_on_host(batch) : histogram(batch, nullptr);
  }

  /// A copy of as many bytes.
  [[nodiscard]] bool copy(std::size_t set) const {
    std::uint8_t* const to = back_.at() + set * set_bytes();
    const std::uint8_t* const from = values_.at() + set * set_bytes();
    if (where_ == Where::kDevice) return copy_on_dev(to, from, set_bytes(), nullptr);
    std::memcpy(to, from, set_bytes());
    return true;
  }

 private:
  [[nodiscard]] std::size_t number() const { return sets_ * each_; }
  [[nodiscard]] const std::uint32_t* image() const { return image_.as<const std::uint32_t>(); }

  [[nodiscard]] Problem check_messages(const Bytes& all) {
    std::vector<EncodeResult> results(number());
    Bytes wire(wire_.bytes());
    if (!encode_results_.download(results.data(), results.size() * sizeof results[0]) ||
        !wire_.download(wire.data(), wire.size())) {
      return "copying from the device failed";
    }
    const fast::Codec codec(books_);
    std::vector<DecodeJob> jobs;
    for (std::size_t i = 0; i < number(); ++i) {
      if (results[i].state != JobState::kDone) return fmt::format("message {} was not made", i);
      wire_bytes_ += results[i].size;
      jobs.push_back(
          {wire_.at() + i * room_, results[i].size, back_.at() + i * message_, message_});
      if (i % each_ != i / each_ % each_) continue;
      Bytes golden(room_);
      golden.resize(codec
                        .encode(dtype_, all.data() + i * message_, message_, plan_, kBenchGeometry,
                                golden.data(), golden.size())
                        .size);
      if (golden.size() != results[i].size ||
          !std::equal(golden.begin(), golden.end(), wire.data() + i * room_)) {
        return fmt::format("message {} is not that of the fast codec", i);
      }
    }
    return decode_jobs_.upload(jobs.data(), jobs.size() * sizeof jobs[0])
               ? Problem()
               : "copying to the device failed";
  }

  [[nodiscard]] Problem check_values(const Bytes& all) const {
    std::vector<DecodeResult> results(number());
    Bytes back(all.size());
    if (!decode_results_.download(results.data(), results.size() * sizeof results[0]) ||
        !back_.download(back.data(), back.size())) {
      return "copying from the device failed";
    }
    for (std::size_t i = 0; i < number(); ++i) {
      if (results[i].state != JobState::kDone || results[i].error != huff::StreamError::kNone) {
        return fmt::format("message {} was not decoded: {}", i, error_name(results[i].error));
      }
    }
    return back == all ? Problem() : "values are not what they were";
  }

  Where where_;
  huff::Dtype dtype_;
  const Bytes& tile_;
  const huff::BookSet& books_;
  const huff::Plan& plan_;
  std::size_t message_;
  std::size_t sets_;
  std::uint32_t each_;  // messages of a set
  std::size_t room_;    // of a message
  BookImage image_words_;
  Buffer image_, slot_, values_, wire_, back_;
  Buffer encode_jobs_, encode_results_, decode_jobs_, decode_results_, workspace_;
  std::uint64_t wire_bytes_ = 0;
};

}  // namespace tern::cuda
