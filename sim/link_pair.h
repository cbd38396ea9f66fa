// SPDX-License-Identifier: Apache-2.0
//
// link_pair: an encoder and a decoder, verilated each for itself, as the two ends of a link.
//
// What rtl/link adds to them, credits and the steps that the receiver holds, is done here. So a
// link needs no circuit of its own where that would be large.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/link_pair_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/decoder_dut.h"
#include "sim/encoder_dut.h"
#include "sim/loopback_dut.h"
#include "sim/model.h"

namespace tern::sim {

/// Both circuits as one. Relies on outputs that follow registers only: what one drives does not
/// change with what it is driven with.
class LinkPair : public Model {
 public:
  LinkPair(EncoderDut encoder, DecoderDut decoder, std::uint32_t window, std::uint64_t seed);

  void eval() override;

  /// There is no waveform of two circuits.
  bool attach(VerilatedFstC& wave) override;

  /// The ports of the link.
  [[nodiscard]] LoopbackPins pins();

 protected:
  // What is between the circuits: wires, unless a class that derives from this one says otherwise.

  /// What it takes from both at a rising edge, before their outputs change.
  virtual void sample_beats() {}
  /// What it drives both with while the clock is low.
  virtual void connect_beats();
  /// Credits that the sender gets at a rising edge; `freed`: the receiver gave one up a cycle ago.
  virtual std::uint32_t credits_back(bool freed) { return freed ? 1 : 0; }

  EncoderDut encoder_;
  DecoderDut decoder_;

 private:
  /// A step of values as it left the decoder.
  struct Step {
    std::vector<std::uint8_t> data;
    std::vector<std::uint8_t> keep;
    bool last = false;
  };

  void sample();
  void connect();
  void evaluate(Model& model);

  std::uint32_t window_;
  std::uint32_t credits_ = 0;
  bool credit_ = false;  ///< on its way back
  bool high_ = false;    ///< the clock
  std::optional<Step> entering_;
  std::deque<Step> steps_;
  std::vector<std::uint8_t> beat_;  ///< bytes on their way from port to port
  std::vector<std::uint8_t> beat_keep_;

  // Storage of the ports that neither circuit has.
  std::uint8_t book_valid_ = 0;
  std::uint8_t book_ready_ = 0;
  std::uint8_t link_beat_ = 0;
  std::uint8_t out_valid_ = 0;
  std::uint8_t out_ready_ = 0;
  std::uint8_t out_last_ = 0;
  std::vector<std::uint32_t> out_data_;
  std::vector<std::uint32_t> out_keep_;
};

/// A link of two circuits that were built.
[[nodiscard]] LoopbackDut make_link_pair(const EncoderVariant& encoder,
                                         const DecoderVariant& decoder,
                                         const LoopbackConfig& config, std::uint64_t seed);

}  // namespace tern::sim
