// SPDX-License-Identifier: Apache-2.0
//
// device.h: the little that programs need of a CUDA device beside the kernels.
//
// Also declared without CUDA, so that tests and tools need no conditions: then there is no device.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/cuda/cuda.h"

namespace tern::cuda {

/// Why no device can be used; empty: one answers.
[[nodiscard]] std::string device_problem();

/// Precondition of all below: device_problem() is empty.
[[nodiscard]] std::string device_name();
[[nodiscard]] void* allocate_dev(std::size_t bytes);  ///< nullptr: there is no more memory
void free_dev(void* bytes_dev);
[[nodiscard]] bool copy_to_dev(void* to_dev, const void* from, std::size_t bytes);
[[nodiscard]] bool copy_from_dev(void* to, const void* from_dev, std::size_t bytes);
[[nodiscard]] bool copy_on_dev(void* to_dev, const void* from_dev, std::size_t bytes,
                               Stream stream);
[[nodiscard]] bool synchronize();

/// Milliseconds on the device between two marks of the default stream.
class DeviceTimer {
 public:
  DeviceTimer();
  ~DeviceTimer();
  DeviceTimer(const DeviceTimer&) = delete;
  DeviceTimer& operator=(const DeviceTimer&) = delete;
  void start();
  /// Waits for the work in between. Negative: it failed.
  [[nodiscard]] double stop();

 private:
  void* begin_ = nullptr;
  void* end_ = nullptr;
};

/// Where kernels run.
enum class Where : std::uint8_t { kHost, kDevice };

/// Memory on that side.
class Buffer {
 public:
  Buffer(Where where, std::size_t bytes) : where_(where), bytes_(bytes) {
    if (where == Where::kHost) {
      host_.resize((bytes + 7) / 8);
      at_ = host_.data();
    } else {
      at_ = allocate_dev(bytes);
    }
  }
  ~Buffer() {
    if (where_ == Where::kDevice) free_dev(at_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// nullptr: there is no more memory.
  [[nodiscard]] std::uint8_t* at() const { return static_cast<std::uint8_t*>(at_); }
  template <typename T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(at_);
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool upload(const void* from, std::size_t bytes) const {
    if (bytes == 0) return true;
    if (where_ == Where::kDevice) return copy_to_dev(at_, from, bytes);
    std::memcpy(at_, from, bytes);
    return true;
  }
  [[nodiscard]] bool download(void* to, std::size_t bytes) const {
    if (bytes == 0) return true;
    if (where_ == Where::kDevice) return copy_from_dev(to, at_, bytes);
    std::memcpy(to, at_, bytes);
    return true;
  }

 private:
  Where where_;
  std::size_t bytes_;
  std::vector<std::uint64_t> host_;
  void* at_ = nullptr;
};

}  // namespace tern::cuda
