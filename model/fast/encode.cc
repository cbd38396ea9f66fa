// SPDX-License-Identifier: Apache-2.0
//
// encode.cc: the fast encoder of one message.
//
//   Spec  docs/huffman_format.md
//   Test  model/fast/fast_test.cc
#include <algorithm>
#include <cassert>
#include <limits>

#include "model/fast/check.h"
#include "model/fast/encode_lanes.h"
#include "model/fast/fast.h"
#include "model/fast/steps.h"
#include "model/fast/table_cache.h"
#include "model/huff/code.h"
#include "model/huff/frame.h"

namespace tern::fast {
namespace {

// Steady steps in registers, or nothing.
EncodeSteps steps_of(Path path, const Shape& shape, std::uint32_t extra, std::uint64_t room) {
#ifdef TERN_FAST_X86
  // Places are signed numbers of 32 bits there.
  const bool narrow =
      shape.word_bits == 32 && extra <= 8 && room <= std::numeric_limits<std::int32_t>::max();
  if (path == Path::kAvx512 && narrow && shape.lanes % 16 == 0) return encode_avx512;
  if (path != Path::kScalar && narrow && shape.lanes % 8 == 0) return encode_avx2;
#endif
  static_cast<void>(path);
  static_cast<void>(shape);
  static_cast<void>(extra);
  static_cast<void>(room);
  return nullptr;
}

struct Job {
  huff::Dtype dtype;
  std::uint64_t count;
  const huff::Plan& plan;
  TableCache& cache;
  Path path;
};

// False: the payload needs more room.
template <typename Word, std::uint32_t kExtra>
bool encode_payload(const Job& job, EncodeRun& run) {
  const Shape shape(job.count, {run.lanes, 8 * sizeof(Word)},
                    huff::min_token_bits(job.dtype, job.plan.min_len));
  const Steps steps(shape.lanes, job.plan.chunk_log2, shape.count);
  assert(job.plan.choices.size() == steps.chunks().number());
  const EncodeSteps in_registers = steps_of(job.path, shape, kExtra, run.room);
  const std::uint64_t steady = shape.steady_steps();
  LaneEncoder<Word, kExtra> encoder(shape);
  for (std::uint64_t step = 0; step < steps.number();) {
    const std::uint64_t chunk = steps.chunks().of_step(step);
    if (step == 0 || steps.chunks().begins(step)) {
      run.tables = &job.cache.of(job.dtype, job.plan.choices[chunk]);
    }
    const std::uint64_t end = std::min(steps.run_end(step), steady);
    if (step < end && encoder.is_steady()) {
      std::uint64_t done = 0;
      if constexpr (sizeof(Word) == 4) {
        if (in_registers != nullptr) done = in_registers(encoder.lanes(), run, end - step);
      }
      if (in_registers == nullptr) done = encoder.steady(run, end - step);
      step += done;
      if (step == end) continue;
    }
    const std::uint64_t first = step * shape.lanes;
    const auto active =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(shape.lanes, shape.count - first));
    const std::uint32_t bit = steps.chunks().choice_bit(first);
    PerLane<std::uint8_t> bits{};
    std::uint64_t choice = 0;
    if (bit != huff::Chunks::kNoBit) {
      choice = huff::pack_choice(huff::choice_of(job.plan.choices[chunk + 1])) >> bit;
      for (std::uint32_t i = 0; i < active; ++i) bits[i] = bit + i < huff::kChoiceBits;
    }
    if (!encoder.step(run, step, active, bits, choice)) return false;
    ++step;
  }
  encoder.finish(run);
  return true;
}

bool encode_any(const Job& job, EncodeRun& run, bool wide) {
  if (run.extra == 24) return encode_payload<std::uint64_t, 24>(job, run);
  if (run.extra == 8) {
    return wide ? encode_payload<std::uint64_t, 8>(job, run)
                : encode_payload<std::uint32_t, 8>(job, run);
  }
  return wide ? encode_payload<std::uint64_t, 0>(job, run)
              : encode_payload<std::uint32_t, 0>(job, run);
}

void store_header(std::uint8_t* out, const huff::Header& header, std::uint32_t bytes) {
  std::fill_n(out, bytes, std::uint8_t{0});
  for (const std::uint32_t part : huff::pack_header(header)) {
    store(out, part);
    out += sizeof part;
  }
}

}  // namespace

Encoded Codec::encode(huff::Dtype dtype, const std::uint8_t* data, std::size_t size,
                      const huff::Plan& plan, const huff::Geometry& geometry, std::uint8_t* out,
                      std::size_t room) const {
  assert(huff::is_legal(geometry) && huff::fits(dtype, geometry));
  const std::uint64_t count = size / huff::value_bytes(dtype);
  assert(size % huff::value_bytes(dtype) == 0 &&
         count <= std::numeric_limits<std::uint32_t>::max());
  const std::uint32_t word_bytes = geometry.word_bits / 8;
  const std::uint32_t header = huff::header_bytes(geometry);
  const std::uint64_t most = max_message_bytes(dtype, count, geometry);
  const std::uint64_t usable = std::min<std::uint64_t>(room, most);
  if (usable < header + word_bytes) return {};

  EncodeRun run;
  run.lanes = geometry.lanes;
  run.extra = huff::extra_bits(dtype);
  run.offset = plan.offset;
  run.data = data;
  run.payload = out + header;
  run.room = (usable - header) / word_bytes - 1;
  if (!encode_any({dtype, count, plan, *cache_, path_}, run, word_bytes == 8)) return {};
  store_header(out, huff::make_header(dtype, plan, geometry, static_cast<std::uint32_t>(count)),
               header);
  const std::size_t checked = header + run.next * word_bytes;
  const std::uint32_t check = message_check(out, checked, geometry);
  if (word_bytes == 8) {
    store(out + checked, std::uint64_t{check});
  } else {
    store(out + checked, check);
  }
  return {true, checked + word_bytes};
}

std::uint64_t max_message_bytes(huff::Dtype dtype, std::uint64_t count,
                                const huff::Geometry& geometry) {
  const std::uint32_t word_bytes = geometry.word_bits / 8;
  const std::uint64_t lane_values = (count + geometry.lanes - 1) / geometry.lanes;
  const std::uint64_t lane_words =
      (lane_values * huff::max_token_bits(dtype) + geometry.word_bits - 1) / geometry.word_bits;
  return huff::header_bytes(geometry) + (lane_words * geometry.lanes + 1) * word_bytes;
}

}  // namespace tern::fast
