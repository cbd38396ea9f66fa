// SPDX-License-Identifier: Apache-2.0
//
// coders: messages as the Huffman unit and the tensor residual/DCT block code them.
//
//   Spec  docs/link.md#payload
//   Test  tb/link/system/payload_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/huff/book.h"
#include "model/huff/stream.h"
#include "model/tdr/blocks.h"
#include "sim/link/system/payload.h"

namespace tern::fast {
class Codec;
}

namespace tern::link {

/// Every message is coded with one book, or goes raw where that is shorter; the golden model's
/// stream, made by its fast twin and decoded again. What a chunk takes of it is its share of the
/// message's tokens.
class HuffmanCoder final : public Coder {
 public:
  /// `offset`: of all messages; nothing: each has the cheapest.
  HuffmanCoder(const huff::Book& book, const huff::Geometry& geometry, std::uint64_t chunk_bytes,
               std::optional<std::uint8_t> offset);
  ~HuffmanCoder() override;

  [[nodiscard]] Coded code(const Payload& values) const override;

 private:
  huff::Book book_;
  huff::Geometry geometry_;
  std::uint64_t chunk_bytes_;
  std::optional<std::uint8_t> offset_;
  std::unique_ptr<fast::Codec> codec_;
};

/// Every message is a stream of the lossy codec, of rows with `columns` values (a message that is
/// no whole number of rows is one row), at `rate` bits a value.
class TdrCoder final : public Coder {
 public:
  TdrCoder(Dtype dtype, std::uint32_t columns, double rate, const tdr::BlockOptions& options,
           std::uint64_t chunk_bytes);

  [[nodiscard]] Coded code(const Payload& values) const override;
  [[nodiscard]] bool lossless() const override { return false; }

 private:
  Dtype dtype_;
  std::uint32_t columns_;
  std::uint32_t rate_;  // in 1/1024 bit
  tdr::BlockOptions options_;
  std::uint64_t chunk_bytes_;
};

}  // namespace tern::link
