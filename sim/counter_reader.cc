// SPDX-License-Identifier: Apache-2.0
//
// counter_reader: asks an encoder for its counters, while traffic goes on or after it.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#include "sim/counter_reader.h"

#include <algorithm>

namespace tern::sim {

CounterReader::CounterReader(EncoderBench& bench, StallPattern pattern, std::uint64_t seed)
    : bench_(bench), ask_stall_(pattern, seed), take_stall_(pattern, seed + 1) {}

void CounterReader::restart() {
  asked_ = 0;
  counts_.clear();
}

bool CounterReader::step() {
  CounterPins& pins = bench_.pins().counters;
  if (offered_ && pins.read.ready.get()) {
    offered_ = false;
    ++asked_;
  }
  if (pins.count.valid.get() && pins.count.ready.get()) {
    counts_.push_back(static_cast<std::uint32_t>(pins.count.data.get()));
    bench_.harness().progress();
  }
  if (!bench_.step()) return false;
  if (!offered_) offered_ = !ask_stall_.next(false) && asked_ < kCounters;
  pins.read.valid.set(offered_);
  pins.read_index.set(asked_);
  pins.count.ready.set(!take_stall_.next(false));
  bench_.harness().settle();
  return true;
}

bool CounterReader::run() {
  while (!done()) {
    if (!step()) return false;
  }
  return true;
}

huff::Counters CounterReader::counters() const {
  huff::Counters all;
  const auto pair = [&](std::size_t index) {
    return counts_[index] | std::uint64_t{counts_[index + 1]} << 32U;
  };
  std::copy_n(counts_.begin(), all.samples.size(), all.samples.begin());
  std::copy_n(counts_.begin() + huff::kCountChunks, all.chunks.size(), all.chunks.begin());
  all.raw_chunks = counts_[huff::kCountRawChunks];
  all.raw_bytes = pair(huff::kCountRawBytes);
  all.words = pair(huff::kCountWords);
  all.escapes = pair(huff::kCountEscapes);
  return all;
}

}  // namespace tern::sim
