// SPDX-License-Identifier: Apache-2.0
//
// decode.cc: the fast decoder of messages.
//
// Header, books and verdicts are those of the golden model's own functions; what is fast is the
// payload.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/fast/fast_test.cc
#include <algorithm>

#include "model/fast/check.h"
#include "model/fast/fast.h"
#include "model/fast/payload_decoder.h"

namespace tern::fast {
namespace {

using huff::StreamError;

// Steady steps in registers, or nothing.
DecodeSteps steps_of(Path path, const DecodeJob& job) {
#ifdef TERN_FAST_X86
  const bool narrow = job.frame.geometry.word_bits == 32 && job.run.extra <= 8;
  if (path == Path::kAvx512 && narrow && job.run.lanes % 16 == 0) return decode_avx512;
  if (path != Path::kScalar && narrow && job.run.lanes % 8 == 0) return decode_avx2;
#endif
  static_cast<void>(path);
  static_cast<void>(job);
  return nullptr;
}

// One run of a payload.
template <typename Word, std::uint32_t kExtra>
void do_run(PayloadDecoder<Word, kExtra>& payload, DecodeSteps in_registers) {
  if constexpr (sizeof(Word) == 4) {
    if (in_registers != nullptr) {
      payload.done(in_registers(payload.lanes().lanes(), payload.run(), payload.run_steps()));
      return;
    }
  }
  payload.done(payload.lanes().steady(payload.run(), payload.run_steps()));
}

template <typename Word, std::uint32_t kExtra>
StreamError finish(PayloadDecoder<Word, kExtra>& payload, DecodeSteps in_registers) {
  while (payload.reach_run()) do_run(payload, in_registers);
  return payload.error();
}

template <typename Word, std::uint32_t kExtra>
StreamError decode_payload(DecodeJob& job, Path path) {
  PayloadDecoder<Word, kExtra> payload(job);
  return finish(payload, steps_of(path, job));
}

StreamError decode_any(DecodeJob& job, Path path) {
  const bool wide = job.frame.geometry.word_bits == 64;
  if (job.run.extra == 24) return decode_payload<std::uint64_t, 24>(job, path);
  if (job.run.extra == 8) {
    return wide ? decode_payload<std::uint64_t, 8>(job, path)
                : decode_payload<std::uint32_t, 8>(job, path);
  }
  return wide ? decode_payload<std::uint64_t, 0>(job, path)
              : decode_payload<std::uint32_t, 0>(job, path);
}

#ifdef TERN_FAST_X86
// True if the runs of both can be done together: one register of lanes each, and one set of tables.
bool are_alike(const DecodeJob& a, const DecodeJob& b) {
  return a.frame.geometry.word_bits == 32 && b.frame.geometry.word_bits == 32 &&
         a.run.lanes == 16 && b.run.lanes == 16 && a.run.extra == 0 && b.run.extra == 0 &&
         a.run.offset == b.run.offset;
}

void decode_both(DecodeJob& a, DecodeJob& b, StreamError& error_a, StreamError& error_b) {
  PayloadDecoder<std::uint32_t, 0> one(a);
  PayloadDecoder<std::uint32_t, 0> other(b);
  while (one.reach_run() && other.reach_run()) {
    if (a.run.tables != b.run.tables || a.run.tables->ranks.number == 0) {
      do_run(one, decode_avx512);
      do_run(other, decode_avx512);
      continue;
    }
    const std::uint64_t steps =
        decode_two_avx512(one.lanes().lanes(), a.run, other.lanes().lanes(), b.run,
                          std::min(one.run_steps(), other.run_steps()));
    one.done(steps);
    other.done(steps);
  }
  error_a = finish(one, decode_avx512);
  error_b = finish(other, decode_avx512);
}
#endif

// No more values than this come out before the words run out, whatever the header claims.
std::uint64_t possible_values(const huff::Deframed& frame) {
  const std::uint64_t bits = frame.payload_words * frame.geometry.word_bits;
  return std::min<std::uint64_t>(frame.header.count,
                                 bits / huff::min_token_bits(frame.dtype, frame.header.min_len));
}

// All checks in front of the payload. True if it is to be decoded.
bool begin(const Message& message, const huff::BookSet& books, TableCache& cache,
           const std::optional<huff::Geometry>& geometry, DecodeJob& job, Decoded& result) {
  job.frame = huff::deframe(message.bytes, message.size, books, geometry);
  const huff::Deframed& frame = job.frame;
  job.books = &books;
  job.cache = &cache;
  job.choice = huff::first_choice(frame.header);
  result.error = frame.error;
  result.dtype = frame.dtype;
  result.offset = frame.header.offset;
  result.choice = job.choice;
  if (result.error != StreamError::kNone) return false;
  if (possible_values(frame) > message.room / huff::value_bytes(frame.dtype)) return false;
  result.fits = true;
  job.run.tables = &cache.of(frame.dtype, frame.book);
  job.run.lanes = frame.geometry.lanes;
  job.run.extra = huff::extra_bits(frame.dtype);
  job.run.offset = frame.header.offset;
  job.run.next = frame.payload;
  job.run.left = frame.payload_words;
  job.run.out = message.out;
  return true;
}

// All checks behind the payload.
void end(const Message& message, const DecodeJob& job, StreamError error, Decoded& result) {
  result.choice = job.choice;
  result.error = error;
  if (result.error == StreamError::kNone && job.run.left > 0) result.error = StreamError::kExcess;
  if (result.error != StreamError::kNone) return;
  const std::uint32_t word_bytes = job.frame.geometry.word_bits / 8;
  const std::size_t checked = message.size - word_bytes;
  const std::uint8_t* const trailer = message.bytes + checked;
  const std::uint64_t found =
      word_bytes == 8 ? load<std::uint64_t>(trailer) : load<std::uint32_t>(trailer);
  if (found != message_check(message.bytes, checked, job.frame.geometry)) {
    result.error = StreamError::kCrc;
    return;
  }
  result.size = std::size_t{job.frame.header.count} * huff::value_bytes(job.frame.dtype);
}

}  // namespace

Decoded Codec::decode(const Message& message, const std::optional<huff::Geometry>& geometry) const {
  Decoded result;
  DecodeJob job;
  if (begin(message, books_, *cache_, geometry, job, result)) {
    end(message, job, decode_any(job, path_), result);
  }
  return result;
}

void Codec::decode_two(const Message (&messages)[2], Decoded (&results)[2],
                       const std::optional<huff::Geometry>& geometry) const {
#ifdef TERN_FAST_X86
  DecodeJob jobs[2];
  StreamError errors[2] = {};
  bool begun[2];
  for (int i = 0; i < 2; ++i) {
    results[i] = {};
    begun[i] = begin(messages[i], books_, *cache_, geometry, jobs[i], results[i]);
  }
  if (path_ == Path::kAvx512 && begun[0] && begun[1] && are_alike(jobs[0], jobs[1])) {
    decode_both(jobs[0], jobs[1], errors[0], errors[1]);
    for (int i = 0; i < 2; ++i) end(messages[i], jobs[i], errors[i], results[i]);
    return;
  }
#endif
  for (int i = 0; i < 2; ++i) results[i] = decode(messages[i], geometry);
}

std::vector<Decoded> Codec::decode_all(const std::vector<Message>& messages, unsigned threads,
                                       const std::optional<huff::Geometry>& geometry) const {
  std::vector<Decoded> results(messages.size());
  for_each_message((messages.size() + 1) / 2, threads, [&](std::size_t pair) {
    const std::size_t i = 2 * pair;
    if (i + 1 == messages.size()) {
      results[i] = decode(messages[i], geometry);
      return;
    }
    Decoded both[2];
    decode_two({messages[i], messages[i + 1]}, both, geometry);
    results[i] = both[0];
    results[i + 1] = both[1];
  });
  return results;
}

std::uint64_t values_room(const std::uint8_t* message, std::size_t size) {
  if (size < huff::kHeaderBits / 8) return 0;
  const huff::Header header = huff::unpack_header(huff::load_header(message));
  const std::optional<huff::Geometry> geometry = huff::geometry_of(header);
  if (!geometry || header.dtype >= huff::kDtypeNames.size()) return 0;
  const auto dtype = static_cast<huff::Dtype>(header.dtype);
  // Header and trailer are counted as payload: more than enough.
  const std::uint64_t bits = std::uint64_t{size} * 8;
  return huff::value_bytes(dtype) *
         std::min<std::uint64_t>(header.count, bits / huff::min_token_bits(dtype, header.min_len));
}

}  // namespace tern::fast
