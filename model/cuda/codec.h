// SPDX-License-Identifier: Apache-2.0
//
// codec.h: messages in memory of the host, encoded and decoded by the CUDA kernels.
//
// Copies to the device and back, and so is no way to be fast: it is for comparing. Whoever has
// values on a device uses cuda.h.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <optional>
#include <vector>

#include "model/common/result.h"
#include "model/cuda/cuda.h"
#include "model/cuda/device.h"
#include "model/cuda/image.h"
#include "model/fast/fast.h"
#include "model/huff/stream.h"

namespace tern::cuda {

/// Values to encode, and room for their message.
struct Values {
  huff::Dtype dtype = huff::Dtype::kBf16;
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  const huff::Plan* plan = nullptr;
  std::uint8_t* out = nullptr;
  std::size_t room = 0;
};

class Codec {
 public:
  /// Precondition of Where::kDevice: device_problem() is empty. `order` is that of the host.
  Codec(huff::BookSet books, Where where, const HostOrder& order = {});

  [[nodiscard]] const huff::BookSet& books() const { return books_; }
  [[nodiscard]] Where where() const { return where_; }

  /// As fast::Codec::encode(), for many messages. An error says that the device failed.
  [[nodiscard]] Result<std::vector<fast::Encoded>> encode_all(const std::vector<Values>& values,
                                                              const huff::Geometry& geometry) const;

  /// As fast::Codec::decode_all().
  [[nodiscard]] Result<std::vector<fast::Decoded>> decode_all(
      const std::vector<fast::Message>& messages,
      const std::optional<huff::Geometry>& geometry = std::nullopt) const;

 private:
  huff::BookSet books_;
  Where where_;
  HostOrder order_;
  BookImage image_;
};

}  // namespace tern::cuda
