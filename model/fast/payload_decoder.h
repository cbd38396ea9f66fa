// SPDX-License-Identifier: Apache-2.0
//
// payload_decoder.h: the payload of one message, run by run.
//
// It stops in front of every run of steady steps, so that whoever calls can do it in the fastest
// way that there is, for two messages at a time if need be.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/fast/decode_lanes.h"
#include "model/fast/steps.h"
#include "model/fast/table_cache.h"
#include "model/huff/code.h"
#include "model/huff/deframe.h"
#include "model/huff/frame.h"

namespace tern::fast {

/// Everything that the payload of one message needs.
struct DecodeJob {
  huff::Deframed frame;
  const huff::BookSet* books = nullptr;
  TableCache* cache = nullptr;
  DecodeRun run;        ///< what is left of payload and room
  huff::Choice choice;  ///< the one that came last
};

template <typename Word, std::uint32_t kExtra>
class PayloadDecoder {
 public:
  explicit PayloadDecoder(DecodeJob& job)
      : job_(job),
        shape_(job.frame.header.count, job.frame.geometry,
               huff::min_token_bits(job.frame.dtype, job.frame.header.min_len)),
        steps_(shape_.lanes, job.frame.header.chunk_log2, shape_.count),
        steady_(shape_.steady_steps()),
        lanes_(shape_) {}

  [[nodiscard]] LaneDecoder<Word, kExtra>& lanes() { return lanes_; }
  [[nodiscard]] DecodeRun& run() { return job_.run; }

  /// Goes on to the next steady steps. False: there are none, all steps are done or error() is set.
  [[nodiscard]] bool reach_run() {
    while (error_ == huff::StreamError::kNone && step_ < steps_.number()) {
      if (step_ == chunk_ && step_ != 0 && !change_book()) return false;
      end_ = std::min(steps_.run_end(step_), steady_);
      if (step_ < end_ && !short_ && lanes_.is_steady()) return true;
      if (!do_step()) return false;
      short_ = false;
      if (steps_.chunks().begins(step_)) chunk_ = step_;
    }
    return false;
  }

  /// Steps of the run that was reached.
  [[nodiscard]] std::uint64_t run_steps() const { return end_ - step_; }

  /// Says that so many of them were done. If they are fewer than all, one step is done alone.
  void done(std::uint64_t steps) {
    step_ += steps;
    short_ = step_ != end_;
    if (steps > 0 && steps_.chunks().begins(step_)) chunk_ = step_;
  }

  [[nodiscard]] huff::StreamError error() const { return error_; }

 private:
  // Takes the choice that the chunk before has brought.
  [[nodiscard]] bool change_book() {
    chunk_ = 0;
    job_.choice = huff::unpack_choice(static_cast<std::uint32_t>(choice_));
    choice_ = 0;
    if (huff::is_reserved(job_.choice)) {
      error_ = huff::StreamError::kReserved;
      return false;
    }
    const huff::Resolved found =
        huff::resolve(job_.choice, job_.frame.dtype, job_.frame.header.min_len, *job_.books);
    error_ = found.error;
    if (error_ != huff::StreamError::kNone) return false;
    job_.run.tables = &job_.cache->of(job_.frame.dtype, found.book);
    return true;
  }

  [[nodiscard]] bool do_step() {
    const std::uint64_t first = step_ * shape_.lanes;
    const auto active =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(shape_.lanes, shape_.count - first));
    const std::uint32_t bit = steps_.chunks().choice_bit(first);
    PerLane<std::uint8_t> bits{};
    for (std::uint32_t lane = 0; lane < active; ++lane) bits[lane] = bit + lane < huff::kChoiceBits;
    std::uint64_t of_step = 0;
    if (!lanes_.step(job_.run, step_, active, bits, of_step)) {
      error_ = huff::StreamError::kTruncated;
      return false;
    }
    choice_ |= of_step << bit;
    ++step_;
    return true;
  }

  DecodeJob& job_;
  Shape shape_;
  Steps steps_;
  std::uint64_t steady_;
  LaneDecoder<Word, kExtra> lanes_;
  std::uint64_t step_ = 0;
  std::uint64_t end_ = 0;     // of the run
  std::uint64_t chunk_ = 0;   // the step with which a chunk begins whose book is not known yet
  std::uint64_t choice_ = 0;  // bits of the next choice that have come
  bool short_ = false;        // the last run ended early
  huff::StreamError error_ = huff::StreamError::kNone;
};

}  // namespace tern::fast
