// SPDX-License-Identifier: Apache-2.0
//
// bench: systems for tests, and codecs with round figures.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/system_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/link/system/system.h"

namespace tern::link {

/// bf16 numbers between 1 and 2 and between -2 and -1, as bytes.
inline Bytes some_values(std::size_t count) {
  Bytes bytes(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[2 * i] = static_cast<std::uint8_t>(i * 37 + i / 11);
    bytes[2 * i + 1] = i % 3 == 0 ? 0xBF : 0x3F;
  }
  return bytes;
}

/// Every message has half of its bytes on the wires.
class HalfCoder final : public Coder {
 public:
  explicit HalfCoder(std::uint64_t chunk_bytes) : chunk_bytes_(chunk_bytes) {}

  [[nodiscard]] Coded code(const Payload& values) const override {
    Coded coded = {plain_chunks(values->size(), chunk_bytes_), nullptr, values};
    std::uint64_t sum = 0;
    for (Chunk& chunk : coded.chunks) sum += chunk.wire_bytes /= 2;
    coded.stream = std::make_shared<const Bytes>(sum);
    return coded;
  }

 private:
  std::uint64_t chunk_bytes_;
};

/// Codecs of a byte rate, in bytes per nanosecond.
inline CodecTiming codec_of(std::uint64_t bytes_per_ns) {
  CodecTiming codec;
  codec.present = true;
  codec.lanes = 16;
  codec.word_bits = 32;
  codec.value_bytes = 2;
  codec.clock_ghz = 1;
  codec.values = bytes_per_ns * 500;
  codec.encode_cycles = codec.decode_cycles = 1000;
  codec.encode_latency = 8;
  codec.decode_latency = 6;
  return codec;
}

/// A ring with little to do.
inline SystemConfig ring_of(std::uint32_t dies, Collective collective) {
  SystemConfig config;
  config.dies = dies;
  config.job = {collective, 24000, 2000, 2, 0, 1};
  return config;
}

/// A system of bf16 values with its source and tiles.
struct Bench {
  Bench(const std::string& name, const SystemConfig& config, std::uint64_t chunk_bytes,
        const Coder* coder)
      : source(some_values(4096), std::min(config.job.bytes, config.job.message_bytes), 5),
        tiles(Dtype::kBf16, chunk_bytes, coder),
        system(name, config, source, tiles) {}

  Source source;
  Tiles tiles;
  System system;
};

}  // namespace tern::link
