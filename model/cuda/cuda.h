// SPDX-License-Identifier: Apache-2.0
//
// cuda.h: many messages of the Huffman stream encoded or decoded at a time, on a CUDA device.
//
// Bit-exact twin of the golden model: the same messages, and the same errors for the same bytes. A
// second set of functions runs the same kernels on the host, thread by thread; it takes pointers of
// the host, and is there to be compared with. codec.h is the convenient way in.
//
//   Spec  docs/host.md#cuda
//   RTL   rtl/huff/huff_enc.sv (bit-exact)
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/cuda/team.h"
#include "model/huff/params.h"

namespace tern::cuda {

/// A cudaStream_t; nullptr: the default stream.
using Stream = void*;

/// Whether the calls of this file did what was asked. Errors of messages are in their results.
enum class Status : std::uint8_t {
  kOk,
  kNoDevice,   ///< built without CUDA, or no device answers: device_problem() says why
  kArgument,   ///< lanes or words that the format does not have, or no room for the check
  kWorkspace,  ///< the workspace is smaller than decode_workspace() says, or not aligned
  kFailed,     ///< the device refused the work
};

/// What became of a job.
enum class JobState : std::uint8_t {
  kDone,
  kNoRoom,   ///< the room is too small; nothing behind it was written
  kIllegal,  ///< the job breaks a precondition; nothing was written
};

/// A message, and room for its values. Both begin at multiples of 8 bytes.
struct DecodeJob {
  const std::uint8_t* message_dev;
  std::uint64_t size;
  std::uint8_t* out_dev;
  std::uint64_t room;
};

/// As fast::Decoded: unless the state is kDone and the error kNone, what is in the room is
/// undefined; with kNoRoom nothing was written.
struct DecodeResult {
  std::uint64_t size;    ///< bytes of the values, if the message is whole
  std::uint32_t choice;  ///< the one that unknown_book, epoch or min_len is about, packed
  JobState state;
  huff::StreamError error;  ///< as the golden decoder says; kNone too if there is no room
  huff::Dtype dtype;        ///< meaningful if the header was accepted
  std::uint8_t offset;      ///< as in the header, likewise
};

/// Values, and room for their message. Both begin at multiples of 8 bytes. The other
/// preconditions are those of huff::encode(), and are checked: kIllegal.
struct EncodeJob {
  const std::uint8_t* values_dev;
  std::uint64_t size;  ///< bytes of the values
  std::uint8_t* out_dev;
  std::uint64_t room;
  const std::uint16_t* choices_dev;  ///< BookImage::slot() of the book of each chunk
  std::uint32_t choices;             ///< how many
  huff::Dtype dtype;
  std::uint8_t chunk_log2;
  std::uint8_t min_len;
  std::uint8_t offset;
};

/// Unless the state is kDone, what is in the room is undefined.
struct EncodeResult {
  std::uint64_t size;  ///< bytes of the message
  JobState state;
};

/// A batch of jobs. All pointers are those of the device, or of the host for the host functions.
struct DecodeBatch {
  const std::uint32_t* image_dev;  ///< BookImage::words()
  const DecodeJob* jobs_dev;
  DecodeResult* results_dev;
  std::uint32_t number;
  std::uint8_t lanes;      ///< all messages must have as many lanes; 0: any number
  std::uint8_t word_bits;  ///< likewise; both or none are 0
  void* workspace_dev;     ///< at a multiple of 8 bytes
  std::size_t workspace_bytes;
};

struct EncodeBatch {
  const std::uint32_t* image_dev;
  const EncodeJob* jobs_dev;
  EncodeResult* results_dev;
  std::uint32_t number;
  std::uint8_t lanes;  ///< of all messages
  std::uint8_t word_bits;
};

/// Values whose symbols are counted.
struct HistogramBatch {
  const std::uint8_t* values_dev;  ///< at a multiple of 8 bytes
  std::uint64_t size;              ///< bytes, a multiple of those of a value
  std::uint64_t* counts_dev;       ///< huff::kNumSymbols of them, added to what is there
  huff::Dtype dtype;
  std::uint8_t offset;
};

/// Bytes of workspace that decoding so many messages needs.
[[nodiscard]] constexpr std::size_t decode_workspace(std::uint32_t number) {
  return std::size_t{number} * 4;
}

/// Queue the work on a stream and return; nothing is allocated. The arrays must stay until the
/// stream has come past it. Faster with `lanes` given: a decoder for up to 16 lanes has two
/// messages in a warp.
[[nodiscard]] Status decode(const DecodeBatch& batch, Stream stream);
[[nodiscard]] Status encode(const EncodeBatch& batch, Stream stream);
[[nodiscard]] Status histogram(const HistogramBatch& batch, Stream stream);

/// The same kernels on the CPU; the work is done when they return.
[[nodiscard]] Status decode_on_host(const DecodeBatch& batch, const HostOrder& order = {});
[[nodiscard]] Status encode_on_host(const EncodeBatch& batch, const HostOrder& order = {});
[[nodiscard]] Status histogram_on_host(const HistogramBatch& batch, const HostOrder& order = {});

/// What is wrong with the arguments of a batch.
[[nodiscard]] Status check_arguments(const DecodeBatch& batch);
[[nodiscard]] Status check_arguments(const EncodeBatch& batch);
[[nodiscard]] Status check_arguments(const HistogramBatch& batch);

}  // namespace tern::cuda
