// SPDX-License-Identifier: Apache-2.0
//
// abi_decode.cc: the decoder of tern.h.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#include <vector>

#include "model/host/abi.h"

size_t tern_decode_bound(const void* message, size_t size) noexcept {
  return tern::fast::values_room(tern::host::bytes_at(message), message == nullptr ? 0 : size);
}

tern_status tern_decode(const tern_codec* codec, const void* message, size_t size, void* out,
                        size_t room, size_t* used, tern_dtype* dtype) noexcept {
  if (used == nullptr) return TERN_ARGUMENT;
  *used = 0;
  tern_job job = {message, size, out, room, 0, TERN_OK, TERN_BF16};
  const tern_status status = tern_decode_many(codec, &job, 1, 1);
  *used = job.used;
  if (dtype != nullptr) *dtype = job.dtype;
  return status;
}

tern_status tern_decode_many(const tern_codec* codec, tern_job* jobs, size_t number,
                             uint32_t threads) noexcept {
  return tern::host::guarded([&]() -> tern_status {
    if (codec == nullptr || (jobs == nullptr && number != 0)) return TERN_ARGUMENT;
    if (threads == 0 || threads > tern::host::kMostThreads) return TERN_ARGUMENT;
    std::vector<tern::fast::Message> messages(number);
    for (std::size_t i = 0; i < number; ++i) {
      const tern_job& job = jobs[i];
      if ((job.in == nullptr && job.size != 0) || (job.out == nullptr && job.room != 0)) {
        return TERN_ARGUMENT;
      }
      messages[i] = {tern::host::bytes_at(job.in), job.size, static_cast<std::uint8_t*>(job.out),
                     job.room};
    }
    const std::vector<tern::fast::Decoded> found = codec->codec.decode_all(messages, threads);
    for (std::size_t i = 0; i < number; ++i) {
      tern_job& job = jobs[i];
      job.used = 0;
      job.dtype = static_cast<tern_dtype>(found[i].dtype);
      job.status = static_cast<tern_status>(found[i].error);
      if (job.status != TERN_OK) continue;
      job.status = found[i].fits ? TERN_OK : TERN_ROOM;
      job.used = found[i].size;
    }
    return tern::host::first_failure(jobs, number);
  });
}
