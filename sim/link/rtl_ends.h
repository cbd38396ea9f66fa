// SPDX-License-Identifier: Apache-2.0
//
// rtl_ends: the Verilated circuits at the ends of a link.
//
// What the quick link takes for rates and latencies happens here: words fill flits, flits fill
// beats, credits are steps. Values that come out are compared with those that went in.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   RTL   rtl/link/tern_link_tx.sv, rtl/link/tern_link_rx.sv
//   Test  tb/link/rtl_link_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/link/flit_ends.h"
#include "sim/link_pair.h"
#include "sim/loopback_bench.h"

namespace tern::link {

/// Encoder and decoder with flits between them.
class FlitPair final : public sim::LinkPair {
 public:
  FlitPair(sim::EncoderDut encoder, sim::DecoderDut decoder, const LinkConfig& config,
           std::uint32_t window, std::uint64_t seed);

  /// The time of the edge that follows.
  void set_time(Picoseconds now) { now_ = now; }
  [[nodiscard]] std::deque<OutgoingFlit>& flits() { return flits_; }
  void deliver(const FlitHeader& header, const std::vector<std::uint8_t>& flit);

 protected:
  void sample_beats() override;
  void connect_beats() override;
  std::uint32_t credits_back(bool freed) override;

 private:
  struct Beat {
    std::vector<std::uint8_t> data;
    std::vector<std::uint8_t> keep;
    bool last = false;
  };

  void take_beat();
  void make_flit(bool last);

  std::uint32_t payload_bytes_;
  Picoseconds flight_;
  Picoseconds now_ = 0;
  std::vector<std::uint8_t> beat_;  ///< from the encoder
  std::vector<std::uint8_t> keep_;
  std::vector<std::uint8_t> outgoing_;  ///< bytes that are no flit yet
  std::deque<OutgoingFlit> flits_;
  std::deque<std::size_t> sizes_;       ///< bytes of a message in the flits under way
  std::vector<std::uint8_t> incoming_;  ///< bytes that are no beat yet
  std::deque<Beat> beats_;              ///< for the decoder
  std::deque<Picoseconds> credits_;     ///< on their way back: when they arrive
};

/// A FlitPair and what drives it.
class RtlEnds final : public FlitEnds {
 public:
  /// The window is as many whole steps of 16-bit values as `config.credit_bytes` holds.
  RtlEnds(const LinkConfig& config, const sim::EncoderVariant& encoder,
          const sim::DecoderVariant& decoder, const sim::BenchOptions& options);

  /// Takes books and messages before the simulation; says afterwards when they moved.
  [[nodiscard]] sim::LoopbackBench& bench() { return *bench_; }

  bool step(Picoseconds now) override;
  std::optional<OutgoingFlit> next_flit() override;
  void deliver(const FlitHeader& header, const std::vector<std::uint8_t>& flit) override {
    pair_->deliver(header, flit);
  }

 private:
  FlitPair* pair_ = nullptr;  ///< owned by the bench
  std::unique_ptr<sim::LoopbackBench> bench_;
};

}  // namespace tern::link
