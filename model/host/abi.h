// SPDX-License-Identifier: Apache-2.0
//
// abi.h: what is behind the handles of tern.h, and the wall that no exception passes.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

#include "model/fast/fast.h"
#include "model/host/tern.h"
#include "model/huff/book.h"

/// The handle.
struct tern_codec {
  explicit tern_codec(tern::huff::BookSet books) : codec(std::move(books)) {}
  tern::fast::Codec codec;
};

namespace tern::host {

/// The most threads that a call starts.
inline constexpr std::uint32_t kMostThreads = 256;

/// Calls work(), which gives a status; what it throws becomes one.
template <typename Work>
tern_status guarded(const Work& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return TERN_MEMORY;
  } catch (...) {
    return TERN_INTERNAL;
  }
}

/// The dtype of that number, or nothing.
[[nodiscard]] inline std::optional<huff::Dtype> dtype_of(tern_dtype dtype) {
  if (dtype < 0 || static_cast<std::size_t>(dtype) >= huff::kDtypeNames.size()) return {};
  return static_cast<huff::Dtype>(dtype);
}

/// The bytes at a pointer that may be NULL if there are none.
[[nodiscard]] inline const std::uint8_t* bytes_at(const void* pointer) {
  static constexpr std::uint8_t kNothing = 0;
  return pointer == nullptr ? &kNothing : static_cast<const std::uint8_t*>(pointer);
}

/// The status of the first job that failed, or TERN_OK.
[[nodiscard]] inline tern_status first_failure(const tern_job* jobs, std::size_t number) {
  for (std::size_t i = 0; i < number; ++i) {
    if (jobs[i].status != TERN_OK) return jobs[i].status;
  }
  return TERN_OK;
}

}  // namespace tern::host
