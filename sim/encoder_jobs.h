// SPDX-License-Identifier: Apache-2.0
//
// encoder_jobs: what jobs ask of an encoder: whether it can do them, which books they need, and the
// message on its ports.
//
//   Spec  docs/streams.md#encoder
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc, tb/huff/best_engine_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/result.h"
#include "sim/encoder_bench.h"
#include "sim/encoder_engine.h"

namespace tern::sim {

/// What would make the circuit report an error instead of coding the values, or code them in
/// another way than the model.
[[nodiscard]] std::optional<Error> check_jobs(const std::vector<EncodeJob>& jobs,
                                              const EncoderConfig& config);

/// The books that must be in slots for a job.
[[nodiscard]] std::vector<const huff::Book*> books_of(const EncodeJob& job,
                                                      const EncoderConfig& config);

/// The job on the ports. Precondition: check_jobs() finds nothing.
[[nodiscard]] EncoderMessage make_message(const EncodeJob& job, const EncoderConfig& config);

/// The books in the slots of a circuit, which are filled in turn.
class Slots {
 public:
  explicit Slots(std::uint32_t number) : slots_(number) {}

  /// A load that a job needs before it.
  struct Load {
    std::uint32_t slot = 0;
    std::size_t jobs_before = 0;  ///< to be coded first, with what the load replaces
  };

  /// Uses the book for job `job`; jobs come in order. A load, unless it is there already.
  [[nodiscard]] std::optional<Load> use(const huff::Book* book, std::size_t job);

 private:
  struct Slot {
    const huff::Book* book = nullptr;
    std::size_t jobs = 0;  ///< that may use it, counted from the first
  };
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
};

}  // namespace tern::sim
